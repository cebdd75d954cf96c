package io.hbench.compat.ycsb;

import io.hbench.op.Operations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** YCSB's proportions of operations as a mix of hbench. */
final class YcsbMix {
  private YcsbMix() {}

  /**
   * Renders the mix, with the smallest whole numbers as weights.
   *
   * @return {@code get:95,put:5}; empty if all proportions are 0
   */
  static String of(Map<String, String> properties) {
    Map<Operations, BigDecimal> proportions = new LinkedHashMap<>();
    proportions.put(Operations.GET, YcsbProperty.READ.of(properties));
    proportions.put(Operations.PUT, YcsbProperty.UPDATE.of(properties));
    proportions.put(Operations.INSERT, YcsbProperty.INSERT.of(properties));
    proportions.put(Operations.SCAN, YcsbProperty.SCAN.of(properties));
    proportions.put(Operations.READ_MODIFY_WRITE, YcsbProperty.READ_MODIFY_WRITE.of(properties));
    proportions.values().removeIf(share -> share.signum() == 0);
    int digits =
        proportions.values().stream()
            .mapToInt(share -> share.stripTrailingZeros().scale())
            .reduce(0, Math::max);
    Map<Operations, BigInteger> weights = new LinkedHashMap<>();
    proportions.forEach((o, share) -> weights.put(o, share.movePointRight(digits).toBigInteger()));
    BigInteger divisor = weights.values().stream().reduce(BigInteger.ZERO, BigInteger::gcd);
    return weights.size() == 1
        ? weights.keySet().iterator().next().toString()
        : weights.entrySet().stream()
            .map(e -> e.getKey() + ":" + e.getValue().divide(divisor))
            .collect(Collectors.joining(","));
  }
}
