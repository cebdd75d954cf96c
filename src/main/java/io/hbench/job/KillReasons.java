package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Why whoever has submitted a job kills it, by what it sees of its progress. */
final class KillReasons {
  private static final Logger LOG = LoggerFactory.getLogger(KillReasons.class);

  /** How much longer the tasks may take to notice for themselves that some are missing. */
  private static final Duration TASKS_OWN_TIME = Duration.ofSeconds(15);

  /** Fewer say nothing about a share. */
  private static final long LEAST_REQUESTS = 100;

  private final RunSpec spec;
  private final RunDirectory run;
  private final BreachWatch breaches;

  /**
   * A reason, in words.
   *
   * @param breach whether an objective was broken
   */
  record Kill(String why, boolean breach) {}

  KillReasons(RunSpec spec, RunDirectory run) {
    this.spec = spec;
    this.run = run;
    this.breaches = new BreachWatch(spec);
  }

  /**
   * One more look.
   *
   * @param broken which objective is, by what the tasks have flushed, if one is
   */
  Optional<Kill> look(Progress now, Optional<String> broken) {
    Optional<String> breach = broken.or(() -> breaches.look(now));
    return tooManyErrors(now)
        .or(() -> tooFewTasks(now))
        .map(why -> new Kill(why, false))
        .or(() -> breach.map(why -> new Kill(why, true)));
  }

  private Optional<String> tooManyErrors(Progress p) {
    long requests = p.requests() + p.warmup();
    return spec.abortAbove()
        .filter(share -> requests >= LEAST_REQUESTS && p.errors() > share * requests)
        .map(
            share ->
                String.format(
                    Locale.ROOT,
                    "%,d of %,d requests failed: more than --abort-above %s%%",
                    p.errors(),
                    requests,
                    BigDecimal.valueOf(100 * share).stripTrailingZeros().toPlainString()));
  }

  /** Tasks notice it themselves; but if there is none at all, nobody else does. */
  private Optional<String> tooFewTasks(Progress p) {
    if (p.started() > 0 || p.elapsed().compareTo(spec.startTimeout().plus(TASKS_OWN_TIME)) < 0) {
      return Optional.empty();
    }
    try {
      boolean inSteps = spec.command() == Command.FINDMAX;
      RunDirectory first = inSteps ? run.directory(RunDirectory.step(1)) : run;
      StartBarrier line = LoadMapper.startLine(first, spec, Duration.ZERO);
      boolean hopeful = line.isOpen() || (spec.allowWaves() && line.countReady() > 0);
      return hopeful ? Optional.empty() : Optional.of(line.tooFew());
    } catch (IOException e) {
      LOG.warn("can't see the start line: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
