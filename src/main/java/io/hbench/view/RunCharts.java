package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Band;
import io.hbench.doc.Chart.Style;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.Side;
import io.hbench.outage.OutageReport;
import io.hbench.report.Percentile;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.stage.RateStages;
import io.hbench.settings.Rate;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The charts of a report's page. */
final class RunCharts {
  private static final int COLOURS = 7;

  /** Maximum number of operations with all their curves in one chart. */
  private static final int MAX_OPERATIONS = 4;

  /** Maximum number of outages that the charts over time show. */
  private static final int MAX_BANDS = 20;

  /** Time before the start that charts over time show at most, as a share of the window. */
  private static final double BEFORE = 0.25;

  private static final int TALL = 300;
  private static final int LOW = 240;

  private final RunReport report;
  private final Timeline timeline;
  private final List<String> operations;
  private final int intervals;
  private final Axis time;

  RunCharts(RunReport report, Timeline timeline) {
    this.report = report;
    this.timeline = timeline;
    this.operations = report.operations().stream().map(OperationReport::operation).toList();
    double seconds = timeline.intervalSeconds();
    int last = timeline.points().stream().mapToInt(this::index).max().orElse(-1);
    this.intervals =
        Math.max(last + 1, (int) Math.ceil(report.window().seconds() / seconds - 1e-9));
    double end = Math.max(report.window().seconds(), intervals * seconds);
    this.time =
        Axis.of(Kind.TIME, "since the start")
            .between(
                instants().map(Event::t).reduce(0.0, Math::min),
                instants().map(Event::t).reduce(end, Math::max));
  }

  /** The events of the warm-up and the window: the job may have waited long for containers. */
  private Stream<Event> instants() {
    double first = -Math.max(BEFORE * report.window().seconds(), report.window().startSeconds());
    return timeline.events().stream().filter(e -> e.t() != null && e.t() >= first);
  }

  /** The longest outages. */
  private Stream<OutageReport> outages() {
    return report.availability() == null
        ? Stream.empty()
        : report.availability().longest(MAX_BANDS).stream();
  }

  private int index(Point point) {
    return (int) Math.round(point.t() / timeline.intervalSeconds());
  }

  boolean hasTime() {
    return !timeline.points().isEmpty();
  }

  Chart throughput() {
    Chart chart = overTime("Throughput", Axis.of(Kind.AMOUNT, "requests/s"), LOW);
    String added =
        timeline.intervalSeconds() == report.timeline().intervalSeconds()
            ? ""
            : format(
                "; this chart and the next merge the recorded intervals of %s and their histograms",
                Unit.SECONDS.text(report.timeline().intervalSeconds()));
    chart.note(
        "successful requests, in intervals of "
            + Unit.SECONDS.text(timeline.intervalSeconds())
            + added);
    for (int i = 0; i < operations.size(); i++) {
      chart.series(
          operations.get(i),
          Style.LINE,
          i % COLOURS,
          points(
              operations.get(i),
              Point::opsPerSecond,
              Side.of(operations.get(i)).isPresent() ? null : 0.0)); // the other side's interval
    }
    if (operations.size() > 1 && Side.of(operations.get(0)).isEmpty()) { // of a time of its own
      chart.series("total", Style.LINE, Chart.GREY, sum(Point::opsPerSecond));
    }
    if (report.stages() != null) {
      chart.series(Label.RATE, Style.DASHED, Chart.GREY, rate(report.stages()));
    }
    String rate = report.settings().getOrDefault(Settings.RATE.name(), "");
    if (report.pace() != null && !rate.isEmpty() && Rate.parse(rate).isConstant()) {
      chart.level(report.pace().scheduledPerSecond(), "rate");
    }
    return chart;
  }

  private static List<Chart.Point> rate(RateStages stages) {
    return stages.list().stream()
        .flatMap(
            stage ->
                Stream.of(
                    new Chart.Point(stage.t(), stage.offeredPerSecond()),
                    new Chart.Point(stage.t() + stage.seconds(), stage.offeredPerSecond())))
        .toList();
  }

  /** Failed requests over time; empty if no request failed. */
  Optional<Chart> errors() {
    List<Chart.Point> errors = sum(p -> (double) p.errors());
    return errors.stream().allMatch(p -> p.y() == 0)
        ? Optional.empty()
        : Optional.of(
            overTime("Errors", Axis.of(Kind.AMOUNT, "failed requests"), 150)
                .series(Figure.FAILED, Style.BARS, Chart.ORANGE, errors));
  }

  /** Events at the servers over time; empty if there are none. */
  Optional<Chart> events() {
    List<String> kinds = instants().map(e -> e.kind().toString()).distinct().toList();
    if (kinds.isEmpty()) {
      return Optional.empty();
    }
    Chart chart =
        new Chart("Events at the servers", time, Axis.names("", kinds), 56 + 24 * kinds.size())
            .note(
                "hooks and the servers that they stop are exact; other changes are detected by"
                    + " polling, up to ten seconds late");
    for (String kind : kinds) {
      double row = kinds.indexOf(kind);
      chart.series(
          kind,
          Style.DOTS,
          Chart.GREY,
          instants()
              .filter(e -> e.kind().toString().equals(kind))
              .map(e -> new Chart.Point(e.t(), row))
              .toList());
    }
    return Optional.of(chart);
  }

  /**
   * Processors that the servers used over time.
   *
   * @param seconds CPU seconds by recorded interval, of which the last ends with the window
   */
  Chart serverCpu(List<Double> seconds) {
    double recorded = report.timeline().intervalSeconds();
    int merged = (int) Math.round(timeline.intervalSeconds() / recorded);
    // the window begins and ends within an interval
    boolean partly = report.warmsUpByRows();
    List<Chart.Point> points = new ArrayList<>();
    for (int from = 0; from < seconds.size(); from += merged) {
      int to = Math.min(from + merged, seconds.size());
      double end = to == seconds.size() ? report.window().seconds() : to * recorded;
      double used = seconds.subList(from, to).stream().mapToDouble(Double::doubleValue).sum();
      double length = end - from * recorded;
      boolean isPart = partly && (from == 0 || to == seconds.size());
      points.add(
          new Chart.Point(middle(points.size()), isPart || length <= 0 ? null : used / length));
    }
    return new Chart("CPU of the servers", time, Axis.of(Kind.AMOUNT, "processors"), 200)
        .series(Label.CPU, Style.LINE, Chart.BLUE, points);
  }

  /** One chart for each operation, with the same latency axis so that charts are comparable. */
  List<Chart> latencies() {
    Axis latency =
        Axis.of(Kind.LATENCY, "")
            .around(
                timeline.points().stream()
                    .flatMap(p -> Stream.of(p.p50(), p.p99(), p.p999(), p.max())));
    if (latency.from() == null) {
      return List.of();
    }
    return operations.stream()
        .map(
            operation ->
                overTime(operation, latency, operations.size() == 1 ? TALL : LOW)
                    .note(timeline.timing() + " time")
                    .series(Figure.MAX, Style.THIN, Chart.GREY, latency(operation, Point::max))
                    .series(Figure.P999, Style.LINE, Chart.ORANGE, latency(operation, Point::p999))
                    .series(Figure.P99, Style.LINE, Chart.BLUE, latency(operation, Point::p99))
                    .series(Figure.P50, Style.LINE, Chart.GREEN, latency(operation, Point::p50)))
        .toList();
  }

  private Chart overTime(String title, Axis y, int height) {
    Chart chart = new Chart(title, time, y, height);
    instants().forEach(e -> chart.mark(e.t(), e.kind() + ": " + e.what()));
    outages()
        .forEach(
            o -> {
              chart.band(new Band(o.from(), o.from(), o.to()));
              chart.mark(o.from(), "outage: " + OutageView.place(o), Chart.ORANGE);
            });
    if (report.phases() != null) {
      for (RunPhase phase : report.phases().phases()) {
        if (phase.phase() == RunPhase.Name.DURING) {
          chart.band(new Chart.Band(phase.t(), phase.t(), phase.t() + phase.seconds()));
        } else if (phase.phase() == RunPhase.Name.RECOVERED) {
          chart.mark(phase.t(), "back in the band of before", Chart.GREEN);
        }
      }
    }
    return chart;
  }

  private List<Chart.Point> latency(String operation, Function<Point, Double> figure) {
    return points(operation, figure, null);
  }

  /**
   * @param missing value of an interval without requests
   */
  private List<Chart.Point> points(
      String operation, Function<Point, Double> figure, Double missing) {
    Map<Integer, Point> byInterval = new HashMap<>();
    timeline.points().stream()
        .filter(p -> p.operation().equals(operation))
        .forEach(p -> byInterval.put(index(p), p));
    return IntStream.range(0, intervals)
        .mapToObj(
            i ->
                new Chart.Point(
                    middle(i),
                    byInterval.containsKey(i) ? figure.apply(byInterval.get(i)) : missing))
        .toList();
  }

  private List<Chart.Point> sum(Function<Point, Double> figure) {
    double[] sums = new double[intervals];
    timeline.points().forEach(p -> sums[index(p)] += figure.apply(p));
    return IntStream.range(0, intervals)
        .mapToObj(i -> new Chart.Point(middle(i), sums[i]))
        .toList();
  }

  private double middle(int interval) {
    return (interval + 0.5) * timeline.intervalSeconds();
  }

  /** Percentile curves: one chart for a few operations, else one for each operation. */
  List<Chart> percentiles() {
    List<OperationReport> all =
        report.operations().stream().filter(o -> o.serviceCurve() != null).toList();
    if (all.size() <= MAX_OPERATIONS) {
      return all.isEmpty() ? List.of() : List.of(curves("Latency by percentile", all, TALL + 40));
    }
    return all.stream().map(o -> curves(o.operation(), List.of(o), LOW)).toList();
  }

  /** The latency axis of all percentile charts, so that they are comparable. */
  private Axis curveAxis() {
    return Axis.of(Kind.LATENCY, "")
        .around(
            report.operations().stream()
                .flatMap(o -> Stream.of(o.serviceCurve(), o.responseCurve()))
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .map(Percentile::us));
  }

  private Chart curves(String title, List<OperationReport> of, int height) {
    boolean both = of.stream().anyMatch(o -> o.responseCurve() != null);
    Chart chart =
        new Chart(title, Axis.of(Kind.PERCENTILE, "of the requests"), curveAxis(), height)
            .note(both ? "response time, and service time (dashed)" : "service time");
    for (OperationReport o : of) {
      int colour = operations.indexOf(o.operation()) % COLOURS;
      if (o.responseCurve() != null) {
        chart.series(o.operation() + " response", Style.LINE, colour, curve(o.responseCurve()));
      }
      chart.series(
          o.operation() + (both ? " service" : ""),
          both ? Style.DASHED : Style.LINE,
          colour,
          curve(o.serviceCurve()));
    }
    return chart;
  }

  static List<Chart.Point> curve(List<Percentile> curve) {
    return curve.stream().map(p -> new Chart.Point(p.percentile(), p.us())).toList();
  }
}
