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
 * @param failed the calls that failed
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
    Failed failed) {
  static final ServerTimes UNKNOWN =
      new ServerTimes(
          new Coverage(false, false, false), 0, 0, null, null, null, 0, 0, 0, Failed.NONE);

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
   * Numbers of failed calls.
   *
   * @param fullQueue calls for which the queue had no place
   * @param byCause other calls that HBase's client sends again, by cause; without zeros
   * @param others the rest: whether they are sent again is unknown
   */
  record Failed(double fullQueue, Map<Cause, Double> byCause, double others) {
    static final Failed NONE = new Failed(0, Map.of(), 0);

    Failed {
      byCause = Map.copyOf(byCause);
    }

    /** Number of calls that may have been sent again without having waited for the queue. */
    double sentAgain() {
      return others + byCause.values().stream().mapToDouble(number -> number).sum();
    }

    /** The most frequent cause, if it is that of so many calls. */
    Optional<Cause> cause(double min) {
      return byCause.entrySet().stream()
          .filter(one -> one.getValue() >= min)
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }
  }

  /** The same for a request without an answer: its call may go on, and then no maximum has it. */
  ServerTimes withoutBounds() {
    Coverage without = new Coverage(coverage.complete, false, coverage.near);
    return new ServerTimes(
        without, queue, handler, sync, fileRead, pauses, calls, longQueues, longCalls, failed);
  }
}
