package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.latency.LatencySummary;
import io.hbench.length.LengthFacts;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Server;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerRegionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Region servers and outages in {@code compare}. */
class CompareServersTest {
  private static final SyntheticRuns RUN =
      new SyntheticRuns(2, 25, 20, 500_000, 0.01, 0.01, 0.05, 0.3, 1, Map.of(), null);
  private static final int BLOCKS = 40;
  private static final long REQUESTS = 10_000;

  @TempDir Path dir;
  private final SplittableRandom random = new SplittableRandom(1);
  private int runs;
  private String last;

  /** What a run has beside its figures of operations. */
  private record Kind(
      int servers,
      String prefix,
      double slower,
      double share,
      double outage,
      double outageAfter,
      long failed) {
    static final Kind USUAL = new Kind(3, "rs", 1, 1.0 / 3, 0, 1, 0);

    /**
     * @param requests of the slow server
     */
    Kind failing(long requests) {
      return new Kind(servers, prefix, slower, share, outage, outageAfter, requests);
    }

    Kind slower(double factor) {
      return new Kind(servers, prefix, factor, share, outage, outageAfter, failed);
    }

    Kind share(double ofTheSlow) {
      return new Kind(servers, prefix, slower, ofTheSlow, outage, outageAfter, failed);
    }

    Kind outage(double seconds) {
      return new Kind(servers, prefix, slower, share, seconds, outageAfter, failed);
    }

    Kind outageAfter(double seconds) {
      return new Kind(servers, prefix, slower, share, outage, seconds, failed);
    }

    Kind of(int number, String name) {
      return new Kind(number, name, slower, 1.0 / number, outage, outageAfter, failed);
    }

    String name(int server) {
      return prefix + server + ":16020";
    }
  }

  @Test
  void theServerThatGotSlowerIsNamedByTwoSingleRuns() throws IOException {
    Path page = dir.resolve("compare.html");
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL.slower(1.3), 1, "--html " + page);
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .contains("\n  1 regression: get @rs1:16020 level +")
        .containsPattern(
            "\nget @rs1:16020 +level +5\\d\\d µs +6\\d\\d µs +\\+\\d\\d.\\d % .* regression\n")
        .doesNotContain("get @rs0:16020", "get @rs2:16020");
    assertThat(details())
        .contains("\nby server:  3 servers; confidence 98 % jointly over 3 ")
        .containsPattern(
            "\nget @rs0:16020 +p50 .* 4 runs or more in all show how much it varies\n");
    assertThat(page).content().contains("Figures by region server", "get @rs1:16020", "level +");
  }

  @Test
  void equalServersAreNotNamed() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL, 1);
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out()).doesNotContain("by server", "@rs");
    assertThat(details()).contains("\nby server:  3 servers; confidence ");
  }

  @Test
  void repeatsJudgePercentilesByServer() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL.slower(1.5), 3, "--format json");
    assertThat(compare).hasExitCode(6);
    Json servers = Json.parse(compare.out()).at("sets.0.servers");
    assertThat(servers).has("comparedFigures", 6).hasSize("list", 3);
    assertThat(servers.at("list.1"))
        .has("server", "rs1:16020")
        .has("operation", "get")
        .has("figures.0.figure", "ops/s")
        .has("figures.0.reason", "the load of the server is not judged")
        .has("figures.1.figure", "p50")
        .has("figures.1.verdict", "regression")
        .has("figures.2.figure", "p99")
        .has("figures.2.verdict", "regression");
    assertThat(servers.at("list.0").text("figures.1.verdict")).isNotEqualTo("regression");
  }

  /** Servers count all that was recorded, of which the window is a part: the rate was too high. */
  @Test
  void aWindowThatPrecisionEndedHasNoThroughputByServer() throws IOException {
    List<Path> sets = List.of(write(Kind.USUAL, 3), write(Kind.USUAL, 3));
    Json length =
        Json.parse(
            RunDirectory.toJson(
                new LengthFacts(5, 25, LengthFacts.Outcome.PRECISE, 0.98, List.of())));
    for (Path set : sets) {
      for (int i = 0; i < 3; i++) {
        Json.edit(set.resolve(i + "/report.json"), report -> report.set("window.length", length));
      }
    }
    Hbench.Result compare =
        new Hbench(dir).run("compare %s %s --format json".formatted(sets.get(0), sets.get(1)));
    assertThat(Json.parse(compare.out()).at("sets.0.servers.list.1"))
        .hasSize("figures", 2)
        .has("figures.0.figure", "p50")
        .has("figures.1.figure", "p99");
  }

  /** Its slowest requests timed out, and those that are left are quicker. */
  @Test
  void theP99OfAServerWhoseSlowestRequestsFailIsNotJudged() throws IOException {
    compare(Kind.USUAL, Kind.USUAL.slower(0.5).failing(100), 3);
    assertThat(details())
        .containsPattern("\nget @rs1:16020 +p50 .* improvement\n")
        .containsPattern(
            "\nget @rs1:16020 +p99 .* half or more of the requests above the p99 failed in 3 of"
                + " the runs\n");
  }

  @Test
  void aServerWithOtherRegionsIsNotJudged() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL.share(0.6).slower(1.5), 3);
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out()).doesNotContain("not compared");
    assertThat(details())
        .contains("\nby server:  3 servers; none judged\n")
        .containsPattern(
            "\nget @rs1:16020 +p50 .* its share of the requests went from 3\\d % to 60 %: other"
                + " regions, or other keys\n");
  }

  @Test
  void aLineSaysWhichServersWereNotCompared() throws IOException {
    assertThat(compare(Kind.USUAL, Kind.USUAL.of(3, "new"), 1).out())
        .contains("\nnot compared:  6 servers that not all runs have\n");
    assertThat(compare(Kind.USUAL.of(30, "rs"), Kind.USUAL.of(31, "rs"), 1).out())
        .containsPattern(
            "\nnot compared: +1 servers that not all runs have, 10 servers beyond the 20 with the"
                + " most\\s+requests\n");
    assertThat(details()).contains("\nby server:  20 servers; ");
  }

  @Test
  void outagesOfRepeatedRunsAreARegression() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL.outage(30), 3);
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .containsPattern(
            "\ntable +longest outage +0.00 s +[23]\\d.\\d s +\\+[23]\\d.\\d s +\\+.* regression\n")
        .containsPattern("\ntable +region-seconds lost +0.00 s +[56]\\d.\\d s .* regression\n");
    assertThat(details())
        .containsPattern(
            "\nlongest outage, region-seconds lost: +times in which regions did not a");
    assertThat(compare(Kind.USUAL.outage(30), Kind.USUAL, 3).out())
        .containsPattern("\ntable +longest outage .* improvement\n");
  }

  @Test
  void theOutageOfASetIsTheMeanOfItsRuns() throws IOException {
    Kind brief = Kind.USUAL.outage(30);
    Path before = write(List.of(Kind.USUAL, Kind.USUAL, Kind.USUAL));
    Path after = write(List.of(brief, brief, Kind.USUAL.outage(60)));
    assertThat(new Hbench(dir).run("compare " + before + " " + after).out())
        .containsPattern("\ntable +longest outage +0.00 s +(3[89]|4[012])\\.\\d s ");
  }

  @Test
  void anOutageOfASingleRunIsShownAndNotJudged() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL, Kind.USUAL.outage(30), 1);
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .containsPattern("\ntable +longest outage +0.00 s +[23]\\d.\\d s .* inconclusive\n")
        .contains("longest outage");
    assertThat(details())
        .containsPattern("\ntable +longest .* outages vary; 4 runs or more in all show how much\n");
    assertThat(compare(Kind.USUAL, Kind.USUAL, 1).out()).doesNotContain("longest outage");
  }

  @Test
  void outagesByTwoTimeLimitsAreNotCompared() throws IOException {
    Hbench.Result compare = compare(Kind.USUAL.outageAfter(60), Kind.USUAL.outage(30), 3);
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .contains("\nnot compared:  outages, as the runs differ in --outage-after\n")
        .doesNotContain("longest outage");
  }

  private Hbench.Result compare(Kind before, Kind after, int repeats, String... flags)
      throws IOException {
    last = "compare %s %s ".formatted(write(before, repeats), write(after, repeats));
    return new Hbench(dir).run(last + String.join(" ", flags));
  }

  /** The details of the last comparison. */
  private String details() {
    return new Hbench(dir).run(last + "--details").out();
  }

  private Path write(Kind kind, int repeats) throws IOException {
    Path set = write(Collections.nCopies(repeats, kind));
    return repeats == 1 ? set.resolve("0") : set;
  }

  private Path write(List<Kind> repeats) throws IOException {
    Path set = dir.resolve("set-" + runs);
    for (int i = 0; i < repeats.size(); i++) {
      Kind kind = repeats.get(i);
      Path run = set.resolve(Integer.toString(i));
      RUN.write(run, runs++);
      ByServer servers = servers(kind);
      Json.edit(
          run.resolve("report.json"),
          report -> report.set("byServer", servers).set("availability", availability(kind)));
      ServerRegionFacts places = places(kind);
      Json.edit(
          run.resolve(RunDirectory.taskFacts(0)), facts -> facts.set("result.places", places));
    }
    return set;
  }

  private double scatter() {
    return Math.exp(0.01 * random.nextGaussian());
  }

  private ByServer servers(Kind kind) {
    List<Server> servers = new ArrayList<>();
    for (int s = 0; s < kind.servers; s++) {
      double micros = 500 * scatter() * (s == 1 ? kind.slower : 1);
      double share = s == 1 ? kind.share : (1 - kind.share) / (kind.servers - 1);
      long count = Math.round(REQUESTS * share * scatter());
      LatencySummary latency =
          new Gson()
              .fromJson(
                  "{unit: us, count: %d, p50: %s, p99: %s}"
                      .formatted(count, micros, 5 * micros * scatter()),
                  LatencySummary.class);
      servers.add(
          new Server(
              kind.name(s),
              count,
              share,
              0,
              latency,
              null,
              null,
              List.of(new Operation("get", count, s == 1 ? kind.failed : 0, latency, null))));
    }
    return new ByServer(
        servers, List.of(), List.of(), List.of(), List.of(), List.of(), kind.servers);
  }

  /** Blocks of time with a noise of 5 %. */
  private ServerRegionFacts places(Kind kind) {
    return new ServerRegionFacts(
        IntStream.range(0, kind.servers)
            .mapToObj(
                s ->
                    new ServerRegionFacts.Blocks(
                        kind.name(s),
                        "get",
                        30,
                        LongStream.generate(() -> 100L).limit(BLOCKS).boxed().toList(),
                        random
                            .doubles(BLOCKS)
                            .map(
                                noise ->
                                    100
                                        * (Math.log(500_000 * (s == 1 ? kind.slower : 1))
                                            + 0.17 * (noise - 0.5)))
                            .boxed()
                            .toList()))
            .toList(),
        List.of(),
        List.of(),
        Map.of());
  }

  private Availability availability(Kind kind) {
    double longest = kind.outage * (1 + 0.05 * random.nextGaussian());
    return new Availability(
        kind.outageAfter,
        REQUESTS,
        REQUESTS,
        1.0,
        longest > 0 ? 1 : 0,
        longest,
        2 * longest,
        0,
        0,
        0,
        List.of());
  }
}
