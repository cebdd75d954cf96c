package io.hbench.trend.level;

import io.hbench.trend.Night;
import io.hbench.trend.level.ChangeWatch.Figure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A canary: the same small load on the same data, night after night. In nights in which it is
 * slower than usual, the cluster or the clients are, and a figure that is slower by as much says
 * nothing of its own. The idea is MongoDB's.
 *
 * <p>Deviations are those from its own usual level, which is that since its last change: what makes
 * all slower for good, such as a setting of HBase, is not taken for the weather of a night. So is
 * that since the last upgrade, from its first night on.
 */
public final class Canary {
  private final Map<String, Integer> nights = new HashMap<>();
  private final Instant[] times;

  /** The deviations of all nights up to each night, as they were known after that one. */
  private final List<double[]> known = new ArrayList<>();

  /**
   * @param ofFigure its nights
   * @param figure more is slower
   * @param upgrades indexes of the first nights after upgrades, in their order
   */
  public Canary(List<Night> ofFigure, Figure figure, List<Integer> upgrades) {
    this.times = ofFigure.stream().map(Night::time).toArray(Instant[]::new);
    ChangeWatch watch = new ChangeWatch(List.of(figure));
    for (int i = 0; i < times.length; i++) {
      nights.put(ofFigure.get(i).name(), i);
      watch.night(times[i], List.of(0));
      known.add(watch.series(0).deviations(upgrades));
    }
  }

  /** A night of another figure, in which this canary may have had one as well. */
  public record Night(String name, Instant time) {}

  /** The mean of the deviations of several canaries, for a figure with these nights. */
  public static IntFunction<double[]> mean(List<Canary> canaries, List<Night> ofFigure) {
    return count -> {
      double[] sums = new double[count];
      int[] numbers = new int[count];
      for (Canary canary : canaries) {
        canary.add(ofFigure.subList(0, count), sums, numbers);
      }
      for (int i = 0; i < count; i++) {
        sums[i] /= numbers[i]; // NaN without any
      }
      return sums;
    };
  }

  private void add(List<Night> ofFigure, double[] sums, int[] numbers) {
    Night last = ofFigure.get(ofFigure.size() - 1);
    int until = Arrays.binarySearch(times, last.time());
    int before = until >= 0 ? until : -until - 2;
    int now = nights.getOrDefault(last.name(), before);
    if (now < 0) {
      return;
    }
    double[] deviations = known.get(now);
    for (int i = 0; i < ofFigure.size(); i++) {
      Integer night = nights.get(ofFigure.get(i).name());
      if (night != null && night <= now && !Double.isNaN(deviations[night])) {
        sums[i] += deviations[night];
        numbers[i]++;
      }
    }
  }
}
