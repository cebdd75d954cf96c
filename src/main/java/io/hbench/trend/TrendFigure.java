package io.hbench.trend;

import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import java.util.Arrays;

/** The register of figures with a trend. */
public enum TrendFigure {
  /** The highest sustainable rate that a search has found. */
  RATE("rate", Unit.PER_SECOND, true),
  THROUGHPUT("ops/s", Unit.PER_SECOND, true),
  ROWS("rows/s", Unit.PER_SECOND, true),
  P50("p50", Unit.MICROS, false),
  P99("p99", Unit.MICROS, false),
  P999("p99.9", Unit.MICROS, false),
  ERRORS("errors", Unit.SHARE, false),
  DROPPED("dropped", Unit.SHARE, false),
  /** Share of all requests that were not answered in time: failed, dropped or too slow. */
  UNAVAILABLE("unavailable", Unit.SHARE, false),
  LONGEST_OUTAGE("longest outage", Unit.SECONDS, false),
  LOST("region-seconds lost", Unit.SECONDS, false),
  /** p99 of the slowest region server, in multiples of the median of the others. */
  SLOWEST_SERVER("slowest server", Unit.MULTIPLE, false),
  /** CPU time of the servers for each operation; in a mix, of all operations together. */
  SERVER_CPU("server-cpu", Unit.MICROS, false),
  /** Bytes that the servers allocated for each operation, likewise. */
  ALLOCATED("allocated", Unit.BYTES, false),
  /** Of all tables, so it depends on what else the servers do: neither end is the better one. */
  HIT_RATIO("hit-ratio", Unit.SHARE, null);

  /** Smallest change of a time without answers that matters, in seconds. */
  private static final double MARGIN_SECONDS = 1;

  private final String label;
  private final Unit unit;
  private final Boolean moreIsBetter;

  TrendFigure(String label, Unit unit, Boolean moreIsBetter) {
    this.label = label;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
  }

  /** The figure of a series. */
  static TrendFigure named(String label) {
    return Arrays.stream(values()).filter(f -> f.label.equals(label)).findFirst().orElseThrow();
  }

  public Unit unit() {
    return unit;
  }

  boolean isJudged() {
    return moreIsBetter != null;
  }

  /** Whether the figure is a share of requests that went wrong. */
  public boolean isShare() {
    return unit == Unit.SHARE && isJudged();
  }

  /** Whether it is 0 if all is well. */
  boolean isUsuallyZero() {
    return isShare() || unit == Unit.SECONDS;
  }

  /** Whether differences count, and not ratios: these figures may be 0. */
  boolean isDifference() {
    return unit == Unit.SHARE || unit == Unit.SECONDS;
  }

  /** The smallest change that matters. */
  double margin(Margins margins) {
    return unit == Unit.SECONDS ? MARGIN_SECONDS : margins.of(isShare());
  }

  /** The unit in the file format, which tells requests that went wrong from other shares. */
  String unitName() {
    return unit == Unit.SHARE && !isShare() ? "ratio" : unit.toString();
  }

  /** Null if neither is. */
  Boolean moreIsBetter() {
    return moreIsBetter;
  }

  @Override
  public String toString() {
    return label;
  }
}
