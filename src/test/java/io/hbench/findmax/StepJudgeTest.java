package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.RateSearch.Probe;
import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import io.hbench.settings.Objective;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the clients explain of the objectives that a step has missed. */
class StepJudgeTest {
  private static final Map<String, Object> SLOW = missed("p99 < 2ms", 3_000);
  private static final double CAPACITY = 12_345;

  @Test
  void delaysOfTheClientsExplainThePercentilesThatTheyReach() {
    assertThat(judged(0, "client-hiccups", List.of(SLOW))).isEqualTo(Judgement.CLIENT_LIMITED);
    assertThat(judged(0, "client-hiccups", List.of(missed("p99.95 < 2ms", 3_000))))
        .isEqualTo(Judgement.CLIENT_LIMITED);
    assertThat(judged(0, "client-hiccups", List.of(missed("p99 < 2ms", 9_000))))
        .isEqualTo(Judgement.MISSED);
  }

  /** The p99 of the delays was subtracted from each of them. */
  @ParameterizedTest
  @ValueSource(strings = {"p50 < 2ms", "p80 < 2ms", "p90 < 2ms", "mean < 2ms"})
  void delaysOfFewRequestsExplainNoMedianAndNoMean(String objective) {
    assertThat(judged(0, "client-hiccups", List.of(missed(objective, 3_000))))
        .isEqualTo(Judgement.MISSED);
  }

  @Test
  void delaysOfTheClientsExplainNeitherCostsNorErrors() {
    Map<String, Object> cost = missed("server-cpu < 80us", 85);
    Map<String, Object> errors = missed("errors < 1%", 0.6);
    assertThat(judged(0, "client-hiccups", List.of(cost))).isEqualTo(Judgement.MISSED);
    assertThat(judged(0, "client-hiccups", List.of(SLOW, errors))).isEqualTo(Judgement.MISSED);
  }

  @Test
  void aBusyClientExplainsAMissedResourceOnlyWhereTheRateIsNotReached() {
    Map<String, Object> hottest = missed("hottest server-cpu < 70%", 0.75);
    assertThat(judged(0, "client-cpu", List.of(hottest))).isEqualTo(Judgement.MISSED);
    assertThat(judged(0.1, "client-cpu", List.of(hottest))).isEqualTo(Judgement.CLIENT_LIMITED);
    assertThat(judged(0, "client-cpu", List.of(SLOW))).isEqualTo(Judgement.CLIENT_LIMITED);
  }

  /** At 8,641/s, 17 of the 20 slots are in use, and requests take no longer than at 1,000/s. */
  @Test
  void aMissedResourceIsTheLimitOfTheServersThoughTheSlotsAreInUse() {
    Findmax findmax =
        new Findmax(new RateSearch(1_000, 0.02, 25, RateSearch.MAX_RATE, false), 4, 20);
    int number = 0;
    for (Optional<Probe> probe = findmax.next(); probe.isPresent(); probe = findmax.next()) {
      double cpu = probe.get().rate() / CAPACITY;
      Map<String, Object> hottest = objective("hottest server-cpu < 70%", cpu, cpu < 0.7);
      findmax.add("steps/" + ++number, probe.get(), report(0, "", List.of(hottest)));
    }
    FindmaxRecord.Result found = findmax.record("findmax get@4", "1", "/out", List.of()).result();
    assertThat(found.rate()).isBetween(0.68 * CAPACITY, 0.7 * CAPACITY);
    assertThat(found.limit()).isEqualTo(Limit.SERVERS);
  }

  private static Judgement judged(
      double dropped, String reason, List<Map<String, Object>> objectives) {
    RunReport report = report(dropped, reason, objectives);
    return StepJudge.judge(List.of(report), Map.of(), 1).judgement();
  }

  /** A step of which 1 % of the requests are delayed by 4 ms. */
  private static RunReport report(
      double dropped, String reason, List<Map<String, Object>> objectives) {
    Map<String, Object> step =
        Map.of(
            "verdict",
            Map.of(
                "status",
                reason.isEmpty() ? "valid" : "degraded",
                "reasons",
                Stream.of(reason)
                    .filter(code -> !code.isEmpty())
                    .map(code -> Map.of("code", code, "message", "", "status", "degraded"))
                    .toList()),
            "objectives",
            objectives,
            "pace",
            Map.of("scheduled", 20_000, "dropped", Math.round(20_000 * dropped)),
            "operations",
            List.of(
                Map.of(
                    "operation", "get", "count", 20_000, "service", times(), "response", times())),
            "timeline",
            Map.of("intervalSeconds", 1, "points", List.of()),
            "clients",
            Map.of(
                "hiccups",
                Map.of("unit", "us", "count", 1, "p50", 9, "p90", 90, "mean", 50, "p99", 4_000)));
    return JsonFormat.LINE.fromJson(JsonFormat.LINE.toJson(step), RunReport.class);
  }

  private static Map<String, Object> times() {
    return Map.of("unit", "us", "count", 20_000, "mean", 2_000, "p99", 3_000);
  }

  private static Map<String, Object> missed(String text, double value) {
    return objective(text, value, false);
  }

  /** Six of ten requests exceed its limit, if it counts requests. */
  private static Map<String, Object> objective(String text, double value, boolean met) {
    return Map.of(
        "objective",
        text,
        "unit",
        Objective.parse(text).figure().unit().toString(),
        "value",
        value,
        "limit",
        Objective.parse(text).limit(),
        "met",
        met,
        "intervals",
        IntStream.range(0, 20)
            .mapToObj(t -> Map.of("t", t, "count", 1_000, "exceeding", 600))
            .toList());
  }
}
