package io.hbench.job;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import io.hbench.settings.Objective;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.ObjectUtils;

/**
 * Detects from the job's counters that a job clearly misses an objective of every interval, so that
 * it can be killed. Counters cover errors and throughput of all operations together, and show when
 * the servers stop responding. They arrive a second or two late: each check therefore covers at
 * least ten seconds, and leaves a throughput near its limit to the report.
 */
final class BreachWatch {
  private static final Duration MIN_PERIOD = Duration.ofSeconds(10);

  /** Maximum age of the counters of some tasks. */
  private static final Duration MAX_AGE = Duration.ofSeconds(3);

  private static final double CLEARLY_BELOW = 0.8;
  private static final long MIN_REQUESTS = 100;

  private final List<Objective> objectives;
  private final Duration period;
  private final Optional<Duration> length;
  private final List<Progress> history = new ArrayList<>();

  /** Of a run that warms up by rows, too: its window ends this and its length after the begin. */
  private final Optional<Duration> warmup;

  private Duration begun;
  private Duration started;

  BreachWatch(RunSpec spec) {
    this.objectives =
        spec.policies().abortOnBreach()
            ? spec.policies().objectives().stream()
                .filter(o -> o.isOfIntervals() && o.isOfCounters())
                .toList()
            : List.of();
    this.period = ObjectUtils.max(spec.measurement().interval(), MIN_PERIOD);
    // an early end would look like a throughput that falls
    this.length = spec.limit().precision().isPresent() ? Optional.empty() : spec.limit().time();
    this.warmup =
        spec.measurement().warmupRows() > 0
            ? Optional.of(spec.measurement().warmup())
            : Optional.empty();
  }

  /**
   * Takes the current progress.
   *
   * @return the missed objective with its value, or empty
   */
  Optional<String> check(Progress now) {
    if (begun == null && now.warmup() + now.requests() > 0) {
      begun = now.elapsed();
    }
    if (started == null && now.requests() > 0) {
      started = now.elapsed();
    }
    if (started == null) {
      return Optional.empty();
    }
    if (!history.isEmpty() && now.requests() < history.get(history.size() - 1).requests()) {
      history.clear(); // MapReduce has taken off the counters of a lost task
    }
    history.add(now);
    Duration from = now.elapsed().minus(period);
    while (history.size() > 1 && history.get(1).elapsed().compareTo(from) <= 0) {
      history.remove(0); // the first one left is at least a period old
    }
    return objectives.stream().flatMap(o -> missed(o, now).stream()).findFirst();
  }

  private Optional<String> missed(Objective objective, Progress now) {
    Duration grace = started.plus(objective.grace().orElseThrow()).plus(MAX_AGE);
    Duration from = warmup.map(begun::plus).orElse(started);
    Duration end = length.map(from::plus).map(e -> e.minus(MAX_AGE)).orElse(now.elapsed());
    Progress before = history.get(0);
    if (now.elapsed().minus(before.elapsed()).compareTo(period) < 0
        || before.elapsed().compareTo(grace) < 0
        || now.elapsed().compareTo(end) > 0) {
      return Optional.empty();
    }
    long requests = now.requests() - before.requests();
    long errors = now.errors() - now.warmupErrors() - before.errors() + before.warmupErrors();
    double seconds = now.elapsed().minus(before.elapsed()).toMillis() / 1e3;
    boolean clear;
    String what;
    if (objective.figure() == Figure.ERRORS) {
      clear = requests >= MIN_REQUESTS && errors > objective.limit() * requests;
      what = format("%,d of %,d requests failed in %.0f s", errors, requests, seconds);
    } else { // the other figure of counters
      double perSecond = (requests - errors) / seconds;
      clear = length.isPresent() && perSecond < CLEARLY_BELOW * objective.limit();
      what = format("%,.0f/s for %.0f s", perSecond, seconds);
    }
    return clear ? Optional.of("'" + objective.text() + "' is missed: " + what) : Optional.empty();
  }
}
