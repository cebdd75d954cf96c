package io.hbench.suite.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.ReasonCode;
import io.hbench.report.RunReport.Errors;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.Verdict;
import io.hbench.rundir.ServerFacts;
import io.hbench.suite.summary.LikelySide.Side;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The side on which the reason of a regression is likely to be. */
class LikelySideTest {
  private static final RunEvidence USUAL = run(List.of(), changes(0.95, 3, 0), 4, List.of());

  @Test
  void clientsThatWereTheLimitTonightAreTheLikelySide() {
    RunEvidence limited = run(List.of(ReasonCode.CLIENT_CPU), changes(0.95, 3, 0), 4, List.of());
    LikelySide side = side(List.of(limited, limited, USUAL), List.of(USUAL, USUAL, USUAL, limited));
    assertThat(side.side()).isEqualTo(Side.CLIENTS);
    assertThat(side.because()).containsExactly("client-cpu in 2 of 3 runs, before in 1 of 4");
  }

  @Test
  void clientsThatAreAlwaysTheLimitExplainNothing() {
    RunEvidence limited = run(List.of(ReasonCode.CLIENT_CPU), changes(0.95, 3, 0), 4, List.of());
    assertThat(side(List.of(limited), List.of(limited, limited)).side()).isEqualTo(Side.UNKNOWN);
    assertThat(side(List.of(limited, USUAL, USUAL), List.of(USUAL)).side())
        .as("one run of three")
        .isEqualTo(Side.UNKNOWN);
  }

  @Test
  void whatTheServersDidOtherwiseIsNamed() {
    RunEvidence cold = run(List.of(), changes(0.71, 9, 2), 3, List.of());
    LikelySide side = side(List.of(cold), List.of(USUAL, USUAL));
    assertThat(side.side()).isEqualTo(Side.SERVERS);
    assertThat(side.because())
        .containsExactly(
            "region servers 3, before 4",
            "block cache hit ratio 71.0 %, before 95.0 to 95.0 %",
            "regions moved in a run: 2, before 0 at most",
            "compactions in a run: 9, before 3 at most");
  }

  @Test
  void failedRequestsNameTheServerWithMostOfThem() {
    List<Errors> errors = List.of(errors("rs3:16020", 90), errors("rs1:16020", 10));
    LikelySide side = failing(List.of(), errors);
    assertThat(side.side()).isEqualTo(Side.SERVERS);
    assertThat(side.because())
        .containsExactly("100 failed requests: RegionTooBusyException from rs3:16020");
  }

  /** They were the clients' for hiccups; a server refuses no request as its client was paused. */
  @Test
  void whatServersHaveRefusedIsTheirsWhateverTheClientsWereLike() {
    List<ReasonCode> hiccups = List.of(ReasonCode.CLIENT_HICCUPS);
    LikelySide side = failing(hiccups, List.of(errors("rs3:16020", 9)));
    assertThat(side.side()).isEqualTo(Side.SERVERS);
    assertThat(side.because())
        .containsExactly(
            "9 failed requests: RegionTooBusyException from rs3:16020",
            "client-hiccups in 1 of 1 runs, before in 0 of 1");
    Errors late = new Errors("get", "CallTimeoutException", "rs3:16020", 9, "", "", null);
    assertThat(failing(hiccups, List.of(late)).side()).isEqualTo(Side.CLIENTS);
    Errors first = new Errors("get", "CallTimeoutException", "rs3:16020", 1, "", "", null);
    assertThat(failing(hiccups, List.of(first, errors("rs3:16020", 9))).side())
        .as("the most frequent of all runs")
        .isEqualTo(Side.SERVERS);
  }

  private static LikelySide failing(List<ReasonCode> reasons, List<Errors> errors) {
    RunEvidence failing = run(reasons, changes(0.95, 3, 0), 4, errors);
    return LikelySide.of(
        List.of(
            new LikelySide.Step(
                "read",
                true,
                true,
                Optional.empty(),
                List.of(),
                true,
                List.of(failing),
                List.of(USUAL))));
  }

  @Test
  void aStepWithoutHBaseThatIsWorseTooSpeaksForTheMachines() {
    assertThat(withCanary(true).side()).isEqualTo(Side.MACHINES);
    assertThat(withCanary(true).because()).containsExactly("canary, without HBase, is worse, too");
  }

  @Test
  void aStepWithoutHBaseThatIsAsUsualSpeaksForTheServers() {
    assertThat(withCanary(false).side()).isEqualTo(Side.SERVERS);
    assertThat(withCanary(false).because())
        .containsExactly(
            "the clients had no reason of their own, and canary, without HBase, is as usual");
  }

  @Test
  void aCanaryOnHBaseThatIsSlowerSpeaksForTheMachines() {
    LikelySide side = withCanary(0.38, true, List.of());
    assertThat(side.side()).isEqualTo(Side.MACHINES);
    assertThat(side.because())
        .containsExactly("canary, the same requests every night, is 38 % slower than usual");
  }

  @Test
  void aCanaryOnHBaseThatIsAsUsualOrFasterSpeaksForTheServers() {
    assertThat(withCanary(0, true, List.of()).side()).isEqualTo(Side.SERVERS);
    assertThat(withCanary(0, true, List.of()).because())
        .containsExactly(
            "the clients had no reason of their own, and canary, the same requests every night,"
                + " is as usual");
    assertThat(withCanary(-0.2, true, List.of()).because().get(0)).endsWith(" faster than usual");
  }

  @Test
  void aCanaryWithoutFiguresTonightExplainsNothing() {
    assertThat(
            LikelySide.of(
                    List.of(
                        step("read", true, List.of(USUAL), List.of(USUAL)),
                        canary(0, false, List.of(USUAL))))
                .side())
        .isEqualTo(Side.UNKNOWN);
  }

  @Test
  void figuresThatTheCanaryExplainsAreNamedThoughNothingElseIsWorse() {
    LikelySide side = withCanary(0.38, false, List.of("read p50", "read p99"));
    assertThat(side.side()).isEqualTo(Side.MACHINES);
    assertThat(side.because())
        .containsExactly(
            "canary, the same requests every night, is 38 % slower than usual",
            "worse by no more than the canary explains: read p50, read p99");
  }

  @Test
  void withoutAnyEvidenceTheSideIsUnknown() {
    LikelySide side = side(List.of(USUAL), List.of(USUAL));
    assertThat(side.side()).isEqualTo(Side.UNKNOWN);
    assertThat(side(List.of(), List.of())).isEqualTo(new LikelySide(Side.UNKNOWN, List.of()));
    assertThat(side(List.of(run(List.of(), null, 0, null)), List.of()).side())
        .isEqualTo(Side.UNKNOWN);
  }

  private static LikelySide withCanary(boolean isWorse) {
    RunEvidence noop = new RunEvidence(null, verdict(List.of()), null, null, null, null, null);
    return LikelySide.of(
        List.of(
            step("read", true, List.of(USUAL), List.of(USUAL)),
            step("canary", isWorse, List.of(noop), List.of(noop))));
  }

  private static LikelySide withCanary(
      double slower, boolean isReadWorse, List<String> clusterNoise) {
    List<RunEvidence> runs = List.of(USUAL);
    return LikelySide.of(
        List.of(
            new LikelySide.Step(
                "read", isReadWorse, true, Optional.empty(), clusterNoise, false, runs, runs),
            canary(slower, true, runs)));
  }

  private static LikelySide.Step canary(double slower, boolean isJudged, List<RunEvidence> runs) {
    return new LikelySide.Step(
        "canary", false, isJudged, Optional.of(slower), List.of(), false, runs, runs);
  }

  private static LikelySide side(List<RunEvidence> tonight, List<RunEvidence> before) {
    return LikelySide.of(List.of(step("read", true, tonight, before)));
  }

  private static LikelySide.Step step(
      String name, boolean isWorse, List<RunEvidence> tonight, List<RunEvidence> before) {
    return new LikelySide.Step(
        name, isWorse, true, Optional.empty(), List.of(), false, tonight, before);
  }

  private static RunEvidence run(
      List<ReasonCode> reasons, ServerChanges changes, int servers, List<Errors> errors) {
    ServerFacts facts = facts(servers);
    return new RunEvidence(
        null,
        verdict(reasons),
        List.of(),
        null,
        errors,
        new Servers(facts, facts, changes, null),
        null);
  }

  private static Verdict verdict(List<ReasonCode> reasons) {
    return new Verdict(
        reasons.isEmpty() ? Verdict.Status.VALID : Verdict.Status.DEGRADED,
        reasons.stream()
            .map(code -> new Verdict.Reason(code, "", Verdict.Status.DEGRADED))
            .toList());
  }

  private static ServerFacts facts(int servers) {
    Map<String, ServerFacts.RegionServer> all = new TreeMap<>();
    for (int i = 0; i < servers; i++) {
      all.put("rs" + i, new ServerFacts.RegionServer(1, 8, 0, 0, null, null, null, null));
    }
    return new ServerFacts(
        "2.6.1", 32, 0, 0, 0, 0, 0, null, Collections.unmodifiableMap(all), List.of());
  }

  private static ServerChanges changes(double hits, long compactions, long moved) {
    return new ServerChanges(4, hits, 1L, 1L, 0L, compactions, moved, 0, 0);
  }

  private static Errors errors(String server, long count) {
    return new Errors("get", "RegionTooBusyException", server, count, "", "", null);
  }
}
