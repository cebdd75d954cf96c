package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Figure;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunPartsTest {

  @Property(tries = 200)
  void aPartOfTwiceTheWeightCountsAsTwoParts(
      @ForAll @IntRange(min = 1, max = 20) int size, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] seconds = random.doubles(size, 0.5, 1.5).toArray();
    long[] requests = random.longs(size, 1, 100).toArray();
    long[] failed = random.longs(size, 0, 10).toArray();
    long[] dropped = random.longs(size, 0, 10).toArray();
    long[] late = random.longs(size, 0, 10).toArray();
    long[] rows = random.longs(size, 1, 1_000).toArray();
    long[][] latencies = new long[size][RunParts.BINS];
    for (long[] part : latencies) {
      IntStream.range(0, 50).forEach(i -> part[600 + random.nextInt(200)]++);
    }
    RunParts parts =
        new RunParts(seconds, requests, failed, dropped, late, rows, Map.of(), latencies, true);
    int[] weights = random.ints(size, 1, 4).toArray();

    int[] chosen =
        IntStream.range(0, size)
            .flatMap(part -> IntStream.generate(() -> part).limit(weights[part]))
            .toArray();
    RunParts together =
        new RunParts(
            Arrays.stream(chosen).mapToDouble(part -> seconds[part]).toArray(),
            Arrays.stream(chosen).mapToLong(part -> requests[part]).toArray(),
            Arrays.stream(chosen).mapToLong(part -> failed[part]).toArray(),
            Arrays.stream(chosen).mapToLong(part -> dropped[part]).toArray(),
            Arrays.stream(chosen).mapToLong(part -> late[part]).toArray(),
            Arrays.stream(chosen).mapToLong(part -> rows[part]).toArray(),
            Map.of(),
            Arrays.stream(chosen).mapToObj(part -> latencies[part]).toArray(long[][]::new),
            true);
    assertThat(parts.figures(Arrays.stream(weights).asDoubleStream().toArray()))
        .containsExactly(together.figures(), within(1e-9));
  }

  @Test
  void theServersCpuIsThatOfARequestAndUnknownWithoutSamples() {
    double[] cpu = {1, 5};
    RunParts parts =
        new RunParts(
            new double[] {1, 1},
            new long[] {90, 80},
            new long[] {10, 20},
            new long[2],
            new long[2],
            new long[2],
            Map.of(Figure.SERVER_CPU, cpu),
            new long[2][RunParts.BINS],
            true);
    int column = RunParts.column(Figure.SERVER_CPU);
    assertThat(parts.figures()[column]).isCloseTo(Math.log(6.0 / 200), within(1e-9));
    assertThat(parts.figures(new double[] {3, 1})[column])
        .isCloseTo(Math.log(8.0 / 400), within(1e-9));
  }

  @Test
  void percentilesAgreeWithAHistogramWithinOnePercent() {
    Histogram histogram = new Histogram(3);
    RunParts parts = parts(histogram, 10_000);
    for (Figure figure : RunParts.FIGURES) {
      if (figure.isPercentile() && figure.share() <= 0.999) {
        double nanos = histogram.getValueAtPercentile(100 * figure.share());
        assertThat(parts.figures()[RunParts.column(figure)])
            .isCloseTo(Math.log(nanos), within(0.015));
      }
    }
    assertThat(parts.figures()[RunParts.column(Figure.THROUGHPUT)])
        .isCloseTo(Math.log(1_000), within(1e-9));
  }

  @Test
  void requestsThatWentWrongAreAShareOfAll() {
    RunParts parts =
        new RunParts(
            new double[] {1, 1},
            new long[] {90, 80},
            new long[] {10, 20},
            new long[] {0, 50},
            new long[] {5, 20},
            new long[2],
            Map.of(),
            new long[2][RunParts.BINS],
            true);
    assertThat(Figure.ERRORS.value(parts.figures()[RunParts.column(Figure.ERRORS)]))
        .isCloseTo(30.0 / 200, within(1e-9));
    assertThat(Figure.DROPPED.value(parts.figures()[RunParts.column(Figure.DROPPED)]))
        .isCloseTo(50.0 / 250, within(1e-9));
    assertThat(Figure.UNAVAILABLE.value(parts.figures()[RunParts.column(Figure.UNAVAILABLE)]))
        .isCloseTo(105.0 / 250, within(1e-9));
    assertThat(parts.above(Figure.UNAVAILABLE)).containsExactly(15, 90);
    assertThat(parts.above(Figure.ERRORS)).containsExactly(10, 20);
    assertThat(parts.above(Figure.DROPPED)).containsExactly(0, 50);
  }

  @Test
  void onePercentOfTheRequestsIsAboveThe99thPercentile() {
    RunParts parts = parts(new Histogram(3), 10_000);
    assertThat(Arrays.stream(parts.above(Figure.P99)).sum()).isCloseTo(100, within(1e-6));
    assertThat(Arrays.stream(parts.above(Figure.THROUGHPUT)).sum()).isEqualTo(10_000);
  }

  /** Ten parts of a second each. */
  private static RunParts parts(Histogram histogram, int requests) {
    SplittableRandom random = new SplittableRandom(1);
    long[] counts = new long[10];
    long[][] latencies = new long[10][RunParts.BINS];
    for (int i = 0; i < requests; i++) {
      long nanos = (long) (500_000 * Math.exp(0.5 * random.nextGaussian()));
      histogram.recordValue(nanos);
      counts[i % 10]++;
      latencies[i % 10][RunParts.bin(nanos)]++;
    }
    double[] seconds = new double[10];
    Arrays.fill(seconds, 1);
    return new RunParts(
        seconds,
        counts,
        new long[10],
        new long[10],
        new long[10],
        counts,
        Map.of(),
        latencies,
        true);
  }
}
