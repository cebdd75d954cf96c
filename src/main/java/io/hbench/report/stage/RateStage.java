package io.hbench.report.stage;

/**
 * One stage of a rate, of all operations together. Its figures are those of the intervals that lie
 * in it; null if there is none.
 *
 * @param t seconds from the start of the window to its start
 * @param percent its rate in percent of {@code --percent-of}; null without that setting
 * @param offeredPerSecond its rate
 * @param requests scheduled requests, dropped ones included
 * @param errors requests that failed
 * @param dropped requests that were never sent
 * @param opsPerSecond successful requests per second
 * @param goodputPerSecond successful requests per second within the limit, by their response time
 * @param goodputShare their share of the scheduled requests
 * @param p50 response time in microseconds, as p99; dropped requests count with the time for which
 *     they have waited
 * @param drainSeconds time from the end of the stage until the last of its requests was answered or
 *     dropped, to the length of an interval; 0 if that was before
 * @param drained whether all of them were sent, or dropped because they were late, before the end
 *     of the run
 * @param resent RPC calls that HBase's client has sent again after they had failed; null if unknown
 * @param hysteresis goodput as a ratio to that of the same rate before the highest one; null for
 *     stages up to the highest rate, and without such a stage
 */
public record RateStage(
    double t,
    double seconds,
    Double percent,
    double offeredPerSecond,
    long requests,
    long errors,
    long dropped,
    Double opsPerSecond,
    Double goodputPerSecond,
    Double goodputShare,
    Double p50,
    Double p99,
    Double drainSeconds,
    boolean drained,
    Long resent,
    Double hysteresis) {}
