package io.hbench.report.stage;

import java.util.Collections;
import java.util.List;

/**
 * The stages of a run whose rate has some.
 *
 * @param ofPerSecond the rate that is 100 %: {@code --percent-of}; null without that setting
 * @param goodputLimitUs response time up to which a request counts in the goodput, in microseconds:
 *     {@code latency-threshold} or, without it, the p99 of the first stage; null if that is unknown
 * @param intervalSeconds length of an interval, which is the resolution of the times to drain
 * @param list in their order
 */
public record RateStages(
    Double ofPerSecond, Double goodputLimitUs, double intervalSeconds, List<RateStage> list) {
  /** Index of the first stage of the highest rate. */
  public int peak() {
    return peak(list.stream().map(RateStage::offeredPerSecond).toList());
  }

  static int peak(List<Double> rates) {
    return rates.indexOf(Collections.max(rates));
  }

  /** The stages up to the highest rate. */
  public List<RateStage> up() {
    return list.subList(0, peak() + 1);
  }

  /** The stages from the highest rate on. */
  public List<RateStage> down() {
    return list.subList(peak(), list.size());
  }
}
