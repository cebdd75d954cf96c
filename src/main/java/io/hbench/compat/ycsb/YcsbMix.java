package io.hbench.compat.ycsb;

import io.hbench.op.Operations;
import io.hbench.settings.Setting;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** YCSB's proportions as the smallest whole numbers that are weights of a mix. */
final class YcsbMix {
  /** Largest sum of weights that is tried; six digits of a proportion are exact. */
  private static final int MAX_PARTS = 1_000_000;

  /** Sum of weights for proportions with more digits. */
  private static final int FINE_PARTS = 1_000_000_000;

  /** Difference of a weight from a whole number that is an error of floating-point numbers. */
  private static final double NOISE = 1e-9;

  /** The proportions of the operations. */
  static final Map<Operations, Setting<BigDecimal>> PROPORTIONS = new LinkedHashMap<>();

  static {
    PROPORTIONS.put(Operations.GET, YcsbProperties.READ);
    PROPORTIONS.put(Operations.PUT, YcsbProperties.UPDATE);
    PROPORTIONS.put(Operations.INSERT, YcsbProperties.INSERT);
    PROPORTIONS.put(Operations.SCAN, YcsbProperties.SCAN);
    PROPORTIONS.put(Operations.READ_MODIFY_WRITE, YcsbProperties.READ_MODIFY_WRITE);
  }

  private YcsbMix() {}

  /**
   * The mix in words: {@code get:95,put:5}.
   *
   * @param shares that are not 0
   * @param errors gets what can't be a mix
   */
  static String text(Map<Operations, BigDecimal> shares, List<String> errors) {
    if (shares.isEmpty()) {
      errors.add("readproportion: 0, as all other proportions; try -p readproportion=1");
    }
    if (shares.size() == 1) {
      return shares.keySet().iterator().next().toString();
    }
    Map<Operations, Long> weights = weights(shares);
    weights.forEach(
        (operation, weight) -> {
          if (weight == 0) {
            String name = PROPORTIONS.get(operation).name();
            errors.add(
                UsageException.badValue(
                        name,
                        shares.get(operation).toString(),
                        "less than a billionth of all",
                        "-p " + name + "=0")
                    .getMessage());
          }
        });
    return weights.entrySet().stream()
        .map(e -> e.getKey() + ":" + e.getValue())
        .collect(Collectors.joining(","));
  }

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
