package io.hbench.compare.format;

import io.hbench.compare.ComparedFigure;
import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.FigureVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures by region server of a comparison, as text: the changed ones. */
final class ServerComparisonText {
  private static final List<String> HEADER =
      List.of("server", "figure", "baseline", "candidate", "change", "interval", "verdict");

  private ServerComparisonText() {}

  /** Lines with a line feed each; none if no server was compared. */
  static String of(RunSetComparison set, Comparison comparison) {
    if (set.servers() == null) {
      return "";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    for (ServerComparison server : set.servers().list()) {
      server.figures().stream()
          .filter(FigureComparison::isChanged)
          .forEach(figure -> rows.add(ComparisonText.row(name(server), figure)));
    }
    return String.join("\n", lines(set.servers(), comparison))
        + "\n"
        + (rows.size() == 1 ? "" : ComparisonText.text(rows));
  }

  /** What was compared, what has changed, and what was not compared. */
  static List<String> lines(ServerComparisons all, Comparison comparison) {
    List<String> lines = new ArrayList<>();
    long servers = all.list().stream().map(ServerComparison::server).distinct().count();
    lines.add(
        String.format(
            Locale.ROOT,
            "by server: %d servers, %s%s; not compared: %s",
            servers,
            changed(all),
            all.comparedFigures() == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    "; confidence: %s jointly over %d figures (%s each)",
                    ComparisonText.share(comparison.confidence()),
                    all.comparedFigures(),
                    ComparisonText.share(all.pointwiseConfidence())),
            all.notCompared().isEmpty() ? "none" : String.join(", ", all.notCompared())));
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (ServerComparison server : all.list()) {
      server.figures().stream()
          .filter(figure -> !figure.figure().equals(ComparedFigure.THROUGHPUT.toString()))
          .filter(figure -> figure.reason() != null)
          .forEach(
              figure ->
                  reasons
                      .computeIfAbsent(figure.reason(), r -> new ArrayList<>())
                      .add(name(server) + " " + figure.figure()));
    }
    reasons.forEach(
        (reason, figures) ->
            lines.add(
                figures.get(0)
                    + (figures.size() == 1 ? "" : " and " + (figures.size() - 1) + " more")
                    + ": "
                    + reason));
    return lines;
  }

  /** {@code get @rs1:16020}. */
  static String name(ServerComparison server) {
    return server.operation() + " @" + server.server();
  }

  private static String changed(ServerComparisons all) {
    if (all.comparedFigures() == 0) {
      return "none judged";
    }
    String slower = names(all, FigureVerdict.REGRESSION);
    String faster = names(all, FigureVerdict.IMPROVEMENT);
    return slower.isEmpty() && faster.isEmpty()
        ? "none has changed by the margin"
        : (slower.isEmpty() ? "" : "slower: " + slower)
            + (slower.isEmpty() || faster.isEmpty() ? "" : "; ")
            + (faster.isEmpty() ? "" : "faster: " + faster);
  }

  private static String names(ServerComparisons all, FigureVerdict verdict) {
    return all.list().stream()
        .filter(server -> server.figures().stream().anyMatch(f -> f.verdict() == verdict))
        .map(ServerComparison::server)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
