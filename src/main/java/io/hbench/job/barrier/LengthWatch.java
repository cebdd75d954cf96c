package io.hbench.job.barrier;

import io.hbench.length.LengthFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's watch for the decision that a run is long enough: a file of the run directory that the
 * submitter writes. The decision is about intervals that are over, and the report leaves out later
 * ones. So it does not matter when each of the tasks ends, and no clocks are compared.
 */
public record LengthWatch(ScheduledExecutorService thread) implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LengthWatch.class);

  private static final Duration MIN_POLL = Duration.ofSeconds(1);

  /**
   * The watch of a task, which polls for the decision in turn with the other tasks; null if the
   * length of the run is fixed.
   *
   * @param ended gets the end of what is measured, in nanoseconds since the common start
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the work throws nothing
  public static LengthWatch of(
      Time time, RunSpec spec, int task, RunDirectory run, LongConsumer ended) {
    if (spec.limit().precision().isEmpty()) {
      return null;
    }
    ScheduledExecutorService thread = time.threads("length-watch", 1);
    long period = Math.max(MIN_POLL.toMillis(), Stagger.poll(spec.tasks()).toMillis());
    thread.scheduleWithFixedDelay(
        () -> {
          if (poll(run, to -> ended.accept(spec.window().startOf(to)))) {
            thread.shutdown();
          }
        },
        Stagger.turn(task, period),
        period,
        TimeUnit.MILLISECONDS);
    return new LengthWatch(thread);
  }

  /** Returns whether the decision is there. */
  private static boolean poll(RunDirectory run, IntConsumer ended) {
    try {
      Optional<LengthFacts> length = run.readJson(LengthFacts.FILE, LengthFacts.class);
      length.ifPresent(facts -> ended.accept(facts.to()));
      return length.isPresent();
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("no answer about the end of the run", e); // the next poll may get one
      return false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
