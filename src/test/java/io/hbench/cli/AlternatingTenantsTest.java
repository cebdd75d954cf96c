package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeySequence;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Pause;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What neighbours do to a tenant, in one run, without a cluster. */
class AlternatingTenantsTest {
  private static final String VICTIM = Victim.class.getName();
  private static final String SCAN = Scan.class.getName();
  private static final String QUICK = " --for 80s --warmup 4s --quiet --alternate 2s";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
    Scan.IN_FLIGHT.set(0);
  }

  private String tenants(String text) throws IOException {
    return " --tenants " + Files.writeString(dir.resolve("tenants.yaml"), text);
  }

  private static String two(String neighbour) {
    return "web: %s@1 --table t1 --threads 1\netl: %s --table t2".formatted(VICTIM, neighbour);
  }

  @Test
  void aNeighbourThatTriplesTheTimesIsFoundInOneRun() throws IOException {
    Hbench.Result run =
        hbench.job(
            "both", "run" + tenants(two(SCAN + "@1 --threads 1")) + QUICK + " --draw-seed 1");
    assertThat(run).hasExitCode(0); // its tenants are as good as their verdicts
    Json comparison = run.json("web/compare.json");
    assertThat(comparison).has("verdict", "regression").has("sets.0.live.pairs", 20);
    assertThat(comparison.at("differences.0"))
        .has("what", "neighbours")
        .has("baseline.0", "none")
        .has(
            "candidate.0",
            "etl: run '%s@1' --table t2 --threads 1 --for 80s --warmup 4s; alternating every 2s"
                .formatted(SCAN));
    Json median = median(run);
    assertThat(median.number("change")).isBetween(1.95, 2.05);
    assertThat(median.number("low")).isBetween(1.8, 2.0);
    assertThat(median.number("high")).isBetween(1.99, 2.2);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("tasks of web and etl share 1 host, such as ")
        .doesNotContain(" are few", " is degraded", "than the guard")
        .contains("neighbours: web with them: %s ops/s -66".formatted(VICTIM))
        .containsPattern("p50 \\+\\d+\\.\\d % \\(\\+\\d.* to \\+\\d.* %\\)");
    assertThat(Files.readString(run.dir().resolve("suite.html"))).contains("web with them: ");
    assertThat(Files.readString(run.dir().resolve("web/compare.html"))).contains("neighbours");
    assertThat(hbench.run("compare %s/web".formatted(run.dir())).out())
        .contains("different: neighbours: baseline none, candidate etl: run ");
    Hbench.Result ofNeighbour = hbench.run("compare %s/etl".formatted(run.dir()));
    assertThat(ofNeighbour).hasExitCode(2);
    assertThat(ofNeighbour.err()).containsPattern("/etl: a neighbour, .*; try compare .*/web");
  }

  @Test
  void neighboursOnTheHostsOfTheVictimAreOneLine() throws IOException {
    String many = "web: noop@1 --rate 9\nt{0..4}: noop@1 --table t{0..4} --rate 9";
    Hbench.Result run = hbench.job("many", "run" + tenants(many) + QUICK.replace("80s", "8s"));
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("tasks of web and t0, t1, t2 and 2 more share 1 host, such as ")
        .containsOnlyOnce(": the effect includes that of the clients");
    assertThat(run.json("suite.json")).has("running", false);
  }

  @Test
  void theVictimDrivesAlwaysAndItsNeighboursInTheIntervalsOfTheCandidate() throws IOException {
    Hbench.Result run =
        hbench.job(
            "both",
            "run" + tenants("web: noop@2 --rate 90\netl: noop@2 --table t2 --rate 50") + QUICK);
    assertThat(run).hasExitCode(0);
    Json web = run.json("web/report.json");
    Json etl = run.json("etl/report.json");
    assertThat(web.at("operations.0")).has("operation", "noop.baseline");
    assertThat(web.at("operations.1")).has("operation", "noop.candidate");
    assertThat(etl.list("operations")).hasSize(1);
    assertThat(etl.at("operations.0")).has("operation", "noop.candidate");
    // two thirds of each interval count: the first third is the guard
    for (Json operation : web.list("operations")) {
      assertThat(operation.number("count")).isBetween(2_350.0, 2_450.0);
      assertThat(operation.number("opsPerSecond")).isBetween(88.0, 92.0);
    }
    assertThat(etl.at("operations.0").number("count")).isBetween(1_300.0, 1_370.0);
    assertThat(etl.at("operations.0").number("opsPerSecond")).isBetween(48.0, 52.0);
    assertThat(etl.at("pace").number("scheduledPerSecond")).isBetween(48.0, 52.0);
    for (Json report : new Json[] {web, etl}) {
      assertThat(report).has("verdict.status", "valid").has("timeline.intervalSeconds", 2);
    }
    // the neighbours' intervals are those of the victim's candidate
    assertThat(intervals(etl, "noop.candidate"))
        .hasSize(20)
        .isEqualTo(intervals(web, "noop.candidate"))
        .doesNotContainAnyElementsOf(intervals(web, "noop.baseline"));
  }

  private static List<Double> intervals(Json report, String operation) {
    return report.list("timeline.points").stream()
        .filter(point -> point.text("operation").equals(operation))
        .map(point -> point.number("t"))
        .toList();
  }

  @Test
  void aNeighbourThatDoesNothingIsNoRegression() throws IOException {
    Hbench.Result run =
        hbench.job("both", "run" + tenants(two("noop@1 --rate 1")) + QUICK + " --draw-seed 1");
    assertThat(run).hasExitCode(0);
    assertThat(median(run).number("low")).isBetween(-0.1, 0.0);
    assertThat(median(run).number("high")).isBetween(0.0, 0.1);
  }

  private static Json median(Hbench.Result run) {
    return run.json("web/compare.json").list("sets.0.operations.0.figures").stream()
        .filter(figure -> figure.text("figure").equals("p50"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void requestsOfANeighbourThatOutlastTheGuardAreNamed() throws IOException {
    Hbench.Result run =
        hbench.job(
            "both",
            "run"
                + tenants(two(SCAN + "@1 --threads 1"))
                + QUICK.replace("80s", "4800ms").replace("alternate 2s", "alternate 120ms"));
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "requests of etl took longer than the guard, and were in the next interval, too:");
  }

  @Test
  void whatTheEffectLacksIsBesideIt() throws IOException {
    Hbench.Result run =
        hbench.job(
            "both",
            "run"
                + tenants("web: %s@1 --table t1 --rate 9\netl: noop@1 --table t2".formatted(SCAN))
                + QUICK.replace("80s", "1200ms").replace("alternate 2s", "alternate 120ms"));
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("; 5 pairs are few", "(too little data for an interval)")
        .contains("requests of web took longer than the guard, and were in the next interval");
    run =
        hbench.job(
            "dropped",
            "run" + tenants(two(SCAN + "@1 --threads 1 --rate 100")) + QUICK.replace("80s", "8s"));
    assertThat(run.out()).containsPattern("etl is (degraded|invalid): [a-z, -]*requests-dropped");
  }

  @Test
  void aClosedLoopOfANeighbourThatEndsAnIntervalBeforeTheWindowHasRunToItsEnd() throws IOException {
    String words = "run" + tenants(two(SCAN + "@1 --threads 1")) + QUICK.replace("80s", "8s");
    for (int seed = 1; seed <= 4; seed++) {
      Hbench.Result run = hbench.job("seed-" + seed, words + " --draw-seed " + seed);
      assertThat(run.json("etl/report.json").at("verdict").toString())
          .doesNotContain("task-overlap");
    }
  }

  @Test
  void theRateOfANeighbourWithoutMergedRecordsIsThatOfItsIntervals() throws IOException {
    String words = "run" + tenants(two("noop@1 --rate 50")) + QUICK.replace("80s", "8s");
    for (int seed = 1; seed <= 4; seed++) {
      Path etl = hbench.job("seed-" + seed, words + " --draw-seed " + seed).dir().resolve("etl");
      for (String gone : List.of("part-r-00000", "timeline-r-00000", "report.json")) {
        Files.delete(etl.resolve(gone));
      }
      assertThat(hbench.run("report " + etl)).hasExitCode(0);
      assertThat(Json.read(etl.resolve("report.json")).at("operations.0"))
          .number("opsPerSecond")
          .isBetween(48.0, 52.0);
    }
  }

  private Path ranTogether() throws IOException {
    String two = tenants("web: noop@1 --rate 90\netl: noop@1 --table t2");
    return hbench.job("both", "run" + two + QUICK).dir();
  }

  @Test
  void aTenantOfThePlanDrivesAlways() throws IOException {
    Path both = ranTogether();
    for (String tenant : new String[] {"web", "etl"}) {
      Hbench.Result alone =
          hbench.job(tenant, "run -conf %s/%s/plan.xml --for 4s --rate 50".formatted(both, tenant));
      assertThat(alone).hasExitCode(0);
      assertThat(alone.report().at("operations.0"))
          .has("operation", "noop")
          .has("count", 200)
          .has("opsPerSecond", 50);
      assertThat(alone.report()).has("timeline.intervalSeconds", 1); // not that of --alternate
    }
    Hbench.Result own =
        hbench.job("own", "run -conf %s/web/plan.xml --for 4s --interval 500ms".formatted(both));
    assertThat(own.report()).has("timeline.intervalSeconds", 0.5);
  }

  @Test
  void aTenantOfThePlanMayBeASideOfALiveComparison() throws IOException {
    Path both = ranTogether();
    Hbench.Result live =
        hbench.job(
            "live",
            "compare --live run noop@1 --for 4s --candidate batch=10 -conf %s/web/plan.xml"
                .formatted(both));
    assertThat(live.err()).doesNotContain("no setting has two values");
    assertThat(live.out()).contains("different: --batch: baseline none, candidate 10");
  }

  /** Else the order would be the same in each run, and meet the same rhythm of the cluster. */
  @Test
  void theOrderOfTheIntervalsIsThatOfTheDrawSeed() throws IOException {
    String words = "run" + tenants("web: noop@1 --rate 9\netl: noop@1 --table t2 --rate 9") + QUICK;
    Json first = hbench.job("a", words + " --draw-seed 1").json("etl/report.json");
    Json same = hbench.job("b", words + " --draw-seed 1").json("etl/report.json");
    Json other = hbench.job("c", words + " --draw-seed 2").json("etl/report.json");
    assertThat(intervals(first, "noop.candidate"))
        .isEqualTo(intervals(same, "noop.candidate"))
        .isNotEqualTo(intervals(other, "noop.candidate"));
  }

  @Test
  void aDryRunKnowsThatNeighboursDriveHalfOfTheTime() throws IOException {
    String two = "web: noop@1 --rate 90\netl: noop@1 --table t2 --rate 50";
    Hbench.Result dry = hbench.job("none", "run --dry-run" + tenants(two) + QUICK);
    assertThat(dry).hasExitCode(0);
    assertThat(dry.out())
        .containsPattern("tenant: web\\n[^=]*requests: +7,560\\n[^=]*tenant: etl\\n")
        .containsPattern("tenant: etl\\n[^=]*requests: +2,200\\n");
    Hbench.Result ramp =
        hbench.job(
            "none", "run --dry-run" + tenants(two.replace("--rate 50", "--rate 10..90")) + QUICK);
    assertThat(ramp.out()).containsPattern("tenant: etl\\n[^=]*requests: +4,040\\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          web: noop@1 --objective 'p99 < 1s'  | 1: tenant 'web': --alternate: --objective: not for the two sides of a run; try run --tenants
          web: insert@1                       | 1: tenant 'web': --alternate: run insert: the sides would not insert the same new rows
          web: get@1 --keys sequential        | 1: tenant 'web': --alternate: --keys sequential: one side would find
          web: noop@1 --interval 1s           | 1: tenant 'web': --interval 1s: --alternate is the length of the intervals; try --alternate 2s
          """)
  void whatAVictimCannotHaveIsRefused(String victim, String message) throws IOException {
    Hbench.Result run =
        hbench.job("none", "run" + tenants(victim + "\netl: noop --table t2") + QUICK);
    assertThat(run).hasExitCode(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("tenants.yaml:" + message);
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void aNeighbourMayInsertRowsAndHasNoObjectives() throws IOException {
    String victim = "web: noop@1 --table t1\n";
    Hbench.Result run =
        hbench.job(
            "none",
            "run" + tenants(victim + "etl: noop --table t2 --objective 'p99 < 1s'") + QUICK);
    assertThat(run.err())
        .contains("tenants.yaml:2: tenant 'etl': --alternate: --objective: not for");
    run = hbench.job("none", "run" + tenants(victim + "etl: insert@1 --table t2") + QUICK);
    assertThat(run.err()).contains("no HBase configuration found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run noop@1 --alternate 30s     | --alternate 30s: needs tenants that are neighbours; try run --tenants job-conf/neighbour.yaml
          run TENANTS --for 70s --alternate 30s  | tenant 'web': --for 70s: not a whole number of pairs of intervals of 30s; try --for 2m
          run ONE --for 70s --alternate 35s      | --alternate 35s: needs tenants that are neighbours; try run
          load TENANTS --alternate 30s   | --alternate: no such option
          verify TENANTS --alternate 30s | --alternate: no such option
          run TENANTS --alternate 0s     | --alternate 0s: not
          run TENANTS -D hbench.alternate=2s | hbench.alternate
          """)
  void wrongWordsHaveOneLine(String words, String message) throws IOException {
    String one = "web: noop@1";
    Hbench.Result run =
        hbench.job(
            "none",
            words.contains("ONE")
                ? words.replace("ONE", tenants(one))
                : words.replace("TENANTS", tenants(one + "\netl: noop@1 --table t2")));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(message);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.dir()).doesNotExist();
  }

  /** Takes 5 ms, nearly, and three times as long while a scan is in flight. */
  public static final class Victim extends PlainOperation {
    @Override
    protected Request next(KeySequence keys) {
      long nanos = 5_000_000 + keys.next() % 1_000 * 100;
      return client -> {
        Pause.nanos(nanos * (Scan.IN_FLIGHT.get() > 0 ? 3 : 1));
        return CompletableFuture.completedFuture(Outcome.NOTHING);
      };
    }
  }

  /** Takes 50 ms. */
  public static final class Scan extends PlainOperation {
    private static final AtomicInteger IN_FLIGHT = new AtomicInteger();

    @Override
    protected Request next(KeySequence keys) {
      keys.next();
      return client -> {
        IN_FLIGHT.incrementAndGet();
        Pause.nanos(50_000_000);
        IN_FLIGHT.decrementAndGet();
        return CompletableFuture.completedFuture(Outcome.NOTHING);
      };
    }
  }
}
