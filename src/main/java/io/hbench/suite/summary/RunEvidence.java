package io.hbench.suite.summary;

import io.hbench.report.ObjectiveReport;
import io.hbench.report.ReasonCode;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.Setups;
import io.hbench.report.Verdict;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the report of a run says beside its figures: the needed part of {@code report.json}. All but
 * the verdict may be null, as in a damaged file.
 */
record RunEvidence(
    RunReport.Run run,
    Verdict verdict,
    List<ObjectiveReport> objectives,
    TaskFacts.Verification verification,
    List<RunReport.Errors> errors,
    Servers servers,
    Setups setups) {

  /** That of a run; empty if it has no report, or a damaged one. */
  static Optional<RunEvidence> of(RunDirectory run) {
    try {
      return run.readJson(RunDirectory.REPORT_JSON, RunEvidence.class)
          .filter(evidence -> evidence.verdict != null && evidence.verdict.reasons() != null);
    } catch (IOException e) { // trend and compare name it
      return Optional.empty();
    }
  }

  static List<RunEvidence> of(List<RunDirectory> runs) {
    return runs.stream().flatMap(run -> of(run).stream()).toList();
  }

  /** The reasons that say that the clients were the limit. */
  Set<ReasonCode> clientReasons() {
    return verdict.reasons().stream()
        .map(Verdict.Reason::code)
        .filter(ReasonCode.OF_CLIENTS::contains)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(ReasonCode.class)));
  }

  /** The reasons of its verdict: {@code tasks-missing, counts-differ}. */
  String reasons() {
    return verdict.reasons().stream()
        .map(reason -> String.valueOf(reason.code()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** A figure of what the servers did meanwhile; empty if it is not known. */
  <T> Optional<T> changes(Function<ServerChanges, T> figure) {
    return Optional.ofNullable(servers).map(Servers::changes).map(figure);
  }

  /** The state of the servers after the run, or before it. */
  Optional<ServerFacts> state() {
    return Optional.ofNullable(servers).map(Servers::last);
  }

  /** What servers and clients are, by label; empty if it is not known. */
  Map<String, Setups.Value> setup() {
    int all =
        Optional.ofNullable(servers)
            .map(Servers::first)
            .map(facts -> facts.regionServers().size())
            .orElse(0);
    return setups == null ? Map.of() : setups.values(all);
  }

  /** {@code get p99 < 50ms, value 62.1ms}, for each objective that was missed. */
  List<String> missed() {
    return Stream.ofNullable(objectives)
        .flatMap(List::stream)
        .filter(objective -> objective != null && !objective.met())
        .map(
            objective ->
                objective.objective()
                    + (objective.value() == null ? ", " : ", value ")
                    + objective.text(objective.value()))
        .toList();
  }

  /** Number of rows that are missing or wrong. */
  long defects() {
    return verification == null || verification.defects() == null
        ? 0
        : verification.defects().total();
  }

  /** Kinds of failed requests, the most frequent first. */
  List<RunReport.Errors> failures() {
    return Stream.ofNullable(errors).flatMap(List::stream).filter(Objects::nonNull).toList();
  }
}
