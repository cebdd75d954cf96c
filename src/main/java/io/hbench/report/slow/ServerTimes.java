package io.hbench.report.slow;

/**
 * What the metrics pages of a region server tell of all calls that ended in some seconds. Times are
 * in microseconds. A maximum is an upper bound of that of each request which was answered in these
 * seconds, if the pages are certain to have it.
 *
 * @param queue longest time in a queue
 * @param handler longest time in a handler
 * @param sync longest sync of a WAL; null if unknown
 * @param fileRead longest read of a file; null if unknown
 * @param pauses for garbage collections; null if unknown
 * @param calls number of all calls
 * @param longQueues number of calls that were long in a queue, or were refused as it was full
 * @param refused number of the refused ones
 * @param longCalls number of calls that were long in a handler
 */
record ServerTimes(
    Coverage coverage,
    double queue,
    double handler,
    Double sync,
    Double fileRead,
    Pauses pauses,
    double calls,
    double longQueues,
    double refused,
    double longCalls) {
  static final ServerTimes UNKNOWN =
      new ServerTimes(new Coverage(false, false, false), 0, 0, null, null, null, 0, 0, 0, 0);

  /**
   * What may be concluded from the pages.
   *
   * @param complete whether they cover the seconds, and nearly all calls in them
   * @param certain whether they have all that ended in these seconds: else they exclude nothing
   * @param near whether all that they have was near to these seconds: else they prove nothing
   */
  record Coverage(boolean complete, boolean certain, boolean near) {}

  /**
   * Pauses for garbage collections.
   *
   * @param sum upper bound of the longest one
   * @param mean 0 if there was none, or if they may have been long before or after
   */
  record Pauses(double sum, double mean) {}

  /** The same for a request without an answer: its call may go on, and then no maximum has it. */
  ServerTimes withoutBounds() {
    Coverage without = new Coverage(coverage.complete, false, coverage.near);
    return new ServerTimes(
        without, queue, handler, sync, fileRead, pauses, calls, longQueues, refused, longCalls);
  }
}
