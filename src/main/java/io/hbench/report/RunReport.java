package io.hbench.report;

import com.google.gson.annotations.SerializedName;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import io.hbench.length.LengthFacts;
import io.hbench.profile.Profiles;
import io.hbench.report.cost.Limit;
import io.hbench.report.cost.Machines;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.outage.Availability;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.server.ByServer;
import io.hbench.report.slow.SlowRequests;
import io.hbench.report.stage.RateStages;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.Noise;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.BusyThread;
import io.hbench.settings.Settings;
import io.hbench.spec.Measurement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The report of a run: the content of {@code report.json}, schema {@code hbench.report/2}.
 * Component names are the fields of the file.
 *
 * @param objectives objectives of the run, in their order
 * @param pace null if the run had no rate
 * @param total all operations together, or null if there is only one
 * @param reads figures of reads besides rows, or null
 * @param verification result of the verifier; null if no rows were verified
 * @param handOver of the HFiles of a bulk load, or null
 * @param byServer requests by region server; null if no request was meant for one
 * @param cost what the operations cost servers and clients; null for the two sides of a duet, and
 *     if no request was measured
 * @param machines null if no task has completed
 * @param setups JVMs and settings of servers and clients
 * @param limit null if nothing was measured
 * @param availability null if the run had no time limit of an answer
 * @param prepared preparation of the table before a run, or after a load
 * @param phases phases of a run with hooks; null without any
 * @param stages stages of a rate; null if it has none
 * @param slow the slowest requests; null if the tasks have kept none of the window
 * @param profile profiles of clients and servers; null without {@code --profile}
 * @param noise how much runs like this one differ; null if no suite has left it
 */
public record RunReport(
    String schema,
    Run run,
    Verdict verdict,
    List<ObjectiveReport> objectives,
    Tasks tasks,
    Window window,
    ScheduleFacts pace,
    List<OperationReport> operations,
    OperationReport total,
    ReadFacts reads,
    TaskFacts.Verification verification,
    JobFacts.BulkLoad handOver,
    List<Errors> errors,
    Availability availability,
    Timeline timeline,
    RunPhases phases,
    RateStages stages,
    SlowRequests slow,
    Clients clients,
    Servers servers,
    ByServer byServer,
    OperationCost cost,
    Machines machines,
    Setups setups,
    Limit limit,
    List<PreparedStep> prepared,
    Profiles profile,
    Noise noise,
    Map<String, String> settings) {

  public static final String SCHEMA = "hbench.report/2";

  public RunReport {
    objectives = objectives == null ? List.of() : List.copyOf(objectives);
    setups = setups == null ? new Setups(null, null) : setups; // of an older hbench
  }

  RunReport with(Verdict newVerdict, List<ObjectiveReport> newObjectives, Limit newLimit) {
    return new RunReport(
        schema,
        run,
        newVerdict,
        newObjectives,
        tasks,
        window,
        pace,
        operations,
        total,
        reads,
        verification,
        handOver,
        errors,
        availability,
        timeline,
        phases,
        stages,
        slow,
        clients,
        servers,
        byServer,
        cost,
        machines,
        setups,
        newLimit,
        prepared,
        profile,
        noise,
        settings);
  }

  /** Whether the window begins within an interval, after {@code --warmup-rows}. */
  public boolean warmsUpByRows() {
    return !settings.getOrDefault(Settings.WARMUP_ROWS.name(), "0").equals("0");
  }

  /** Whether every objective was met; true without objectives. */
  public boolean meetsObjectives() {
    return objectives.stream().allMatch(ObjectiveReport::met);
  }

  /** All operations together; nothing if no request was measured. */
  public Optional<OperationReport> all() {
    return total != null ? Optional.of(total) : operations.stream().findFirst();
  }

  /** Each operation, and all together if there are several. */
  public Stream<OperationReport> eachOperation() {
    return Stream.concat(operations.stream(), Stream.ofNullable(total));
  }

  /**
   * Identity of the run. Times are ISO 8601 with zone; {@code finished} is null if unknown.
   *
   * @param drawSeed seed of the drawn keys, operations and arrivals, for {@code --draw-seed}
   */
  public record Run(
      String id,
      String command,
      String version,
      String started,
      String finished,
      String out,
      long drawSeed) {}

  /**
   * The tasks: their numbers, start spread and overlap.
   *
   * @param completed tasks that completed
   * @param failed tasks that started and did not complete
   * @param late tasks that reached the start barrier after the start
   * @param lost tasks that were lost after the start and that the run continued without
   * @param startSpreadMs time between the first and the last task's start
   * @param clockErrorMs maximum error of the spread
   * @param overlapSeconds time in the window in which all tasks were running
   * @param hosts number of tasks by host
   */
  public record Tasks(
      int planned,
      int started,
      int completed,
      int failed,
      int late,
      List<Lost> lost,
      Double startSpreadMs,
      Double clockErrorMs,
      double overlapSeconds,
      Map<String, Integer> hosts) {}

  /**
   * A lost task.
   *
   * @param host null if unknown
   * @param noticed ISO 8601; seconds to minutes after the loss
   * @param requests requests that it had recorded; the report's other figures lack them
   */
  public record Lost(int task, String host, String noticed, long requests) {}

  /**
   * The measurement window, in seconds after the common start. Other times of a report begin with
   * the interval in which it begins: with {@code --warmup-rows} that is a part of one earlier.
   *
   * @param started start of that interval by the reference clock, ISO 8601; null if no task started
   * @param length why it ended, for a window between a least and a longest length; else null
   */
  public record Window(double startSeconds, double seconds, String started, LengthFacts length) {}

  /**
   * One operation, or all of them together.
   *
   * @param count sent requests, including failed ones
   * @param dropped scheduled requests that were never sent; not in the count, but in the response
   *     times
   * @param inTime requests that succeeded within {@code outage-after} of their intended time; null
   *     without that setting
   * @param notFound rows that were requested and are not in the table
   * @param opsPerSecond successful requests per second of the window
   * @param service service times of successful requests
   * @param response response times of all requests, or null if the run had no rate
   * @param failed service times of failed requests, or null if none failed
   * @param overThreshold requests that took as long as {@code latency-threshold} or longer; null
   *     without that setting
   * @param serviceCurve percentile curve of service times, or null if there are no requests
   * @param responseCurve percentile curve of response times, or null if the run had no rate
   */
  public record OperationReport(
      String operation,
      long count,
      long errors,
      long dropped,
      Long inTime,
      long notFound,
      long rows,
      long bytes,
      double opsPerSecond,
      double rowsPerSecond,
      double bytesPerSecond,
      LatencySummary service,
      LatencySummary response,
      LatencySummary failed,
      Long overThreshold,
      Map<String, Long> errorsByKind,
      List<Percentile> serviceCurve,
      List<Percentile> responseCurve) {

    /**
     * The report of some requests.
     *
     * @param seconds for which they were sent
     */
    static OperationReport of(
        String operation, SeriesSet set, Measurement measurement, double seconds) {
      return of(operation, set, measurement, seconds, true);
    }

    /** The same without latencies, for the requests of an interval. */
    static OperationReport counts(SeriesSet set, Measurement measurement, double seconds) {
      return of("", set, measurement, seconds, false);
    }

    private static OperationReport of(
        String operation, SeriesSet set, Measurement measurement, double seconds, boolean whole) {
      LatencyRecord ok = set.ok();
      LatencyRecord failed = set.failed();
      LatencyRecord response = set.response();
      return new OperationReport(
          operation,
          set.sent(),
          failed.count(),
          set.dropped(),
          measurement.outageAfter().map(after -> set.inTime(after.toNanos())).orElse(null),
          ok.notFound(),
          ok.rows(),
          ok.bytes(),
          rate(ok.count(), seconds),
          rate(ok.rows(), seconds),
          rate(ok.bytes(), seconds),
          whole ? ok.summary() : null,
          whole && response.count() > 0 ? response.summary() : null,
          whole && failed.count() > 0 ? failed.summary() : null,
          whole
              ? measurement
                  .latencyThreshold()
                  .map(from -> from.toNanos())
                  .map(
                      from -> // a failed request took its time, too
                      response.count() > 0
                              ? response.countFrom(from)
                              : ok.countFrom(from) + failed.countFrom(from))
                  .orElse(null)
              : null,
          whole ? set.errorsByKind() : null,
          whole ? Percentile.curve(ok.latencies()) : null,
          whole ? Percentile.curve(response.latencies()) : null);
    }

    static double rate(long count, double seconds) {
      return seconds > 0 ? count / seconds : 0;
    }

    /** Response times if the run had a rate, else service times. */
    public LatencySummary latency() {
      return response == null ? service : response;
    }

    /** Share of the sent requests that failed; null if none was sent. */
    public Double errorShare() {
      return count == 0 ? null : (double) errors / count;
    }

    /** Share of the scheduled requests that were dropped; null if none was scheduled. */
    public Double droppedShare() {
      return scheduled() == 0 ? null : (double) dropped / scheduled();
    }

    /** Share of the scheduled requests that were not answered in time; null if unknown. */
    public Double unavailableShare() {
      return scheduled() == 0 || inTime == null
          ? null
          : (double) (scheduled() - inTime) / scheduled();
    }

    /** Share of the scheduled requests that were answered in time; null if unknown. */
    public Double availableShare() {
      return scheduled() == 0 || inTime == null ? null : (double) inTime / scheduled();
    }

    /** Requests that succeeded, and not in time; 0 if unknown. */
    public long late() {
      return inTime == null ? 0 : count - errors - inTime;
    }

    /** Requests that were sent or dropped. */
    public long scheduled() {
      return count + dropped;
    }
  }

  /**
   * Requests that failed in the same way.
   *
   * @param server {@code host:port} of the region server, or null if unknown
   * @param first time of the first failure, ISO 8601
   * @param message of the first failure, shortened to one line; null if it has none
   */
  public record Errors(
      String operation,
      String kind,
      String server,
      long count,
      String first,
      String last,
      String message) {}

  /**
   * The run in intervals.
   *
   * @param timing kind of latency of the points: response if the run had a rate, else service
   * @param events changes at the servers during the job
   */
  public record Timeline(
      double intervalSeconds, String timing, List<Point> points, List<Event> events) {}

  /**
   * A change at the servers. They are polled every ten seconds at most, so it may have happened
   * that much earlier, unless it is a hook's, or concerns a server that a hook has stopped.
   *
   * @param t seconds from the start of the window, below 0 before it; null if no task started
   * @param noticed ISO 8601, by the reference clock
   * @param count of regions, store files or servers
   * @param what description for people
   */
  public record Event(Double t, String noticed, ServerEvent.Kind kind, long count, String what) {}

  /**
   * One operation in one interval.
   *
   * @param t seconds from the start of the window to the start of the interval
   * @param opsPerSecond successful requests per second of the part of the interval in the window
   * @param p50 in microseconds, as p99, p99.9 and max
   */
  public record Point(
      double t,
      String operation,
      long count,
      long errors,
      double opsPerSecond,
      Double p50,
      Double p99,
      @SerializedName("p99.9") Double p999,
      Double max) {
    /**
     * The points of an interval, one for each operation, sorted by name.
     *
     * @param start in seconds
     * @param measured time in seconds in which requests of an operation count
     */
    public static List<Point> of(double start, ToDoubleFunction<String> measured, SeriesSet all) {
      return all.byOperation().entrySet().stream()
          .map(
              e -> {
                long ok = e.getValue().ok().count();
                long errors = e.getValue().failed().count();
                LatencySummary latency = e.getValue().latency().summary();
                return new Point(
                    start,
                    e.getKey(),
                    ok + errors,
                    errors,
                    ok / measured.applyAsDouble(e.getKey()),
                    latency.p50(),
                    latency.p99(),
                    latency.p999(),
                    latency.max());
              })
          .toList();
    }
  }

  /**
   * The load generators.
   *
   * @param gcMs null, as the next two, if a process has tasks of other tenants
   * @param cpuShareMax largest share of the CPU time of a machine, 0 to 1, that the tasks on it
   *     used together; null if no task completed
   * @param hiccups delays of threads after sleeps of five milliseconds, in all tasks: a pause
   *     counts for each of its ticks; null if no task completed
   * @param sendDelay delays caused by the clients between intended and actual sending, in all
   *     tasks; null if the run had no rate
   */
  public record Clients(
      Long gcMs,
      Double cpuSeconds,
      Double cpuShareMax,
      LatencySummary hiccups,
      LatencySummary sendDelay,
      List<ClientTask> tasks) {}

  /**
   * One load generator.
   *
   * @param lateMs time from the common start to the task's arrival at the start barrier; 0 if in
   *     time
   * @param latency response times if the run had a rate, else service times of successful requests;
   *     null without requests
   * @param hiccups delays of a thread after sleeps of five milliseconds
   * @param sendDelay delays between intended and actual sending, or null if the run had no rate
   * @param threadMs time from the first request of each thread to its last answer
   * @param gcMs that of the process, as {@code cpuShare}; null if tasks of other tenants share it
   * @param busiest the thread of the process that had most to do; null if unknown
   */
  public record ClientTask(
      int task,
      String host,
      double lateMs,
      long requests,
      long errors,
      LatencySummary latency,
      Long gcMs,
      Double cpuShare,
      LatencySummary hiccups,
      LatencySummary sendDelay,
      List<Long> threadMs,
      BusyThread busiest) {}

  /**
   * The servers before and after the job; null if they were not queried.
   *
   * @param notes what of them, or of the table, was looked at less often than usual; null if
   *     nothing was
   */
  public record Servers(
      ServerFacts before, ServerFacts after, ServerChanges changes, List<String> notes) {
    /** Their state before the job or, if it is not known, after it; null without either. */
    public ServerFacts first() {
      return before == null ? after : before;
    }

    /** Their state after the job or, if it is not known, before it; null without either. */
    public ServerFacts last() {
      return after == null ? before : after;
    }
  }

  /**
   * Activity of the servers between the two snapshots around the job, warm-up included.
   *
   * @param pages number of servers whose metrics pages were available both times; the next five
   *     figures are theirs, for all tables, and null without such servers
   * @param blockCacheHitRatio 0 to 1; null also if no block was read
   * @param regionsMoved moves of the table's regions
   */
  public record ServerChanges(
      int pages,
      Double blockCacheHitRatio,
      Long blockCacheHits,
      Long blockCacheMisses,
      Long flushes,
      Long compactions,
      long regionsMoved,
      long serversLeft,
      long serversJoined) {}
}
