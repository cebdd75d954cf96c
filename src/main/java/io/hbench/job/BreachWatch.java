package io.hbench.job;

import io.hbench.settings.Objective;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a job breaks an objective of every interval so clearly that there is no use in going on.
 * It sees the job's counters alone, and so errors and throughput of all operations together, but
 * also that nothing is answered any more. They arrive a second or two late, so it takes ten seconds
 * at once, and a throughput that is near the limit for broken only in the report.
 */
final class BreachWatch {
  private static final Duration LEAST_STRETCH = Duration.ofSeconds(10);

  /** Counters of some tasks may be missing in a look. */
  private static final Duration LAG = Duration.ofSeconds(3);

  private static final double CLEARLY_BELOW = 0.8;
  private static final long LEAST_REQUESTS = 100;

  private final List<Objective> objectives;
  private final Duration stretch;
  private final Optional<Duration> length;
  private final Deque<Progress> looks = new ArrayDeque<>();
  private Duration started;

  BreachWatch(RunSpec spec) {
    this.objectives =
        spec.abortOnBreach()
            ? spec.objectives().stream().filter(o -> o.isOfIntervals() && o.isOfCounters()).toList()
            : List.of();
    this.stretch = spec.interval().compareTo(LEAST_STRETCH) > 0 ? spec.interval() : LEAST_STRETCH;
    this.length = spec.limit().time();
  }

  /**
   * One more look.
   *
   * @return what is broken, if anything is
   */
  Optional<String> look(Progress now) {
    if (started == null && now.requests() > 0) {
      started = now.elapsed();
    }
    if (started == null) {
      return Optional.empty();
    }
    looks.addLast(now);
    Duration from = now.elapsed().minus(stretch);
    while (looks.stream()
        .skip(1)
        .findFirst()
        .filter(l -> l.elapsed().compareTo(from) <= 0)
        .isPresent()) {
      looks.removeFirst(); // the first one left is the last that is a stretch ago
    }
    return objectives.stream().flatMap(o -> broken(o, now).stream()).findFirst();
  }

  private Optional<String> broken(Objective objective, Progress now) {
    Duration grace = started.plus(objective.grace().orElseThrow()).plus(LAG);
    Duration end = length.map(started::plus).map(e -> e.minus(LAG)).orElse(now.elapsed());
    Progress before = looks.getFirst();
    if (now.elapsed().minus(before.elapsed()).compareTo(stretch) < 0
        || before.elapsed().compareTo(grace) < 0
        || now.elapsed().compareTo(end) > 0) {
      return Optional.empty();
    }
    long requests = now.requests() - before.requests();
    long errors = now.errors() - before.errors();
    double seconds = now.elapsed().minus(before.elapsed()).toMillis() / 1e3;
    return switch (objective.figure()) {
      case ERRORS -> {
        boolean clear = requests >= LEAST_REQUESTS && errors > objective.limit() * requests;
        yield clear
            ? Optional.of(
                message(
                    objective, "%,d of %,d requests failed in %.0f s", errors, requests, seconds))
            : Optional.empty();
      }
      case THROUGHPUT -> {
        double perSecond = (requests - errors) / seconds;
        boolean clear = length.isPresent() && perSecond < CLEARLY_BELOW * objective.limit();
        yield clear
            ? Optional.of(message(objective, "%,.0f/s for %.0f s", perSecond, seconds))
            : Optional.empty();
      }
      case PERCENTILE, MAX, MEAN -> Optional.empty();
    };
  }

  private static String message(Objective objective, String what, Object... args) {
    return "'" + objective.text() + "' is broken: " + String.format(Locale.ROOT, what, args);
  }
}
