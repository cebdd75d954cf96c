package io.hbench.export;

import static io.hbench.figure.Format.format;

import io.hbench.trend.Trend;
import io.hbench.trend.Trend.Group;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.text.StringEscapeUtils;

/**
 * CSV of a trend for Apache Otava's importer: one line for each measurement, one column for each
 * figure. Otava reads one history from a file and selects it by {@code --branch}; the groups are
 * its branches. Latencies are in microseconds, errors are a share.
 */
public final class TrendCsv {
  /** Beginning of such a file, by which hbench recognises its own. */
  public static final String START = "time,branch,run,repeats,version,verdict";

  private TrendCsv() {}

  /** The file; it ends with a line feed. A cell is empty if a measurement lacks the figure. */
  public static String of(Trend trend) {
    List<String> columns =
        trend
            .series()
            .filter(series -> series.kind().isFollowed() && !series.points().isEmpty())
            .map(TrendCsv::column)
            .distinct()
            .toList();
    StringBuilder csv = new StringBuilder(START);
    columns.forEach(column -> csv.append(',').append(StringEscapeUtils.escapeCsv(column)));
    csv.append('\n');
    for (Group group : trend.groups()) {
      Map<String, Map<String, Double>> values = new LinkedHashMap<>();
      for (Trend.TrendSeries series : group.series()) {
        values.put(
            column(series),
            series.points().stream().collect(Collectors.toMap(Point::run, Point::value)));
      }
      for (Measurement measurement : group.measurements()) {
        List<String> cells =
            new ArrayList<>(
                List.of(
                    measurement.time(),
                    group.name(),
                    measurement.run(),
                    Integer.toString(measurement.repeats()),
                    measurement.version(),
                    measurement.verdict().toString()));
        for (String column : columns) {
          Double value = values.getOrDefault(column, Map.of()).get(measurement.run());
          cells.add(value == null ? "" : format("%.9g", value));
        }
        csv.append(
                cells.stream().map(StringEscapeUtils::escapeCsv).collect(Collectors.joining(",")))
            .append('\n');
      }
    }
    return csv.toString();
  }

  private static String column(Trend.TrendSeries series) {
    return series.operation() + "." + series.figure();
  }
}
