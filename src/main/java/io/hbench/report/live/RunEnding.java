package io.hbench.report.live;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthDecision;
import io.hbench.length.LengthFacts;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.Limit;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a run whose precision ends it: decides while the run goes on, and writes the decision,
 * which the tasks wait for, into the run directory.
 */
public final class RunEnding {
  private static final Logger LOG = LoggerFactory.getLogger(RunEnding.class);

  private final RunDirectory run;
  private final RunSpec spec;
  private final LengthDecision decision;
  private Optional<LengthFacts> decided = Optional.empty();
  private boolean over;
  private volatile List<GoalEstimate> estimates = List.of();

  private RunEnding(RunDirectory run, RunSpec spec, Limit.Precision limit) {
    this.run = run;
    this.spec = spec;
    this.decision =
        new LengthDecision(
            limit.goals(),
            limit.length(),
            spec.measurement().interval(),
            spec.load().rate().isPresent());
  }

  /** The end of a run; empty if its precision does not end it. */
  public static Optional<RunEnding> of(RunDirectory run, RunSpec spec) {
    return spec.limit().precision().map(limit -> new RunEnding(run, spec, limit));
  }

  /** Adds a record of a task. */
  void add(Series series, LatencyRecord record) {
    decision.add(series, record);
  }

  /**
   * Ends the run, if it is long enough.
   *
   * @param settled number of intervals that no answer can change any more
   */
  void check(int settled) {
    if (decided.isEmpty()) {
      decided = decision.decide(settled);
      estimates = decided.map(LengthFacts::goals).orElseGet(() -> decision.estimates(settled));
    }
    decided.ifPresent(this::write);
  }

  private synchronized void write(LengthFacts length) {
    if (!over) {
      try {
        run.writeJson(LengthFacts.FILE, length);
        over = true;
      } catch (IOException e) {
        LOG.warn("the run goes on: {}", FailureText.of(e)); // and the next check tries again
      }
    }
  }

  /** Decides no more: the job has ended. */
  public synchronized void close() {
    over = true;
  }

  /** What the goals have reached, by the last read; empty before the first estimate. */
  public List<GoalEstimate> estimates() {
    return estimates;
  }

  /**
   * Writes the length of a run whose job has succeeded, if nothing has ended it before the longest
   * time.
   */
  public void conclude() throws IOException {
    if (run.has(RunDirectory.SUCCESS) && !run.has(LengthFacts.FILE)) {
      run.readRecords(RunDirectory.TIMELINE, decision::add);
      long longest = spec.limit().time().orElseThrow().toNanos();
      int intervals = Math.toIntExact(longest / spec.measurement().interval().toNanos());
      run.writeJson(LengthFacts.FILE, decision.atTheEnd(intervals));
    }
  }
}
