package io.hbench.suite;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.settings.Settings;
import io.hbench.suite.SuiteRecord.Row;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tenants of a record that stand out, if there are many: those with the worst verdicts, and
 * among these the ones whose p99 is longest, divided by the median of the same operation of all.
 *
 * @param shown rows of the table
 * @param others rows of the other tenants; empty if there are few
 */
public record Outstanding(List<Row> shown, List<Row> others) {
  private static final int MOST = 20;
  private static final int SHOWN = 10;

  public static Outstanding of(SuiteRecord record) {
    Collection<List<Row>> tenants =
        record.rows().stream()
            .filter(row -> row.ladder().containsKey(Settings.TENANT.name()))
            .collect(Collectors.groupingBy(Row::ladder, LinkedHashMap::new, Collectors.toList()))
            .values();
    if (tenants.size() <= MOST) {
      return new Outstanding(record.rows(), List.of());
    }
    Map<String, Double> medians =
        record.rows().stream()
            .filter(row -> p99(row).isPresent())
            .collect(
                Collectors.groupingBy(
                    Row::operation,
                    Collectors.collectingAndThen(Collectors.toList(), Outstanding::medianP99)));
    List<List<Row>> order =
        tenants.stream()
            .sorted(
                Comparator.comparing((List<Row> rows) -> rows.get(0), SuiteRecord.WORST_FIRST)
                    .thenComparing(rows -> -ratio(rows, medians)))
            .toList();
    return new Outstanding(
        order.stream().limit(SHOWN).flatMap(List::stream).toList(),
        order.stream().skip(SHOWN).flatMap(List::stream).toList());
  }

  /** The largest p99 of a tenant, of its operations, by what is usual. */
  private static double ratio(List<Row> tenant, Map<String, Double> medians) {
    return tenant.stream()
        .flatMap(row -> p99(row).map(p99 -> p99 / medians.get(row.operation())).stream())
        .max(Comparator.naturalOrder())
        .orElse(0.0);
  }

  /** The p99 of a row, in microseconds; empty if it has none, or is the total of others. */
  public static Optional<Double> p99(Row row) {
    return Stream.ofNullable(row.figures().get(Figure.P99.toString()))
        .filter(spread -> !row.operation().equals(FigureKey.TOTAL))
        .map(SuiteRecord.Spread::mean)
        .findFirst();
  }

  /** The median of the p99 of some rows, which have one. */
  public static double medianP99(List<Row> rows) {
    List<Double> sorted = rows.stream().flatMap(row -> p99(row).stream()).sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }
}
