package io.hbench.settings;

/**
 * Treatment of requests that could not be sent at their intended time because all slots were in
 * use.
 *
 * @param factor maximum rate while the loop catches up, as a multiple of the rate; infinite:
 *     limited by slots only; 0: late requests are dropped
 */
public record CatchUp(double factor) {
  public static final CatchUp UNBOUNDED = new CatchUp(Double.POSITIVE_INFINITY);
  static final CatchUp NONE = new CatchUp(0);
  private static final String BURST = "burst:";

  /**
   * Reads {@code unbounded}, {@code none} or {@code burst:1.1}.
   *
   * @throws IllegalArgumentException if the text is none of these, or the factor is not above 1
   */
  public static CatchUp parse(String text) {
    if (text.equals("unbounded")) {
      return UNBOUNDED;
    }
    if (text.equals("none")) {
      return NONE;
    }
    double factor = text.startsWith(BURST) ? Double.parseDouble(text.substring(6)) : 0;
    if (!(factor > 1 && Double.isFinite(factor))) {
      throw new IllegalArgumentException(text);
    }
    return new CatchUp(factor);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return factor == 0 ? "none" : factor < UNBOUNDED.factor ? BURST + factor : "unbounded";
  }
}
