package io.hbench.job;

import static io.hbench.figure.Format.format;

import io.hbench.engine.Counter;
import io.hbench.engine.TaskCounters;
import io.hbench.job.barrier.Stagger;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reasons for the submitter to kill a job by its progress: errors, missing containers, a missed
 * objective.
 */
record KillReasons(RunSpec spec, Configuration conf, RunDirectory run, BreachWatch breaches) {
  private static final Logger LOG = LoggerFactory.getLogger(KillReasons.class);

  /** Additional time for the tasks to detect missing containers themselves. */
  private static final Duration TASKS_MARGIN = Duration.ofSeconds(15);

  /** Minimum for a share of failed requests. */
  private static final long MIN_REQUESTS = 100;

  /**
   * Reason to kill a job.
   *
   * @param breach whether the reason is a missed objective
   */
  record Kill(String why, boolean breach) {}

  /**
   * @param missed objective that the tasks' histograms miss, or empty
   */
  Optional<Kill> check(Progress now, Optional<String> missed) {
    Optional<String> breach = missed.or(() -> breaches.check(now));
    return tooManyErrors(spec, now.requests() + now.warmup(), now.errors())
        .or(() -> tooFewTasks(now))
        .map(why -> new Kill(why, false))
        .or(() -> breach.map(why -> new Kill(why, true)));
  }

  /** Too many errors of one task of a detached run, which no submitter monitors. */
  static Optional<String> tooManyErrors(RunSpec spec, TaskCounters task) {
    return tooManyErrors(
        spec,
        task.get(Counter.REQUESTS) + task.ofWarmup(Counter.REQUESTS),
        task.get(Counter.ERRORS) + task.ofWarmup(Counter.ERRORS));
  }

  private static Optional<String> tooManyErrors(RunSpec spec, long requests, long errors) {
    return spec.policies()
        .abortAbove()
        .filter(share -> requests >= MIN_REQUESTS && errors > share * requests)
        .map(
            share ->
                format(
                    "%,d of %,d requests failed: more than --abort-above %s%%",
                    errors,
                    requests,
                    BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString()));
  }

  /** Covers the case that no task has started; otherwise the tasks detect missing ones. */
  private Optional<String> tooFewTasks(Progress p) {
    Duration limit =
        spec.policies().startTimeout().plus(Stagger.starts(spec.tasks())).plus(TASKS_MARGIN);
    if (p.started() > 0 || p.elapsed().compareTo(limit) < 0) {
      return Optional.empty();
    }
    try {
      boolean inSteps = spec.command() == Command.FINDMAX;
      RunDirectory first = inSteps ? run.directory(RunDirectory.step(1)) : run;
      StartBarrier barrier = new StartBarrier(first, spec, conf, Duration.ZERO);
      int least = spec.policies().allowWaves() ? 1 : spec.tasks(); // which start without the others
      boolean enough = barrier.isOpen() || barrier.countReady() >= least;
      return enough ? Optional.empty() : Optional.of(barrier.tooFew());
    } catch (IOException e) {
      LOG.warn("no state of the start barrier: {}", FailureText.of(e));
      return Optional.empty();
    }
  }
}
