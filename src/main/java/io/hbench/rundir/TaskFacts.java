package io.hbench.rundir;

import io.hbench.json.JsonFormat;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import io.hbench.outage.OutageFacts;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A map task's record of itself, among the records of its own file: written when the task starts,
 * from time to time while its requests fail or rows are acknowledged, and when it is done.
 *
 * @param assignment mix of operations, as the user wrote it
 * @param failures failed requests, most frequent first
 * @param acknowledged rows of a load whose writes were acknowledged, in the format of {@link
 *     io.hbench.data.RowSet}; null for other runs
 * @param outages of regions; null if no region was watched
 * @param result null until the task is done; stays null if the task was killed
 */
public record TaskFacts(
    int index,
    TaskProcess process,
    String assignment,
    Start start,
    List<Failures> failures,
    String acknowledged,
    OutageFacts outages,
    Result result) {

  public TaskFacts {
    Objects.requireNonNull(process, "no process");
    Objects.requireNonNull(start, "no start");
    failures = List.copyOf(Objects.requireNonNull(failures, "no failures"));
  }

  /**
   * The process of a task.
   *
   * @param host name of the machine, in YARN's spelling
   * @param pid process id on that host; LocalJobRunner has one process for all tasks
   * @param container of YARN, whose own processes may be numbered anew in each; null without it
   * @param setup what it is, by {@link SetupItem#key}; empty in older files
   */
  public record TaskProcess(String host, long pid, String container, Map<String, String> setup) {
    /** Refuses a file without a host, and makes an absent map an empty one. */
    public TaskProcess {
      Objects.requireNonNull(host, "no process.host");
      setup = setup == null ? Map.of() : setup;
    }
  }

  /**
   * The start of a task at the start barrier.
   *
   * @param atMs common start of all tasks, in milliseconds of the reference clock (the file
   *     system's)
   * @param clockErrorMs maximum error of the task's reading of the reference clock, either way
   * @param lateMs time from the common start to the task's arrival at the barrier; 0 if in time
   */
  public record Start(double atMs, double clockErrorMs, double lateMs) {}

  /**
   * Requests that failed in the same way.
   *
   * @param server {@code host:port} of the region server, or null if the client did not tell
   * @param firstNanos time of the first failure, since the common start
   * @param lastNanos time of the last failure, since the common start
   * @param message of the first failure; null if it has none
   */
  public record Failures(
      String operation,
      String kind,
      String server,
      long count,
      long firstNanos,
      long lastNanos,
      String message) {

    /** What failures have in common that are counted together. */
    public List<String> way() {
      return Arrays.asList(operation, kind, server);
    }

    /** These and others that failed in the same way. */
    public Failures plus(Failures other) {
      return new Failures(
          operation,
          kind,
          server,
          count + other.count,
          Math.min(firstNanos, other.firstNanos),
          Math.max(lastNanos, other.lastNanos),
          firstNanos <= other.firstNanos ? message : other.message);
    }

    /** A list of failures, most frequent first. */
    public static List<Failures> sorted(Collection<Failures> all) {
      return all.stream().sorted(Comparator.comparing(Failures::count).reversed()).toList();
    }
  }

  /**
   * The result of a task.
   *
   * @param scans cost of scans, by HBase's scan metrics
   * @param verification of the rows that were compared with their expected values; null if none
   * @param copyFailure why the task's own file of records is incomplete; null if it is not
   * @param recorded what the task's histograms have; null in files of hbench before 0.2
   * @param places what the task has recorded by region server and region; null if nothing
   * @param failedCalls RPC calls of HBase's client that failed, by stage of the rate; null without
   *     stages, or if unknown
   * @param slowest the slowest requests by service time, slowest first; null in older files
   */
  public record Result(
      Times times,
      Requests requests,
      Rows rows,
      Client client,
      Scans scans,
      Verification verification,
      String copyFailure,
      Recorded recorded,
      ServerRegionFacts places,
      List<Long> failedCalls,
      List<SlowRequest> slowest) {
    public Result {
      Objects.requireNonNull(times, "no result.times");
      Objects.requireNonNull(requests, "no result.requests");
      Objects.requireNonNull(rows, "no result.rows");
      Objects.requireNonNull(client, "no result.client");
    }
  }

  /**
   * What a task has recorded in the window.
   *
   * @param counts requests by {@link io.hbench.latency.Series}
   * @param latency response times if there was a rate, else service times of successful requests
   */
  public record Recorded(Map<String, Long> counts, LatencySummary latency) {
    /** What the records of whole series have. */
    public static Recorded of(SeriesSet totals) {
      Map<String, Long> counts = new TreeMap<>();
      totals.records().forEach((series, record) -> counts.put(series.toString(), record.count()));
      return new Recorded(counts, totals.latency().summary());
    }
  }

  /**
   * Times of a task's requests, in nanoseconds since the common start.
   *
   * @param startedNanos start of the load
   * @param firstSentNanos sending of the first measured request
   * @param lastDoneNanos completion of the last request
   * @param threadMs for each thread, from its first request to its last completion
   */
  public record Times(
      long startedNanos, long firstSentNanos, long lastDoneNanos, List<Long> threadMs) {}

  /**
   * Counts of requests.
   *
   * @param warmupRequests requests before the window, failed ones included
   * @param warmupErrors failed requests before the window
   * @param requests requests in the window, failed ones included
   * @param errors failed requests in the window
   * @param dropped requests of the window that were not sent, because all slots were in use
   * @param missed requests of the window whose time had passed when the task came, in a run that
   *     ends by time
   */
  public record Requests(
      long warmupRequests,
      long warmupErrors,
      long requests,
      long errors,
      long dropped,
      long missed) {}

  /**
   * Counts of rows in the window.
   *
   * @param rows rows that were read or written
   * @param notFound rows that were requested and are not in the table
   * @param stale rows that a replica served instead of the primary region
   * @param valueSizes bytes of the values that were read: an HdrHistogram like those of {@link
   *     Client}; null unless the sizes vary
   */
  public record Rows(long rows, long notFound, long stale, String valueSizes) {}

  /**
   * State of the client machine and process in the window. Histograms are HdrHistograms of
   * nanoseconds, deflated and in base64, as in HdrHistogram's logs.
   *
   * @param seconds length of the window
   * @param gcMs time in garbage collections
   * @param cpuSeconds CPU time of the process, that of late requests included
   * @param cpuShare CPU time as a share of all the machine's processors, 0 to 1
   * @param busiest thread of the process; null if unknown
   * @param quota of the container; null without one
   * @param hiccups histogram of the delays of a thread that sleeps from one tick to the next
   * @param sendDelay histogram of the delays that the client caused between the intended time and
   *     the sending; null without a rate
   * @param machine null if nothing is known of it, and in older files
   */
  public record Client(
      double seconds,
      long gcMs,
      double cpuSeconds,
      double cpuShare,
      BusyThread busiest,
      Quota quota,
      String hiccups,
      String sendDelay,
      Machine machine) {
    /** Each wake-up takes 20 µs of CPU: with one in a millisecond, 13 ms in a second. */
    public static final long TICK_NANOS = 5_000_000;
  }

  /**
   * A machine.
   *
   * @param kernel the same for all containers and hosts that share a machine, since its start; null
   *     if unknown
   * @param cpuBefore share of CPU time, user and system, from the first reading to the start of the
   *     load; null if too short or unknown
   * @param window null if unknown
   */
  public record Machine(String kernel, Integer processors, Double cpuBefore, MachineUse window) {}

  /**
   * A thread of a client, but for those of the JVM itself; both shares are of the window.
   *
   * @param name its first 15 characters
   * @param running share in which it was on a processor, 0 to 1
   * @param waiting share in which it waited for one, 0 to 1
   */
  public record BusyThread(String name, double running, double waiting) {
    /** Share of the time in which it had work, 0 to 1. */
    public double share() {
      return running + waiting;
    }
  }

  /**
   * CPU quota of a container in the window.
   *
   * @param processors size of the quota: CPU time per time
   * @param share CPU time as a share of the quota, 0 to 1
   * @param throttledShare share of the quota's periods in which it was used up, 0 to 1
   */
  public record Quota(double processors, double share, double throttledShare) {}

  /** Cost of scans: see {@code ScanMetrics} of HBase. */
  public record Scans(long rpcCalls, long remoteRpcCalls, long regions, long bytes) {
    public static final Scans NONE = new Scans(0, 0, 0, 0);

    public Scans plus(Scans other) {
      return new Scans(
          rpcCalls + other.rpcCalls,
          remoteRpcCalls + other.remoteRpcCalls,
          regions + other.regions,
          bytes + other.bytes);
    }
  }

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
      Defects defects,
      List<DefectRange> defectRanges) {

    public Verification plus(Verification other) {
      return new Verification(
          compared + other.compared,
          correct + other.correct,
          unacknowledged + other.unacknowledged,
          defects.plus(other.defects),
          Stream.concat(defectRanges.stream(), other.defectRanges.stream()).toList());
    }
  }

  /** Numbers of rows with a defect. */
  public record Defects(long missing, long stale, long corrupt, long unexpected) {

    public Defects plus(Defects other) {
      return new Defects(
          missing + other.missing,
          stale + other.stale,
          corrupt + other.corrupt,
          unexpected + other.unexpected);
    }

    public long total() {
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
  public record DefectRange(
      String defect,
      String first,
      String last,
      long rows,
      String detail,
      String region,
      String server) {

    public DefectRange at(String newRegion, String newServer) {
      return new DefectRange(defect, first, last, rows, detail, newRegion, newServer);
    }
  }

  /** The facts as JSON, in one line. */
  public String toJson() {
    return JsonFormat.LINE.toJson(this);
  }

  /** The inverse of {@link #toJson}. */
  public static TaskFacts parse(String json) {
    return JsonFormat.LINE.fromJson(json, TaskFacts.class);
  }

  /** A task that has started and has no result. */
  public static TaskFacts started(int index, TaskProcess process, String assignment, Start start) {
    return new TaskFacts(index, process, assignment, start, List.of(), null, null, null);
  }

  /**
   * The same task as it stands while it runs.
   *
   * @param newAcknowledged null unless it is a load
   */
  public TaskFacts with(List<Failures> newFailures, String newAcknowledged) {
    return new TaskFacts(
        index, process, assignment, start, newFailures, newAcknowledged, outages, result);
  }

  /**
   * The same task with its outages.
   *
   * @param newOutages null if no region was watched
   */
  public TaskFacts with(OutageFacts newOutages) {
    return new TaskFacts(
        index, process, assignment, start, failures, acknowledged, newOutages, result);
  }

  public TaskFacts with(Result newResult) {
    return new TaskFacts(
        index, process, assignment, start, failures, acknowledged, outages, newResult);
  }

  /** Name of the machine that the task ran on. */
  public String host() {
    return process.host;
  }

  public boolean isDone() {
    return result != null;
  }

  public boolean isLate() {
    return start.lateMs > 0;
  }
}
