package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.settings.Settings;
import io.hbench.suite.Scaling;
import io.hbench.suite.Scaling.Knee;
import io.hbench.suite.Scaling.Ratio;
import io.hbench.suite.Scaling.Rung;
import io.hbench.suite.SuiteRecord;
import java.util.List;

/** Speed-up, efficiency and knee of the ladders of clients of a suite. */
record ScalingView(List<Scaling> ladders) {
  private static final int HEIGHT = 300;

  private record Line(Scaling of, Rung rung) {}

  static ScalingView of(SuiteRecord record) {
    return new ScalingView(Scaling.of(record));
  }

  /** Adds the knees that are known, as facts. */
  void knees(Document document) {
    for (Scaling ladder : ladders) {
      ladder
          .knee()
          .ifPresent(
              knee ->
                  document.fact(
                      ladder.load().isEmpty() ? "knee" : "knee of " + ladder.load(),
                      text(ladder, knee)));
    }
  }

  private static String text(Scaling ladder, Knee knee) {
    String clients = noun(ladder);
    Rung first = ladder.rungs().get(0);
    String from = format("%,.0f", knee.from().clients());
    if (knee.from().equals(ladder.last())) {
      return "none up to %s %s".formatted(from, clients);
    }
    if (knee.to().equals(ladder.last())) {
      String least = knee.from().equals(first) ? "" : "%s %s or more; ".formatted(from, clients);
      return "inconclusive: " + least + "the repeats differ too much";
    }
    String at =
        knee.to().equals(first)
            ? "the first rung or before"
            : (knee.from().equals(knee.to()) ? "" : from + " to ")
                + format("%,.0f %s", knee.to().clients(), clients);
    return format("%s; more bring less than %.0f %%", at, 100 * Scaling.GAIN);
  }

  private static String noun(Scaling ladder) {
    return ladder.setting().equals(Settings.PLACE.name())
        ? "hosts"
        : ladder.setting().equals(Settings.IN_FLIGHT.name())
            ? "requests in flight"
            : ladder.setting();
  }

  /** Adds a section with chart and table, if there is such a ladder. */
  void section(Document document) {
    document.section("Scaling");
    document.charts(ladders.stream().map(ScalingView::noun).distinct().map(this::chart).toList());
    DataTable<Line> table =
        DataTable.of(
                ladders.stream()
                    .flatMap(of -> of.rungs().stream().map(rung -> new Line(of, rung)))
                    .toList())
            .name(Label.LOAD, line -> line.of.load());
    ladders.stream()
        .map(ScalingView::noun)
        .distinct()
        .forEach(
            noun ->
                table.name(
                    noun,
                    line ->
                        noun(line.of).equals(noun) ? format("%,.0f", line.rung.clients()) : ""));
    document.table(
        table
            .figure("speed-up", Unit.MULTIPLE, line -> line.of.speedUp(line.rung).value())
            .count(Label.INTERVAL, ScalingView::interval)
            .figure("efficiency", Unit.SHARE, line -> line.of.efficiency(line.rung))
            .count(Label.RUNS, line -> line.rung.runs()));
  }

  private static Written interval(Line line) {
    Ratio ratio = line.of.speedUp(line.rung);
    return ratio.high() > ratio.low()
        ? new Written(format("%.2f to %.2f", ratio.low(), ratio.high()), null)
        : null;
  }

  private Chart chart(String noun) {
    List<Scaling> shown = ladders.stream().filter(of -> noun(of).equals(noun)).toList();
    Chart chart =
        new Chart(
                "Speed-up along " + noun,
                Axis.of(Axis.Kind.AMOUNT, noun),
                Axis.of(Axis.Kind.AMOUNT, ""),
                HEIGHT)
            .note("throughput by that of the first rung; dashed: as many times more clients");
    Scaling first = shown.get(0);
    double clients = first.rungs().get(0).clients();
    chart.series(
        "linear",
        Style.DASHED,
        Chart.GREY,
        List.of(first.rungs().get(0), first.last()),
        Rung::clients,
        rung -> rung.clients() / clients);
    for (Scaling ladder : shown) {
      chart.series(
          ladder.load(),
          Style.LINE,
          shown.indexOf(ladder) % Chart.GREY,
          ladder.rungs(),
          Rung::clients,
          rung -> ladder.speedUp(rung).value());
      for (Rung rung : ladder.rungs()) {
        Ratio ratio = ladder.speedUp(rung);
        if (ratio.high() > ratio.low()) {
          chart.spread(rung.clients(), ratio.low(), ratio.high());
        }
      }
    }
    return chart;
  }
}
