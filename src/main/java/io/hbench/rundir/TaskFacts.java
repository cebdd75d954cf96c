package io.hbench.rundir;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one map task says about itself, one JSON file each under {@code tasks/}: written when it
 * starts, now and then while its requests fail, and when it is done.
 *
 * @param pid the task's process on that host; LocalJobRunner has one for all tasks
 * @param assignment its mix, as the user wrote it
 * @param startMs the common start, in milliseconds of the reference clock (the file system's)
 * @param clockErrorMs how far off this task's idea of that instant may be, either way
 * @param lateMs how long after the common start it came to the start line; 0 if in time
 * @param failures which requests failed, most frequent first
 * @param acknowledged the rows that a load has written for certain, as {@link
 *     io.hbench.data.RowSet} writes them; null for other runs
 * @param result null as long as it is not done, and for ever if it was killed
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
   * @param server {@code host:port} of the region server, or null where the client did not tell
   * @param firstNanos when the first of them failed, since the common start
   */
  public record Failures(
      String operation, String kind, String server, long count, long firstNanos, long lastNanos) {}

  /**
   * What it did.
   *
   * @param startedNanos when it began to send, since the common start
   * @param firstSentNanos when it sent the first request that is measured, since the common start
   * @param lastDoneNanos when it had its last answer, since the common start
   * @param requests in the window, failed ones included
   * @param unsent requests that were due in the window and never sent
   * @param seconds from the start of the window to its end, as the next four
   * @param gcMs time in garbage collections
   * @param cpuSeconds CPU time of its process
   * @param cpuShare the same as a share of all the machine's processors, 0 to 1
   * @param pauses how late a thread woke that should have every millisecond: an HdrHistogram of
   *     nanoseconds, deflated and in base64, as in its logs
   * @param lateness how late requests were sent although a slot was free, or null without a rate
   * @param threadMs from the first request of each thread to its last answer
   * @param stale rows that a replica served instead of the primary region
   * @param scans what scans cost, by HBase's scan metrics
   * @param valueSizes bytes in the values that came back, as a histogram like the others; null
   *     unless they vary
   * @param proof of the rows that were compared with what they must be; null if none was
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
      Proof proof) {}

  /**
   * Rows that were compared with what they must be.
   *
   * @param inDoubt rows that are right and that nobody acknowledged
   * @param findings the first ones that are missing, stale, corrupt or unexpected
   */
  public record Proof(
      long compared,
      long right,
      long inDoubt,
      long missing,
      long stale,
      long corrupt,
      long unexpected,
      List<Finding> findings) {

    public Proof and(Proof other) {
      return new Proof(
          compared + other.compared,
          right + other.right,
          inDoubt + other.inDoubt,
          missing + other.missing,
          stale + other.stale,
          corrupt + other.corrupt,
          unexpected + other.unexpected,
          Stream.concat(findings.stream(), other.findings.stream()).toList());
    }

    public long flawed() {
      return missing + stale + corrupt + unexpected;
    }
  }

  /**
   * Rows next to each other that are wrong in the same way.
   *
   * @param flaw missing, stale, corrupt or unexpected
   * @param first their first key, as HBase's shell prints it
   * @param rows how many they are
   * @param what more about it, or null
   * @param region of the first of them, encoded, or null if nobody asked
   * @param server likewise, {@code host:port}
   */
  public record Finding(
      String flaw,
      String first,
      String last,
      long rows,
      String what,
      String region,
      String server) {}

  /** See {@code ScanMetrics} of HBase. */
  public record Scans(long rpcCalls, long remoteRpcCalls, long regions, long bytes) {}
}
