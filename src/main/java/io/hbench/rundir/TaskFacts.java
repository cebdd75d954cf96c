package io.hbench.rundir;

import java.util.List;
import java.util.stream.Stream;

/**
 * A map task's record of itself, one JSON file for each task under {@code tasks/}: written when the
 * task starts, from time to time while its requests fail, and when it is done.
 *
 * @param assignment mix of operations, as the user wrote it
 * @param failures failed requests, most frequent first
 * @param acknowledged rows of a load whose writes were acknowledged, in the format of {@link
 *     io.hbench.data.RowSet}; null for other runs
 * @param result null until the task is done; stays null if the task was killed
 */
public record TaskFacts(
    int index,
    String host,
    long pid,
    String assignment,
    double startMs,
    double clockErrorMs,
    double lateMs,
    List<Failures> failures,
    String acknowledged,
    Result result) {

  /**
   * The process of a task.
   *
   * @param host name of the machine, in YARN's spelling
   * @param pid process id on that host; LocalJobRunner has one process for all tasks
   */
  public TaskFacts with(List<Failures> newFailures, String newAcknowledged, Result newResult) {
    return new TaskFacts(
        index,
        host,
        pid,
        assignment,
        startMs,
        clockErrorMs,
        lateMs,
        newFailures,
        newAcknowledged,
        newResult);
  }

  /**
   * Requests that failed in the same way.
   *
   * @param server {@code host:port} of the region server, or null if the client did not tell
   * @param firstNanos time of the first failure, since the common start
   * @param lastNanos time of the last failure, since the common start
   */
  public record Failures(
      String operation, String kind, String server, long count, long firstNanos, long lastNanos) {}

  /**
   * The result of a task.
   *
   * @param scans cost of scans, by HBase's scan metrics
   * @param verification of the rows that were compared with their expected values; null if none
   */
  public record Result(
      long startedNanos,
      long firstSentNanos,
      long lastDoneNanos,
      long warmupRequests,
      long warmupErrors,
      long requests,
      long errors,
      long rows,
      long empty,
      long unsent,
      double seconds,
      long gcMs,
      double cpuSeconds,
      double cpuShare,
      String pauses,
      String lateness,
      List<Long> threadMs,
      long stale,
      Scans scans,
      String valueSizes,
      Verification proof) {}

  /**
   * Result of the comparison of rows with their expected values.
   *
   * @param compared rows that were compared
   * @param correct rows that have their expected values
   * @param unacknowledged correct rows whose writes were never acknowledged
   * @param defects rows with a defect, by kind
   * @param defectRanges the first ranges of rows with a defect
   */
  public record Verification(
      long compared,
      long correct,
      long unacknowledged,
      long missing,
      long stale,
      long corrupt,
      long unexpected,
      List<Finding> defectRanges) {

    public Verification plus(Verification other) {
      return new Verification(
          compared + other.compared,
          correct + other.correct,
          unacknowledged + other.unacknowledged,
          missing + other.missing,
          stale + other.stale,
          corrupt + other.corrupt,
          unexpected + other.unexpected,
          Stream.concat(defectRanges.stream(), other.defectRanges.stream()).toList());
    }

    public long flawed() {
      return missing + stale + corrupt + unexpected;
    }
  }

  /**
   * Adjacent rows with the same defect.
   *
   * @param defect missing, stale, corrupt or unexpected
   * @param first key of the first row, as HBase's shell prints it
   * @param last key of the last row
   * @param rows number of rows
   * @param detail more about the defect, or null
   * @param region encoded name of the first row's region, or null if it was not looked up
   * @param server {@code host:port} of that region's server, or null
   */
  public record Finding(
      String flaw,
      String first,
      String last,
      long rows,
      String detail,
      String region,
      String server) {}

  /** A task that has started and has no result. */
  public record Scans(long rpcCalls, long remoteRpcCalls, long regions, long bytes) {}
}
