package io.hbench.view;

import io.hbench.doc.Chart;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The distribution of a figure over many tasks. Values of 0 are unknown, and not in it. */
final class Distribution {
  private final double[] sorted;

  Distribution(DoubleStream values) {
    sorted = values.filter(value -> value > 0).sorted().toArray();
  }

  boolean isEmpty() {
    return sorted.length == 0;
  }

  /** The value that a share of all values does not exceed; of a share of 0 the lowest one. */
  double upTo(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(1, rank) - 1];
  }

  /** A point for each percent of the values: the value that so many do not exceed. */
  List<Chart.Point> percentiles() {
    return isEmpty()
        ? List.of()
        : IntStream.rangeClosed(0, 100)
            .mapToObj(percent -> new Chart.Point(percent, upTo(percent / 100.0)))
            .toList();
  }
}
