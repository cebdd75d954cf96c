package io.hbench.report.slow;

import java.util.Map;
import java.util.Optional;

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
 * @param longCalls number of calls that were long in a handler
 * @param refused number of calls that HBase's client sent again
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
    double longCalls,
    Refused refused) {
  static final ServerTimes UNKNOWN =
      new ServerTimes(
          new Coverage(false, false, false), 0, 0, null, null, null, 0, 0, 0, Refused.NONE);

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

  /**
   * Calls that failed.
   *
   * @param byCause number of those that HBase's client sends again, by cause; without zeros
   * @param others number of the others: whether they are sent again is unknown
   */
  record Refused(Map<Cause, Double> byCause, double others) {
    static final Refused NONE = new Refused(Map.of(), 0);

    /** Makes the map one that stays as it is. */
    Refused {
      byCause = Map.copyOf(byCause);
    }

    boolean hasFullQueue() {
      return byCause.containsKey(Cause.QUEUE);
    }

    /** Number of those that did not even wait for a place in a queue. */
    double outsideQueue() {
      return others
          + byCause.entrySet().stream()
              .filter(one -> one.getKey() != Cause.QUEUE)
              .mapToDouble(Map.Entry::getValue)
              .sum();
    }

    /** The cause of at least so many of these. */
    Optional<Cause> outsideQueue(double atLeast) {
      return byCause.entrySet().stream()
          .filter(one -> one.getKey() != Cause.QUEUE && one.getValue() >= atLeast)
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }
  }

  /** The same for a request without an answer: its call may go on, and then no maximum has it. */
  ServerTimes withoutBounds() {
    Coverage without = new Coverage(coverage.complete, false, coverage.near);
    return new ServerTimes(
        without, queue, handler, sync, fileRead, pauses, calls, longQueues, longCalls, refused);
  }
}
