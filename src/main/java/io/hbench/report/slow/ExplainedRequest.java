package io.hbench.report.slow;

/**
 * A slow request and what is known of its time. Times are in microseconds; the next six are null if
 * no entry of a slow log is known to be that of the request.
 *
 * @param t seconds from the start of the window to its sending
 * @param host of the task
 * @param server {@code host:port}; null if unknown, as the next two
 * @param failure kind of the failure; null if it succeeded
 * @param waited time from the intended time to the sending
 * @param hiccups of the client, between sending and answer
 * @param network service time without queue, handler and the hiccups in the rest
 * @param handler time in the handler, reading from the file system included
 * @param fileSystem null also if the server does not tell, as {@code blockBytes}
 * @param cause null if the request was not slow, if the cause is unknown, or if no part of the
 *     service time is known to be the largest one
 * @param knownFrom what the cause is known from; null without a cause
 */
public record ExplainedRequest(
    double t,
    int task,
    String host,
    String operation,
    String server,
    String region,
    String row,
    String failure,
    double waited,
    double service,
    double hiccups,
    Double network,
    Double queue,
    Double handler,
    Double fileSystem,
    Long blockBytes,
    Long responseBytes,
    Cause cause,
    KnownFrom knownFrom) {}
