package io.hbench.report.slow;

/**
 * What the metrics pages of a region server tell of all calls that ended in some seconds. Times are
 * in microseconds. A maximum is an upper bound of that of each request which was answered in these
 * seconds.
 *
 * @param complete whether the pages cover the seconds, and nearly all calls in them
 * @param queue longest time in a queue
 * @param handler longest time in a handler
 * @param sync longest sync of a WAL
 * @param fileRead longest read of a file by position
 * @param gc time in pauses for garbage collections
 * @param calls number of all calls
 * @param longQueues number of calls that were long in a queue, or were refused as it was full
 * @param refused number of the refused ones
 * @param longCalls number of calls that were long in a handler
 */
record ServerTimes(
    boolean complete,
    double queue,
    double handler,
    double sync,
    double fileRead,
    double gc,
    double calls,
    double longQueues,
    double refused,
    double longCalls) {
  static final ServerTimes UNKNOWN = new ServerTimes(false, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
