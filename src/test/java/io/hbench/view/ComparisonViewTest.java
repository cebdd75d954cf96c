package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.Power;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.compare.FigureVerdict;
import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.html.PageRenderer;
import io.hbench.report.Percentile;
import io.hbench.report.Verdict;
import io.hbench.rundir.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonViewTest {
  private static final int LINES = 24;
  private static final int COLUMNS = 100;
  private static final List<String> FIGURES =
      List.of("ops/s", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99");

  @Test
  void theSummaryOfARegressionHasTheFiguresThatMadeItSo() {
    assertThat(summary(FigureVerdict.REGRESSION, List.of(), List.of(), "get"))
        .isEqualTo(
            """
            hbench comparison of run get@4 on table t1
            verdict: regression
              1 regression: get p99 +30.0 %
              1 inconclusive: get p95

            operation  figure  baseline  candidate   change          interval  verdict
            get        ops/s      100/s      101/s   +1.0 %    -0.5 to +1.5 %  equivalent
            get        p50      1.00 ms    1.01 ms   +1.0 %    -0.5 to +1.5 %  equivalent
            get        p99      1.00 ms    1.30 ms  +30.0 %  +25.0 to +35.0 %  regression

            baseline:   2 runs, hdfs://nn/user/me/hbench/monday/1 …
            candidate:  2 runs, hdfs://nn/user/me/hbench/tuesday/1 …
            judged by:  service times; margin 5 %; confidence 98 % jointly over 8 figures (99.62 % each)
            noise:      runs of this load vary by 2.0 % in p99 (4 runs)
            power:      10 runs of each side, 2 min 5 s each, would decide 1 of 1 inconclusive figures
            details:    compare A B --details
            """);
  }

  @Test
  void anIntervalWithoutMeaningAboveIsOpen() {
    assertThat(
            new FigureComparison(
                    "p99", "us", 1.0, 2.0, 1.0, -0.98, 1.2e26, FigureVerdict.INCONCLUSIVE, null)
                .intervalText())
        .isEqualTo("-98 to above +9,999 %");
  }

  /** It was "+18,000 to above +9,999 %". */
  @Test
  void anIntervalThatBeginsFarAboveHasBothEnds() {
    assertThat(
            new FigureComparison(
                    "p99", "us", 1.0, 201.0, 200.0, 180.0, 220.0, FigureVerdict.REGRESSION, null)
                .intervalText())
        .isEqualTo("+18,000 to +22,000 %");
  }

  /** It was "100 % each". */
  @Test
  void theConfidenceOfAFigureIsNotRoundedUp() {
    Comparison strict =
        new Comparison(
            Comparison.SCHEMA,
            0.05,
            0.001,
            0.999,
            0.999_975,
            40,
            FigureVerdict.EQUIVALENT,
            List.of(),
            List.of(),
            List.of(set("", FigureVerdict.EQUIVALENT, "get")));
    assertThat(TextRenderer.summary(ComparisonView.of(strict, "")))
        .containsPattern("99.9 % jointly over\\s+40\\s+figures\\s+\\(99.9975 % each\\)");
  }

  @Test
  void figuresThatDecideNothingAreInTheDetails() {
    String whole =
        TextRenderer.whole(document(FigureVerdict.REGRESSION, List.of(), List.of(), "get"));
    assertThat(whole)
        .contains("\nFigures\n-------\nAll figures:\noperation  figure  ", "\nTerms\n-----\n")
        .contains("get        p75      1.00 ms    1.01 ms   +1.0 %    -0.5 to +1.5 %  equivalent\n")
        .contains("\nbaseline   1    hdfs://nn/user/me/hbench/monday/1   2026-02-03  valid\n")
        .contains("\n  hadoop jar hbench.jar run get@4 --repeat 10\n");
  }

  @Test
  void theSummaryOfASuiteFitsAScreenHoweverMuchHasChanged() {
    List<Difference> differences =
        IntStream.range(0, 9)
            .mapToObj(i -> new Difference("host " + i, List.of("a"), List.of("b"), false))
            .toList();
    List<String> excluded =
        IntStream.range(0, 9)
            .mapToObj(
                i -> "hdfs://nn/user/me/hbench/monday/" + i + " is invalid: no task completed")
            .toList();
    for (FigureVerdict verdict : FigureVerdict.values()) {
      for (String step : List.of("", "read,scan,mixed,write")) {
        String text = summary(verdict, differences, excluded, "get,scan,put", step.split(","));
        assertThat(text.lines()).hasSizeLessThanOrEqualTo(LINES);
        assertThat(text.lines().filter(line -> !line.startsWith("  "))) // reasons are one line each
            .allSatisfy(line -> assertThat(line).hasSizeLessThan(COLUMNS + 1));
        assertThat(text).contains("  different: 7 more\n", "  excluded: 8 more\n");
      }
    }
  }

  @Test
  void everyFigureAndDifferenceIsInTextAndPage() {
    List<Difference> differences =
        List.of("HBase", "hbench", "regions").stream()
            .map(what -> new Difference(what, List.of("1"), List.of("2"), false))
            .toList();
    Document document =
        document(
            FigureVerdict.IMPROVEMENT, differences, List.of(), "get,scan,put", "read", "write");
    String text = TextRenderer.whole(document);
    String page = PageRenderer.html(document);
    assertThat(text.lines().filter(line -> line.matches("(get|scan|put) .*p75 .*"))).hasSize(6);
    assertThat(page.split("<td>p75</td>", -1)).hasSize(7);
    for (String part : List.of("regions", "get @rs1:16020", "write", "Figures by region server")) {
      assertThat(text).contains(part);
      assertThat(page).contains(part);
    }
  }

  private static String summary(
      FigureVerdict verdict,
      List<Difference> differences,
      List<String> excluded,
      String operations,
      String... steps) {
    return TextRenderer.summary(document(verdict, differences, excluded, operations, steps));
  }

  private static Document document(
      FigureVerdict verdict,
      List<Difference> differences,
      List<String> excluded,
      String operations,
      String... steps) {
    List<RunSetComparison> sets =
        (steps.length == 0 ? Stream.of("") : Stream.of(steps))
            .map(step -> set(step, verdict, operations.split(",")))
            .toList();
    return ComparisonView.of(
        new Comparison(
            Comparison.SCHEMA,
            0.05,
            0.001,
            0.98,
            0.996_26,
            8,
            verdict,
            differences,
            excluded,
            sets),
        "compare A B --details");
  }

  /** A set of which p99 has the verdict, p95 is inconclusive, and the others are equivalent. */
  private static RunSetComparison set(String step, FigureVerdict verdict, String... operations) {
    List<OperationComparison> all = new ArrayList<>();
    List<ServerComparison> servers = new ArrayList<>();
    for (String operation : operations) {
      List<FigureComparison> figures =
          FIGURES.stream()
              .map(
                  figure ->
                      figure.equals("p99")
                          ? figure(figure, 0.3, verdict)
                          : figure.equals("p95")
                              ? figure(figure, 0.04, FigureVerdict.INCONCLUSIVE)
                              : figure(figure, 0.01, FigureVerdict.EQUIVALENT))
              .toList();
      List<Percentile> curve = List.of(new Percentile(50, 1_000), new Percentile(99, 1_300));
      all.add(new OperationComparison(operation, "service", figures, curve, curve));
      servers.add(
          new ServerComparison(
              "rs1:16020", operation, List.of(figure("p50", 0.01, FigureVerdict.EQUIVALENT))));
    }
    return new RunSetComparison(
        step,
        "run get@4",
        "t1",
        true,
        runs("monday"),
        runs("tuesday"),
        all,
        new Power(
            0.8,
            10,
            125,
            true,
            List.of("get p95"),
            List.of(),
            "hadoop jar hbench.jar run get@4 --repeat 10"),
        null,
        new Noise(Noise.Of.RUNS, 4, List.of(new Noise.Figure("get", "p99", "us", 0.02))),
        List.of(),
        new ServerComparisons(0.99, 1, servers, List.of()));
  }

  private static List<RunLine> runs(String side) {
    return Stream.of("1", "2")
        .map(
            id ->
                new RunLine(
                    id,
                    "hdfs://nn/user/me/hbench/" + side + "/" + id,
                    "2026-02-03",
                    new Verdict(Verdict.Status.VALID, List.of()),
                    false))
        .toList();
  }

  private static FigureComparison figure(String name, double change, FigureVerdict verdict) {
    boolean rate = name.equals("ops/s");
    double baseline = rate ? 100 : 1_000;
    double reach = change == 0.3 ? 0.05 : 0.005;
    return new FigureComparison(
        name,
        rate ? "1/s" : "us",
        baseline,
        baseline * (1 + change),
        change,
        change - (change == 0.01 ? 0.015 : reach),
        change + reach,
        verdict,
        null);
  }
}
