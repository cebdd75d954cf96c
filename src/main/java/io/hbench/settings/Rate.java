package io.hbench.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The rate of all tasks together, in requests per second or in percent of a known rate.
 *
 * @param levels one level of a constant rate, two ends of a ramp, or stages of equal length
 * @param relative whether the levels are in percent
 */
public record Rate(List<BigDecimal> levels, boolean ramp, boolean relative) {
  private static final String RANGE = "..";
  private static final String PERCENT = "%";

  /** Stages between the ends of a range in percent: close together around the knee. */
  private static final List<BigDecimal> RUNGS =
      LongStream.of(20, 50, 80, 100, 120, 150, 200, 300, 500)
          .mapToObj(BigDecimal::valueOf)
          .toList();

  private static final BigDecimal MAX_PERCENT = BigDecimal.valueOf(10_000);
  private static final int DIGITS = 3;

  public Rate {
    levels = levels.stream().map(BigDecimal::stripTrailingZeros).toList();
  }

  /**
   * Reads {@code 5k}, {@code 1k..50k}, {@code 10k,20k,40k}, {@code 80%,120%} or {@code 80%..200%}:
   * stages up to 200 % and back.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Rate parse(String text) {
    boolean range = text.contains(RANGE);
    boolean relative = text.contains(PERCENT);
    List<BigDecimal> levels =
        Arrays.stream(text.split(range ? "\\.\\." : ",", -1))
            .map(relative ? Rate::percent : SettingType::perSecond)
            .toList();
    if (range && levels.size() != 2) {
      throw new IllegalArgumentException(text);
    }
    return range && relative
        ? upAndBack(levels.get(0), levels.get(1))
        : new Rate(levels, range, relative);
  }

  private static BigDecimal percent(String text) {
    if (!text.endsWith(PERCENT)) {
      throw new IllegalArgumentException(text);
    }
    BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1).trim());
    if (percent.compareTo(BigDecimal.ONE) < 0 || percent.compareTo(MAX_PERCENT) > 0) {
      throw new IllegalArgumentException(text);
    }
    return percent;
  }

  /** Stages from one level up to another, and down again. */
  private static Rate upAndBack(BigDecimal from, BigDecimal to) {
    if (from.compareTo(to) >= 0) {
      throw new IllegalArgumentException(from + RANGE + to);
    }
    List<BigDecimal> up = new ArrayList<>();
    up.add(from);
    RUNGS.stream().filter(r -> r.compareTo(from) > 0 && r.compareTo(to) < 0).forEach(up::add);
    List<BigDecimal> down = new ArrayList<>(up);
    Collections.reverse(down);
    up.add(to);
    up.addAll(down);
    return new Rate(up, false, true);
  }

  /** The rate in requests per second, if the levels are in percent of another one. */
  public Rate of(BigDecimal perSecond) {
    return new Rate(
        levels.stream()
            .map(l -> l.multiply(perSecond).movePointLeft(2).setScale(DIGITS, RoundingMode.HALF_UP))
            .map(l -> l.max(BigDecimal.ONE.movePointLeft(DIGITS)))
            .toList(),
        ramp,
        false);
  }

  /** The mean of the levels, which last equally long. */
  public double mean() {
    return levels.stream().mapToDouble(BigDecimal::doubleValue).average().orElseThrow();
  }

  public boolean isConstant() {
    return levels.size() == 1;
  }

  @Override
  public String toString() {
    String unit = relative ? PERCENT : "";
    return levels.stream()
        .map(level -> level.toPlainString() + unit)
        .collect(Collectors.joining(ramp ? RANGE : ","));
  }
}
