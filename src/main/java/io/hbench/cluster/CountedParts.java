package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the metrics pages count in parts of a long time. A part of which not all is known is left
 * out: a server that ends takes the calls of some minutes, not those of a day.
 */
final class CountedParts {
  private final Map<String, Double> sum = new HashMap<>();
  private final Set<String> reasons = new TreeSet<>();
  private double all;
  private double seconds;
  private double requests;

  /** Leaves out a part. */
  void leaveOut(double length, String reason) {
    all += length;
    reasons.add(reason);
  }

  /**
   * @param length in seconds
   * @param counted growth of the counters of all servers
   * @param perSecond requests of the table's regions
   */
  void add(double length, Map<String, Double> counted, double perSecond) {
    all += length;
    seconds += length;
    requests += length * perSecond;
    counted.forEach((counter, growth) -> sum.merge(counter, growth, Double::sum));
  }

  /**
   * Adds a part, or leaves it out if a region has closed, which takes its requests out of the
   * counters of its server.
   *
   * @param same whether the table's regions are those of the begin, and all have answered
   */
  void addIf(boolean same, double length, Map<String, Double> counted, double perSecond) {
    if (same && counted.getOrDefault(CallPages.REGIONS, 0.0) == 0) {
      add(length, counted, perSecond);
    } else {
      leaveOut(length, "regions have opened or closed, or gave no answer");
    }
  }

  /**
   * The counts of the parts that are not left out.
   *
   * @param path of their figures in the twin, for what is unknown
   */
  CallCounts counts(int servers, String path, Map<String, String> unknown) {
    if (seconds < all) {
      String left = format(": %.0f s of %.0f s are left out", all - seconds, all);
      unknown.put(path, String.join("; ", reasons) + (seconds == 0 ? "" : left));
    }
    return new CallCounts(servers, seconds == 0 ? null : sum, seconds, requests / seconds);
  }
}
