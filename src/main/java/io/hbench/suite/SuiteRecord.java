package io.hbench.suite;

import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.settings.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What many runs did: the content of {@code suite.json}, schema {@code hbench.suite/1}. Component
 * names are the fields of the file.
 *
 * @param name of the suite, or the command of a ladder
 * @param version of hbench
 * @param flags of the command line, by name
 * @param columns that the table shows, by {@link Column}'s labels
 * @param runs that have ended, in the order of the plan
 * @param rows of the table, made from the runs that count
 */
public record SuiteRecord(
    String schema,
    String name,
    String version,
    Map<String, String> flags,
    List<String> columns,
    List<Run> runs,
    List<Row> rows) {

  public static final String SCHEMA = "hbench.suite/1";

  /** In place of a verdict. */
  private static final String FAILED = "failed";

  /** The same, of a line for the shell. */
  private static final String DONE = "done";

  /** The figures are right, and an objective was missed. */
  private static final String MISSED = "missed";

  /** From best to worst. */
  private static final List<String> VERDICTS =
      List.of(
          Verdict.Status.VALID.toString(),
          Verdict.Status.DEGRADED.toString(),
          MISSED,
          Verdict.Status.INVALID.toString(),
          FAILED);

  /**
   * A run that has ended.
   *
   * @param step empty for a ladder on the command line
   * @param ladder settings with the values of this run
   * @param counted whether it is in the rows
   * @param directory below that of the suite
   * @param failure why it was refused or its job failed, or null
   * @param complete false if it failed or its figures are wrong: to be run again
   * @param verdict of its report, or {@code missed} if it missed an objective, or {@code failed},
   *     or {@code done}
   * @param figures by operation, {@code total} for all of them if there are several, and by column
   */
  public record Run(
      String step,
      Map<String, String> ladder,
      int repeat,
      boolean counted,
      String directory,
      int exitCode,
      String failure,
      boolean complete,
      String verdict,
      Map<String, Map<String, Double>> figures) {

    static Run of(PlannedRun run, String directory, RunOutcome outcome) {
      boolean failed = outcome.failure() != null;
      return new Run(
          run.step(),
          run.ladder(),
          run.repeat(),
          run.counted(),
          directory,
          outcome.exitCode(),
          outcome.failure(),
          outcome.isComplete(),
          failed ? FAILED : verdict(outcome.report()),
          failed || outcome.report() == null ? Map.of() : figures(outcome.report()));
    }

    private static String verdict(RunReport report) {
      if (report == null) {
        return DONE;
      }
      boolean missed = !report.verdict().isInvalid() && !report.meetsObjectives();
      return missed ? MISSED : report.verdict().status().toString();
    }

    private static Map<String, Map<String, Double>> figures(RunReport report) {
      Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
      Stream.concat(report.operations().stream(), Stream.ofNullable(report.total()))
          .forEach(operation -> figures.put(operation.operation(), figures(report, operation)));
      return figures;
    }

    private static Map<String, Double> figures(RunReport report, OperationReport operation) {
      Map<String, Double> figures = new LinkedHashMap<>();
      for (Column column : Column.values()) {
        figures.put(column.toString(), column.of(report, operation));
      }
      return figures;
    }

    /** A line for the shell that did what it should. */
    boolean isShell() {
      return DONE.equals(verdict);
    }

    /** Whether this is what became of a planned run. */
    boolean is(PlannedRun run) {
      return step.equals(run.step()) && ladder.equals(run.ladder()) && repeat == run.repeat();
    }
  }

  /**
   * One operation of a step on one rung of its ladder.
   *
   * @param operation empty if none of its runs has figures
   * @param runs how many there are in the figures
   * @param verdict the worst of its runs that count, failed ones included
   * @param figures by column; null where no run has one
   */
  public record Row(
      String step,
      Map<String, String> ladder,
      String operation,
      int runs,
      String verdict,
      Map<String, Spread> figures) {}

  /** A figure of several runs. */
  public record Spread(double mean, double min, double max) {}

  /** Without any run yet. */
  public static SuiteRecord of(
      String name, String version, Map<Setting<?>, String> flags, List<Column> columns) {
    Map<String, String> names = new LinkedHashMap<>();
    flags.forEach((setting, text) -> names.put(setting.name(), text));
    return new SuiteRecord(
        SCHEMA,
        name,
        version,
        names,
        columns.stream().map(Column::toString).toList(),
        List.of(),
        List.of());
  }

  /** With a run more, in place of what was known of the same planned run. */
  SuiteRecord with(PlannedRun planned, Run run) {
    List<Run> all = new ArrayList<>(runs);
    if (run(planned).isPresent()) {
      all.replaceAll(one -> one.is(planned) ? run : one);
    } else {
      all.add(run);
    }
    return new SuiteRecord(schema, name, version, flags, columns, all, rows(all));
  }

  Optional<Run> run(PlannedRun planned) {
    return runs.stream().filter(run -> run.is(planned)).findFirst();
  }

  private static List<Row> rows(List<Run> runs) {
    record Rung(String step, Map<String, String> ladder) {}
    Map<Rung, List<Run>> rungs =
        runs.stream()
            .filter(Run::counted)
            .filter(run -> !run.isShell())
            .collect(
                Collectors.groupingBy(
                    run -> new Rung(run.step(), run.ladder()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Row> rows = new ArrayList<>();
    rungs.forEach(
        (rung, ofRung) -> {
          String verdict =
              ofRung.stream()
                  .map(Run::verdict)
                  .max(Comparator.comparing(VERDICTS::indexOf))
                  .orElseThrow();
          List<String> operations =
              ofRung.stream().flatMap(run -> run.figures().keySet().stream()).distinct().toList();
          for (String operation : operations.isEmpty() ? List.of("") : operations) {
            List<Map<String, Double>> figures =
                ofRung.stream()
                    .map(run -> run.figures().get(operation))
                    .filter(Objects::nonNull)
                    .toList();
            rows.add(
                new Row(
                    rung.step(),
                    rung.ladder(),
                    operation,
                    figures.size(),
                    verdict,
                    spreads(figures)));
          }
        });
    return rows;
  }

  private static Map<String, Spread> spreads(List<Map<String, Double>> figures) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    for (Column column : Column.values()) {
      DoubleSummaryStatistics all =
          figures.stream()
              .map(one -> one.get(column.toString()))
              .filter(Objects::nonNull)
              .mapToDouble(figure -> figure)
              .summaryStatistics();
      spreads.put(
          column.toString(),
          all.getCount() == 0 ? null : new Spread(all.getAverage(), all.getMin(), all.getMax()));
    }
    return spreads;
  }
}
