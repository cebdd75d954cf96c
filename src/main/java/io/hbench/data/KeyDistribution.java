package io.hbench.data;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.UniformLongSampler;

/**
 * A key distribution type with its parameters: {@code uniform}, {@code zipfian:0.99}, {@code
 * hotspot:20%:80%}. A parameter is a number, or a percentage.
 *
 * @param parameters as many as the type has; a percentage as a fraction of 1
 */
public record KeyDistribution(KeyDistributionType type, List<Double> parameters) {
  private static final String PERCENT = "%";

  public KeyDistribution {
    parameters = List.copyOf(parameters);
  }

  /** Whether keys of a text are sampled: the number of rows is that of the keys found then. */
  public static boolean isSampled(String text) {
    return KeyDistributionType.SAMPLED.toString().equalsIgnoreCase(text);
  }

  /**
   * Parses the text of {@link #toString}; without parameters, the type has its defaults.
   *
   * @throws IllegalArgumentException for an unknown type, or parameters that are not valid for it
   */
  public static KeyDistribution parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    KeyDistributionType type =
        Arrays.stream(KeyDistributionType.values())
            .filter(o -> o.toString().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(text));
    List<String> defaults = words(type.defaults());
    List<String> words = colon < 0 ? defaults : words(text.substring(colon));
    if (words.size() != defaults.size()) {
      throw new IllegalArgumentException(text);
    }
    return new KeyDistribution(
        type,
        IntStream.range(0, words.size())
            .mapToObj(i -> parameter(words.get(i), defaults.get(i), i == 0))
            .toList());
  }

  /** All types with their default parameters, for a message. */
  public static String choices() {
    return Arrays.stream(KeyDistributionType.values())
        .map(o -> o.defaults().isEmpty() ? o.toString() : o + "[" + o.defaults() + "]")
        .collect(Collectors.joining(", "));
  }

  private static List<String> words(String parameters) {
    return parameters.isEmpty() ? List.of() : List.of(parameters.substring(1).split(":", -1));
  }

  /** A first percentage of 0 % or 100 % would leave one group of rows empty. */
  private static double parameter(String text, String fallback, boolean first) {
    boolean share = text.endsWith(PERCENT);
    BigDecimal number =
        new BigDecimal(share ? text.substring(0, text.length() - 1) : text)
            .movePointLeft(share ? 2 : 0);
    double value = number.doubleValue();
    boolean fits = !share || (value > 0 && (first ? value < 1 : value <= 1));
    if (share != fallback.endsWith(PERCENT)
        || number.signum() < 0
        || !fits
        || Double.isInfinite(value)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  /** The endless sequence of rows that one thread requests. */
  public KeySequence sequence(KeySpace space) {
    return switch (type) {
      case SEQUENTIAL -> KeySequence.cycle(space.walked());
      case UNIFORM, SAMPLED ->
          UniformLongSampler.of(space.random(), space.rows().first(), space.rows().end() - 1)
              ::sample;
      case PERMUTED -> space.shuffled(KeySequence.cycle(space.walked()));
      case ZIPFIAN -> SkewedKeys.zipfian(space, parameters.get(0));
      case YCSB_ZIPFIAN -> new YcsbZipfian(space.rows(), space.random()::nextDouble);
      case LATEST -> SkewedKeys.latest(space, parameters.get(0));
      case HOTSPOT -> SkewedKeys.hotspot(space, parameters.get(0), parameters.get(1));
      case EXPONENTIAL -> SkewedKeys.exponential(space, parameters.get(0), parameters.get(1));
    };
  }

  /**
   * The sequence that requests each row once.
   *
   * @param left the remaining rows of the thread's share
   */
  public KeySequence once(KeySpace space, List<KeyRange> left) {
    KeySequence rows = KeySequence.once(left);
    return type == KeyDistributionType.PERMUTED ? space.shuffled(rows) : rows;
  }

  @Override
  public String toString() {
    List<String> defaults = words(type.defaults());
    return type
        + IntStream.range(0, defaults.size())
            .mapToObj(i -> ":" + text(parameters.get(i), defaults.get(i).endsWith(PERCENT)))
            .collect(Collectors.joining());
  }

  private static String text(double parameter, boolean share) {
    BigDecimal number = BigDecimal.valueOf(parameter).movePointRight(share ? 2 : 0);
    return number.stripTrailingZeros().toPlainString() + (share ? PERCENT : "");
  }
}
