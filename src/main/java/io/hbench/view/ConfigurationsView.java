package io.hbench.view;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.suite.SuiteRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configurations of a suite, each compared with the first one, as one table. */
final class ConfigurationsView {
  /** Figures that are always shown; others are in the comparison's own page. */
  private static final Set<String> MAIN = Set.of("ops/s", "rows/s", "rate", "p99", "size-on-disk");

  private record Line(
      SuiteRecord.Run run, RunSetComparison set, String operation, FigureComparison figure) {
    /** What all configurations have. */
    List<String> subject() {
      return List.of(run.nameInConfiguration(), operation, figure.figure());
    }

    String runs() {
      return set.baseline().size() + " and " + set.candidate().size();
    }
  }

  private ConfigurationsView() {}

  /** Adds the table, and what its verdicts rest on. */
  static void add(Document document, Comparison comparison, SuiteRecord record) {
    Map<String, List<SuiteRecord.Run>> runs = SuiteRecord.byName(record.runs().stream());
    Map<List<String>, List<Line>> lines = new LinkedHashMap<>();
    for (RunSetComparison set : comparison.sets()) {
      for (OperationComparison operation : set.operations()) {
        for (FigureComparison figure : operation.figures()) {
          Line line = new Line(runs.get(set.name()).get(0), set, operation.operation(), figure);
          if (MAIN.contains(figure.figure()) || (figure.isShare() && figure.isChanged())) {
            lines.computeIfAbsent(line.subject(), subject -> new ArrayList<>()).add(line);
          }
        }
      }
    }
    List<Line> all = lines.values().stream().flatMap(List::stream).toList();
    boolean isWhole =
        comparison.excluded().isEmpty()
            && all.stream()
                    .flatMap(l -> Stream.of(l.set.baseline().size(), l.set.candidate().size()))
                    .distinct()
                    .count()
                < 2;
    document.table(
        DataTable.of(all)
            .name(Label.STEP, line -> line.run.nameInConfiguration())
            .name(Label.OPERATION, Line::operation)
            .name(Label.FIGURE, line -> line.figure.figure())
            .name(Label.CONFIGURATION, line -> line.run.configuration())
            .count(Label.BASELINE, l -> Written.of(l.figure.measure(), l.figure.baseline()))
            .count(Label.CANDIDATE, l -> Written.of(l.figure.measure(), l.figure.candidate()))
            .count(Label.CHANGE, l -> new Written(l.figure.changeText(), l.figure.change()))
            .count(Label.INTERVAL, line -> new Written(line.figure.intervalText(), null))
            .name(Label.RUNS, line -> isWhole ? "" : line.runs())
            .name(Label.VERDICT, line -> line.figure.verdict()));
    document.fact(Label.BASELINE, record.runs().get(0).configuration());
    ComparisonView.basis(comparison, document);
    List<String> excluded = comparison.excluded().stream().distinct().toList();
    if (!excluded.isEmpty()) {
      int more = excluded.size() - 1;
      document.fact("excluded", excluded.get(0) + (more > 0 ? "; and " + more + " more" : ""));
    }
    document.fact(Label.NOT_COMPARED, String.join(", ", notCompared(comparison, record, runs)));
    String drifted =
        all.stream()
            .filter(line -> line.run.canary() && line.figure.isChanged())
            .map(
                l ->
                    "%s %s %s %s"
                        .formatted(
                            l.run.configuration(),
                            l.run.nameInConfiguration(),
                            l.figure.figure(),
                            l.figure.changeText()))
            .collect(Collectors.joining(", "));
    if (!drifted.isEmpty()) {
      document.fact("canary", drifted + ": differs, too, by the configuration or by the machines");
    }
  }

  /** Steps with runs that have no counterpart: {@code load}, or {@code read in few}. */
  private static List<String> notCompared(
      Comparison comparison, SuiteRecord record, Map<String, List<SuiteRecord.Run>> runs) {
    List<SuiteRecord.Run> compared =
        comparison.sets().stream().map(set -> runs.get(set.name()).get(0)).toList();
    return record.runs().stream()
        .filter(run -> run.counted() && !run.isShell())
        .filter(run -> !run.configuration().equals(record.runs().get(0).configuration()))
        .filter(run -> compared.stream().noneMatch(one -> one.name().equals(run.name())))
        .map(run -> run.nameInConfiguration() + " in " + run.configuration())
        .distinct()
        .toList();
  }
}
