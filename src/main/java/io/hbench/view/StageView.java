package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.report.stage.RateStage;
import io.hbench.report.stage.RateStages;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Function;

/** The stages of a rate. */
final class StageView {
  private static final int HEIGHT = 320;

  private StageView() {}

  static DataTable<RateStage> table(RateStages stages) {
    boolean relative = stages.ofPerSecond() != null;
    return DataTable.of(stages.list())
        .name(
            "stage",
            s ->
                relative
                    ? BigDecimal.valueOf(s.percent())
                            .setScale(1, RoundingMode.HALF_UP)
                            .stripTrailingZeros()
                            .toPlainString()
                        + " %"
                    : Integer.toString(stages.list().indexOf(s) + 1))
        .figure(Label.FROM, Unit.SECONDS, RateStage::t)
        .figure("offered", Unit.PER_SECOND, RateStage::offeredPerSecond)
        .figure(Label.GOODPUT, Unit.PER_SECOND, RateStage::goodputPerSecond)
        .figure(Label.SHARE, Unit.SHARE, RateStage::goodputShare)
        .figure(Figure.ERRORS, s -> ratio(s.errors(), s.requests() - s.dropped()))
        .figure("dropped", Unit.SHARE, s -> ratio(s.dropped(), s.requests()))
        .figure(Figure.P50, RateStage::p50)
        .figure(Figure.P99, RateStage::p99)
        .figure("drain", Unit.SECONDS, StageView::drain)
        .optional("resent", Unit.COUNT, RateStage::resent)
        .optional("hysteresis", Unit.MULTIPLE, RateStage::hysteresis);
  }

  private static Double ratio(long count, long of) {
    return of == 0 ? null : (double) count / of;
  }

  private static Object drain(RateStage stage) {
    return stage.drainSeconds() == null || stage.drained()
        ? stage.drainSeconds()
        : new Written(format(">%.1f", stage.drainSeconds()), stage.drainSeconds());
  }

  static void section(RateStages stages, Document document) {
    document.section("Stages of the rate");
    document.chart(goodput(stages), drain(stages));
    document.fact("100 %", Unit.PER_SECOND.text("%s", stages.ofPerSecond()));
    document.fact(
        Label.GOODPUT,
        Unit.MICROS.text(
            "successful requests per second with a latency of at most %s, and their share of the"
                + " scheduled requests",
            stages.goodputLimitUs()));
    document.fact(
        "drain",
        "time from the end of the stage until its last request was answered or dropped, to %s;"
            + " >: not before the end of the run",
        Unit.SECONDS.text(stages.intervalSeconds()));
    if (stages.list().stream().anyMatch(stage -> stage.resent() != null)) {
      document.fact("resent", "calls that failed and that HBase's client sent again");
    }
    if (stages.list().stream().anyMatch(stage -> stage.hysteresis() != null)) {
      document.fact("hysteresis", "goodput after the highest rate, as a ratio to that before it");
    }
  }

  private static Chart goodput(RateStages stages) {
    Chart chart = chart("Goodput", "goodput, requests/s", stages, RateStage::goodputPerSecond);
    if (stages.ofPerSecond() != null) {
      chart.mark(stages.ofPerSecond(), "100 %");
    }
    return line(
        chart, "offered", Style.DASHED, Chart.GREY, stages.up(), RateStage::offeredPerSecond);
  }

  private static Chart drain(RateStages stages) {
    Chart chart =
        chart("Time to drain", "seconds", stages, s -> s.drained() ? s.drainSeconds() : null);
    List<RateStage> open =
        stages.list().stream().filter(s -> !s.drained() && s.drainSeconds() != null).toList();
    return open.isEmpty()
        ? chart
        : line(
            chart, "not drained, at least", Style.DOTS, Chart.GREY, open, RateStage::drainSeconds);
  }

  /** A figure over the rate: a line up to the highest rate, and one from there on. */
  private static Chart chart(
      String title, String label, RateStages stages, Function<RateStage, Double> figure) {
    Axis offered = Axis.of(Kind.AMOUNT, "offered, requests/s");
    Chart chart = new Chart(title, offered, Axis.of(Kind.AMOUNT, label), HEIGHT);
    line(chart, "up to the highest rate", Style.LINE, Chart.BLUE, stages.up(), figure);
    return stages.down().size() < 2
        ? chart
        : line(chart, "after it", Style.LINE, Chart.ORANGE, stages.down(), figure);
  }

  private static Chart line(
      Chart chart,
      String name,
      Style style,
      int colour,
      List<RateStage> stages,
      Function<RateStage, Double> figure) {
    return chart.series(name, style, colour, stages, RateStage::offeredPerSecond, figure);
  }
}
