package io.hbench.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * The warm-up of a run, the intervals of its window, and the limits of latencies.
 *
 * @param warmup length of the warm-up
 * @param warmupRows rows that each thread requests before it measures
 * @param interval length of an interval of the timeline
 * @param latencyThreshold latency from which a request is counted as slow
 * @param outageAfter time limit of an answer, for availability and outages; empty for neither
 * @param byServer whether latencies are recorded by region server, too
 * @param profile whether clients and servers are profiled over the window
 */
public record Measurement(
    Duration warmup,
    long warmupRows,
    Duration interval,
    Optional<Duration> latencyThreshold,
    Optional<Duration> outageAfter,
    boolean byServer,
    boolean profile) {}
