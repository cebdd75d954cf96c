package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.doc.TextRenderer;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.RateSearch.Probe;
import io.hbench.findmax.StepReason.Cause;
import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import io.hbench.view.SearchView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the search with reports of simulated servers. */
class FindmaxSearchTest {
  private static final double CAPACITY = 12_345;
  private static final int SECONDS = 20;
  private static final int WARMUP = 5;
  private static final double LIMIT_MICROS = 20_000;

  @Property(tries = 100)
  void aKnownCapacityIsFoundWithinThreePercentInLessThanFifteenSteps(@ForAll long seed) {
    Random random = new Random(seed);
    FindmaxRecord found = drive(rate -> step(rate, random, 0));
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
    assertThat(found.result().lowestFailing()).isGreaterThan(CAPACITY);
    assertThat(found.result().limit()).isEqualTo(Limit.SERVERS);
    assertThat(found.steps()).hasSizeLessThan(15);
  }

  /** A second of each step takes 30 ms: 5 % of the requests are late, in one lump. */
  @Test
  void aStallInOneStepDoesNotBoundTheResult() {
    Random random = new Random(3);
    int[] steps = {0};
    FindmaxRecord found = drive(rate -> step(rate, random, ++steps[0] == 3 ? 1 : 0));
    assertThat(found.steps().get(2).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(found.steps().get(3).judgement()).isIn(Judgement.MET, Judgement.INCONCLUSIVE);
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
  }

  /** A stall of a second in all steps together: 20 s without one say nothing about a p99. */
  @Test
  void afterAStallAStepWithoutOneMeetsNoObjectiveForCertain() {
    Random random = new Random(3);
    int[] steps = {0};
    FindmaxRecord found = drive(rate -> step(rate, random, ++steps[0] == 3 ? 1 : 0));
    assertThat(found.steps().get(1).judgement()).isEqualTo(Judgement.MET);
    assertThat(found.result().highestMet()).isLessThan(4_000);
    assertThat(screen(found))
        .containsPattern(
            "\ncertain: +up to 2,000/s \\(objectives met with a confidence of 95 %\\)\n");
    FindmaxRecord steady = drive(rate -> step(rate, random, 0));
    assertThat(steady.result().highestMet()).isEqualTo(steady.result().rate());
    assertThat(screen(steady)).doesNotContain("with a confidence");
  }

  @Test
  void aColdStartDoesNotBoundTheResult() {
    Random random = new Random(3);
    int[] steps = {0};
    FindmaxRecord found = drive(rate -> step(rate, random, ++steps[0] == 1 ? 12 : 0));
    assertThat(found.steps().get(0).judgement()).isEqualTo(Judgement.MISSED);
    assertThat(found.steps().get(1).rate()).isEqualTo(found.steps().get(0).rate());
    assertThat(found.steps().get(1).judgement()).isEqualTo(Judgement.MET);
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
  }

  @Test
  void aBacklogGivesTheRateThatTheServersSustain() {
    RunReport report = step(1.3 * CAPACITY, new Random(1), 0);
    assertThat(Backlog.of(report).reached()).isBetween(0.99 / 1.3, 1.01 / 1.3);
    RunReport easy = step(0.5 * CAPACITY, new Random(1), 0);
    assertThat(Backlog.of(easy)).isEqualTo(new Backlog(0, 1));
  }

  /** Where requests are dropped, response times hardly grow: that was all that counted. */
  @Test
  void aRateIsNotReachedByARunThatDropsRequestsAndHasASmallBacklog() {
    Map<String, Object> step = json(1.0002 * CAPACITY, new Random(1), 0);
    step.put("pace", Map.of("scheduled", 200_000, "dropped", 20_000));
    assertThat(Backlog.of(report(step)).reached()).isBetween(0.89, 0.9);
  }

  /** One interval has 130 of 100 requests by chance: nearly all others had too few for a slope. */
  @Test
  void aBacklogOfFewDrawnRequestsIsSeen() {
    Map<String, Object> step = json(1_000, new Random(1), 0);
    List<Object> points = new ArrayList<>();
    for (int t = 0; t < SECONDS; t++) {
      int count = t == 7 ? 130 : 90 + 3 * t % 20;
      points.add(Map.of("t", t, "operation", "get", "count", count, "p50", 500 + 200_000 * t));
    }
    step.put("timeline", Map.of("intervalSeconds", 1, "points", points));
    assertThat(Backlog.of(report(step)).growth()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void aStallAtTheEndOfAStepIsNoBacklog() {
    Map<String, Object> step = json(1_000, new Random(1), 0);
    List<Object> points = new ArrayList<>();
    for (int t = 0; t < SECONDS; t++) {
      int p50 = t < SECONDS - 3 ? 500 + t % 5 : 300_000;
      points.add(Map.of("t", t, "operation", "get", "count", 1_000, "p50", p50));
    }
    step.put("timeline", Map.of("intervalSeconds", 1, "points", points));
    assertThat(Backlog.of(report(step)).reached()).isGreaterThan(0.999);
  }

  @Test
  void clientsAsTheCauseOfAMissEndTheSearch() {
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, new Random(1), 0);
              if (rate > 3_000) {
                step.put("verdict", verdict("degraded", "client-cpu"));
                step.put("objectives", List.of(objective(400, 100)));
              }
              return report(step);
            });
    assertThat(found.steps()).hasSize(4);
    assertThat(found.steps().get(3).judgement()).isEqualTo(Judgement.CLIENT_LIMITED);
    assertThat(found.result().limit()).isEqualTo(Limit.CLIENTS);
    assertThat(found.result().rate()).isEqualTo(2_000);
    // four tasks carried 2,000/s, so 4,000/s would take eight
    assertThat(found.result().moreTasks()).isEqualTo(4);
    assertThat(screen(found))
        .contains("the clients at 4,000/s: p99 < 20ms, client-cpu; about 4 more tasks on");
  }

  @Test
  void aStepThatTheClientsSpoiledDoesNotCountWhenItsRateIsMeasuredAgain() {
    Random random = new Random(3);
    int[] steps = {0};
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, random, 0);
              if (++steps[0] == 3) {
                step.put("verdict", verdict("degraded", "client-cpu"));
                step.put("objectives", List.of(objective(400, 100)));
              }
              return report(step);
            });
    assertThat(found.steps().get(2).judgement()).isEqualTo(Judgement.CLIENT_LIMITED);
    assertThat(found.steps().get(3).rate()).isEqualTo(found.steps().get(2).rate());
    assertThat(found.steps().get(3).judgement()).isEqualTo(Judgement.MET);
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
  }

  @Test
  void shortClientHiccupsDoNotExplainSlowServers() {
    Map<String, Object> step = json(20_000, new Random(1), 0);
    step.put("verdict", verdict("degraded", "client-hiccups"));
    step.put("clients", Map.of("hiccups", Map.of("unit", "us", "count", 1_000, "p99", 5_000)));
    assertThat(StepJudge.judge(List.of(report(step)), Map.of(), 1).judgement())
        .isEqualTo(Judgement.MISSED);
  }

  @Test
  void slotsAreTheLimitIfAllAreInUseAndServersAreFast() {
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, new Random(1), 0);
              step.put("operations", List.of(operation(rate, 2_000)));
              return report(step);
            },
            20);
    assertThat(found.result().limit()).isEqualTo(Limit.SLOTS);
    assertThat(screen(found)).contains("all 20 slots").contains("--in-flight");
  }

  @Test
  void invalidStepsEndTheSearchAndNeverMakeItClimb() {
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, new Random(1), 0);
              if (rate > 3_000) {
                step.put("verdict", verdict("invalid", "nothing-measured"));
              }
              return report(step);
            });
    assertThat(found.steps().stream().map(FindmaxRecord.Step::rate))
        .containsExactly(1_000.0, 2_000.0, 4_000.0, 4_000.0, 4_000.0);
    assertThat(found.result().rate()).isEqualTo(2_000);
    assertThat(found.result().limit()).isEqualTo(Limit.NONE);
    assertThat(screen(found))
        .contains("unknown, no valid step at 4,000/s: run invalid: nothing-measured\n");
  }

  @Test
  void oneInvalidStepIsRepeatedAndDecidesNothing() {
    int[] steps = {0};
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, new Random(1), 0);
              if (++steps[0] == 2) {
                step.put("verdict", verdict("invalid", "counts-differ"));
              }
              return report(step);
            });
    assertThat(found.steps().get(1).judgement()).isEqualTo(Judgement.INVALID);
    assertThat(found.steps().get(2).rate()).isEqualTo(2_000);
    assertThat(found.steps().get(2).judgement()).isEqualTo(Judgement.MET);
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
  }

  @Test
  void anInvalidRunIsNoJudgementOnTheRate() {
    Map<String, Object> step = json(1_000, new Random(1), 0);
    step.put("verdict", verdict("invalid", "counts-differ"));
    StepJudge.Judged judged = StepJudge.judge(List.of(report(step)), Map.of(), 1);
    assertThat(judged.judgement()).isEqualTo(Judgement.INVALID);
    assertThat(judged.reasons())
        .containsExactly(new StepReason(Cause.RUN_INVALID, "counts-differ"));
  }

  /** The busiest server uses all of its CPU at the capacity. */
  @Test
  void theCpuOfTheBusiestServerIsAnObjectiveLikeOthers() {
    FindmaxRecord found = drive(rate -> busy(rate, rate / CAPACITY));
    assertThat(found.result().rate()).isBetween(0.68 * CAPACITY, 0.7 * CAPACITY);
    assertThat(found.result().lowestFailing()).isBetween(0.7 * CAPACITY, 0.72 * CAPACITY);
    assertThat(screen(found)).contains("missed: hottest server-cpu < 70%\n");
    FindmaxRecord asked =
        new FindmaxRecord(
            found.schema(),
            found.command(),
            found.version(),
            found.out(),
            List.of("hottest server-cpu < 70%", "errors < 1%"),
            found.steps(),
            found.result());
    assertThat(screen(asked).replaceAll("\\s+", " "))
        .containsPattern(
            " certain: up to 8,\\d+/s \\(objectives met with a confidence of 95 %; one value a"
                + " step: hottest server-cpu < 70%\\) ");
  }

  @Test
  void anObjectiveWhoseFigureIsUnknownIsNeitherMetNorMissed() {
    FindmaxRecord found = drive(rate -> busy(rate, rate < 3_000 ? 0.1 : null));
    assertThat(found.steps().stream().map(FindmaxRecord.Step::rate))
        .containsExactly(1_000.0, 2_000.0, 4_000.0, 4_000.0, 4_000.0);
    assertThat(found.result().rate()).isEqualTo(2_000);
    assertThat(found.result().lowestFailing()).isNull();
    assertThat(screen(found))
        .contains("unknown, no valid step at 4,000/s: hottest server-cpu < 70% (unknown)\n");
  }

  /** Pages of servers that have no CPU to spare are not answered. */
  @Test
  void whatIsMissedIsMissedAlsoWhereAFigureOfTheServersIsUnknown() {
    FindmaxRecord found =
        drive(
            rate -> {
              Double cpu = rate < CAPACITY ? 0.5 : null;
              List<Object> both = List.of(hottest(cpu), objective(100, rate < CAPACITY ? 0 : 9));
              Map<String, Object> step = json(rate, new Random(1), 0);
              step.put("objectives", both);
              return report(step);
            });
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, CAPACITY);
    assertThat(found.result().lowestFailing()).isBetween(CAPACITY, 1.03 * CAPACITY);
    assertThat(found.result().limit()).isEqualTo(Limit.SERVERS);
    assertThat(screen(found)).contains("missed: p99 < 20ms\n").doesNotContain("(unknown)");
  }

  @Test
  void triesWithoutAFigureOfTheServersDoNotCountAgainstIt() {
    RunReport unknown = busy(1_000, null);
    RunReport met = busy(1_000, 0.5);
    assertThat(StepJudge.judge(List.of(unknown, met), Map.of(), 3).judgement())
        .isEqualTo(Judgement.MET);
    assertThat(StepJudge.judge(List.of(met, unknown), Map.of(), 3).judgement())
        .as("what came before must not raise the rate")
        .isEqualTo(Judgement.INVALID);
  }

  /** The search went down to ever fewer requests, and ended with "no rate met the objectives". */
  @ParameterizedTest
  @ValueSource(strings = {"p99.9 < 50ms every interval", "p99.99 of each server < 50ms"})
  void tooFewRequestsForEachIntervalOrServerAreNoMiss(String text) {
    Map<String, Object> objective = new HashMap<>(objective(List.of()));
    objective.put("objective", text);
    objective.put("value", null);
    FindmaxRecord found =
        drive(
            rate -> {
              Map<String, Object> step = json(rate, new Random(1), 0);
              step.put("objectives", List.of(objective));
              return report(step);
            });
    assertThat(found.steps())
        .hasSize(3)
        .allSatisfy(
            step ->
                assertThat(step.reasons())
                    .containsExactly(new StepReason(Cause.TOO_FEW_REQUESTS, text)));
    assertThat(found.result().tellsOfServers()).isFalse();
    objective.put("server", "rs1:16020"); // it failed, and had too few answers
    objective.put("worst", Map.of("t", 1, "count", 0, "exceeding", 0));
    Map<String, Object> step = json(1_000, new Random(1), 0);
    step.put("objectives", List.of(objective));
    assertThat(StepJudge.judge(List.of(report(step)), Map.of(), 3).judgement())
        .isEqualTo(Judgement.MISSED);
  }

  private static RunReport busy(double rate, Double cpu) {
    Map<String, Object> step = json(rate, new Random(1), 0);
    step.put("objectives", List.of(hottest(cpu)));
    return report(step);
  }

  private static Map<String, Object> hottest(Double cpu) {
    Map<String, Object> objective = new HashMap<>();
    objective.put("objective", "hottest server-cpu < 70%");
    objective.put("unit", "share");
    objective.put("value", cpu);
    objective.put("limit", 0.7);
    objective.put("intervals", List.of());
    objective.put("met", cpu != null && cpu < 0.7);
    return objective;
  }

  @Test
  void aShrinkingBacklogIsInconclusive() {
    Map<String, Object> step = json(1_000, new Random(1), 0);
    List<Object> points = new ArrayList<>();
    for (int t = 0; t < SECONDS; t++) {
      points.add(Map.of("t", t, "operation", "get", "count", 1_000, "p50", 2e6 - 9e4 * t));
    }
    step.put("timeline", Map.of("intervalSeconds", 1, "points", points));
    StepJudge.Judged judged = StepJudge.judge(List.of(report(step)), Map.of(), 1);
    assertThat(judged.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judged.reasons()).containsExactly(new StepReason(Cause.BACKLOG_SHRINKING, null));
  }

  private interface Servers {
    RunReport at(double rate);
  }

  /** It was confirmed by steps that say nothing. */
  @Test
  void anInvalidConfirmationConfirmsNothing() {
    Findmax findmax =
        new Findmax(new RateSearch(1_000, 0.02, 25, RateSearch.MAX_RATE, true), 4, 1_000);
    Random random = new Random(3);
    int number = 0;
    for (Optional<Probe> probe = findmax.next(); probe.isPresent(); probe = findmax.next()) {
      Map<String, Object> step = json(probe.get().rate(), random, 0);
      if (probe.get().confirmation()) {
        step.put("verdict", Map.of("status", "invalid", "reasons", List.of()));
      }
      findmax.add("steps/" + ++number, probe.get(), report(step));
    }
    FindmaxRecord found = findmax.record("findmax get@4", "1", "/out", List.of("p99 < 20ms"));
    assertThat(found.steps()).filteredOn(FindmaxRecord.Step::confirmation).hasSize(3);
    assertThat(found.result().rate()).isBetween(0.97 * CAPACITY, 1.01 * CAPACITY);
    assertThat(found.result().confirmed()).isFalse();
    assertThat(found.steps())
        .filteredOn(step -> step.directory().equals(found.result().step()))
        .extracting(FindmaxRecord.Step::judgement)
        .doesNotContain(Judgement.INVALID);
  }

  private static FindmaxRecord drive(Servers servers) {
    return drive(servers, 1_000);
  }

  private static FindmaxRecord drive(Servers servers, long slots) {
    Findmax findmax =
        new Findmax(new RateSearch(1_000, 0.02, 25, RateSearch.MAX_RATE, false), 4, slots);
    int number = 0;
    for (Optional<Probe> probe = findmax.next(); probe.isPresent(); probe = findmax.next()) {
      findmax.add("steps/" + ++number, probe.get(), servers.at(probe.get().rate()));
    }
    return findmax.record("findmax get@4", "1", "/out", List.of("p99 < 20ms"));
  }

  private static String screen(FindmaxRecord record) {
    return TextRenderer.summary(SearchView.of(record));
  }

  private static RunReport step(double rate, Random random, int stalls) {
    return report(json(rate, random, stalls));
  }

  /** Response times are exponential around 1 ms; beyond the capacity, a backlog comes on top. */
  private static Map<String, Object> json(double rate, Random random, int stalls) {
    double growth = Math.max(0, rate / CAPACITY - 1);
    List<Object> points = new ArrayList<>();
    List<Object> intervals = new ArrayList<>();
    for (int t = 0; t < SECONDS; t++) {
      double backlog = 1e6 * growth * (WARMUP + t + 0.5);
      double noise = 50 * random.nextGaussian();
      points.add(
          Map.of("t", t, "operation", "get", "count", (long) rate, "p50", 700 + backlog + noise));
      double late =
          t < stalls ? 1 : Math.min(1, Math.exp(-Math.max(0, LIMIT_MICROS - backlog) / 2_500));
      intervals.add(Map.of("t", t, "count", (long) rate, "exceeding", Math.round(late * rate)));
    }
    Map<String, Object> step = new HashMap<>();
    step.put("verdict", Map.of("status", "valid", "reasons", List.of()));
    step.put("objectives", List.of(objective(intervals)));
    step.put("pace", Map.of("scheduled", (long) (rate * SECONDS), "dropped", 0));
    step.put("operations", List.of(operation(rate, 1_000 + 1e6 * growth)));
    step.put("timeline", Map.of("intervalSeconds", 1, "points", points));
    step.put("clients", Map.of());
    return step;
  }

  private static Map<String, Object> operation(double rate, double serviceMicros) {
    Map<String, Object> service = Map.of("unit", "us", "count", 1, "mean", serviceMicros);
    return Map.of(
        "operation",
        "get",
        "count",
        (long) (rate * SECONDS),
        "service",
        service,
        "response",
        service);
  }

  private static Map<String, Object> objective(long count, long beyond) {
    List<Object> intervals = new ArrayList<>();
    for (int t = 0; t < SECONDS; t++) {
      intervals.add(Map.of("t", t, "count", count, "exceeding", beyond));
    }
    return objective(intervals);
  }

  private static Map<String, Object> objective(List<Object> intervals) {
    return Map.of(
        "objective",
        "p99 < 20ms",
        "unit",
        "us",
        "value",
        90_000,
        "limit",
        LIMIT_MICROS,
        "met",
        false,
        "intervals",
        intervals);
  }

  private static Map<String, Object> verdict(String status, String code) {
    return Map.of(
        "status",
        status,
        "reasons",
        List.of(Map.of("code", code, "message", "", "status", status)));
  }

  private static RunReport report(Map<String, Object> json) {

    return JsonFormat.LINE.fromJson(JsonFormat.LINE.toJson(json), RunReport.class);
  }
}
