package io.hbench.view;

import io.hbench.doc.Chart;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The distribution of one figure over many tasks or hosts. */
final class Distribution {
  private static final int BINS = 40;

  private final double[] sorted;

  private Distribution(double[] sorted) {
    this.sorted = sorted;
  }

  /** The distribution of the values above 0: others are unknown. */
  static Distribution of(DoubleStream values) {
    return ofAll(values.filter(value -> value > 0));
  }

  static Distribution ofAll(DoubleStream values) {
    return new Distribution(values.sorted().toArray());
  }

  boolean isEmpty() {
    return sorted.length == 0;
  }

  double lowest() {
    return sorted[0];
  }

  double highest() {
    return sorted[sorted.length - 1];
  }

  /** The value that a share of all values does not exceed. */
  double upTo(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(1, rank) - 1];
  }

  /** Bars of a histogram: the number of values in each of equal steps on a logarithmic axis. */
  List<Chart.Point> logarithmic() {
    double from = Math.log(lowest());
    double step = (Math.log(highest()) - from) / BINS;
    long[] counts = counts(value -> (Math.log(value) - from) / step, BINS);
    return bars(counts, i -> Math.exp(from + (i + 0.5) * step));
  }

  /** Bars of a histogram of whole numbers: how many there are in each of equal steps. */
  List<Chart.Point> linear() {
    double values = highest() - lowest() + 1;
    int bins = (int) Math.min(BINS, values);
    double step = values / bins;
    long[] counts = counts(value -> (value - lowest()) / step, bins);
    return bars(counts, i -> lowest() - 0.5 + (i + 0.5) * step);
  }

  private long[] counts(DoubleUnaryOperator bin, int bins) {
    long[] counts = new long[bins];
    for (double value : sorted) {
      counts[Math.min(bins - 1, (int) bin.applyAsDouble(value))]++;
    }
    return counts;
  }

  private static List<Chart.Point> bars(long[] counts, IntToDoubleFunction middle) {
    return IntStream.range(0, counts.length)
        .mapToObj(i -> new Chart.Point(middle.applyAsDouble(i), (double) counts[i]))
        .toList();
  }
}
