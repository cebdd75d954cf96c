package io.hbench.compat.ycsb;

import io.hbench.op.Operations;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** YCSB's proportions as the smallest whole numbers that are weights of a mix. */
final class YcsbMix {
  /** Largest sum of weights that is tried; six digits of a proportion are exact. */
  private static final int MAX_PARTS = 1_000_000;

  /** Sum of weights for proportions with more digits. */
  private static final int FINE_PARTS = 1_000_000_000;

  /** Difference of a weight from a whole number that is an error of floating-point numbers. */
  private static final double NOISE = 1e-9;

  private YcsbMix() {}

  /** The weights, of which one is 0 if its share is less than a billionth. */
  static Map<Operations, Long> weights(Map<Operations, BigDecimal> shares) {
    double sum = shares.values().stream().mapToDouble(BigDecimal::doubleValue).sum();
    int parts =
        IntStream.rangeClosed(1, MAX_PARTS)
            .filter(n -> shares.values().stream().allMatch(share -> isWhole(share, n / sum)))
            .findFirst()
            .orElse(FINE_PARTS);
    Map<Operations, Long> weights = new LinkedHashMap<>();
    shares.forEach(
        (operation, share) ->
            weights.put(operation, Math.round(share.doubleValue() * (parts / sum))));
    return weights;
  }

  private static boolean isWhole(BigDecimal proportion, double parts) {
    double weight = proportion.doubleValue() * parts;
    return weight > 0.5 && Math.abs(weight - Math.rint(weight)) < NOISE;
  }
}
