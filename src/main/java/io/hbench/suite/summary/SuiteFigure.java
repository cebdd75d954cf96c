package io.hbench.suite.summary;

import static io.hbench.figure.Format.format;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.FigureVerdict;
import io.hbench.figure.Figure;
import io.hbench.figure.Format;
import io.hbench.trend.NightFigure;
import io.hbench.trend.Trend;
import io.hbench.trend.Trend.State;
import io.hbench.trend.Trend.TrendSeries;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;

/**
 * A figure of a suite beside its baseline.
 *
 * @param operation empty if the step has only one
 * @param before value or range before, with its unit; empty if there is none
 * @param tonight value of this suite
 * @param change as a share of the value before; the difference if the figure is itself a share;
 *     null if there was nothing before, or 0
 * @param isShare whether the figure is a share of requests that went wrong
 * @param since the first day, and the number of nights; tonight or the baseline
 * @param sure how unlikely the change is by chance: a p-value, or a confidence interval
 */
public record SuiteFigure(
    String step,
    String operation,
    String figure,
    State state,
    String before,
    String tonight,
    Double change,
    boolean isShare,
    String since,
    String sure) {

  /**
   * Shares of requests that went wrong come first: users see them; then the largest change. Errors
   * and dropped requests are part of what is unavailable, and say more.
   */
  public static final Comparator<SuiteFigure> WORST_FIRST =
      Comparator.comparing((SuiteFigure figure) -> !figure.isShare)
          .thenComparing(figure -> figure.figure.equals(Figure.UNAVAILABLE.toString()))
          .thenComparing(figure -> figure.change == null ? 0 : -Math.abs(figure.change));

  /** Probability of a surprise, in any figure of a night, though nothing has changed. */
  private static final String SURPRISE = "< 0.01";

  /** States of a figure that has changed, for reasons of its own. */
  private static final Set<State> CHANGED =
      EnumSet.of(State.REGRESSION, State.IMPROVEMENT, State.ACCEPTED);

  static SuiteFigure of(String step, boolean isOnly, NightFigure night) {
    boolean isChanged = CHANGED.contains(night.state());
    String since =
        isChanged && night.nights() > 1
            ? "%s, %d nights".formatted(Trend.day(night.since()), night.nights())
            : "tonight";
    TrendSeries series = night.series();
    String probability = night.isLevel() ? series.lastChange().probability() : SURPRISE;
    return new SuiteFigure(
        step,
        isOnly ? "" : series.operation(),
        series.figure(),
        night.state(),
        night.before(),
        series.text(night.value()),
        night.change(),
        series.kind().isShare(),
        since,
        isChanged ? "p " + probability : "");
  }

  static SuiteFigure of(String step, String operation, FigureComparison figure) {
    return new SuiteFigure(
        step,
        operation,
        figure.figure(),
        state(figure.verdict()),
        text(figure, figure.baseline()),
        text(figure, figure.candidate()),
        relative(figure),
        figure.isShare(),
        "baseline",
        figure.intervalText());
  }

  /** The change as a share of the value before, or the difference of a share. */
  private static Double relative(FigureComparison figure) {
    if (!figure.isTime() || figure.change() == null) {
      return figure.change();
    }
    return figure.baseline() == 0 ? null : Double.valueOf(figure.change() / figure.baseline());
  }

  private static String text(FigureComparison figure, Double value) {
    return value == null ? "-" : figure.measure().text(value);
  }

  private static State state(FigureVerdict verdict) {
    return switch (verdict) {
      case REGRESSION -> State.REGRESSION;
      case IMPROVEMENT -> State.IMPROVEMENT;
      case EQUIVALENT -> State.STEADY;
      case INCONCLUSIVE -> State.NOT_ENOUGH_DATA;
    };
  }

  /** {@code get p99}. */
  public String name() {
    return operation.isEmpty() ? figure : operation + " " + figure;
  }

  /** {@code +18.6 %}; {@code +5.00 points} of a share; empty if there is no change to tell. */
  public String changeText() {
    return change == null ? "" : Format.change(change, isShare);
  }

  /** {@code read p99 (+18 %)}. */
  public String headline() {
    String rounded = change == null || isShare ? changeText() : format("%+,.0f %%", 100 * change);
    return step + " " + name() + (rounded.isEmpty() ? "" : " (" + rounded + ")");
  }
}
