package io.hbench.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rate of all tasks together, in requests per second.
 *
 * @param levels one level of a constant rate, two ends of a ramp, or stages of equal length
 */
public record Rate(List<BigDecimal> levels, boolean ramp) {
  private static final String RAMP = "..";

  public Rate {
    levels = List.copyOf(levels);
  }

  /**
   * Reads {@code 5k}, {@code 1k..50k} or {@code 10k,20k,40k}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Rate parse(String text) {
    boolean ramp = text.contains(RAMP);
    List<BigDecimal> levels =
        Arrays.stream(text.split(ramp ? "\\.\\." : ",", -1)).map(SettingType::perSecond).toList();
    if (ramp && levels.size() != 2) {
      throw new IllegalArgumentException(text);
    }
    return new Rate(levels, ramp);
  }

  public boolean isConstant() {
    return levels.size() == 1;
  }

  @Override
  public String toString() {
    return levels.stream()
        .map(BigDecimal::toPlainString)
        .collect(Collectors.joining(ramp ? RAMP : ","));
  }
}
