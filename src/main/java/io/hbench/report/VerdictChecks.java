package io.hbench.report;

import static io.hbench.figure.Format.format;
import static io.hbench.report.Verdict.Status.DEGRADED;
import static io.hbench.report.Verdict.Status.INVALID;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.data.KeyRange;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Side;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Command;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The checks that give a run its verdict.
 *
 * @param succeeded whether the run directory has the marker of a job that succeeded
 * @param tasks tasks that have started, without the lost ones
 */
record VerdictChecks(
    RunReport report,
    RunSpec spec,
    JobFacts job,
    boolean succeeded,
    List<TaskFacts> tasks,
    RunRecords records,
    VerdictReasons reasons) {
  private static final double MIN_OVERLAP = 0.9;

  /** Minimum for runs with a number of requests, whose tasks end one by one. */
  private static final double MIN_OVERLAP_OF_SHARES = 0.5;

  private static final double MAX_START_SPREAD_MS = 1_000;
  private static final double MAX_NOT_FOUND = 0.01;

  /** Operations of which one request asks for some rows, however many. */
  private static final Set<String> SCANS =
      Set.of(Operations.SCAN.toString(), Operations.SCAN_RANGE.toString());

  private static final double MAX_DROPPED = 0.01;

  /** Share of failed requests from which a run measures something else than was asked for. */
  private static final double MAX_FAILED = 0.2;

  private List<TaskFacts> done() {
    return tasks.stream().filter(TaskFacts::isDone).toList();
  }

  Verdict verdict() {
    outcome();
    lost();
    incompleteFiles();
    missing();
    if (records.merged || done().size() == remaining()) {
      counts();
    }
    window();
    length();
    requests();
    pace();
    new ClientChecks(report, done(), reasons).check();
    return Verdict.of(reasons.all());
  }

  private void outcome() {
    if (job.status().finished() == null && succeeded) {
      reasons.add(
          ReasonCode.SUBMITTER_LOST,
          "the submitter ended before the job, which succeeded; to complete the report: report"
              + " --follow %s",
          quoted(report.run().out()));
    } else if (job.status().finished() == null) {
      reasons.add(
          ReasonCode.JOB_OUTCOME_UNKNOWN,
          "outcome of the job unknown: it may still be running; figures cover finished tasks only%s",
          spec.tenant().isPresent() // which can't be followed
              ? ""
              : "; to wait for its end: report --follow " + quoted(report.run().out()));
    } else if (!job.succeeded()) {
      reasons.add(
          ReasonCode.JOB_FAILED,
          "the job ended as %s: %s",
          job.status().state(),
          job.status().failure());
    }
  }

  private void missing() {
    if (done().size() < remaining()) {
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
    Map<Integer, String> incomplete = incompleteByTask();
    if (!incomplete.isEmpty()) {
      reasons.add(
          ReasonCode.TASK_FILE_INCOMPLETE,
          "the own files of %d of %d tasks lack records (%s): %s; %s",
          incomplete.size(),
          spec.tasks(),
          VerdictReasons.names(
              tasks.stream().filter(t -> incomplete.containsKey(t.index())).toList()),
          incomplete.values().iterator().next(),
          records.merged
              ? "the figures come from the reducer, which got them"
              : "the figures lack them, too");
    }
  }

  /** The reasons for which tasks' own files are incomplete, by task. */
  private Map<Integer, String> incompleteByTask() {
    Map<Integer, String> incomplete = new TreeMap<>(records.unreadable);
    for (TaskFacts task : done()) {
      if (task.result().copyFailure() != null) {
        incomplete.put(task.index(), task.result().copyFailure());
      }
    }
    return incomplete;
  }

  /** Number of tasks that the run was left with. */
  private int remaining() {
    return spec.tasks() - report.tasks().lost().size();
  }

  /** Compares independent counts: load loops, histograms, intervals, and the merged files. */
  private void counts() {
    LatencyRecord ok = records.recorded.ok();
    long failed = records.recorded.failed().count();
    long recorded = ok.count() + failed;
    merged("histograms", recorded, r -> r.requests().requests(), LoadCounter.REQUESTS);
    merged("errors", failed, r -> r.requests().errors(), LoadCounter.ERRORS);
    merged("rows", ok.rows(), r -> r.rows().rows(), LoadCounter.ROWS);
    merged("rows not found", ok.notFound(), r -> r.rows().notFound(), LoadCounter.ROWS_NOT_FOUND);
    if (spec.load().rate().isPresent()) {
      agree(
          "response times",
          records.recorded.response().count(),
          "service times and dropped requests",
          recorded + records.recorded.dropped());
    }
    boolean complete = incompleteByTask().isEmpty();
    Map<Series, Long> intervals =
        records.mergedCounts.entrySet().stream()
            .filter(entry -> !entry.getKey().isWhole())
            .collect(
                Collectors.toMap(e -> e.getKey().at(Series.WHOLE), Map.Entry::getValue, Long::sum));
    records.mergedCounts.forEach(
        (series, count) -> {
          boolean inFacts = series.isWhole() && !series.isByServer();
          if (complete && (records.readsTasks || inFacts)) {
            agree("merged '" + series + "'", count, "tasks/", records.taskCounts.get(series));
          }
          if (inFacts) {
            agree("'" + series + "'", count, "the sum of its intervals", intervals.get(series));
          }
        });
  }

  /** The server that kept requests without an answer, if there is one. */
  private String longestHeld() {
    return report.byServer() == null
        ? ""
        : report.byServer().held().stream()
            .findFirst()
            .map(held -> "; slots held by " + held.text())
            .orElse("");
  }

  private void window() {
    double window = report.window().seconds();
    double overlap = report.tasks().overlapSeconds();
    boolean timed = spec.limit().time().isPresent();
    double minOverlap = timed ? MIN_OVERLAP : MIN_OVERLAP_OF_SHARES;
    if (report.tasks().completed() == remaining() && overlap < minOverlap * window) {
      reasons.add(
          timed && overlap == 0 && !spec.policies().allowWaves() ? INVALID : DEGRADED,
          ReasonCode.TASK_OVERLAP,
          "all tasks ran together for only %.1f of the %.1f s measured; throughput is over the"
              + " whole window",
          overlap,
          window);
    }
    Double spread = report.tasks().startSpreadMs();
    List<TaskFacts> late = tasks.stream().filter(TaskFacts::isLate).toList();
    if (!late.isEmpty()) {
      long missed = sum(result -> result.requests().missed());
      reasons.add(
          ReasonCode.TASKS_LATE,
          "%d of %d tasks reached the start barrier after the start, up to %.1f s late%s: %s",
          late.size(),
          spec.tasks(),
          late.stream().mapToDouble(t -> t.start().lateMs()).max().orElse(0) / 1_000,
          missed == 0 ? "" : format(", and missed %,d scheduled requests", missed),
          VerdictReasons.names(late));
    } else if (spread != null && spread > MAX_START_SPREAD_MS) {
      reasons.add(ReasonCode.START_SPREAD, "the tasks started %.1f s apart", spread / 1_000);
    } else if (spread != null && report.tasks().clockErrorMs() > MAX_START_SPREAD_MS) {
      reasons.add(
          ReasonCode.START_SPREAD,
          "the tasks may have started %.1f s apart: the time stamps of the run directory's file"
              + " system tell no better; try --out on HDFS",
          report.tasks().clockErrorMs() / 1_000);
    }
  }

  private void length() {
    LengthFacts length = report.window().length();
    if (length == null) {
      if (spec.limit().precision().isPresent() && job.succeeded()) {
        reasons.add(ReasonCode.NOT_PRECISE, "it is not known whether the figures are precise");
      }
      return;
    }
    String longest = SettingType.text(spec.limit().time().orElseThrow());
    if (length.outcome() == LengthFacts.Outcome.NOT_STEADY) {
      reasons.add(
          ReasonCode.NOT_STEADY,
          "the figures were not steady within %s: warm-up or drift to the end; raise the longest"
              + " time, or compare the parts of the timeline",
          longest);
    } else if (length.outcome() == LengthFacts.Outcome.NOT_PRECISE) {
      reasons.add(
          ReasonCode.NOT_PRECISE,
          "after the longest time of %s: %s",
          longest,
          GoalEstimate.texts(length.goals().stream().filter(g -> !g.isReached()).toList()));
    }
  }

  /** Checks that a load wrote, or a verification read, every row. */
  private void everyRow() {
    if (spec.command() == Command.LOAD && sum(r -> r.rows().rows()) != rowsToWrite()) {
      reasons.add(
          ReasonCode.ROWS_NOT_WRITTEN,
          "%d of %d rows were written",
          sum(r -> r.rows().rows()),
          rowsToWrite());
    } else if (spec.bulk() && report.handOver() == null) {
      reasons.add(
          ReasonCode.ROWS_NOT_WRITTEN,
          "HBase may lack rows: nothing says that it has all HFiles; to hand them over: load"
              + " --resume %s",
          report.run().out());
    }
    long compared = report.verification() == null ? 0 : report.verification().compared();
    if (spec.command() == Command.VERIFY && compared != spec.rows()) {
      reasons.add(
          ReasonCode.ROWS_NOT_READ,
          "%d of %d rows were not read",
          spec.rows() - compared,
          spec.rows());
    }
  }

  private long rowsToWrite() {
    return spec.rowsToProcess(spec.keys().range()).stream().mapToLong(KeyRange::size).sum();
  }

  private void verification() {
    TaskFacts.Verification verification = report.verification();
    if (verification != null && verification.defects().total() > 0) {
      reasons.add(
          ReasonCode.ROW_DEFECTS,
          "%,d rows have defects; if all rows have: do --seed, --value-size and the other data"
              + " settings equal those of the load?",
          verification.defects().total());
    }
  }

  private void requests() {
    everyRow();
    verification();
    if (records.totals.ok().count() == 0 && rowsToWrite() > 0) {
      reasons.add(
          ReasonCode.NOTHING_MEASURED,
          "no request succeeded in the measurement window%s",
          longestHeld());
    }
    boolean tooManyFailed = failed();
    for (OperationReport operation : report.operations()) {
      if (operation.errors() > 0) {
        reasons.add(
            tooManyFailed ? INVALID : DEGRADED,
            ReasonCode.REQUESTS_FAILED,
            "%,d of %,d %s requests failed: %s",
            operation.errors(),
            operation.count(),
            operation.operation(),
            operation.errorsByKind().entrySet().stream()
                .map(
                    kind ->
                        kind.getKey()
                            + " "
                            + kind.getValue()
                            + message(operation.operation(), kind.getKey()))
                .collect(Collectors.joining(", ")));
      }
      boolean readsExisting =
          !spec.data().reads().filterAll()
              && Operations.named(typeOf(operation))
                  .map(o -> o.rows() == OperationType.Rows.EXISTING)
                  .orElse(false);
      if (readsExisting) {
        notFound(operation);
      }
    }
  }

  /** A scan without a row counts one row that is not found, and a scan with some none. */
  private void notFound(OperationReport operation) {
    boolean isScan = SCANS.contains(typeOf(operation));
    long requested =
        isScan ? operation.count() - operation.errors() : operation.rows() + operation.notFound();
    if (operation.notFound() > MAX_NOT_FOUND * requested) {
      reasons.add(
          ReasonCode.ROWS_NOT_FOUND,
          isScan
              ? "%,d of %,d requests of %s found no row: is --rows right?"
              : "%,d of %,d rows that %s requested are not in the table: is --rows right?",
          operation.notFound(),
          requested,
          operation.operation());
    }
  }

  /** Finds a run of which too many requests failed, unless that is what it measures. */
  private boolean failed() {
    double share = report.all().map(OperationReport::errorShare).orElse(0.0);
    double max = spec.policies().abortAbove().orElse(MAX_FAILED);
    if (share <= max || isBeyondTheKnee() || isOfAvailability()) {
      return false;
    }
    reasons.add(
        INVALID,
        ReasonCode.REQUESTS_FAILED,
        "%s of all requests failed, more than %s: the figures are those of the others;"
            + " if that is wanted: --abort-above 100%%",
        Unit.SHARE.text(share),
        Unit.SHARE.text(max));
    return true;
  }

  /** Whether the run is about failures: it has hooks, or an objective for those of all requests. */
  private boolean isOfAvailability() {
    return report.phases() != null
        || spec.judges(
            figure ->
                figure == Figure.ERRORS
                    || figure == Figure.AVAILABILITY
                    || figure == Figure.UNAVAILABLE
                    || figure.isOfOutages());
  }

  /** Whether more is asked for than is sustainable: above 100 % of another rate. */
  private boolean isBeyondTheKnee() {
    return Settings.PERCENT_OF
        .kind()
        .find(report.settings().getOrDefault(Settings.PERCENT_OF.name(), ""))
        .flatMap(
            sustainable ->
                spec.load()
                    .rate()
                    .filter(rate -> Collections.max(rate.levels()).compareTo(sustainable) > 0))
        .isPresent();
  }

  /** What the first failure of a kind said; empty if that is unknown. */
  private String message(String operation, String kind) {
    return report.errors().stream()
        .filter(e -> e.operation().equals(operation) && e.kind().equals(kind))
        .filter(e -> e.message() != null)
        .findFirst()
        .map(e -> " (" + e.message() + ")")
        .orElse("");
  }

  /** Name of the type of an operation, without the side of a duet. */
  private String typeOf(OperationReport operation) {
    String name = operation.operation();
    return spec.candidate().isEmpty()
        ? name
        : Side.of(name).flatMap(side -> side.operationOf(name)).orElse(name);
  }

  private void pace() {
    ScheduleFacts pace = report.pace();
    long withheld = report.byServer() == null ? 0 : report.byServer().allWithheld();
    boolean isNamed = withheld > MAX_DROPPED * (sum(r -> r.requests().requests()) + withheld);
    boolean isPart = report.window().length() != null; // of what the servers' counts are of
    if (isNamed) {
      reasons.add(
          ReasonCode.REQUESTS_WITHHELD,
          "%,d requests were withheld: all slots of their servers were in use; most for %s",
          withheld,
          report.byServer().withheld().get(0).server());
    }
    if (pace != null
        && !isBeyondTheKnee()
        && pace.dropped() - (isNamed && !isPart ? withheld : 0) > MAX_DROPPED * pace.scheduled()) {
      boolean isReplay = spec.replay().isPresent();
      reasons.add(
          ReasonCode.REQUESTS_DROPPED,
          "%,d of %,d scheduled requests (%.1f %%) were dropped: never sent, because %s%s%s; %s",
          pace.dropped(),
          pace.scheduled(),
          100.0 * pace.dropped() / pace.scheduled(),
          isReplay
              ? "they waited for slots or for earlier requests of their rows"
              : "all slots were in use",
          longestHeld(),
          spec.load().catchUp().factor() == 0
                  || !job.succeeded()
                  || report.window().length() != null
              ? ""
              : "; ops/s is too high by what was sent up to %d s after the window"
                  .formatted(isReplay ? 30 : 1),
          isReplay ? "lower --speed" : "raise --in-flight or --threads, or lower --rate");
    }
  }

  private long sum(ToLongFunction<TaskFacts.Result> count) {
    return done().stream().map(TaskFacts::result).mapToLong(count).sum();
  }

  /** Compares a merged count with that of the tasks, and with the job's, if the job tells. */
  private void merged(
      String what, long count, ToLongFunction<TaskFacts.Result> ofTasks, LoadCounter ofJob) {
    agree("merged " + what, count, "the tasks' own counts", sum(ofTasks));
    if (job.status().counters() != null && job.succeeded()) {
      long counter = job.status().counters().getOrDefault(ofJob.name(), 0L);
      agree("merged " + what, count, "the job's counters", counter);
    }
  }

  private void agree(String what, long count, String other, Long otherCount) {
    if (otherCount == null || count != otherCount) {
      reasons.add(ReasonCode.COUNTS_DIFFER, "%s: %d, but %s: %d", what, count, other, otherCount);
    }
  }
}
