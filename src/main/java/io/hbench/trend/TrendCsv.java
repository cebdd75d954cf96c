package io.hbench.trend;

import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Night;
import io.hbench.trend.Trend.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A trend as Apache Otava's importer for CSV reads it: a line for each night, with a column for
 * each figure. Otava takes one history from a file; where there are several, its {@code --branch}
 * chooses one, so the groups are its branches. Times are in microseconds, errors a share.
 */
public final class TrendCsv {
  /** What such a file begins with. */
  public static final String START = "time,branch,run,repeats,version,verdict";

  private TrendCsv() {}

  /** Ends with a line feed. Cells are empty where a night has no such figure. */
  public static String of(Trend trend) {
    List<String> columns =
        trend
            .series()
            .filter(series -> !series.points().isEmpty())
            .map(TrendCsv::column)
            .distinct()
            .toList();
    StringBuilder csv = new StringBuilder(START);
    columns.forEach(column -> csv.append(',').append(quoted(column)));
    csv.append('\n');
    for (Group group : trend.groups()) {
      Map<String, Map<String, Double>> values = new LinkedHashMap<>();
      for (Trend.TrendSeries series : group.series()) {
        values.put(
            column(series),
            series.points().stream().collect(Collectors.toMap(Point::run, Point::value)));
      }
      for (Night night : group.nights()) {
        List<String> cells =
            new ArrayList<>(
                List.of(
                    night.time(),
                    group.name(),
                    night.run(),
                    Integer.toString(night.repeats()),
                    night.version(),
                    night.verdict().toString()));
        for (String column : columns) {
          Double value = values.getOrDefault(column, Map.of()).get(night.run());
          cells.add(value == null ? "" : String.format(Locale.ROOT, "%.9g", value));
        }
        csv.append(cells.stream().map(TrendCsv::quoted).collect(Collectors.joining(",")))
            .append('\n');
      }
    }
    return csv.toString();
  }

  private static String column(Trend.TrendSeries series) {
    return series.operation() + "." + series.figure();
  }

  private static String quoted(String cell) {
    return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
