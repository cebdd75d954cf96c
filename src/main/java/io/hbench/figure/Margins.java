package io.hbench.figure;

/**
 * The smallest changes that matter.
 *
 * @param relative of rates and latencies, as a share of the value before
 * @param errors of the shares of failed and of dropped requests: their difference
 */
public record Margins(double relative, double errors) {
  /** Where nothing else is asked for. */
  public static final Margins USUAL = new Margins(0.05, 0.001);

  /**
   * The margin of a figure.
   *
   * @param isShare whether it is a share of requests that went wrong
   */
  public double of(boolean isShare) {
    return isShare ? errors : relative;
  }
}
