package io.hbench.findmax;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Style;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.findmax.FindmaxRecord.Step;
import io.hbench.html.Cell;
import io.hbench.html.Page;
import io.hbench.html.Page.Reason;
import io.hbench.html.Page.Tile;
import io.hbench.html.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** HTML page of a search: latency over rate, steps and result. */
public final class FindmaxPage {
  private static final int HEIGHT = 340;
  private static final int ORANGE = 1;
  private static final int RED = 3;

  private FindmaxPage() {}

  /** The page as HTML. */
  public static String of(FindmaxRecord record) {
    Result result = record.result();
    Page page = new Page("findmax", record.command());
    page.fact("objectives", String.join(", ", record.objectives()))
        .fact("steps", Integer.toString(record.steps().size()))
        .fact("hbench", record.version());
    page.verdict(result.rate() == null ? "missed" : "met", "", reasons(record));
    page.tiles(tiles(result));
    page.chart(latencies(record), achieved(record));
    page.section("Steps").table(table(record));
    page.text(
        "Response times in microseconds. Over limit: share of requests over the limit of the"
            + " objective that is nearest to it, with the confidence interval: 95 % for all tries at"
            + " one rate together. Each step is a run; to print its report, type: hbench report DIR/"
            + (result.step() == null ? record.steps().get(0).directory() : result.step()));
    return page.data(record).html();
  }

  private static List<Reason> reasons(FindmaxRecord record) {
    List<Reason> reasons = new ArrayList<>();
    FindmaxTable.certainty(record).forEach(line -> reasons.add(new Reason("rate", line)));
    reasons.add(new Reason(record.result().limit().toString(), FindmaxTable.conclusion(record)));
    return reasons;
  }

  private static List<Tile> tiles(Result result) {
    List<Tile> tiles = new ArrayList<>();
    if (result.rate() != null) {
      tiles.add(
          new Tile(
              "highest sustainable rate",
              FindmaxTable.rate(result.rate()),
              "requests/s",
              result.rate()));
    }
    if (result.lowestFailing() != null) {
      tiles.add(
          new Tile(
              "lowest failing rate",
              FindmaxTable.rate(result.lowestFailing()),
              "requests/s",
              result.lowestFailing()));
    }
    return tiles;
  }

  private static Chart latencies(FindmaxRecord record) {
    Chart chart = chart("Response time over rate", Axis.of(Axis.Kind.LATENCY, ""), record);
    return chart
        .series("p50", Style.LINE, 0, points(record, Step::p50))
        .series("p99", Style.LINE, ORANGE, points(record, Step::p99));
  }

  private static Chart achieved(FindmaxRecord record) {
    Chart chart = chart("Achieved", Axis.of(Axis.Kind.AMOUNT, "requests/s completed"), record);
    return chart
        .series("target", Style.DASHED, 7, points(record, Step::rate))
        .series("achieved", Style.LINE, 0, points(record, Step::achieved));
  }

  private static Chart chart(String title, Axis y, FindmaxRecord record) {
    Chart chart = new Chart(title, Axis.of(Axis.Kind.AMOUNT, "target, requests/s"), y, HEIGHT);
    Result result = record.result();
    if (result.rate() != null) {
      chart.mark(result.rate(), "highest sustainable rate");
    }
    if (result.lowestFailing() != null) {
      chart.mark(result.lowestFailing(), "lowest failing rate", RED);
    }
    return chart;
  }

  /** A figure by rate; of the last step where several had the same rate. */
  private static List<Point> points(FindmaxRecord record, Function<Step, Double> figure) {
    TreeMap<Double, Double> byRate = new TreeMap<>();
    record.steps().forEach(step -> byRate.put(step.rate(), figure.apply(step)));
    List<Point> points = new ArrayList<>();
    byRate.forEach((rate, value) -> points.add(new Point(rate, value)));
    return points;
  }

  private static Table table(FindmaxRecord record) {
    Table table =
        Table.of("step", "judgement", "reasons")
            .figures("rate", "achieved", "p50", "p99", "over limit", "allowed");
    for (Step step : record.steps()) {
      List<String> cells = FindmaxTable.cells(step);
      table.row(
          Cell.text(step.directory()),
          Cell.text((step.confirmation() ? "confirmation " : "") + step.judgement()),
          Cell.text(FindmaxTable.reasons(step)),
          Cell.figure(cells.get(1), step.rate()),
          Cell.figure(cells.get(2), step.achieved()),
          Cell.figure(cells.get(3), step.p50()),
          Cell.figure(cells.get(4), step.p99()),
          Cell.figure(cells.get(5), step.exceedance() == null ? null : step.exceedance().share()),
          Cell.figure(
              cells.get(6), step.exceedance() == null ? null : step.exceedance().allowed()));
    }
    return table;
  }
}
