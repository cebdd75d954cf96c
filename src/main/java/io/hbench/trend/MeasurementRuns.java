package io.hbench.trend;

import static io.hbench.figure.Format.counted;

import io.hbench.figure.FigureKey;
import io.hbench.report.RunFigures;
import io.hbench.trend.Trend.Measurement;
import io.hbench.trend.Trend.Point;
import io.hbench.trend.level.ChangeWatch.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/** A measurement with its runs: one, or the repeats of a step in one suite. */
record MeasurementRuns(Measurement measurement, List<PastRun> runs) {
  /** More than any figure of a run; squares of larger ones would not be numbers. */
  private static final double MAX_FIGURE = 1e100;

  /**
   * The measurements of a history.
   *
   * @param runs of the same load, oldest first
   */
  static List<MeasurementRuns> of(List<PastRun> runs) {
    Marks marks = new Marks();
    return runs.stream()
        .collect(
            Collectors.groupingBy(
                run -> run.place().suite(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(ofNight -> of(ofNight, marks))
        .toList();
  }

  private static MeasurementRuns of(List<PastRun> runs, Marks marks) {
    PastRun first = runs.get(0);
    String path = first.place().path();
    return new MeasurementRuns(
        new Measurement(
            first.started().toString(),
            runs.size() == 1 ? path : StringUtils.substringBeforeLast(path, "/"),
            runs.stream().map(run -> run.place().path()).toList(),
            runs.size(),
            first.version(),
            runs.stream().map(PastRun::verdict).max(Comparator.naturalOrder()).orElseThrow(),
            first.cluster().hbase(),
            first.cluster().regionServers(),
            first.cluster().regions(),
            marks.next(runs)),
        runs);
  }

  String suite() {
    return runs.get(0).place().suite();
  }

  Instant time() {
    return runs.get(0).started();
  }

  /** The mean of the runs, as in a suite's table. */
  OptionalDouble mean(FigureKey key) {
    OptionalDouble mean = figures(key).mapToDouble(RunFigures.Value::value).average();
    return Math.abs(mean.orElse(0)) < MAX_FIGURE ? mean : OptionalDouble.empty();
  }

  /** The mean, with the resolution of the run that knows the figure least. */
  Value value(FigureKey key) {
    return new Value(
        time(),
        mean(key).orElseThrow(),
        figures(key).mapToDouble(RunFigures.Value::resolution).max().orElseThrow());
  }

  /** The mean, with the server that has the value; of several runs that with the highest. */
  Point point(FigureKey key) {
    return new Point(
        measurement.time(),
        mean(key).orElseThrow(),
        measurement.run(),
        measurement.verdict(),
        figures(key)
            .max(Comparator.comparing(RunFigures.Value::value))
            .map(RunFigures.Value::server)
            .orElse(null));
  }

  private Stream<RunFigures.Value> figures(FigureKey key) {
    return runs.stream().flatMap(run -> Stream.ofNullable(run.figures().get(key)));
  }

  /**
   * What was different with each night of a history, beside its figures: versions, regions,
   * servers. It is shown, and does not split the history.
   */
  private static final class Marks {
    private final Map<String, String> known = new LinkedHashMap<>();

    /**
     * The marks of the next night: {@code HBase 2.6.1 → 2.6.2}, {@code 1 region server left}.
     *
     * @param runs of that night, with the same load; the first one stands for all
     */
    List<String> next(List<PastRun> runs) {
      List<String> marks = new ArrayList<>();
      PastRun first = runs.get(0);
      changed("HBase", first.cluster().hbase(), marks);
      changed("hbench", first.version(), marks);
      changed("region servers", first.cluster().regionServers(), marks);
      changed("regions", first.cluster().regions(), marks);
      happened("left", runs.stream().mapToLong(run -> run.cluster().left()).sum(), marks);
      happened("joined", runs.stream().mapToLong(run -> run.cluster().joined()).sum(), marks);
      return marks;
    }

    private void changed(String what, Object now, List<String> marks) {
      if (now == null) {
        return;
      }
      String before = known.put(what, now.toString());
      if (before != null && !before.equals(now.toString())) {
        marks.add("%s %s → %s".formatted(what, before, now));
      }
    }

    private static void happened(String what, long servers, List<String> marks) {
      if (servers > 0) {
        marks.add(counted(servers, "region server") + " " + what);
      }
    }
  }
}
