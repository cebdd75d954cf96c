package io.hbench.html;

import com.google.gson.annotations.SerializedName;
import java.util.List;

/**
 * What one direction of a chart means.
 *
 * @param label what is counted, with its unit; empty if the chart's title says it
 * @param names of a {@link Kind#NAMES} axis, in order; a point is at the index of its name
 * @param from the least that is shown, or null for what the points need; likewise {@code to}
 */
public record Axis(Kind kind, String label, List<String> names, Double from, Double to) {

  /** How a figure becomes a place, and how it is written. */
  public enum Kind {
    /** Seconds; written as seconds, minutes or hours. Charts with it share a crosshair. */
    @SerializedName("time")
    TIME,
    /** Seconds since 1970 on the clock of whoever makes the page; written as days. */
    @SerializedName("date")
    DATE,
    /** Microseconds, logarithmic; written with their unit. */
    @SerializedName("latency")
    LATENCY,
    /** Percentiles below 100; equal steps from 90 % to 99 % and from there to 99.9 %. */
    @SerializedName("percentile")
    PERCENTILE,
    /** From 0 on. */
    @SerializedName("amount")
    AMOUNT,
    /** Any number, or a change in percent: 0 need not be there. */
    @SerializedName("number")
    NUMBER,
    /** One place for each name. */
    @SerializedName("names")
    NAMES
  }

  public static Axis of(Kind kind, String label) {
    return new Axis(kind, label, List.of(), null, null);
  }

  public static Axis names(String label, List<String> names) {
    return new Axis(Kind.NAMES, label, List.copyOf(names), null, null);
  }

  public Axis between(double newFrom, double newTo) {
    return new Axis(kind, label, names, newFrom, newTo);
  }
}
