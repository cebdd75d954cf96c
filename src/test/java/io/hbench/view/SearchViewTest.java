package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.cli.MadeHistory;
import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.findmax.FindmaxRecord.Step;
import io.hbench.findmax.Judgement;
import io.hbench.html.PageRenderer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchViewTest {
  private static final int MAX_LINES = 24;
  private static final int MAX_COLUMNS = 100;

  @Test
  void theScreenHasTheRateItsLimitAndTheStepsAroundIt() {
    assertThat(screen(MadeHistory.search()))
        .isEqualTo(
            """
            hbench findmax get:95,put:5@8 on table usertable
            verdict: met, highest sustainable rate 12,330/s, lowest failing rate 13,450/s

            limit:       the servers at 13,450/s: rate not reached, p99 < 20ms
            objectives:  p99 < 20ms, errors < 1%

            step    rate  achieved    p50   p99     over limit  allowed  judgement
                      /s        /s     ms    ms              %        %
            1      1,000     1,000  0.212  1.23    0 (0–0.020)      1.0  met
            2      2,000     2,000  0.225  1.57    0 (0–0.020)      1.0  met
            3      4,000     4,000  0.250  2.23    0 (0–0.020)      1.0  met
            4      8,000     8,000  0.300  3.57    0 (0–0.020)      1.0  met
            5     16,000    12,345    150   400  100 (100–100)      1.0  missed: rate not reached, p99 < 20ms
            6     11,310    11,310  0.341  4.67    0 (0–0.020)      1.0  met
            7     13,450    12,345   73.5   196  100 (100–100)      1.0  missed: rate not reached, p99 < 20ms
            8     12,330    12,330  0.354  5.01    0 (0–0.020)      1.0  met

            details:  hbench report hdfs://nn/user/me/hbench/20260131-101500-findmax --details, or findmax.html in it
            """);
  }

  @Test
  void aLongSearchShowsTheStepsAtTheRatesNearestToTheLimit() {
    FindmaxRecord made = MadeHistory.search();
    List<Step> steps =
        IntStream.rangeClosed(1, 25)
            .mapToObj(i -> step(made.steps().get(0), i, 1_000 * i))
            .toList();
    FindmaxRecord search = with(made, steps, result(12_000.0, 13_000.0, 12_000.0, null));
    assertThat(screen(search).lines().filter(line -> line.matches("\\d+ .*")))
        .extracting(line -> line.replaceFirst(" .*", ""))
        .containsExactly("9", "10", "11", "12", "13", "14", "15", "16");
    assertThat(screen(search)).contains("\ndetails:  all 25 steps: hbench report ");
    assertThat(TextRenderer.whole(search(search)).lines().filter(line -> line.matches("\\d+ .*")))
        .hasSize(8 + 25 + 25);
  }

  @Test
  void theDetailsHaveWhatAnOperationCostAtEachRateAndHowBusyTheBusiestServerWas() {
    assertThat(TextRenderer.whole(search(MadeHistory.search())))
        .containsPattern("\nstep +rate +server-cpu +hottest server-cpu *\n +/s +µs +% *\n")
        .containsPattern("\n4 +8,000 +62[.]5 +61[.]5\n");
  }

  @Test
  void aRateThatIsNotCertainSaysUpToWhichOneItIs() {
    FindmaxRecord made = MadeHistory.search();
    assertThat(screen(with(made, made.steps(), result(12_330.0, 13_450.0, 8_000.0, true))))
        .contains("\ncertain:     up to 8,000/s (objectives met with a confidence of 95 %)\n")
        .contains("\nconfirmed:   yes, by the longer step steps/008\n");
    assertThat(screen(with(made, made.steps(), result(12_330.0, 13_450.0, null, false))))
        .contains("\ncertain:     no rate (objectives met with a confidence of 95 %)\n")
        .contains("\nconfirmed:   by no longer step\n");
  }

  @Test
  void aSearchWithoutARateHasMissedItsObjectives() {
    FindmaxRecord made = MadeHistory.search();
    List<Step> missed = List.of(made.steps().get(4));
    Result none = new Result(null, 16_000.0, null, null, null, Limit.SERVERS, 1, 800, null);
    assertThat(screen(with(made, missed, none)))
        .contains(
            "\nverdict: missed, no rate met the objectives, lowest failing rate 16,000/s\n",
            "the servers at 16,000/s: rate not reached, p99 < 20ms\n");
  }

  @Test
  void aSearchThatTellsNothingOfTheServersIsInvalidAndNotMissed() {
    FindmaxRecord made = MadeHistory.search();
    Result none = new Result(null, null, null, null, null, Limit.NONE, 5, 800, null);
    assertThat(screen(with(made, made.steps(), none)))
        .contains("\nverdict: invalid, no rate was found\n");
  }

  @Test
  void thePageHasTheSameFigures() {
    assertThat(PageRenderer.html(search(MadeHistory.search())))
        .contains(
            "<div class=\"verdict met\">",
            "<data value=\"12330.0\">12,330</data>",
            "<data value=\"12345.0\">12,345</data>",
            "the servers at 13,450/s: rate not reached, p99 &lt; 20ms");
  }

  private static String screen(FindmaxRecord record) {
    String screen = TextRenderer.summary(search(record));
    assertThat(screen.lines().toList())
        .hasSizeLessThanOrEqualTo(MAX_LINES)
        .filteredOn(line -> !line.startsWith("details:"))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(MAX_COLUMNS));
    return screen;
  }

  private static Document search(FindmaxRecord record) {
    return SearchView.of(record);
  }

  private static FindmaxRecord with(FindmaxRecord made, List<Step> steps, Result result) {
    return new FindmaxRecord(
        made.schema(),
        made.command(),
        made.version(),
        made.out(),
        made.objectives(),
        steps,
        result);
  }

  private static Result result(Double rate, Double failing, Double certain, Boolean confirmed) {
    return new Result(rate, failing, certain, confirmed, "steps/008", Limit.SERVERS, 7, 800, null);
  }

  private static Step step(Step made, int number, double rate) {
    return new Step(
        number,
        "steps/%03d".formatted(number),
        rate,
        rate,
        made.p50(),
        made.p99(),
        made.serverCpu(),
        made.hottestServerCpu(),
        made.exceedance(),
        Judgement.MET,
        List.of(),
        "valid",
        false);
  }
}
