package io.hbench.report;

import io.hbench.length.LengthFacts;
import io.hbench.report.RunReport.Window;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.RunSpec;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The measurement window of a report.
 *
 * @param done completed tasks
 */
record ReportWindow(RunSpec spec, RunRecords records, List<TaskFacts> done) {
  private static final double NANOS = 1e9;

  /** Origin of the report's times, in nanoseconds since the common start. */
  long startNanos() {
    return records.measured().startNanos(spec.measurement());
  }

  private long interval() {
    return spec.measurement().interval().toNanos();
  }

  /**
   * The window. It ends at its planned end; at the last answer, if a number of requests ended the
   * run; with the last precise interval, if precision did; or at the end of the last recorded
   * interval, if the run was killed.
   *
   * @param length why the window ended, or null
   * @param time text of a time, in nanoseconds since the common start
   */
  Window of(LengthFacts length, LongFunction<String> time) {
    double start = startNanos() / NANOS;
    if (spec.measurement().warmupRows() > 0 && !done.isEmpty()) { // the warm-up has no fixed length
      start = Math.max(start, all(t -> t.times().firstSentNanos()).min().orElse(0));
    }
    double seconds = records.measured().isAll() ? planned(start) : cut(records.measured());
    if (!records.merged()) {
      double recorded = // the window begins within the first of them
          records.recordedIntervals() * (interval() / NANOS) - (start - startNanos() / NANOS);
      seconds = spec.limit().time().isPresent() ? Math.min(seconds, recorded) : recorded;
    }
    return new Window(start, seconds, time.apply(startNanos()), length);
  }

  private double planned(double start) {
    double last = all(t -> t.times().lastDoneNanos()).max().orElse(0);
    double end =
        spec.limit()
            .time()
            .map(t -> (spec.measurement().warmup().toNanos() + t.toNanos()) / NANOS)
            .orElse(last);
    return Math.max(0, end - start);
  }

  private double cut(MeasuredIntervals measured) {
    return (measured.to() - measured.from()) * (interval() / NANOS);
  }

  /** A time of each task, in seconds since the common start. */
  private DoubleStream all(ToDoubleFunction<TaskFacts.Result> nanos) {
    return done.stream().map(TaskFacts::result).mapToDouble(nanos).map(t -> t / NANOS);
  }
}
