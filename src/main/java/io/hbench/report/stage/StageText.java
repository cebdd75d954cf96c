package io.hbench.report.stage;

import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;
import static org.apache.commons.lang3.StringUtils.leftPad;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Page;
import io.hbench.html.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The stages of a rate, as text and as a section of the page. */
public final class StageText {
  private static final int HEIGHT = 320;
  private static final int ORANGE = 1;
  private static final int GREY = 7;
  private static final double PERCENT = 100;

  /**
   * A column of the text and of the page's table.
   *
   * @param width in the text
   * @param value by which the page sorts
   */
  private record Column(
      String name,
      int width,
      Function<RateStage, String> text,
      Function<RateStage, Number> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("goodput", 10, s -> amount(s.goodputPerSecond()), RateStage::goodputPerSecond),
          new Column("share", 9, s -> share(s.goodputShare()), RateStage::goodputShare),
          new Column("errors", 9, s -> share(ratio(s.errors(), s)), RateStage::errors),
          new Column("dropped", 9, s -> share(ratio(s.dropped(), s)), RateStage::dropped),
          new Column("p50", 11, s -> micros(s.p50()), RateStage::p50),
          new Column("p99", 11, s -> micros(s.p99()), RateStage::p99),
          new Column("drain", 10, StageText::drain, RateStage::drainSeconds),
          new Column("resent", 9, StageText::resent, RateStage::resent),
          new Column("hysteresis", 12, StageText::hysteresis, RateStage::hysteresis));

  private StageText() {}

  /**
   * The text, in lines.
   *
   * @param stages null for none, and an empty text
   */
  public static String of(RateStages stages) {
    if (stages == null) {
      return "";
    }
    boolean relative = stages.ofPerSecond() != null;
    StringBuilder text = new StringBuilder("stages of the rate:\n");
    text.append(
        format("  %-8s%10s", relative ? "offered" : "stage", relative ? "ops/s" : "offered"));
    COLUMNS.forEach(column -> text.append(leftPad(column.name, column.width)));
    text.append('\n');
    int number = 0;
    for (RateStage stage : stages.list()) {
      number++;
      text.append(
          format(
              "  %-8s%10s",
              relative ? format("%.0f %%", stage.percent()) : Integer.toString(number),
              amount(stage.offeredPerSecond())));
      COLUMNS.forEach(column -> text.append(leftPad(column.text.apply(stage), column.width)));
      text.append('\n');
    }
    sentences(stages).forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  private static List<String> sentences(RateStages stages) {
    List<String> lines = new ArrayList<>();
    if (stages.ofPerSecond() != null) {
      lines.add(format("100 %%: %s/s", amount(stages.ofPerSecond())));
    }
    if (stages.goodputLimitUs() != null) {
      lines.add(
          format(
              "goodput: successful requests per second with a latency of at most %s, and their"
                  + " share of the scheduled requests",
              Numbers.time(stages.goodputLimitUs())));
    }
    lines.add(
        format(
            "drain: time from the end of the stage until its last request was answered or dropped,"
                + " to %s; >: not before the end of the run",
            Numbers.seconds(stages.intervalSeconds())));
    if (stages.list().stream().anyMatch(stage -> stage.resent() != null)) {
      lines.add("resent: calls that failed and that HBase's client sent again, by its metrics");
    }
    if (stages.list().stream().anyMatch(stage -> stage.hysteresis() != null)) {
      lines.add("hysteresis: goodput after the highest rate, as a ratio to that before it");
    }
    return lines;
  }

  /**
   * Adds the section to a page.
   *
   * @param stages null for none
   */
  public static void add(RateStages stages, Page page) {
    if (stages == null) {
      return;
    }
    page.section("Stages of the rate");
    page.chart(goodput(stages), drains(stages));
    page.table(table(stages));
    page.text(
        "Latencies: response times in microseconds. "
            + String.join(". ", sentences(stages)).replace("100 %:", "100 % is")
            + ".");
  }

  private static Chart goodput(RateStages stages) {
    Chart chart =
        new Chart(
            "Goodput",
            Axis.of(Kind.AMOUNT, "offered, requests/s"),
            Axis.of(Kind.AMOUNT, "goodput, requests/s"),
            HEIGHT);
    if (stages.ofPerSecond() != null) {
      chart.mark(stages.ofPerSecond(), "100 %");
    }
    return lines(stages, chart, RateStage::goodputPerSecond)
        .series(
            "offered",
            Style.DASHED,
            GREY,
            stages.up().stream()
                .map(s -> new Chart.Point(s.offeredPerSecond(), s.offeredPerSecond()))
                .toList());
  }

  private static Chart drains(RateStages stages) {
    Chart chart =
        new Chart(
            "Time to drain",
            Axis.of(Kind.AMOUNT, "offered, requests/s"),
            Axis.of(Kind.AMOUNT, "seconds"),
            HEIGHT);
    return lines(stages, chart, RateStage::drainSeconds);
  }

  /** A line up to the highest rate, and one from there on. */
  private static Chart lines(RateStages stages, Chart chart, Function<RateStage, Double> figure) {
    chart.series("up to the highest rate", Style.LINE, 0, points(stages.up(), figure));
    return stages.down().size() < 2
        ? chart
        : chart.series("after it", Style.LINE, ORANGE, points(stages.down(), figure));
  }

  private static List<Chart.Point> points(
      List<RateStage> stages, Function<RateStage, Double> figure) {
    return stages.stream()
        .map(stage -> new Chart.Point(stage.offeredPerSecond(), figure.apply(stage)))
        .toList();
  }

  private static Table table(RateStages stages) {
    boolean relative = stages.ofPerSecond() != null;
    Table table =
        Table.of("stage")
            .figures("from", "offered")
            .figures(COLUMNS.stream().map(Column::name).toArray(String[]::new));
    int number = 0;
    for (RateStage stage : stages.list()) {
      number++;
      List<Cell> cells = new ArrayList<>();
      cells.add(text(number + (relative ? format(": %.0f %%", stage.percent()) : "")));
      cells.add(figure(Numbers.seconds(stage.t()), stage.t()));
      cells.add(figure(amount(stage.offeredPerSecond()), stage.offeredPerSecond()));
      COLUMNS.forEach(c -> cells.add(figure(c.text.apply(stage), c.value.apply(stage))));
      table.row(cells.toArray(Cell[]::new));
    }
    return table;
  }

  private static Double ratio(long count, RateStage stage) {
    return stage.requests() == 0 ? null : (double) count / stage.requests();
  }

  private static String amount(Double value) {
    return value == null ? "-" : format("%,.0f", value);
  }

  private static String share(Double share) {
    return share == null ? "-" : format("%.1f %%", PERCENT * share);
  }

  private static String micros(Double micros) {
    return micros == null ? "-" : format(micros < 100 ? "%.2f" : "%,.0f", micros);
  }

  private static String drain(RateStage stage) {
    return stage.drainSeconds() == null
        ? "-"
        : format("%s%.1f s", stage.drained() ? "" : ">", stage.drainSeconds());
  }

  private static String resent(RateStage stage) {
    return stage.resent() == null ? "-" : format("%,d", stage.resent());
  }

  private static String hysteresis(RateStage stage) {
    return stage.hysteresis() == null ? "" : format("%.2f", stage.hysteresis());
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
