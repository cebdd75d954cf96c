package io.hbench.driver;

import io.hbench.figure.Figure;
import io.hbench.job.Progress;
import io.hbench.report.RunReport.Point;
import io.hbench.report.format.Metrics;
import io.hbench.report.live.LiveInterval;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.spec.RunSpec;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The figures of a running run as metrics. Those of the last interval are gauges, and its latencies
 * summaries without count and sum, as these would have to grow: percentiles of the requests of all
 * tasks, by their merged histograms. The job's counters are counters.
 *
 * @param progress of the job; empty before it is known
 * @param interval the newest one that is complete, if there is one
 * @param over whether the run goes on no more: then it is in no phase
 */
record LiveText(
    RunSpec spec,
    RunDirectory run,
    Optional<Progress> progress,
    Optional<LiveInterval> interval,
    boolean over) {
  private static final String WAITING = "waiting";
  private static final String WARM_UP = "warm-up";
  private static final String MEASUREMENT = "measurement";

  String in(ExpositionFormatWriter format) {
    List<MetricSnapshot> metrics = new ArrayList<>();
    Metrics<RunSpec> all = one("live_", spec, metrics);
    all.info(
        "run",
        "The run that goes on",
        s -> Labels.of("command", s.commandText(), "out", run.path().toString()));
    all.gauge("planned_tasks", "Map tasks of the run", RunSpec::tasks);
    String now = phase();
    new Metrics<>(
            "live_", List.of(WAITING, WARM_UP, MEASUREMENT), p -> Labels.of("phase", p), metrics)
        .gauge("phase", "1 for what the run does", phase -> !over && phase.equals(now) ? 1 : 0);
    progress.ifPresent(p -> counters(p, metrics));
    interval.ifPresent(i -> interval(i, metrics));
    return Metrics.text(format, metrics);
  }

  private static <T> Metrics<T> one(String prefix, T part, List<MetricSnapshot> metrics) {
    return new Metrics<>(prefix, List.of(part), p -> Labels.EMPTY, metrics);
  }

  private String phase() {
    if (progress.filter(now -> now.started() > 0).isEmpty()) {
      return WAITING;
    }
    return interval.isEmpty() && progress.get().requests() == 0 ? WARM_UP : MEASUREMENT;
  }

  private static void counters(Progress progress, List<MetricSnapshot> metrics) {
    Metrics<Progress> job = one("live_", progress, metrics);
    job.gauge("started_tasks", "Map tasks that drive load, or have", Progress::started);
    job.counter("requests", "Completed requests of the window", Progress::requests);
    job.counter("warmup_requests", "Completed requests before the window", Progress::warmup);
    job.counter("rows", "Rows read or written in the window", Progress::rows);
    job.counter("failed_requests", "Failed requests, warm-up included", Progress::errors);
    new Metrics<>(
            "live_",
            List.of(ServerEvent.Kind.values()), // those without events, too: 1 is a change then
            kind -> Labels.of("kind", kind.toString()),
            metrics)
        .counter(
            "events",
            "Changes at the servers, and hooks",
            kind ->
                progress.events().stream()
                    .filter(event -> event.kind() == kind)
                    .mapToLong(ServerEvent::count)
                    .sum());
  }

  private static void interval(LiveInterval live, List<MetricSnapshot> metrics) {
    Metrics<LiveInterval> last = one("live_interval_", live, metrics);
    last.gauge("start_seconds", "Start of the interval in the window", LiveInterval::t);
    last.gauge("seconds", "Length of the interval", LiveInterval::seconds);
    last.gauge("tasks", "Tasks that have completed the interval", LiveInterval::tasks);
    Metrics<Point> each =
        new Metrics<>(
            "live_interval_",
            live.points(),
            point -> Labels.of("operation", point.operation()),
            metrics);
    each.gauge("requests", "Requests of the interval, including failed ones", Point::count);
    each.gauge("failed_requests", "Failed requests of the interval", Point::errors);
    each.gauge("requests_per_second", "Successful requests a second", Point::opsPerSecond);
    each.quantiles(
        "latency_seconds",
        "Response times if there is a rate, else service times of successful requests",
        LiveText::micros);
  }

  private static Map<Double, Double> micros(Point point) {
    Map<Double, Double> micros = new TreeMap<>();
    micros.put(Figure.P50.share(), point.p50());
    micros.put(Figure.P99.share(), point.p99());
    micros.put(Figure.P999.share(), point.p999());
    micros.put(1.0, point.max());
    return micros;
  }
}
