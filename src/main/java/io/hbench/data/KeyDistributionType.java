package io.hbench.data;

import java.util.Locale;

/**
 * The register of key distributions and key orders. A new one is a constant here, and a case of
 * {@link KeyDistribution#sequence}.
 */
public enum KeyDistributionType {
  SEQUENTIAL("", "each thread repeats its range of rows in ascending order"),
  UNIFORM("", "every row with the same probability"),
  PERMUTED("", "every row once in random order, then again in the same order"),
  ZIPFIAN(
      ":0.99",
      "Zipf's law with an exponent of 0 or more; hot rows are scattered, the same for all tasks"),
  YCSB_ZIPFIAN(
      "",
      "YCSB's zipfian: ranks of 10,000,000,000 rows hashed to --rows; less skewed than zipfian"),
  LATEST(
      ":0.99",
      "Zipf's law by age, newest row first; includes acknowledged inserts of the same task"),
  HOTSPOT(":20%:80%", "a share of the rows, the first ones, gets the given share of the requests"),
  EXPONENTIAL(
      ":95%:85.71428571%",
      "decay by age: a share of the requests is for a share of the rows, the newest"),
  SAMPLED(
      "", "existing keys of any format: a sample of --rows keys, each with the same probability");

  private final String defaults;
  private final String help;

  /**
   * @param defaults of its parameters, in the format of {@link KeyDistribution}
   */
  KeyDistributionType(String defaults, String help) {
    this.defaults = defaults;
    this.help = help;
  }

  String defaults() {
    return defaults;
  }

  /**
   * Whether some rows of the table are requested more often than others. Then all tasks must agree
   * on the hot rows.
   */
  public boolean isSkewed() {
    return switch (this) {
      case SEQUENTIAL, UNIFORM, PERMUTED -> false;
      case ZIPFIAN, YCSB_ZIPFIAN, LATEST, HOTSPOT, EXPONENTIAL -> true;
      case SAMPLED -> true; // rows outside the sample are never requested
    };
  }

  /** Whether it can be that of any rows of a table, such as those of a region. */
  public boolean isOfAnyRows() {
    return switch (this) {
      case UNIFORM, ZIPFIAN, YCSB_ZIPFIAN, HOTSPOT -> true;
      case SEQUENTIAL, PERMUTED, LATEST, EXPONENTIAL, SAMPLED -> false;
    };
  }

  public long maxRows() {
    return switch (this) {
      case ZIPFIAN, LATEST -> Integer.MAX_VALUE; // limit of the library's sampler
      case SAMPLED -> 10_000_000; // each task holds them in memory
      default -> Long.MAX_VALUE;
    };
  }

  /** One line for help and documentation. */
  public String help() {
    return help;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
