package io.hbench.doc;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * One axis of a chart.
 *
 * @param label quantity with its unit; empty if the chart's title names it
 * @param names of a {@link Kind#NAMES} axis, in order; a point is at the index of its name
 * @param from lower end, or null to fit the points
 * @param to upper end, or null to fit the points
 */
public record Axis(Kind kind, String label, List<String> names, Double from, Double to) {

  /** Scale and number format of an axis. */
  public enum Kind {
    /** Seconds; written as seconds, minutes or hours. Charts with a time axis share a crosshair. */
    TIME,
    /** Seconds since 1970 in the time zone of the page's author; written as days. */
    DATE,
    /** Microseconds, logarithmic; written with their unit. */
    LATENCY,
    /** Percentiles below 100; equal steps from 90 % to 99 % and from there to 99.9 %. */
    PERCENTILE,
    /** Numbers from 0 on. */
    AMOUNT,
    /** Numbers above 0, logarithmic. */
    LOGARITHM,
    /** Microseconds from 0 on; written with their unit. */
    DURATION,
    /** Any numbers, or changes in percent; the axis need not contain 0. */
    NUMBER,
    NAMES
  }

  public static Axis of(Kind kind, String label) {
    return new Axis(kind, label, List.of(), null, null);
  }

  public static Axis names(String label, List<String> names) {
    return new Axis(Kind.NAMES, label, List.copyOf(names), null, null);
  }

  /** Fits the axis to the values of all charts that have it; without any it fits those of each. */
  public Axis around(Stream<Double> values) {
    DoubleSummaryStatistics all =
        values
            .filter(value -> value != null && (!isLogarithmic() || value > 0))
            .mapToDouble(value -> value)
            .summaryStatistics();
    return all.getCount() == 0 ? this : between(all.getMin(), all.getMax());
  }

  private boolean isLogarithmic() {
    return kind == Kind.LATENCY || kind == Kind.LOGARITHM;
  }

  public Axis between(double newFrom, double newTo) {
    return new Axis(kind, label, names, newFrom, newTo);
  }
}
