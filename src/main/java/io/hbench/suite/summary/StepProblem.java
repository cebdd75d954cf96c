package io.hbench.suite.summary;

import static io.hbench.figure.Format.format;

import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is wrong with a step by itself, without a baseline.
 *
 * @param text the reason, in one line
 * @param directory of the first run with it, below the suite's
 * @param runs number of runs with it
 * @param of number of runs of the step
 */
public record StepProblem(String step, Kind kind, String text, String directory, int runs, int of) {
  /** Kinds, the worst first. */
  public enum Kind {
    WRONG_DATA("wrong data"),
    FAILED("failed"),
    INVALID("invalid"),
    MISSED("objective missed"),
    DEGRADED("degraded, with --strict");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Whether figures of a step, if there are any, can't be relied on. */
    public boolean isError() {
      return compareTo(MISSED) < 0;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** The problems of a suite, the worst first. */
  static List<StepProblem> of(RunDirectory suite, SuiteRecord record) {
    Map<List<Object>, StepProblem> problems = new LinkedHashMap<>();
    for (List<SuiteRecord.Run> runs : SuiteRecord.byName(record.runs().stream()).values()) {
      for (SuiteRecord.Run run : runs) {
        problem(run, suite, runs.size())
            .ifPresent(p -> problems.merge(List.of(p.step, p.kind), p, StepProblem::plus));
      }
    }
    return problems.values().stream().sorted(Comparator.comparing(StepProblem::kind)).toList();
  }

  private StepProblem plus(StepProblem other) {
    return new StepProblem(step, kind, text, directory, runs + other.runs, of);
  }

  /** Exit code of a run that was ended because it missed an objective. */
  private static final int MISSED_OBJECTIVE = 3;

  private static Optional<StepProblem> problem(SuiteRecord.Run run, RunDirectory suite, int of) {
    if (run.exitCode() == 0 && run.complete()) {
      return Optional.empty();
    }
    Optional<RunEvidence> report = RunEvidence.of(suite.directory(run.directory()));
    long defects = report.map(RunEvidence::defects).orElse(0L);
    List<String> missed = report.map(RunEvidence::missed).orElse(List.of());
    String reasons = report.map(RunEvidence::reasons).orElse("");
    Kind kind;
    String text;
    if (defects > 0) {
      kind = Kind.WRONG_DATA;
      text = format("%,d rows are missing or wrong", defects);
    } else if (run.failure() != null) {
      kind = run.exitCode() == MISSED_OBJECTIVE ? Kind.MISSED : Kind.FAILED;
      text = run.failure();
    } else if (report.isEmpty() && run.exitCode() == 1) { // a search has no report of its own
      kind = Kind.INVALID;
      text = "no sustainable rate found, and its limit is the clients or unknown";
    } else if (!run.complete()) {
      kind = Kind.INVALID;
      text = reasons;
    } else if (run.verdict().equals("missed") || !missed.isEmpty()) {
      kind = Kind.MISSED;
      text = missed.isEmpty() ? "no rate meets the objectives" : String.join("; ", missed);
    } else {
      kind = Kind.DEGRADED;
      text = reasons;
    }
    return Optional.of(new StepProblem(run.name(), kind, text, run.directory(), 1, of));
  }

  /** {@code failed: the job was killed (2 of 3 runs)}. */
  public String line() {
    return kind
        + (text.isEmpty() ? "" : ": " + text)
        + (of > 1 ? " (%d of %d runs)".formatted(runs, of) : "");
  }
}
