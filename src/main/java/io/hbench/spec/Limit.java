package io.hbench.spec;

import java.time.Duration;
import java.util.Optional;

/** The condition that ends a run. */
public record Limit(Optional<Duration> time, Optional<Long> requests, Optional<Long> rows) {}
