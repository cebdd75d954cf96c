package io.hbench.report;

import io.hbench.latency.LatencySummary;
import io.hbench.rundir.ServerFacts;
import java.util.List;
import java.util.Map;

/**
 * What a run did: the content of {@code report.json}, schema {@code hbench.report/1}. Component
 * names are the fields of the file.
 *
 * @param total all operations together, or null if there is only one
 */
public record RunReport(
    String schema,
    Run run,
    Verdict verdict,
    Tasks tasks,
    Window window,
    List<OperationReport> operations,
    OperationReport total,
    Timeline timeline,
    Clients clients,
    Servers servers,
    Map<String, String> settings) {

  public static final String SCHEMA = "hbench.report/1";

  RunReport with(Verdict newVerdict) {
    return new RunReport(
        schema,
        run,
        newVerdict,
        tasks,
        window,
        operations,
        total,
        timeline,
        clients,
        servers,
        settings);
  }

  /** Which run. Times are ISO 8601 with zone; {@code finished} is null if nobody saw it end. */
  public record Run(
      String id, String command, String version, String started, String finished, String out) {}

  /**
   * How the tasks ran beside each other.
   *
   * @param completed tasks that left a result
   * @param late tasks that were not at the start line in time
   * @param startSpreadMs between the first requests of the first and of the last task
   * @param clockErrorMs by which the spread may be off at most
   * @param overlapSeconds of the window, in which all tasks were running
   * @param hosts tasks by host
   */
  public record Tasks(
      int planned,
      int started,
      int completed,
      int late,
      Double startSpreadMs,
      Double clockErrorMs,
      double overlapSeconds,
      Map<String, Integer> hosts) {}

  /** The part of the run that is measured, in seconds after the common start. */
  public record Window(double startSeconds, double seconds) {}

  /**
   * One operation, or all of them together.
   *
   * @param count requests, failed ones included
   * @param empty rows that were asked for and are not there
   * @param opsPerSecond requests that did not fail, by the length of the window
   * @param service of requests that did not fail
   * @param response of all requests, or null if there was no rate
   */
  public record OperationReport(
      String operation,
      long count,
      long errors,
      long empty,
      long rows,
      long bytes,
      double opsPerSecond,
      double rowsPerSecond,
      double bytesPerSecond,
      LatencySummary service,
      LatencySummary response,
      Map<String, Long> errorsByKind) {}

  public record Timeline(double intervalSeconds, List<Point> points) {}

  /**
   * One operation in one interval.
   *
   * @param t seconds from the start of the window to the start of the interval
   * @param p50 microseconds of service time, as p99 and max
   */
  public record Point(
      double t,
      String operation,
      long count,
      long errors,
      double opsPerSecond,
      Double p50,
      Double p99,
      Double max) {}

  /** The load generators themselves. */
  public record Clients(long gcMs, Double cpuShareMax, List<ClientTask> tasks) {}

  /**
   * One of them.
   *
   * @param pauses how late a thread woke that should have every millisecond
   * @param lateness how late requests were sent, or null if there was no rate
   */
  public record ClientTask(
      int task,
      String host,
      long requests,
      long gcMs,
      double cpuShare,
      LatencySummary pauses,
      LatencySummary lateness) {}

  /** The servers, before and after; null where nobody asked. */
  public record Servers(ServerFacts before, ServerFacts after) {}
}
