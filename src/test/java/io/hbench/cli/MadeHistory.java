package io.hbench.cli;

import io.hbench.history.SyntheticRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;

/** Runs that nobody drove, and what {@code compare} and {@code trend} make of them. */
public final class MadeHistory {
  private static final SyntheticRuns USUAL =
      new SyntheticRuns(2, 60, 200, 500_000, 0.005, 0.005, 0.03, 0.6, 1, Map.of(), null);
  private static final int RUNS = 5;
  private static final int NIGHTS = 43;

  private MadeHistory() {}

  /**
   * Runs that are 6 % slower than those before.
   *
   * @return the page; beside it is {@code compare.json}
   */
  public static Path compare(Path dir) throws IOException {
    for (int i = 0; i < RUNS; i++) {
      USUAL.write(dir.resolve("monday/" + i), i);
      USUAL.slower(1.06).write(dir.resolve("tuesday/" + i), RUNS + i);
    }
    Path page = dir.resolve("compare.html");
    made(
        SyntheticRuns.conf(),
        page,
        "compare",
        dir.resolve("monday").toString(),
        dir.resolve("tuesday").toString(),
        "--html",
        page.toString(),
        "--out",
        dir.resolve("compare.json").toString());
    return page;
  }

  /**
   * Nights of which some bring more throughput, and later ones longer times; and one that did
   * something else.
   *
   * @return the page; beside it is {@code trend.json}
   */
  public static Path trend(Path dir) throws IOException {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", dir.resolve("local").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    Path runs = Files.createDirectories(dir.resolve("nightly"));
    Nights nights = Nights.of(conf, dir.resolve("real")).in(runs);
    SplittableRandom random = new SplittableRandom(1);
    for (int night = 0; night < NIGHTS; night++) {
      nights.add(
          "night-" + night,
          night,
          (night < 14 ? 41_000 : 47_000) * Math.exp(0.015 * random.nextGaussian()),
          (night < 33 ? 2_300 : 2_750) * Math.exp(0.03 * random.nextGaussian()));
    }
    nights.add("other", NIGHTS, 41_000, 2_300, Map.of("threads", "99"), "valid");
    Path page = dir.resolve("trend.html");
    TestMain.Result result =
        made(conf, page, "trend", runs.toString(), "--html", page.toString(), "--format", "json");
    Files.writeString(dir.resolve("trend.json"), result.out());
    return page;
  }

  private static TestMain.Result made(Configuration conf, Path page, String... words) {
    TestMain.Result result = TestMain.run(conf, words);
    if (!Files.exists(page)) {
      throw new IllegalStateException(result.err());
    }
    return result;
  }
}
