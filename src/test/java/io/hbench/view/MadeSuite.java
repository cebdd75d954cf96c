package io.hbench.view;

import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Run;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.Path;

/** Records of synthetic suites, for tests of their charts and of scaling. */
public final class MadeSuite {
  private final SplittableRandom random = new SplittableRandom(1);
  private final double noise;
  private final List<Run> runs = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param noise standard deviation of figures between runs, as a share
   */
  public MadeSuite(double noise) {
    this.noise = noise;
  }

  /** Adds the repeats of a step whose operations have a throughput, and half a millisecond. */
  public MadeSuite step(
      String name, Map<String, String> rung, int repeats, Map<String, Double> throughput) {
    return step(name, rung, repeats, throughput, 500);
  }

  /**
   * Adds the repeats of a step.
   *
   * @param throughput by operation
   * @param micros mean latency; p95 is three times of it, p99 eight times
   */
  public MadeSuite step(
      String name,
      Map<String, String> rung,
      int repeats,
      Map<String, Double> throughput,
      double micros) {
    Map<String, Map<String, DoubleSummaryStatistics>> spreads = new LinkedHashMap<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
      throughput.forEach(
          (operation, perSecond) -> {
            Map<String, Double> own = new LinkedHashMap<>();
            own.put(Figure.THROUGHPUT.toString(), drawn(perSecond));
            own.put(Figure.MEAN.toString(), drawn(micros));
            own.put(Figure.P95.toString(), drawn(3 * micros));
            own.put(Figure.P99.toString(), drawn(8 * micros));
            own.forEach(
                (figure, value) ->
                    spreads
                        .computeIfAbsent(operation, o -> new LinkedHashMap<>())
                        .computeIfAbsent(figure, f -> new DoubleSummaryStatistics())
                        .accept(value));
            figures.put(operation, own);
          });
      String directory = (name + "/" + String.join("_", rung.values()) + "/" + repeat).strip();
      runs.add(
          new Run(
              name, rung, repeat, true, directory, 0, null, true, "valid", figures, false, false,
              false));
    }
    spreads.forEach(
        (operation, each) -> {
          Map<String, Spread> own = new LinkedHashMap<>();
          each.forEach((f, s) -> own.put(f, new Spread(s.getAverage(), s.getMin(), s.getMax())));
          rows.add(new Row(name, rung, operation, repeats, "valid", own));
        });
    return this;
  }

  /** The values of a rung, in their order. */
  @SafeVarargs
  static Map<String, String> rung(Map.Entry<String, String>... values) {
    Map<String, String> rung = new LinkedHashMap<>();
    for (Map.Entry<String, String> value : values) {
      rung.put(value.getKey(), value.getValue());
    }
    return rung;
  }

  private double drawn(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  public SuiteRecord record() {
    return new SuiteRecord(
        SuiteRecord.SCHEMA,
        "nightly",
        "1",
        false,
        Map.of(),
        Suite.COLUMNS.stream().map(Figure::toString).toList(),
        List.copyOf(runs),
        List.copyOf(rows));
  }

  Document document() {
    return SuiteView.of(record(), new Path("hdfs://nn/hbench/nightly"));
  }

  /** YCSB's workloads on data that fits into the cache and on data that does not. */
  static MadeSuite workloads() {
    MadeSuite suite = new MadeSuite(0.02);
    for (String rows : List.of("40M", "1G")) {
      double slower = rows.equals("1G") ? 40 : 1;
      Map<String, String> rung = Map.of("rows", rows);
      suite
          .step("C", rung, 3, Map.of("get", 165_063 / slower), 240 * slower)
          .step("update", rung, 3, Map.of("put", 63_030.0), 630)
          .step("A", rung, 3, mix("get", "put", 79_439 / slower), 400 * slower)
          .step("F", rung, 3, mix("get", "readModifyWrite", 55_157 / slower), 580 * slower);
    }
    return suite;
  }

  private static Map<String, Double> mix(String one, String other, double total) {
    Map<String, Double> mix = new LinkedHashMap<>();
    mix.put(one, total / 2);
    mix.put(other, total / 2);
    mix.put("total", total);
    return mix;
  }

  /** Steps in three configurations, of which the last one is slower. */
  static MadeSuite configurations() {
    MadeSuite suite = new MadeSuite(0.03);
    Map<String, Double> speeds = new LinkedHashMap<>();
    speeds.put("base", 1.0);
    speeds.put("heap30", 1.02);
    speeds.put("two-servers-on-a-node", 0.7);
    speeds.forEach(
        (name, speed) -> {
          Map<String, String> rung = Map.of("configuration", name);
          suite
              .step("random-write", rung, 3, Map.of("put", 40_000 * speed), 700 / speed)
              .step("random-read", rung, 3, Map.of("get", 52_000 * speed), 500 / speed)
              .step("scan", rung, 3, Map.of("scan", 18_000 * speed), 1_200 / speed);
        });
    return suite;
  }

  /** Throughput that grows with the threads up to 16 of them. */
  static MadeSuite threads(int repeats) {
    MadeSuite suite = new MadeSuite(0.01);
    for (int threads : List.of(1, 2, 4, 8, 16, 32, 64)) {
      double perSecond = 2_000.0 * Math.min(threads, 16);
      suite.step(
          "",
          Map.of("threads", "" + threads),
          repeats,
          Map.of("get", perSecond),
          1e6 * threads / perSecond);
    }
    return suite;
  }
}
