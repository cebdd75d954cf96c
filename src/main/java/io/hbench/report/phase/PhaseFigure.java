package io.hbench.report.phase;

import io.hbench.length.GoalEstimate;

/**
 * A figure of a phase. The confidence intervals are of 95 %, each for itself; the phase during an
 * event has none, because it is one course of events and no steady state.
 *
 * @param value null if there are too few requests
 * @param low lower end of the confidence interval; null if there are too few intervals
 * @param high upper end, likewise
 * @param ratio to the same figure before the event; null for that phase
 * @param ratioLow lower end of its confidence interval, likewise
 * @param ratioHigh upper end, likewise
 */
public record PhaseFigure(
    Double value, Double low, Double high, Double ratio, Double ratioLow, Double ratioHigh) {

  /**
   * A figure without a ratio.
   *
   * @param estimate gives the confidence interval, or null
   */
  static PhaseFigure of(Double value, GoalEstimate estimate) {
    boolean known = value != null && estimate != null && estimate.low() != null;
    return new PhaseFigure(
        value, known ? estimate.low() : null, known ? estimate.high() : null, null, null, null);
  }

  /**
   * The figure with its ratio to the one before. The interval of the ratio is that of the
   * difference of the logarithms, from the intervals of both.
   *
   * @see <a href="https://doi.org/10.1002/sim.3095">Zou and Donner, Construction of confidence
   *     limits about effect measures (2008)</a>, the method of variance estimates recovery
   */
  PhaseFigure comparedWith(PhaseFigure before) {
    if (value == null || before.value == null || before.value <= 0) {
      return this;
    }
    double newRatio = value / before.value;
    if (low == null || before.low == null || low <= 0 || before.low <= 0) {
      return new PhaseFigure(value, low, high, newRatio, null, null);
    }
    double down = Math.hypot(Math.log(value / low), Math.log(before.high / before.value));
    double up = Math.hypot(Math.log(high / value), Math.log(before.value / before.low));
    return new PhaseFigure(
        value, low, high, newRatio, newRatio * Math.exp(-down), newRatio * Math.exp(up));
  }
}
