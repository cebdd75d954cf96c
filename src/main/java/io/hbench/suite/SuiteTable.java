package io.hbench.suite;

import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Result table of a suite or a ladder for a terminal. */
public final class SuiteTable {
  private static final String NOTE =
      "times in microseconds: response times with a rate, else service times\n";
  private static final String SPREAD_NOTE =
      "repeated runs: mean, and below it minimum and maximum\n";

  private SuiteTable() {}

  /** Text of the table; ends with a line feed. */
  public static String of(SuiteRecord record) {
    List<Row> rows = record.rows();
    List<String> ladder = ladder(record);
    boolean steps = rows.stream().anyMatch(row -> !row.step().isEmpty());
    boolean repeated = rows.stream().anyMatch(row -> row.runs() > 1);
    List<Column> columns =
        record.columns().stream().map(label -> Column.named("suite.json", label)).toList();

    List<String> header = new ArrayList<>(steps ? List.of("step") : List.of());
    header.addAll(ladder);
    header.add("operation");
    int names = header.size();
    columns.forEach(column -> header.add(column.toString()));
    header.addAll(repeated ? List.of("runs", "verdict") : List.of("verdict"));

    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    for (Row row : rows) {
      List<String> line = new ArrayList<>(steps ? List.of(row.step()) : List.of());
      ladder.forEach(setting -> line.add(row.ladder().getOrDefault(setting, "")));
      line.add(row.operation());
      line.addAll(cells(row.figures(), columns, (c, spread) -> c.text(spread.mean())));
      if (repeated) {
        line.add(Integer.toString(row.runs()));
      }
      line.add(row.verdict());
      lines.add(line);
      if (row.runs() > 1) {
        List<String> below = new ArrayList<>(Collections.nCopies(names, ""));
        below.addAll(cells(row.figures(), columns, SuiteTable::range));
        below.addAll(List.of("", ""));
        lines.add(below);
      }
    }
    return aligned(lines, names) + "\n" + NOTE + (repeated ? SPREAD_NOTE : "");
  }

  /** Settings that differ between rows. */
  static List<String> ladder(SuiteRecord record) {
    return record.rows().stream()
        .flatMap(row -> row.ladder().keySet().stream())
        .distinct()
        .toList();
  }

  private static List<String> cells(
      Map<String, Spread> figures, List<Column> columns, BiFunction<Column, Spread, String> text) {
    return columns.stream()
        .map(
            column -> {
              Spread spread = figures.get(column.toString());
              return spread == null ? "-" : text.apply(column, spread);
            })
        .toList();
  }

  private static String range(Column column, Spread spread) {
    return column.text(spread.min()) + "–" + column.text(spread.max());
  }

  /** Aligns names to the left, figures and verdicts to the right. */
  public static String aligned(List<List<String>> lines, int names) {
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < lines.get(0).size(); i++) {
      int column = i;
      widths.add(lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0));
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < line.size(); i++) {
        String format = "%" + (i < names ? "-" : "") + Math.max(1, widths.get(i)) + "s";
        cells.add(String.format(Locale.ROOT, format, line.get(i)));
      }
      text.append(cells.stream().collect(Collectors.joining("  ")).stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
