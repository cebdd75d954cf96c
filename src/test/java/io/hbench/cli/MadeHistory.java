package io.hbench.cli;

import io.hbench.compare.SyntheticRuns;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.Judgement;
import io.hbench.findmax.StepReason;
import io.hbench.html.PageRenderer;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.view.SearchView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;

/** Synthetic runs, compared and put into a trend. */
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
        LocalJobs.conf(dir),
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
    Configuration conf = LocalJobs.conf(dir);
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
    Hbench.Result result =
        made(conf, page, "trend", runs.toString(), "--html", page.toString(), "--format", "json");
    Files.writeString(dir.resolve("trend.json"), result.out());
    return page;
  }

  /**
   * A search that went as far as a server can that takes 12,345 requests per second.
   *
   * @return the page
   */
  public static Path findmax(Path dir) throws IOException {
    return Files.writeString(
        dir.resolve("findmax.html"), PageRenderer.html(SearchView.of(search())));
  }

  /** The record of that search. */
  public static FindmaxRecord search() {
    List<FindmaxRecord.Step> steps = new ArrayList<>();
    for (double rate : new double[] {1_000, 2_000, 4_000, 8_000, 16_000, 11_310, 13_450, 12_330}) {
      boolean met = rate < 12_345;
      steps.add(
          new FindmaxRecord.Step(
              steps.size() + 1,
              RunDirectory.step(steps.size() + 1),
              rate,
              Math.min(rate, 12_345),
              met ? 200 + rate / 80 : 30 * (rate - 11_000),
              met ? 900 + rate / 3 : 80 * (rate - 11_000),
              62.5,
              Math.min(rate, 12_345) / 13_000,
              new FindmaxRecord.Exceedance(
                  "p99 < 20ms", met ? 0 : 1, met ? 0 : 1, met ? 2e-4 : 1, 0.01),
              met ? Judgement.MET : Judgement.MISSED,
              met
                  ? List.of()
                  : List.of(
                      new StepReason(StepReason.Cause.RATE_NOT_REACHED, null),
                      new StepReason(StepReason.Cause.OBJECTIVE_MISSED, "p99 < 20ms")),
              "valid",
              false));
    }
    return new FindmaxRecord(
        FindmaxRecord.SCHEMA,
        "findmax get:95,put:5@8 on table usertable",
        Version.hbench(),
        "hdfs://nn/user/me/hbench/20260131-101500-findmax",
        List.of("p99 < 20ms", "errors < 1%"),
        steps,
        new FindmaxRecord.Result(
            12_330.0,
            13_450.0,
            12_330.0,
            null,
            RunDirectory.step(8),
            FindmaxRecord.Limit.SERVERS,
            7,
            800,
            null));
  }

  private static Hbench.Result made(Configuration conf, Path page, String... words) {
    Hbench.Result result = Hbench.run(conf, words);
    if (!Files.exists(page)) {
      throw new IllegalStateException(result.err());
    }
    return result;
  }
}
