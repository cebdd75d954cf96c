package io.hbench.report;

import com.google.gson.annotations.SerializedName;
import io.hbench.latency.LatencySummary;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run did: the content of {@code report.json}, schema {@code hbench.report/1}. Component
 * names are the fields of the file.
 *
 * @param objectives those that the run was given, in their order
 * @param pace null if there was no rate
 * @param total all operations together, or null if there is only one
 * @param reads what some reads brought besides rows, or null
 * @param proof of rows that were compared with what they must be; null if none was
 * @param handOver of the HFiles of a bulk load, or null
 * @param prepared what was done to the table before a run, or after a load
 */
public record RunReport(
    String schema,
    Run run,
    Verdict verdict,
    List<ObjectiveReport> objectives,
    Tasks tasks,
    Window window,
    Pace pace,
    List<OperationReport> operations,
    OperationReport total,
    ReadFacts reads,
    TaskFacts.Proof proof,
    JobFacts.HandOver handOver,
    List<Errors> errors,
    Timeline timeline,
    Clients clients,
    Servers servers,
    List<PreparedStep> prepared,
    Map<String, String> settings) {

  public static final String SCHEMA = "hbench.report/1";

  /** Absent in the file of an older hbench is none. */
  public RunReport {
    objectives = objectives == null ? List.of() : List.copyOf(objectives);
  }

  RunReport with(Verdict newVerdict, List<ObjectiveReport> newObjectives) {
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
        proof,
        handOver,
        errors,
        timeline,
        clients,
        servers,
        prepared,
        settings);
  }

  /** Whether every objective was met; also if there are none. */
  public boolean meetsObjectives() {
    return objectives.stream().allMatch(ObjectiveReport::met);
  }

  /** All operations together. Without any, nothing was measured. */
  public Optional<OperationReport> all() {
    return total != null ? Optional.of(total) : operations.stream().findFirst();
  }

  /** Which run. Times are ISO 8601 with zone; {@code finished} is null if nobody saw it end. */
  public record Run(
      String id, String command, String version, String started, String finished, String out) {}

  /**
   * An objective, and whether the run meets it. One that is invalid meets none.
   *
   * @param objective as the user wrote it
   * @param unit of value and limit: us, share or 1/s
   * @param value over the window, or in the worst interval if it is of every interval; null if
   *     there are no requests, or too few for the percentile
   * @param worst interval; null if none has a value
   * @param intervals those that count
   */
  public record ObjectiveReport(
      String objective,
      String unit,
      Double value,
      double limit,
      boolean met,
      Stretch worst,
      List<Stretch> intervals) {}

  /**
   * An interval, as an objective sees it.
   *
   * @param t seconds from the start of the window to its start
   * @param value null if there are no requests, or too few for the percentile
   * @param count requests that the objective is about
   * @param beyond those of them that failed, if it is about errors; else that took longer than its
   *     limit
   */
  public record Stretch(double t, Double value, long count, long beyond) {}

  /**
   * How the tasks ran beside each other.
   *
   * @param completed tasks that came to their end
   * @param failed tasks that started and did not
   * @param late tasks that came to the start line after the start
   * @param startSpreadMs between the first and the last task to begin
   * @param clockErrorMs by which the spread may be off at most
   * @param overlapSeconds of the window, in which all tasks were running
   * @param hosts tasks by host
   */
  public record Tasks(
      int planned,
      int started,
      int completed,
      int failed,
      int late,
      Double startSpreadMs,
      Double clockErrorMs,
      double overlapSeconds,
      Map<String, Integer> hosts) {}

  /**
   * The part of the run that is measured, in seconds after the common start.
   *
   * @param started its start by the reference clock, ISO 8601; null if no task started
   */
  public record Window(double startSeconds, double seconds, String started) {}

  /**
   * Whether the schedule was kept.
   *
   * @param scheduled requests that were due in the window
   * @param unsent those of them that were never sent
   */
  public record Pace(
      long scheduled, long unsent, double scheduledPerSecond, double sentPerSecond) {}

  /**
   * One operation, or all of them together.
   *
   * @param count requests that were sent, failed ones included
   * @param unsent requests that were due and never sent; not in the count, but in the response
   *     times
   * @param empty rows that were asked for and are not there
   * @param opsPerSecond requests that did not fail, by the length of the window
   * @param service of requests that did not fail
   * @param response of all requests, or null if there was no rate
   * @param failed service times of requests that failed, or null if none did
   * @param slow requests whose response or service time was as long as the setting {@code slow}
   *     says, or longer; null if it says nothing
   * @param serviceCurve every percentile of service, or null if there are no requests
   * @param responseCurve likewise of response, or null if there was no rate
   */
  public record OperationReport(
      String operation,
      long count,
      long errors,
      long unsent,
      long empty,
      long rows,
      long bytes,
      double opsPerSecond,
      double rowsPerSecond,
      double bytesPerSecond,
      LatencySummary service,
      LatencySummary response,
      LatencySummary failed,
      Long slow,
      Map<String, Long> errorsByKind,
      List<Percentile> serviceCurve,
      List<Percentile> responseCurve) {}

  /**
   * What some reads brought besides rows.
   *
   * @param staleRows that a replica served instead of the primary region
   * @param scans what scans cost all tasks, by HBase's scan metrics; null if there were none
   * @param valueSizes of the cells that came back; null unless {@code value-lengths} varies
   */
  public record ReadFacts(long staleRows, TaskFacts.Scans scans, ValueSizes valueSizes) {}

  /** Sizes of values in bytes. */
  public record ValueSizes(long count, double mean, long p50, long p99, long min, long max) {}

  /**
   * Requests that failed in the same way.
   *
   * @param server {@code host:port} of the region server, or null where the client did not tell
   * @param first when the first of them failed, ISO 8601
   */
  public record Errors(
      String operation, String kind, String server, long count, String first, String last) {}

  /**
   * The run in intervals.
   *
   * @param timing of the points' percentiles: response if there was a rate, else service
   * @param events what changed at the servers meanwhile
   */
  public record Timeline(
      double intervalSeconds, String timing, List<Point> points, List<Event> events) {}

  /**
   * Something that changed at the servers. Nobody looks more often than every ten seconds: it was
   * noticed up to so much later than it happened.
   *
   * @param t seconds from the start of the window, below 0 before it; null if no task started
   * @param noticed ISO 8601, by the reference clock
   * @param count of regions, store files or servers
   * @param what the same for people
   */
  public record Event(Double t, String noticed, ServerEvent.Kind kind, long count, String what) {}

  /**
   * One operation in one interval.
   *
   * @param t seconds from the start of the window to the start of the interval
   * @param opsPerSecond requests that did not fail, by the part of the interval that is in the
   *     window
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
      Double max) {}

  /**
   * The load generators themselves.
   *
   * @param pauses how late threads woke that should have every millisecond, in all tasks; null if
   *     no task came to its end
   * @param lateness how late requests were sent by the clients' own fault, in all tasks; null if
   *     there was no rate
   */
  public record Clients(
      long gcMs,
      double cpuSeconds,
      Double cpuShareMax,
      LatencySummary pauses,
      LatencySummary lateness,
      List<ClientTask> tasks) {}

  /**
   * One of them.
   *
   * @param latency of its requests: response times if there was a rate, else service times of those
   *     that did not fail; null if it had none
   * @param pauses how late a thread woke that should have every millisecond
   * @param lateness how late requests were sent, or null if there was no rate
   * @param threadMs from the first request of each thread to its last answer
   */
  public record ClientTask(
      int task,
      String host,
      long requests,
      long errors,
      LatencySummary latency,
      long gcMs,
      double cpuShare,
      LatencySummary pauses,
      LatencySummary lateness,
      List<Long> threadMs) {}

  /** The servers, before and after; null where nobody asked. */
  public record Servers(ServerFacts before, ServerFacts after, ServerChanges changes) {}

  /**
   * What the servers did from before the job to after it, warm-up included.
   *
   * @param pages servers whose metrics pages were to be had both times; the next five are theirs,
   *     of all their tables, and null if there are none
   * @param blockCacheHitRatio 0 to 1; null also if they read no block
   * @param regionsMoved of the table
   */
  public record ServerChanges(
      int pages,
      Double blockCacheHitRatio,
      Long blockCacheHits,
      Long blockCacheMisses,
      Long flushes,
      Long compactions,
      long regionsMoved,
      long serversGone,
      long serversCame) {}
}
