package io.hbench.findmax;

import io.hbench.findmax.FindmaxRecord.Exceedance;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.findmax.FindmaxRecord.Step;
import io.hbench.suite.SuiteTable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text of a search for a terminal: steps and result. */
public final class FindmaxTable {
  private static final List<String> HEADER =
      List.of("step", "rate", "achieved", "p50", "p99", "over limit", "allowed", "verdict");
  private static final String NOTE =
      """
      response times in microseconds; over limit: share of requests over the limit of the objective
      that is nearest to it, with the confidence interval: 95 % for all tries at one rate together
      """;

  private FindmaxTable() {}

  /** The whole table; ends with a line feed. */
  public static String of(FindmaxRecord record) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEADER);
    record.steps().forEach(step -> lines.add(cells(step)));
    return "hbench %s: %s\n\n".formatted(record.command(), String.join(", ", record.objectives()))
        + SuiteTable.aligned(lines, 1)
        + "\n"
        + NOTE
        + "\n"
        + result(record.result())
        + certainty(record).stream().map(line -> line + "\n").collect(Collectors.joining())
        + conclusion(record)
        + "\n"
        + "directory: "
        + record.out()
        + "\n";
  }

  /** One step in a line of progress. */
  public static String line(Step step) {
    return "step %d: %s/s: achieved %s/s, p99 %s µs: %s"
        .formatted(
            step.number(),
            rate(step.rate()),
            rate(step.achieved()),
            micros(step.p99()),
            verdict(step));
  }

  static List<String> cells(Step step) {
    Exceedance over = step.exceedance();
    return List.of(
        Integer.toString(step.number()),
        rate(step.rate()),
        rate(step.achieved()),
        micros(step.p50()),
        micros(step.p99()),
        over == null
            ? "-"
            : "%s%% (%s–%s%%)"
                .formatted(percent(over.share()), percent(over.low()), percent(over.high())),
        over == null ? "-" : percent(over.allowed()) + "%",
        verdict(step));
  }

  private static String verdict(Step step) {
    String judgement = (step.confirmation() ? "confirmation " : "") + step.judgement();
    return step.reasons().isEmpty() ? judgement : judgement + ": " + reasons(step);
  }

  static String reasons(Step step) {
    return step.reasons().stream().map(FindmaxTable::text).collect(Collectors.joining(", "));
  }

  private static String text(StepReason reason) {
    return switch (reason.cause()) {
      case RATE_NOT_REACHED -> "rate not reached";
      case OBJECTIVE_MISSED, OBJECTIVE_INCONCLUSIVE, CLIENT_LIMIT -> reason.detail();
      case TOO_FEW_REQUESTS -> reason.detail() + " (too few requests)";
      case BACKLOG_SHRINKING -> "backlog still shrinking";
      case RUN_INVALID -> "run invalid: " + reason.detail();
    };
  }

  private static String result(Result result) {
    String found =
        result.rate() == null
            ? "no rate met the objectives"
            : "highest sustainable rate: " + rate(result.rate()) + "/s";
    String bound =
        result.lowestFailing() == null
            ? ""
            : " (lowest failing rate: " + rate(result.lowestFailing()) + "/s)";
    return found + bound + "\n";
  }

  /** How certain the highest sustainable rate is, in lines. */
  static List<String> certainty(FindmaxRecord record) {
    Result result = record.result();
    List<String> lines = new ArrayList<>();
    if (result.rate() == null) {
      return lines;
    }
    if (result.highestMet() != null && result.highestMet() < result.rate()) {
      lines.add("met with a confidence of 95 % up to " + rate(result.highestMet()) + "/s");
    }
    if (result.confirmed() != null) {
      lines.add(
          result.confirmed()
              ? "confirmed by the longer step " + result.step()
              : "not confirmed by a longer step");
    }
    return lines;
  }

  /** The limit of the rate, in one line. */
  static String conclusion(FindmaxRecord record) {
    Result result = record.result();
    if (result.limitingStep() == null) {
      return "no limit found up to the highest rate tried";
    }
    Step bound = record.steps().get(result.limitingStep() - 1);
    String at = rate(bound.rate()) + "/s: " + reasons(bound);
    return switch (result.limit()) {
      case NONE ->
          bound.judgement() == Judgement.INVALID
              ? "limit unknown, no valid step at " + at
              : "limit unknown, no decision at " + at;
      case SERVERS ->
          bound.judgement() == Judgement.INCONCLUSIVE
              ? "most likely limited by the servers at " + at
              : "limited by the servers at " + at;
      case CLIENTS ->
          "limited by the clients at %s; about %,d more tasks on further machines would sustain this rate"
              .formatted(at, result.moreTasks());
      case SLOTS ->
          "limited by concurrency at %s; all %,d slots were in use, and service times were those of low rates; increase --threads or --in-flight"
              .formatted(at, result.slots());
    };
  }

  /** A rate with four significant digits or more, and commas. */
  static String rate(double perSecond) {
    BigDecimal rate = BigDecimal.valueOf(perSecond);
    BigDecimal shown = perSecond < 1_000 ? rate.round(new MathContext(4)) : rate;
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    return new DecimalFormat(perSecond < 1_000 ? "#,##0.###" : "#,##0", symbols).format(shown);
  }

  private static String micros(Double micros) {
    return micros == null
        ? "-"
        : String.format(Locale.ROOT, micros < 100 ? "%.2f" : "%,.0f", micros);
  }

  /** A share in percent with two significant digits. */
  private static String percent(double share) {
    return BigDecimal.valueOf(100 * share)
        .round(new MathContext(2))
        .stripTrailingZeros()
        .toPlainString();
  }
}
