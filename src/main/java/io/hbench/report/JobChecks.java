package io.hbench.report;

import io.hbench.rundir.JobFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.RunSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the outcome of the job, and whether all tasks completed.
 *
 * @param succeeded whether the run directory has the marker of a job that succeeded
 * @param tasks tasks that have started, without the lost ones
 * @param reasons receives the reasons
 */
record JobChecks(
    RunReport report,
    RunSpec spec,
    JobFacts job,
    boolean succeeded,
    List<TaskFacts> tasks,
    RunRecords records,
    VerdictReasons reasons) {
  private List<TaskFacts> done() {
    return tasks.stream().filter(TaskFacts::isDone).toList();
  }

  void check() {
    outcome();
    lost();
    incompleteFiles();
    missing();
  }

  private void outcome() {
    if (job.status().finished() == null && succeeded) {
      reasons.add(
          ReasonCode.SUBMITTER_LOST,
          "the submitter ended before the job, which succeeded; to complete the report: report"
              + " --follow %s",
          report.run().out());
    } else if (job.status().finished() == null) {
      reasons.add(
          ReasonCode.JOB_OUTCOME_UNKNOWN,
          "outcome of the job unknown: it may still be running; figures cover finished tasks only;"
              + " to wait for its end: report --follow %s",
          report.run().out());
    } else if (!job.succeeded()) {
      reasons.add(
          ReasonCode.JOB_FAILED,
          "the job ended as %s: %s",
          job.status().state(),
          job.status().failure());
    }
  }

  private void missing() {
    if (done().size() < spec.tasks() - report.tasks().lost().size()) {
      reasons.add(
          ReasonCode.TASKS_MISSING,
          "%d of %d tasks completed%s",
          done().size(),
          spec.tasks(),
          tasks.size() == done().size()
              ? ""
              : "; not completed: "
                  + VerdictReasons.names(tasks.stream().filter(t -> t.result() == null).toList()));
    }
  }

  private void lost() {
    List<RunReport.Lost> lost = report.tasks().lost();
    if (!lost.isEmpty()) {
      reasons.add(
          ReasonCode.TASKS_LOST,
          "%d of %d tasks were lost after the start; the figures lack them, with %,d requests that"
              + " they had recorded: %s",
          lost.size(),
          spec.tasks(),
          lost.stream().mapToLong(RunReport.Lost::requests).sum(),
          VerdictReasons.list(
              lost.stream()
                  .map(t -> "task %d on %s, noticed %s".formatted(t.task(), t.host(), t.noticed()))
                  .toList(),
              "; "));
    }
  }

  private void incompleteFiles() {
    Map<Integer, String> incomplete = incompleteFiles(records, done());
    if (!incomplete.isEmpty()) {
      reasons.add(
          ReasonCode.TASK_FILE_INCOMPLETE,
          "the own files of %d of %d tasks lack records (%s): %s; %s",
          incomplete.size(),
          spec.tasks(),
          VerdictReasons.names(
              tasks.stream().filter(t -> incomplete.containsKey(t.index())).toList()),
          incomplete.values().iterator().next(),
          records.merged()
              ? "the figures come from the reducer, which got them"
              : "the figures lack them, too");
    }
  }

  /** The reasons for which tasks' own files are incomplete, by task. */
  static Map<Integer, String> incompleteFiles(RunRecords records, List<TaskFacts> done) {
    Map<Integer, String> incomplete = new TreeMap<>(records.unreadable());
    for (TaskFacts task : done) {
      if (task.result().copyFailure() != null) {
        incomplete.put(task.index(), task.result().copyFailure());
      }
    }
    return incomplete;
  }
}
