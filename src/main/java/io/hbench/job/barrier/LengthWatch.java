package io.hbench.job.barrier;

import io.hbench.length.LengthFacts;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's watch for the decision that a run is long enough: a file of the run directory that the
 * submitter writes. The decision is about intervals that are over, and the report leaves out later
 * ones. So it does not matter when each of the tasks ends, and no clocks are compared.
 */
public final class LengthWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LengthWatch.class);

  private static final Duration MIN_POLL = Duration.ofSeconds(1);

  private final RunDirectory run;
  private final IntConsumer ended;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread daemon = new Thread(work, "length-watch");
            daemon.setDaemon(true);
            return daemon;
          });

  private LengthWatch(RunDirectory run, IntConsumer ended) {
    this.run = run;
    this.ended = ended;
  }

  /**
   * Polls for the decision, in turn with the other tasks.
   *
   * @param tasks number of all tasks
   * @param ended gets the first interval that is not measured any more
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the work throws nothing
  public static LengthWatch start(RunDirectory run, int task, int tasks, IntConsumer ended) {
    LengthWatch watch = new LengthWatch(run, ended);
    Duration pace = Pace.poll(tasks);
    long period = Math.max(MIN_POLL.toMillis(), pace.toMillis());
    watch.thread.scheduleWithFixedDelay(
        watch::poll, Pace.turn(task, period), period, TimeUnit.MILLISECONDS);
    return watch;
  }

  private void poll() {
    try {
      Optional<LengthFacts> length = run.readJson(LengthFacts.FILE, LengthFacts.class);
      if (length.isPresent()) {
        ended.accept(length.get().to());
        thread.shutdown();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("no answer about the end of the run", e); // the next poll may get one
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
