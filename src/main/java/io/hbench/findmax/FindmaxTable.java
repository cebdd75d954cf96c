package io.hbench.findmax;

import io.hbench.findmax.FindmaxRecord.ShareCheck;
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

/** Text of a search for a terminal: steps and result. */
public final class FindmaxTable {
  private static final List<String> HEADER =
      List.of("step", "rate", "achieved", "p50", "p99", "over limit", "allowed", "verdict");
  private static final String NOTE =
      """
      response times in microseconds; over limit: share of requests over the limit of the objective
      that is nearest to it, with the 95 % confidence interval
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
    ShareCheck over = step.exceedance();
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
    return step.reasons().isEmpty() ? step.judgement() : step.judgement() + ": " + step.reasons();
  }

  private static String result(Result result) {
    String found =
        result.rate() == null
            ? "no rate met the objectives"
            : "highest sustainable rate: " + rate(result.rate()) + "/s";
    String bound =
        result.missed() == null
            ? ""
            : result.rate() == null
                ? "; " + rate(result.missed()) + "/s misses them"
                : "; the limit lies between it and " + rate(result.missed()) + "/s";
    return found + bound + "\n" + result.message() + "\n";
  }

  /** Four digits at least, with commas. */
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
