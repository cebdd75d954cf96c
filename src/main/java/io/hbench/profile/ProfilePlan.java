package io.hbench.profile;

import io.hbench.spec.Limit;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * When region servers are profiled: after the first third of the window, which shows which one is
 * slow, to shortly before its end.
 *
 * @param afterStart time from the start of the window to the choice of the servers
 * @param length of the profiles, in whole seconds as HBase takes it
 */
record ProfilePlan(Duration afterStart, Duration length) {
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  /** A profile can't be ended early: the servers are busy with it no longer than that. */
  private static final Duration MAX_LENGTH = Duration.ofMinutes(2);

  private static final Duration MIN_LENGTH = Duration.ofSeconds(3);

  /** The profiler of a server takes a moment to begin and to end. */
  static final Duration MARGIN = Duration.ofSeconds(2);

  /** Time for a server to write its file after the end of its profile. */
  static final Duration WRITING = Duration.ofSeconds(15);

  /** Of a window that only a number of requests or rows ends. */
  private static final Duration UNKNOWN = Duration.ofSeconds(45);

  /** The plan of a run; empty if its window is too short. */
  static Optional<ProfilePlan> of(RunSpec spec) {
    Duration window =
        spec.limit()
            .precision()
            .map(Limit.Precision::length)
            .map(length -> length.least())
            .or(spec.limit()::time)
            .orElse(UNKNOWN);
    Duration wait = Collections.min(List.of(window.dividedBy(3), MAX_WAIT));
    Duration rest = window.minus(wait).minus(MARGIN);
    Duration length = Duration.ofSeconds(Collections.min(List.of(rest, MAX_LENGTH)).toSeconds());
    return length.compareTo(MIN_LENGTH) < 0
        ? Optional.empty()
        : Optional.of(new ProfilePlan(wait, length));
  }
}
