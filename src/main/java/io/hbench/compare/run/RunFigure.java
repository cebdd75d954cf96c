package io.hbench.compare.run;

/**
 * A figure of which a run has one value: of its table, or of an operation at a region server.
 *
 * @param of what has it: {@link #TABLE}, or the operation
 * @param server {@code host:port}; empty if it is no figure of a server
 */
public record RunFigure(String of, String server, Kind kind) {
  /** Stands for the operation in figures of the availability. */
  public static final String TABLE = "table";

  /** The register of these figures. */
  public enum Kind {
    LONGEST_OUTAGE("longest outage", "s"),
    LOST("region-seconds lost", "s"),
    /** The load of a server: which regions it has decides it, so neither end is better. */
    THROUGHPUT("ops/s", "1/s"),
    /** Geometric mean of the service times of successful requests. */
    LEVEL("level", "us"),
    P50("p50", "us"),
    P99("p99", "us");

    private final String label;
    private final String unit;

    Kind(String label, String unit) {
      this.label = label;
      this.unit = unit;
    }

    /** Unit of the value: s, 1/s or us. */
    public String unit() {
      return unit;
    }

    /** Whether a change of it is better or worse. */
    public boolean isJudged() {
      return this != THROUGHPUT;
    }

    /** Whether changes are differences, and not ratios: such a figure may be 0. */
    public boolean isDifference() {
      return this == LONGEST_OUTAGE || this == LOST;
    }

    /** The scale on which values are compared. */
    double level(double value) {
      return isDifference() ? value : Math.log(value);
    }

    /** The value of a level. */
    public double value(double level) {
      return isDifference() ? level : Math.exp(level);
    }

    /** The change that a difference of levels means: a share of the value before, or itself. */
    public double change(double difference) {
      return isDifference() ? difference : Math.expm1(difference);
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
