package io.hbench.compare;

import java.util.Locale;

/** The verdict on a figure's change from baseline to candidate; the most serious one comes last. */
public enum FigureVerdict {
  /** The change, if any, is smaller than the margin. */
  EQUIVALENT,
  INCONCLUSIVE,
  IMPROVEMENT,
  REGRESSION;

  /**
   * Classifies a change by its confidence interval.
   *
   * <ul>
   *   <li>equivalent: the interval lies within the margin, even if it excludes 0; so small a change
   *       does not matter
   *   <li>regression or improvement: the interval excludes 0 and reaches beyond the margin
   *   <li>inconclusive: otherwise
   * </ul>
   *
   * <p>Two runs of the same load always differ a little. Where the variance between runs is not
   * known, the margin stands for it: a regression or an improvement is then an interval that lies
   * entirely beyond the margin.
   *
   * @param low lower end of the interval of the change, as a share: -0.01 is one percent less
   * @param high upper end, likewise
   * @param margin smallest change that matters, as a share
   */
  static FigureVerdict of(
      double low, double high, double margin, boolean moreIsBetter, boolean runVarianceKnown) {
    double noise = runVarianceKnown ? 0 : margin;
    if (-margin <= low && high <= margin) {
      return EQUIVALENT;
    }
    if (low > noise) {
      return moreIsBetter ? IMPROVEMENT : REGRESSION;
    }
    if (high < -noise) {
      return moreIsBetter ? REGRESSION : IMPROVEMENT;
    }
    return INCONCLUSIVE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
