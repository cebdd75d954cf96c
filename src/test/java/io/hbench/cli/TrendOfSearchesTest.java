package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Margins;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.trend.Night;
import io.hbench.trend.TrendReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The highest sustainable rate in the trend, and other figures that not every run has. */
class TrendOfSearchesTest extends NightsFixture {
  private static final String USERS = "p99 < 50ms";

  private int count;

  @Test
  void aHalvedRateIsARegressionInTheSameNight() throws IOException {
    searches(12, 12_000, 12_600);
    search(6_000.0, 6_300.0, Limit.SERVERS);
    Night tonight = tonight();
    assertThat(tonight.isRegression()).isTrue();
    assertThat(text(tonight))
        .contains(
            "\nverdict: regression\n  tonight: findmax rate of findmax get:95,put:5@8: 6,000/s, usual ")
        .containsPattern(
            "\nfindmax rate +1\\d,\\d{3}/s to 1\\d,\\d{3}/s +6,000/s +-50.0 % +regression +tonight ")
        .contains("\non table hbench, 13 measurements\n");
    assertThat(trend("--format", "json")).as("a night is no change yet").hasExitCode(0);
    searches(2, 6_000, 6_300);
    Hbench.Result trend = trend();
    assertThat(trend).hasExitCode(6);
    assertThat(trend.out())
        .containsPattern("runs: +15, 2026-01-01 to 2026-01-15\n")
        .contains("\nfindmax get:95,put:5@8\n", "\non table hbench, 15 measurements\n")
        .contains("findmax rate of findmax get:95,put:5@8: 12,000/s → 6,000/s (-50.0 %)");
  }

  /** Where the bracket is 10 % wide, 6 % are nothing. */
  @Test
  void theRateIsKnownAsWellAsTheSearchWasPrecise() throws IOException {
    searches(12, 12_000, 13_200);
    searches(3, 11_280, 12_400);
    assertThat(trend()).hasExitCode(0);
    assertThat(tonight().isRegression()).isFalse();
  }

  @Test
  void withABracketOfATenthOfAPercentTheSameDifferenceIsOne() throws IOException {
    searches(12, 12_000, 12_012);
    searches(3, 11_280, 11_290);
    assertThat(trend()).hasExitCode(6);
  }

  @Test
  void ifNoRateMeetsTheObjectivesTheRateIsZero() throws IOException {
    searches(12, 12_000, 12_600);
    search(null, 1_000.0, Limit.SERVERS);
    assertThat(tonight().isRegression()).isTrue();
    assertThat(text(tonight())).containsPattern("\nfindmax +rate +0/s +1\\d,\\d{3}/s to ");
    searches(12, 12_000, 12_600);
    search(null, null, Limit.SERVERS); // by its figures, though no step was certain
    assertThat(tonight().isRegression()).isTrue();
  }

  /** A rate of 0 was a regression: a higher rate was missed, and the lowest steps were invalid. */
  @ParameterizedTest
  @EnumSource(names = {"CLIENTS", "NONE"})
  void aSearchThatTellsNothingOfTheServersIsInvalidThoughAHigherRateWasMissed(Limit limit)
      throws IOException {
    searches(12, 12_000, 12_600);
    search(null, 1_000.0, limit);
    assertThat(tonight().isRegression()).isFalse();
    assertThat(trend().out()).containsPattern("runs: +12, .*; excluded: 1 invalid\n");
  }

  @Test
  void aSearchWithoutAResultIsInvalidAndOneAtTheLimitOfTheClientsIsDegraded() throws IOException {
    searches(8, 12_000, 12_600);
    search(null, null, Limit.CLIENTS);
    search(9_000.0, null, Limit.CLIENTS);
    search(9_000.0, 9_100.0, Limit.SERVERS);
    Json.edit(dir.resolve("night-10/job.json"), job -> job.set("status.state", "KILLED"));
    Hbench.Result trend = trend();
    assertThat(trend.out())
        .containsPattern("runs: +9, .*; excluded: 2 invalid\n")
        .contains(", 9 measurements, 1 of them degraded\n");
  }

  /** It was a fall to the last rate before a server died. */
  @Test
  void aSearchThatEndedAtInvalidStepsHasNoFigure() throws IOException {
    searches(12, 12_000, 12_600);
    search(2_000.0, null, Limit.NONE);
    assertThat(tonight().isRegression()).as("none up to the highest rate of the site").isTrue();
    Json.edit(dir.resolve("night-12/findmax.json"), search -> search.set("result.limitingStep", 3));
    assertThat(tonight().isRegression()).isFalse();
    assertThat(trend().out()).contains(", 13 measurements, 1 of them degraded\n");
  }

  /** Longer steps may have missed it, had they been valid. */
  @Test
  void aRateThatNoLongerStepHasConfirmedIsNoFigure() throws IOException {
    searches(12, 12_000, 12_600);
    search(20_000.0, 21_000.0, Limit.SERVERS);
    Path found = dir.resolve("night-12/findmax.json");
    Json.edit(found, search -> search.set("result.confirmed", true));
    assertThat(trend().out()).doesNotContain("degraded");
    Json.edit(found, search -> search.set("result.confirmed", false));
    assertThat(trend().out()).contains(", 13 measurements, 1 of them degraded\n");
    assertThat(text(tonight())).doesNotContain("20,000/s");
  }

  @Test
  void otherObjectivesAreAnotherHistory() throws IOException {
    searches(8, 12_000, 12_600);
    for (int night = 0; night < 8; night++) {
      nights.addSearch("other-" + night, night, 6_000.0, 6_100.0, Limit.SERVERS, "p99 < 5ms");
    }
    assertThat(trend().out())
        .contains("\nfindmax get:95,put:5@8 --objective p99 < 50ms\n")
        .contains("\nfindmax get:95,put:5@8 --objective p99 < 5ms\n");
  }

  @Test
  void theSameObjectivesInAnotherNotationAreTheSameHistory() throws IOException {
    searches(8, 12_000, 12_600);
    nights.addSearch("other", 8, 12_000.0, 12_600.0, Limit.SERVERS, "p99<0.05s");
    assertThat(trend().out()).contains("\non table hbench, 9 measurements\n");
  }

  @Test
  void aDamagedOrUnfinishedSearchGetsAWarning() throws IOException {
    searches(3, 12_000, 12_600);
    Files.writeString(dir.resolve("night-0/findmax.json"), "{\"schema\": ");
    Json.edit(dir.resolve("night-1/findmax.json"), search -> search.remove("result"));
    Files.delete(dir.resolve("night-2/job.json"));
    searches(1, 12_000, 12_600);
    Hbench.Result trend = trend();
    assertThat(trend).hasExitCode(0);
    assertThat(trend.out()).containsPattern("runs: +1, ");
    assertThat(trend.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("hbench: trend: night-0: .*findmax.json is damaged.*"))
        .contains("hbench: trend: night-1: findmax.json is not complete")
        .contains("hbench: trend: night-2: has no job.json");
  }

  /** Whether it finds a rate depends on what else this machine does. */
  @Test
  void aRealSearchIsOneRunAndOneWithoutAStepIsNone() throws IOException {
    Hbench own = new Hbench(dir);
    own.job(
        "nights/1",
        "findmax noop@1 --start-rate 5k --step-time 300ms --warmup 0s --max-steps 2 --quiet");
    Files.createDirectories(dir.resolve("nights/2"));
    for (String file : new String[] {"plan.xml", "job.json"}) {
      Files.copy(dir.resolve("nights/1/" + file), dir.resolve("nights/2/" + file));
    }
    Hbench.Result trend = own.run("trend " + dir.resolve("nights") + " --format json");
    assertThat(trend).hasExitCode(0);
    assertThat(trend.err()).isEqualTo("hbench: trend: 2: no step of the search has ended\n");
    Json search = Json.parse(trend.out());
    Json result = Json.read(dir.resolve("nights/1/findmax.json")).at("result");
    if (result.isNull("rate")) {
      assertThat(search.count("runs") + search.count("invalid")).isEqualTo(1);
      return;
    }
    assertThat(search).has("runs", 1).has("invalid", 0).hasSize("groups", 1);
    assertThat(search.at("groups.0")).has("name", "findmax noop@1").hasSize("series", 1);
    assertThat(search.at("groups.0.series.0"))
        .has("figure", "rate")
        .number("points.0.value")
        .isCloseTo(result.number("rate"), within(1e-9));
  }

  @Test
  void loadsAreJudgedByTheirRows() throws IOException {
    for (int night = 0; night < 8; night++) {
      nights.add("night-" + night, night, 100, 1_000);
      Json.edit(
          dir.resolve("night-" + night + "/report.json"),
          report -> {
            report.set("settings.command", "load").set("run.command", "load");
            report.at("operations.0").set("operation", "put").set("rowsPerSecond", 50_000.0);
          });
    }
    assertThat(trend().out())
        .contains("\nload\n", "\non table hbench, 8 measurements\n")
        .containsPattern("\nput +rows/s +50,000/s ")
        .doesNotContain("ops/s");
  }

  @Test
  void theHitRatioIsShownAndNeverARegression() throws IOException {
    for (int night = 0; night < 20; night++) {
      nights
          .on("2.6.1", 3, 32, night < 12 ? 0.98 : 0.60, 0)
          .add("night-" + night, night, 10_000, 1_000);
      count++;
    }
    Hbench.Result trend = trend();
    assertThat(trend).hasExitCode(0);
    assertThat(trend.out())
        .containsPattern("\nservers +hit-ratio +60.0 % .* █+▁+ +changed\n")
        .containsPattern("\nhit-ratio +98.0 % +60.0 % +-38.8 % +changed +2026-01-13 ")
        .contains("\nverdict: no regression, ");
    assertThat(text(tonight())).containsPattern("\nservers +hit-ratio +60.0 % .* changed\n");
    nights.on("2.6.1", 3, 32, 0.98, 0).add("night-20", 20, 10_000, 1_000);
    count++;
    assertThat(tonight().isRegression()).isFalse();
    assertThat(text(tonight())).containsPattern("\nhit-ratio .* changed +tonight ");
  }

  private void searches(int more, double rate, double lowestFailing) throws IOException {
    for (int i = 0; i < more; i++) {
      search(rate, lowestFailing, Limit.SERVERS);
    }
  }

  private void search(Double rate, Double lowestFailing, Limit limit) throws IOException {
    nights.addSearch("night-" + count, count, rate, lowestFailing, limit, USERS);
    count++;
  }

  private Hbench.Result trend(String... words) {
    return hbench.run("trend %s --details %s".formatted(dir, String.join(" ", words)).strip());
  }

  private Night tonight() throws IOException {
    return new Night(
        TrendReader.read(
            new Configuration(false),
            new org.apache.hadoop.fs.Path(dir.toString()),
            Margins.USUAL,
            null),
        "night-" + (count - 1));
  }
}
