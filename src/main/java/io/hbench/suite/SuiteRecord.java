package io.hbench.suite;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.report.FormatVersion;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.ObjectUtils;

/**
 * The record of a suite or a ladder: the content of {@code suite.json}, schema {@code
 * hbench.suite/3}. Component names are the fields of the file.
 *
 * @param name name of the suite, or command of the ladder
 * @param version of hbench
 * @param running whether it has not ended yet; true as well if its process was killed
 * @param flags settings of the command line, by name
 * @param columns labels of the columns of the table, see {@link Figure}
 * @param runs runs that have ended, in the order of the plan
 * @param rows rows of the table, of the runs that count
 */
public record SuiteRecord(
    String schema,
    String name,
    String version,
    boolean running,
    Map<String, String> flags,
    List<String> columns,
    List<Run> runs,
    List<Row> rows) {

  public static final String SCHEMA = "hbench.suite/3";

  /** Verdict of a failed run. */
  static final String FAILED = "failed";

  /** Verdict of a successful shell command. */
  static final String DONE = "done";

  /** Verdict of a valid or degraded run that missed an objective, or of a search without a rate. */
  static final String MISSED = "missed";

  /** From best to worst. */
  private static final List<String> VERDICTS =
      List.of(
          Verdict.Status.VALID.toString(),
          Verdict.Status.DEGRADED.toString(),
          MISSED,
          Verdict.Status.INVALID.toString(),
          FAILED);

  /** Order of rows by verdict. */
  static final Comparator<Row> WORST_FIRST =
      Comparator.comparing(row -> -VERDICTS.indexOf(row.verdict()));

  /**
   * A run that has ended.
   *
   * @param step name of the step; empty for a ladder on the command line
   * @param ladder settings with the values of this run
   * @param counted whether it counts in the rows
   * @param directory path below the directory of the suite
   * @param failure reason why it was refused or its job failed, or null
   * @param complete false if it failed or is invalid; {@code --resume} runs it again
   * @param verdict verdict of the report; {@code missed} if it missed an objective; {@code failed};
   *     or {@code done} for a shell command
   * @param figures figures by operation, including {@code total} if there are several, and by
   *     column
   * @param canary whether its figures show how slow a night was
   * @param hasRate whether its throughput is no more than the rate that was asked for
   * @param search whether it was a search of findmax
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
      Map<String, Map<String, Double>> figures,
      boolean canary,
      boolean hasRate,
      boolean search) {

    /** Figures of all its operations together; empty without any. */
    Map<String, Double> total() {
      return figures.isEmpty()
          ? Map.of()
          : figures.getOrDefault(FigureKey.TOTAL, figures.values().iterator().next());
    }

    static Run of(PlannedRun run, String directory, RunOutcome outcome) {
      boolean hasFigures = outcome.failure() == null && outcome.report() != null;
      return new Run(
          run.step().name(),
          run.ladder(),
          run.repeat(),
          run.counted(),
          directory,
          outcome.exitCode(),
          outcome.failure(),
          outcome.isComplete(),
          outcome.verdict(),
          hasFigures ? figures(outcome.report()) : Map.of(),
          run.step().canary(),
          hasRate(outcome.report()),
          SuitePlan.isSearch(run.conf()));
    }

    private static boolean hasRate(RunReport report) {
      return report != null && report.eachOperation().anyMatch(one -> one.response() != null);
    }

    /** The figures of the operations; those of the whole run with each of them. */
    private static Map<String, Map<String, Double>> figures(RunReport report) {
      Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
      Map<FigureKey, RunFigures.Value> all = RunFigures.of(report);
      for (OperationReport operation : report.eachOperation().toList()) {
        Map<String, Double> own = new LinkedHashMap<>();
        all.forEach(
            (key, value) -> {
              if (key.of().equals(operation.operation()) || !key.figure().hasOperation()) {
                own.put(key.figure().toString(), value.value());
              }
            });
        figures.put(operation.operation(), own);
      }
      return figures;
    }

    /** Name of its step: {@code read threads=4}. */
    public String name() {
      return SuiteRecord.name(step, ladder, "");
    }

    /** Its configuration; empty in a suite without configurations. */
    public String configuration() {
      return ladder.getOrDefault(PlannedRun.CONFIGURATION, "");
    }

    /** The name of its step that all configurations have. */
    public String nameInConfiguration() {
      return SuiteRecord.name(step, ladder, PlannedRun.CONFIGURATION);
    }

    private boolean isWhole() {
      return ObjectUtils.allNotNull(step, ladder, directory, verdict, figures)
          && !figures.containsValue(null);
    }

    /** Whether it was a successful shell command. */
    public boolean isShell() {
      return DONE.equals(verdict);
    }

    boolean is(PlannedRun run) {
      return step.equals(run.step().name())
          && ladder.equals(run.ladder())
          && repeat == run.repeat();
    }
  }

  /**
   * One operation of a step on one rung of its ladder.
   *
   * @param operation empty if none of its runs has figures
   * @param runs number of runs in the figures
   * @param verdict worst verdict of the runs that count, including failed ones
   * @param figures by name, without those that no run has
   */
  public record Row(
      String step,
      Map<String, String> ladder,
      String operation,
      int runs,
      String verdict,
      Map<String, Spread> figures) {}

  /** Mean, minimum and maximum of a figure over several runs. */
  public record Spread(double mean, double min, double max) {}

  /**
   * Reads the record of a directory; empty if it has none.
   *
   * @throws IOException if the file is damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  public static Optional<SuiteRecord> read(RunDirectory directory) throws IOException {
    if (!directory.has(SuiteExecution.RECORD)) {
      return Optional.empty();
    }
    Optional<SuiteRecord> record = directory.readJson(SuiteExecution.RECORD, SuiteRecord.class);
    record.ifPresent(r -> FormatVersion.check(directory.path(), r.schema, SCHEMA, r.version));
    if (record.filter(SuiteRecord::isWhole).isEmpty()) {
      throw new IOException(
          directory.path() + "/" + SuiteExecution.RECORD + " is damaged: it is not complete");
    }
    return record;
  }

  private boolean isWhole() {
    return ObjectUtils.allNotNull(schema, name, flags, columns, rows, runs)
        && runs.stream().allMatch(run -> run != null && run.isWhole());
  }

  public static SuiteRecord of(
      String name, String version, Map<Setting<?>, String> flags, List<Figure> columns) {
    Map<String, String> names = new LinkedHashMap<>();
    flags.forEach((setting, text) -> names.put(setting.name(), text));
    return new SuiteRecord(
        SCHEMA,
        name,
        version,
        true,
        names,
        columns.stream().map(Figure::toString).toList(),
        List.of(),
        List.of());
  }

  /** The record with one more run, which replaces an earlier one of the same planned run. */
  SuiteRecord with(PlannedRun planned, Run run) {
    List<Run> all = new ArrayList<>(runs);
    if (run(planned).isPresent()) {
      all.replaceAll(one -> one.is(planned) ? run : one);
    } else {
      all.add(run);
    }
    return new SuiteRecord(schema, name, version, running, flags, columns, all, rows(all));
  }

  /**
   * The record with one more run, in the directory that was planned.
   *
   * @param nowRunning whether another one follows
   */
  public SuiteRecord with(PlannedRun run, RunOutcome outcome, boolean nowRunning) {
    return with(run, Run.of(run, run.directory(), outcome)).with(nowRunning);
  }

  /** The same record with some of its rows. */
  public SuiteRecord with(List<Row> some) {
    return new SuiteRecord(schema, name, version, running, flags, columns, runs, some);
  }

  /** The same record of a suite that is running or has ended. */
  SuiteRecord with(boolean nowRunning) {
    return new SuiteRecord(schema, name, version, nowRunning, flags, columns, runs, rows);
  }

  Optional<Run> run(PlannedRun planned) {
    return runs.stream().filter(run -> run.is(planned)).findFirst();
  }

  /** A step with the values of its ladder but for that of a setting: {@code read threads=4}. */
  public static String name(String step, Map<String, String> ladder, String without) {
    return Stream.concat(
            Stream.of(step),
            ladder.entrySet().stream()
                .filter(rung -> !rung.getKey().equals(without))
                .map(rung -> rung.getKey() + "=" + rung.getValue()))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Names of the settings with several values in the rows. */
  public List<String> ladder() {
    return rows.stream().flatMap(row -> row.ladder().keySet().stream()).distinct().toList();
  }

  /** Runs by the names of their steps, in their order. */
  public static Map<String, List<Run>> byName(Stream<Run> some) {
    return some.collect(Collectors.groupingBy(Run::name, LinkedHashMap::new, Collectors.toList()));
  }

  public boolean isComplete(PlannedRun planned) {
    return run(planned).filter(Run::complete).isPresent();
  }

  /** What its figures are compared with if they are: configurations, or a baseline. */
  public String compared() {
    return runs.stream().allMatch(run -> run.configuration().isEmpty())
        ? "baseline"
        : "configurations";
  }

  /** The worst verdict of the runs that count; {@code done} if only shell commands have run. */
  public String verdict() {
    return worst(runs.stream().filter(Run::counted)).orElse(DONE);
  }

  private static Optional<String> worst(Stream<Run> some) {
    return some.filter(run -> !run.isShell())
        .map(Run::verdict)
        .max(Comparator.comparing(VERDICTS::indexOf));
  }

  private static List<Row> rows(List<Run> runs) {
    List<Row> rows = new ArrayList<>();
    for (List<Run> rung :
        byName(runs.stream().filter(run -> run.counted() && !run.isShell())).values()) {
      Run first = rung.get(0);
      String verdict = worst(rung.stream()).orElseThrow();
      boolean any = rung.stream().anyMatch(Run::complete); // else the invalid ones are shown
      List<String> operations =
          rung.stream()
              .filter(run -> run.complete() || !any)
              .flatMap(run -> run.figures().keySet().stream())
              .distinct()
              .toList();
      for (String operation : operations.isEmpty() ? List.of("") : operations) {
        List<Map<String, Double>> figures =
            rung.stream()
                .filter(run -> run.complete() || !any)
                .flatMap(run -> Stream.ofNullable(run.figures().get(operation)))
                .toList();
        rows.add(
            new Row(
                first.step(),
                first.ladder(),
                operation,
                figures.size(),
                verdict,
                spreads(figures)));
      }
    }
    return rows;
  }

  private static Map<String, Spread> spreads(List<Map<String, Double>> figures) {
    Map<String, DoubleSummaryStatistics> all = new LinkedHashMap<>();
    for (Map<String, Double> one : figures) {
      one.forEach(
          (figure, value) -> {
            if (value != null) {
              all.computeIfAbsent(figure, f -> new DoubleSummaryStatistics()).accept(value);
            }
          });
    }
    Map<String, Spread> spreads = new LinkedHashMap<>();
    all.forEach(
        (figure, each) ->
            spreads.put(figure, new Spread(each.getAverage(), each.getMin(), each.getMax())));
    return spreads;
  }
}
