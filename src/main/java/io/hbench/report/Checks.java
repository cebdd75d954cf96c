package io.hbench.report;

import static io.hbench.report.Verdict.Status.DEGRADED;
import static io.hbench.report.Verdict.Status.INVALID;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.op.OperationType;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.run.RunSpec;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.TaskFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Looks for reasons not to believe a run. */
final class Checks {
  private static final double LEAST_OVERLAP = 0.9;

  /** Where a number of requests ends the run, each task ends when it has done its share. */
  private static final double LEAST_OVERLAP_OF_SHARES = 0.5;

  private static final double MOST_START_SPREAD_MS = 1_000;
  private static final double MOST_EMPTY = 0.01;
  private static final double MOST_CPU = 0.9;

  private final RunReport report;
  private final RunSpec spec;
  private final JobFacts job;
  private final boolean succeeded;
  private final List<TaskFacts> tasks;
  private final Map<Series, LatencyRecord> records;
  private final Map<Series, Long> taskCounts;
  private final List<Verdict.Reason> reasons = new ArrayList<>();

  Checks(
      RunReport report,
      RunSpec spec,
      JobFacts job,
      boolean succeeded,
      List<TaskFacts> tasks,
      Map<Series, LatencyRecord> records,
      Map<Series, Long> taskCounts) {
    this.report = report;
    this.spec = spec;
    this.job = job;
    this.succeeded = succeeded;
    this.tasks = tasks;
    this.records = records;
    this.taskCounts = taskCounts;
  }

  Verdict verdict() {
    job();
    counts();
    window();
    requests();
    clients();
    return Verdict.of(reasons);
  }

  private void job() {
    if (job.finished() == null && succeeded) {
      add(DEGRADED, "submitter-gone", "nobody watched the job to its end, but it succeeded");
    } else if (job.finished() == null) {
      add(INVALID, "job-unfinished", "nobody saw the job end; these are the tasks that had");
    } else if (!job.succeeded()) {
      add(INVALID, "job-failed", "the job %s: %s", job.state(), job.failure());
    }
    if (tasks.size() < spec.tasks()) {
      add(INVALID, "tasks-missing", "%d of %d tasks left a result", tasks.size(), spec.tasks());
    }
  }

  /** What was counted apart must agree: loops, histograms, intervals, and the merge of them all. */
  private void counts() {
    long recorded = recorded(true) + recorded(false);
    agree("merged histograms", recorded, "the tasks' own counts", sum(TaskFacts::requests));
    agree("merged errors", recorded(false), "the tasks' own counts", sum(TaskFacts::errors));
    agree("merged rows", rows(), "the tasks' own counts", sum(TaskFacts::rows));
    agree("merged empty rows", empty(), "the tasks' own counts", sum(TaskFacts::empty));
    if (job.counters() != null && job.succeeded()) {
      agree("merged histograms", recorded, "the job's counters", counter(LoadCounter.REQUESTS));
      agree("merged errors", recorded(false), "the job's counters", counter(LoadCounter.ERRORS));
      agree("merged rows", rows(), "the job's counters", counter(LoadCounter.ROWS));
      agree("merged empty rows", empty(), "the job's counters", counter(LoadCounter.EMPTY));
    }
    Map<String, Long> intervals = new TreeMap<>();
    records.forEach(
        (series, record) -> {
          agree("merged '" + series + "'", record.count(), "tasks/", taskCounts.get(series));
          if (!series.isWhole()) {
            intervals.merge(series.at(Series.WHOLE).toString(), record.count(), Long::sum);
          }
        });
    records.forEach(
        (series, record) -> {
          if (series.isWhole()) {
            agree(
                "'" + series + "'",
                record.count(),
                "the sum of its intervals",
                intervals.get(series.toString()));
          }
        });
  }

  private void window() {
    double window = report.window().seconds();
    double overlap = report.tasks().overlapSeconds();
    boolean timed = spec.limit().time().isPresent();
    double least = timed ? LEAST_OVERLAP : LEAST_OVERLAP_OF_SHARES;
    if (report.tasks().completed() == spec.tasks() && overlap < least * window) {
      add(
          timed && overlap == 0 ? INVALID : DEGRADED,
          "overlap",
          "all tasks were running for %.1f of %.1f s only; throughput is of the whole time",
          overlap,
          window);
    }
    Double spread = report.tasks().startSpreadMs();
    if (spread != null && spread > MOST_START_SPREAD_MS) {
      add(DEGRADED, "start-spread", "the tasks started %.1f s apart", spread / 1_000);
    }
  }

  private void requests() {
    if (spec.everyRowOnce() && sum(TaskFacts::rows) != spec.rows()) {
      add(INVALID, "rows-missing", "%d of %d rows were written", sum(TaskFacts::rows), spec.rows());
    }
    if (recorded(true) == 0) {
      add(INVALID, "nothing-measured", "no request was answered in the window");
    }
    for (OperationReport operation : report.operations()) {
      if (operation.errors() > 0) {
        add(
            DEGRADED,
            "errors",
            "%d of %d %s requests failed: %s",
            operation.errors(),
            operation.count(),
            operation.operation(),
            operation.errorsByKind());
      }
      boolean wantsRows =
          OperationType.named(operation.operation())
              .map(o -> o.rows() == OperationType.Rows.EXISTING)
              .orElse(false);
      long asked = operation.rows() + operation.empty();
      if (wantsRows && operation.empty() > MOST_EMPTY * asked) {
        add(
            DEGRADED,
            "empty-reads",
            "%d of %d rows that %s asked for are not in the table: is --rows right?",
            operation.empty(),
            asked,
            operation.operation());
      }
    }
  }

  private void clients() {
    Map<String, Map<Long, Double>> hosts = new TreeMap<>();
    for (TaskFacts task : tasks) {
      hosts
          .computeIfAbsent(task.host(), h -> new TreeMap<>())
          .merge(task.pid(), task.cpuShare(), Math::max);
    }
    hosts.forEach(
        (host, processes) -> {
          double share = processes.values().stream().mapToDouble(Double::doubleValue).sum();
          if (share > MOST_CPU) {
            add(
                DEGRADED,
                "client-cpu",
                "the tasks on %s used %.0f %% of its CPU: the clients were the limit",
                host,
                100 * share);
          }
        });
  }

  private long recorded(boolean ok) {
    return records.entrySet().stream()
        .filter(e -> e.getKey().isWhole() && e.getKey().timing() == Timing.SERVICE)
        .filter(e -> e.getKey().isOk() == ok)
        .mapToLong(e -> e.getValue().count())
        .sum();
  }

  private long rows() {
    return report.operations().stream().mapToLong(OperationReport::rows).sum();
  }

  private long empty() {
    return report.operations().stream().mapToLong(OperationReport::empty).sum();
  }

  private long sum(ToLongFunction<TaskFacts> count) {
    return tasks.stream().mapToLong(count).sum();
  }

  private long counter(LoadCounter counter) {
    return job.counters().getOrDefault(counter.name(), 0L);
  }

  private void agree(String what, long count, String other, Long otherCount) {
    if (otherCount == null || count != otherCount) {
      add(INVALID, "counts-differ", "%s: %d, but %s: %d", what, count, other, otherCount);
    }
  }

  private void add(Verdict.Status status, String code, String message, Object... args) {
    reasons.add(new Verdict.Reason(code, String.format(Locale.ROOT, message, args), status));
  }
}
