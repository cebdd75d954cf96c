package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.doc.Axis;
import io.hbench.doc.Block.Tile;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Point;
import io.hbench.doc.Chart.Style;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Exceedance;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.findmax.FindmaxRecord.Step;
import io.hbench.findmax.Judgement;
import io.hbench.findmax.StepReason;
import io.hbench.settings.Objective;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A search for the highest sustainable rate: the rate, its limit, and the steps around it. */
public final class SearchView {
  /** File of the page, in the directory of the search. */
  public static final String PAGE = "findmax.html";

  private static final String SUSTAINABLE = "highest sustainable rate";
  private static final String FAILING = "lowest failing rate";

  /** Steps that leave room on the screen for the result. */
  private static final int MAX_STEPS = 8;

  private static final int HEIGHT = 340;

  private final FindmaxRecord record;
  private final Result result;
  private final Document document;

  private SearchView(FindmaxRecord record) {
    this.record = record;
    this.result = record.result();
    this.document = new Document("findmax", record.command());
  }

  public static Document of(FindmaxRecord record) {
    return new SearchView(record).whole();
  }

  public static String line(Step step) {
    return "step %d: %s: achieved %s, p99 %s: %s"
        .formatted(
            step.number(),
            Unit.PER_SECOND.text(step.rate()),
            Unit.PER_SECOND.text(step.achieved()),
            step.p99() == null ? "unknown" : Unit.MICROS.text(step.p99()),
            judgement(step));
  }

  private Document whole() {
    document.about("steps", Integer.toString(record.steps().size()));
    document.about(Label.HBENCH, record.version());
    document.verdict(
        result.rate() != null ? "met" : result.tellsOfServers() ? "missed" : "invalid",
        bounds(),
        List.of());
    document.tiles(
        Stream.concat(tile(SUSTAINABLE, result.rate()), tile(FAILING, result.lowestFailing()))
            .toList());
    document.fact("limit", limit());
    if (result.rate() != null) {
      certainty();
    }
    document.fact(Label.OBJECTIVES, String.join(", ", record.objectives()));
    List<Step> shown = around();
    document.table(table(shown));
    document.more(
        "%shbench report %s --details, or %s in it"
            .formatted(
                shown.size() < record.steps().size()
                    ? format("all %,d steps: ", record.steps().size())
                    : "",
                quoted(record.out()),
                PAGE));
    document.section("Rates").chart(latencies(), achieved());
    document.section("Steps");
    if (shown.size() < record.steps().size()) {
      document.table(table(record.steps()));
    }
    document.table(costs());
    document.note(
        "Over limit: share of requests over the limit of the objective that is nearest to it, with"
            + " the confidence interval: 95 % for all tries at one rate together. p50 and p99:"
            + " response times. Each step is a run with a report of its own:");
    document.code(
        "hbench report "
            + quoted(
                record.out()
                    + "/"
                    + (result.step() == null ? record.steps().get(0).directory() : result.step())));
    return document;
  }

  /** What keeps the rate from being certain. */
  private void certainty() {
    List<String> resources =
        record.objectives().stream()
            .filter(one -> !Objective.parse(one).figure().isOfRequests())
            .toList();
    if (result.highestMet() == null
        || result.highestMet() < result.rate()
        || !resources.isEmpty()) {
      document.fact(
          "certain",
          "%s (objectives met with a confidence of 95 %%%s)",
          result.highestMet() == null
              ? "no rate"
              : "up to " + Unit.PER_SECOND.text(result.highestMet()),
          resources.isEmpty()
              ? ""
              : "; one value a step: %s".formatted(String.join(", ", resources)));
    }
    if (result.confirmed() != null) {
      document.fact(
          "confirmed",
          result.confirmed() ? "yes, by the longer step " + result.step() : "by no longer step");
    }
  }

  private String bounds() {
    String rate =
        result.rate() != null
            ? SUSTAINABLE + " " + Unit.PER_SECOND.text(result.rate())
            : result.tellsOfServers() ? "no rate met the objectives" : "no rate was found";
    return result.lowestFailing() == null
        ? rate
        : "%s, %s %s".formatted(rate, FAILING, Unit.PER_SECOND.text(result.lowestFailing()));
  }

  /** What keeps the rate from being higher. */
  private String limit() {
    if (result.limitingStep() == null) {
      return "none up to the highest rate tried";
    }
    Step bound = record.steps().get(result.limitingStep() - 1);
    String at = " at " + Unit.PER_SECOND.text(bound.rate()) + ": " + reasons(bound);
    return switch (result.limit()) {
      case NONE ->
          (bound.judgement() == Judgement.INVALID ? "unknown, no valid step" : "unknown") + at;
      case SERVERS ->
          (bound.judgement() == Judgement.INCONCLUSIVE ? "most likely the servers" : "the servers")
              + at;
      case CLIENTS ->
          format(
              "the clients%s; about %,d more tasks on further machines would sustain this rate",
              at, result.moreTasks());
      case SLOTS ->
          format(
              "concurrency%s; all %,d slots were in use, and service times were those of low rates;"
                  + " increase --threads or --in-flight",
              at, result.slots());
    };
  }

  /** All steps, or those at the rates nearest to the limit; in their order. */
  private List<Step> around() {
    double limit =
        result.rate() != null
            ? result.rate()
            : record.steps().get(record.steps().size() - 1).rate();
    return record.steps().stream()
        .sorted(
            Comparator.comparingDouble((Step step) -> Math.abs(Math.log(step.rate() / limit)))
                .thenComparing(Step::number, Comparator.reverseOrder()))
        .limit(MAX_STEPS)
        .sorted(Comparator.comparing(Step::number))
        .toList();
  }

  private static DataTable<Step> table(List<Step> steps) {
    return DataTable.of(steps)
        .name(Label.STEP, Step::number)
        .figure(Label.RATE, Unit.PER_SECOND, Step::rate)
        .figure("achieved", Unit.PER_SECOND, Step::achieved)
        .figure(Figure.P50, Step::p50)
        .figure(Figure.P99, Step::p99)
        .figure("over limit", Unit.SHARE, step -> share(step.exceedance()))
        .figure(
            "allowed",
            Unit.SHARE,
            step -> step.exceedance() == null ? null : step.exceedance().allowed())
        .name(Label.JUDGEMENT, SearchView::judgement);
  }

  private DataTable<Step> costs() {
    List<Step> known =
        record.steps().stream()
            .filter(step -> step.serverCpu() != null || step.hottestServerCpu() != null)
            .toList();
    return DataTable.of(known)
        .name(Label.STEP, Step::number)
        .figure(Label.RATE, Unit.PER_SECOND, Step::rate)
        .figure(Figure.SERVER_CPU, Step::serverCpu)
        .figure(Figure.HOTTEST_SERVER, Step::hottestServerCpu);
  }

  private static Written share(Exceedance over) {
    return over == null
        ? null
        : new Written(
            "%s (%s–%s)"
                .formatted(percent(over.share()), percent(over.low()), percent(over.high())),
            over.share());
  }

  private static String percent(double share) {
    return Unit.SHARE.number(share, Unit.SHARE.common(DoubleStream.empty()));
  }

  private static String judgement(Step step) {
    String judgement = (step.confirmation() ? "confirmation " : "") + step.judgement();
    return step.reasons().isEmpty() ? judgement : judgement + ": " + reasons(step);
  }

  private static String reasons(Step step) {
    return step.reasons().stream().map(SearchView::text).collect(Collectors.joining(", "));
  }

  private static String text(StepReason reason) {
    return switch (reason.cause()) {
      case RATE_NOT_REACHED -> "rate not reached";
      case OBJECTIVE_MISSED, OBJECTIVE_INCONCLUSIVE, CLIENT_LIMIT -> reason.detail();
      case TOO_FEW_REQUESTS -> reason.detail() + " (too few requests)";
      case BACKLOG_SHRINKING -> "backlog still shrinking";
      case FIGURE_UNKNOWN -> reason.detail() + " (unknown)";
      case RUN_INVALID -> "run invalid: " + reason.detail();
    };
  }

  private static Stream<Tile> tile(String label, Double rate) {
    return Stream.ofNullable(rate)
        .map(r -> new Tile(label, Unit.PER_SECOND.text(r).replace("/s", ""), "requests/s", r));
  }

  private Chart latencies() {
    return chart("Response time over rate", Axis.of(Axis.Kind.LATENCY, ""))
        .series(Figure.P50, Style.LINE, Chart.BLUE, points(Step::p50))
        .series(Figure.P99, Style.LINE, Chart.ORANGE, points(Step::p99));
  }

  private Chart achieved() {
    return chart("Achieved", Axis.of(Axis.Kind.AMOUNT, "requests/s completed"))
        .series("target", Style.DASHED, Chart.GREY, points(Step::rate))
        .series("achieved", Style.LINE, Chart.BLUE, points(Step::achieved));
  }

  private Chart chart(String title, Axis y) {
    Chart chart = new Chart(title, Axis.of(Axis.Kind.AMOUNT, "target, requests/s"), y, HEIGHT);
    if (result.rate() != null) {
      chart.mark(result.rate(), SUSTAINABLE);
    }
    if (result.lowestFailing() != null) {
      chart.mark(result.lowestFailing(), FAILING, Chart.RED);
    }
    return chart;
  }

  /** A figure by rate; of the last step where several had the same rate. */
  private List<Point> points(Function<Step, Double> figure) {
    TreeMap<Double, Double> byRate = new TreeMap<>();
    record.steps().forEach(step -> byRate.put(step.rate(), figure.apply(step)));
    return byRate.entrySet().stream().map(e -> new Point(e.getKey(), e.getValue())).toList();
  }
}
