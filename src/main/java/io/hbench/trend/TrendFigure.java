package io.hbench.trend;

/** The register of figures with a trend. */
enum TrendFigure {
  /** The highest sustainable rate that a search has found. */
  RATE("rate", Unit.PER_SECOND, true),
  THROUGHPUT("ops/s", Unit.PER_SECOND, true),
  ROWS("rows/s", Unit.PER_SECOND, true),
  P50("p50", Unit.MICROSECONDS, false),
  P99("p99", Unit.MICROSECONDS, false),
  P999("p99.9", Unit.MICROSECONDS, false),
  ERRORS("errors", Unit.SHARE, false),
  DROPPED("dropped", Unit.SHARE, false),
  /** Share of all requests that were not answered in time: failed, dropped or too slow. */
  UNAVAILABLE("unavailable", Unit.SHARE, false),
  LONGEST_OUTAGE("longest outage", Unit.SECONDS, false),
  LOST("region-seconds lost", Unit.SECONDS, false),
  /** p99 of the slowest region server, in multiples of the median of the others. */
  SLOWEST_SERVER("slowest server", Unit.MULTIPLE, false),
  /** CPU time of the servers for each operation; in a mix, of all operations together. */
  SERVER_CPU("server-cpu", Unit.MICROSECONDS, false),
  /** Bytes that the servers allocated for each operation, likewise. */
  ALLOCATED("allocated", Unit.BYTES, false),
  /** Of all tables, so it depends on what else the servers do: neither end is the better one. */
  HIT_RATIO("hit-ratio", Unit.RATIO, null);

  /** Unit of a figure. */
  enum Unit {
    PER_SECOND("1/s"),
    MICROSECONDS("us"),
    BYTES("bytes"),
    /** Of requests that went wrong. */
    SHARE("share"),
    /** Of any other things, 0 to 1. */
    RATIO("ratio"),
    /** For which something was not there: 0 in most nights. */
    SECONDS("s"),
    /** Of another value, such as that of other servers. */
    MULTIPLE("x");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

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

  boolean isJudged() {
    return moreIsBetter != null;
  }

  /** Whether the figure is a share of requests that went wrong. */
  boolean isShare() {
    return unit == Unit.SHARE;
  }

  /** Whether differences count, and not ratios: these figures may be 0. */
  boolean isDifference() {
    return unit == Unit.SHARE || unit == Unit.RATIO || unit == Unit.SECONDS;
  }

  /**
   * The smallest change that matters.
   *
   * @param margin of ratios of two values, as a share
   * @param errorsMargin of differences of shares of requests
   */
  double margin(double margin, double errorsMargin) {
    return switch (unit) {
      case SHARE -> errorsMargin;
      case SECONDS -> MARGIN_SECONDS;
      default -> margin;
    };
  }

  String unit() {
    return unit.toString();
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
