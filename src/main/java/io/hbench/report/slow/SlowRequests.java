package io.hbench.report.slow;

import java.util.List;
import java.util.Map;

/**
 * The slowest requests of a run by service time.
 *
 * @param causes number of the listed requests by cause; without one, {@code unknown}, or {@code
 *     not-slow} if they took less than {@code slowMicros}
 * @param log what the servers' slow logs did not say, in one line; null if all of them have
 *     answered and one has entries
 * @param logged number of the listed requests that are in a slow log
 * @param byPage number of the listed requests whose cause is inferred from the servers' metrics
 *     pages
 * @param slowMicros service time from which a request is slow: {@code latency-threshold}, or 100 ms
 * @param list slowest first, 100 at most
 */
public record SlowRequests(
    Map<String, Integer> causes,
    String log,
    int logged,
    int byPage,
    double slowMicros,
    List<ExplainedRequest> list) {}
