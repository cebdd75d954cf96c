package io.hbench.compare;

import com.google.gson.annotations.SerializedName;

/** What became of a figure from BASE to NEW. */
public enum FigureVerdict {
  /** If it changed at all, then by less than the margin. */
  @SerializedName("same")
  SAME("same"),
  @SerializedName("better")
  BETTER("better"),
  @SerializedName("cant-tell")
  CANT_TELL("can't tell"),
  @SerializedName("worse")
  WORSE("worse");

  private final String label;

  FigureVerdict(String label) {
    this.label = label;
  }

  /**
   * Looks where the interval of a change lies. One within the margin is <em>same</em>, even if it
   * leaves 0 out: so small a change does not matter. One that is all on one side of 0, and reaches
   * the margin, is a change.
   *
   * <p>Where the scatter between runs is not known, 0 is not enough, since two runs of the same
   * thing are never the same: there the margin has to be larger than that scatter, and the interval
   * all beyond the margin.
   *
   * @param low end of the interval of the change, as a share: -0.01 is one percent less
   * @param margin the smallest change that matters, as a share
   */
  static FigureVerdict of(
      double low, double high, double margin, boolean moreIsBetter, boolean scatterKnown) {
    double noise = scatterKnown ? 0 : margin;
    if (-margin <= low && high <= margin) {
      return SAME;
    }
    if (low > noise) {
      return moreIsBetter ? BETTER : WORSE;
    }
    if (high < -noise) {
      return moreIsBetter ? WORSE : BETTER;
    }
    return CANT_TELL;
  }

  @Override
  public String toString() {
    return label;
  }
}
