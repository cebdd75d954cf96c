package io.hbench.report.slow;

import java.util.List;
import java.util.Map;

/**
 * The slowest requests of a run by service time.
 *
 * @param causes number of the listed requests by cause; those without one by {@code unknown}
 * @param log what the servers' slow logs did not say, in one line; null if they have entries
 * @param logged number of the listed requests that are in a slow log
 * @param list slowest first, 100 at most
 */
public record SlowRequests(
    Map<String, Integer> causes, String log, int logged, List<ExplainedRequest> list) {}
