package io.hbench.report.format;

import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;

import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Table;
import io.hbench.report.RunReport;
import io.hbench.report.phase.Band;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.lang3.StringUtils;

/** The phases of a run, as text and as a table of its page. */
final class PhaseText {
  private static final double PERCENT = 100;

  /**
   * A part of the recovery from the stop of a server.
   *
   * @param label for programs
   * @param name for people
   */
  record Part(String label, String name, Function<Recovery, Double> seconds) {}

  static final List<Part> PARTS =
      List.of(
          new Part("noticed", "noticed by master", Recovery::noticedSeconds),
          new Part("regions_open", "regions open", Recovery::openSeconds),
          new Part("first_answer", "first answer", Recovery::firstAnswerSeconds),
          new Part("all_answer", "all answer", Recovery::allAnswerSeconds),
          new Part("back_in_band", "back in the band", Recovery::backSeconds));

  private PhaseText() {}

  /** The text, in lines; empty without phases. */
  static String of(RunReport report) {
    RunPhases phases = report.phases();
    if (phases == null) {
      return "";
    }
    StringBuilder text = new StringBuilder("phases, with their ratio to before:\n");
    text.append(
        format(
            "  %-10s%9s%9s%9s%18s%18s%20s%20s%20s\n",
            "phase", "from", "for", "errors", "ops/s", "goodput", "p50", "p99", "p99.9"));
    for (RunPhase phase : phases.phases()) {
      text.append(
          format(
              "  %-10s%7.1f s%7.1f s%9s%18s%18s%20s%20s%20s\n",
              phase.phase(),
              phase.t(),
              phase.seconds(),
              errors(phase),
              shown(phase.opsPerSecond()),
              shown(phase.goodput()),
              shown(phase.p50()),
              shown(phase.p99()),
              shown(phase.p999())));
    }
    sentences(report).forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append(recoveries(phases)).toString();
  }

  private static String errors(RunPhase phase) {
    return format("%.2f %%", PERCENT * phase.errorShare());
  }

  private static String shown(PhaseFigure figure) {
    if (figure.value() == null) {
      return "-";
    }
    String ratio = figure.ratio() == null ? "" : format(" (%.2f)", figure.ratio());
    return format(figure.value() < 100 ? "%.2f" : "%,.0f", figure.value()) + ratio;
  }

  /** When the figures were as before, and what that means. */
  static List<String> sentences(RunReport report) {
    RunPhases phases = report.phases();
    List<String> lines = new ArrayList<>();
    Band band = phases.band();
    if (band == null) {
      lines.add("no band of before: too few intervals with requests are before the first event");
    } else {
      lines.add(
          phases.backSeconds() == null
              ? "not back in the band of before"
              : format(
                  "back in the band of before %.1f s after the first event, %.1f s after the last;"
                      + " %,d of %,d later intervals are out of it",
                  phases.backSeconds(),
                  phases.backAfterLastSeconds(),
                  phases.outOfBand(),
                  phases.intervals()));
      lines.add(
          format(
              "band of an interval of %s: at least %,.0f ops/s, %s up to %,.0f µs, errors up to %.2f %%",
              Numbers.seconds(report.timeline().intervalSeconds()),
              band.minOpsPerSecond(),
              band.percentile(),
              band.maxLatencyUs(),
              PERCENT * band.maxErrorShare()));
    }
    if (phases.goodputLimitUs() != null) {
      lines.add(
          format(
              "goodput: successful requests per second with a latency of at most %s",
              Numbers.time(phases.goodputLimitUs())));
    }
    return lines;
  }

  /** What became of the servers that actions stopped, in lines; empty without any. */
  static String recoveries(RunPhases phases) {
    if (phases.recoveries().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("recoveries, from the stop of a server on:\n");
    text.append(format("  %-22s%9s%9s", "server", "regions", "stop at"));
    PARTS.forEach(part -> text.append("  ").append(part.name));
    for (Recovery recovery : phases.recoveries()) {
      text.append(
          format("\n  %-22s%,9d%7.1f s", recovery.server(), recovery.regions(), recovery.t()));
      for (Part part : PARTS) {
        Double seconds = part.seconds.apply(recovery);
        String shown = seconds == null ? "not seen" : format("%.1f s", seconds);
        text.append(StringUtils.leftPad(shown, 2 + part.name.length()));
      }
    }
    return text.append('\n').toString();
  }

  /** The table of a page: what became of the servers that actions stopped; empty without any. */
  static Optional<Table> recoveryTable(RunPhases phases) {
    if (phases.recoveries().isEmpty()) {
      return Optional.empty();
    }
    Table table =
        Table.of("stopped server")
            .figures("regions", "at")
            .figures(PARTS.stream().map(Part::name).toArray(String[]::new));
    for (Recovery recovery : phases.recoveries()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(text(recovery.server()));
      cells.add(figure(format("%,d", recovery.regions()), recovery.regions()));
      cells.add(figure(Numbers.seconds(recovery.t()), recovery.t()));
      for (Part part : PARTS) {
        Double seconds = part.seconds.apply(recovery);
        cells.add(seconds == null ? text("–") : figure(format("+%.2f s", seconds), seconds));
      }
      table.row(cells.toArray(Cell[]::new));
    }
    return Optional.of(table);
  }

  /** The table of a page. */
  static Table table(RunPhases phases) {
    Table table =
        Table.of("phase")
            .figures("from", "for", "errors", "ops/s", "goodput", "p50", "p99", "p99.9");
    for (RunPhase phase : phases.phases()) {
      table.row(
          text(phase.phase().toString()),
          figure(Numbers.seconds(phase.t()), phase.t()),
          figure(Numbers.seconds(phase.seconds()), phase.seconds()),
          figure(errors(phase), phase.errorShare()),
          cell(phase.opsPerSecond()),
          cell(phase.goodput()),
          cell(phase.p50()),
          cell(phase.p99()),
          cell(phase.p999()));
    }
    return table;
  }

  /** A figure and its ratio to before, with the confidence interval of the ratio. */
  private static Cell cell(PhaseFigure figure) {
    if (figure.value() == null) {
      return text("–");
    }
    StringBuilder shown = new StringBuilder(number(figure.value()));
    if (figure.ratio() != null) {
      shown.append(format("; %.2f", figure.ratio()));
      if (figure.ratioLow() != null) {
        shown.append(format(" [%.2f, %.2f]", figure.ratioLow(), figure.ratioHigh()));
      }
    }
    return figure(shown.toString(), figure.value());
  }

  private static String number(double value) {
    return format(value < 100 ? "%.2f" : "%,.0f", value);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
