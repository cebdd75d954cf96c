package io.hbench.run;

import java.time.Duration;
import java.util.Optional;

/**
 * When a run ends: after a time, after a number of requests, or, if both are empty, when every row
 * was written once.
 */
public record Limit(Optional<Duration> time, Optional<Long> requests) {}
