package io.hbench.report.cost;

import io.hbench.html.Numbers;
import io.hbench.report.cost.CostFigure.Unit;
import io.hbench.report.cost.OperationCost.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;

/** The cost of an operation in a text report. */
public final class CostText {
  /** Servers with a line of their own. */
  private static final int MAX_SERVERS = 10;

  private static final int WIDTH = 78;
  private static final char UNBROKEN = '\u00a0';

  private static final double KILO = 1e3;
  private static final double SHOWN = 0.001;

  private CostText() {}

  /** The lines; empty if nothing but the clients is known, and should not be. */
  public static String of(OperationCost cost) {
    if (cost == null || (cost.servers().isEmpty() && cost.missing().isEmpty())) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    List<Figure> shown = shown(cost);
    if (!shown.isEmpty()) {
      text.append("cost of an operation: ").append(lines(shown)).append('\n');
    }
    edges(cost, text);
    servers(cost, text);
    cost.missing().forEach(line -> text.append("cost: ").append(line).append('\n'));
    return text.toString();
  }

  /** The figures that are not 0. */
  static List<Figure> shown(OperationCost cost) {
    return cost.figures().stream().filter(f -> f.total() > 0).toList();
  }

  /** Lines that break between figures. */
  private static String lines(List<Figure> figures) {
    String all =
        figures.stream()
            .map(figure -> item(figure).replace(' ', UNBROKEN))
            .collect(Collectors.joining(", "));
    return WordUtils.wrap(all, WIDTH, "\n  ", false).replace(UNBROKEN, ' ');
  }

  private static String item(Figure figure) {
    return figure.figure() + " " + value(figure);
  }

  /** A cost with its unit. */
  static String value(Figure figure) {
    return figure.perOperation() == null ? "-" : value(figure.perOperation(), figure.unit());
  }

  private static String value(double value, String unit) {
    if (unit.equals(Unit.BYTES.toString())) {
      return value < KILO
          ? Numbers.format("%.0f B", value)
          : Numbers.format("%,.1f kB", value / KILO);
    }
    return unit.equals(Unit.MICROS.toString())
        ? Numbers.format(value < 10 ? "%.2f us" : "%,.1f us", value)
        : Numbers.format(value < SHOWN ? "%.2g" : "%.3f", value);
  }

  private static void edges(OperationCost cost, StringBuilder text) {
    cost.figures().stream()
        .filter(f -> f.figure().equals(CostFigure.SERVER_CPU.toString()) && f.error() != null)
        .findFirst()
        .ifPresent(
            cpu ->
                text.append(
                    Numbers.format(
                        "cost: of %,d operations; CPU time at the edges of the window within %.1f %%%s\n",
                        cost.operations(),
                        100 * cpu.error(),
                        cost.hbaseSeconds() == null
                            ? ""
                            : Numbers.format(
                                "; HBase's counters cover %.1f s of it", cost.hbaseSeconds()))));
  }

  private static void servers(OperationCost cost, StringBuilder text) {
    if (cost.servers().size() < 2) {
      return;
    }
    List<String> lines = new ArrayList<>();
    cost.servers().stream()
        .filter(s -> s.cpuShare() != null)
        .sorted(Comparator.comparing(OperationCost.Server::cpuShare).reversed())
        .limit(MAX_SERVERS)
        .forEach(
            server ->
                lines.add(
                    Numbers.format(
                        "cost: %s: %.2f processors%s\n",
                        server.server(),
                        server.cpuShare(),
                        server
                            .perOperation(CostFigure.SERVER_CPU)
                            .map(
                                cpu ->
                                    ", "
                                        + value(cpu, Unit.MICROS.toString())
                                        + " for each of its operations")
                            .orElse(""))));
    lines.forEach(text::append);
  }
}
