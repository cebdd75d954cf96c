package io.hbench.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * When a run ends: after a time, after a number of requests, after a number of rows that were asked
 * for, or, if all are empty, when every row was written once.
 */
public record Limit(Optional<Duration> time, Optional<Long> requests, Optional<Long> draws) {}
