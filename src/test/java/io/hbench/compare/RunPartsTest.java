package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.compare.RunParts.Part;
import io.hbench.figure.Figure;
import io.hbench.latency.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    List<Part> each = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Part part =
          part(
              random.nextLong(1, 100),
              random.nextLong(10),
              random.nextLong(10),
              random.nextLong(10));
      part.rows = random.nextLong(1, 1_000);
      IntStream.range(0, 50).forEach(k -> part.latencies[600 + random.nextInt(200)]++);
      each.add(part);
    }
    RunParts parts = new RunParts(each, seconds, Map.of());
    int[] weights = random.ints(size, 1, 4).toArray();

    int[] chosen =
        IntStream.range(0, size)
            .flatMap(part -> IntStream.generate(() -> part).limit(weights[part]))
            .toArray();
    RunParts together =
        new RunParts(
            Arrays.stream(chosen).mapToObj(each::get).toList(),
            Arrays.stream(chosen).mapToDouble(part -> seconds[part]).toArray(),
            Map.of());
    assertThat(parts.figures(Arrays.stream(weights).asDoubleStream().toArray()))
        .containsExactly(together.figures(), within(1e-9));
  }

  @Test
  void theServersCpuIsThatOfARequestAndUnknownWithoutSamples() {
    double[] cpu = {1, 5};
    RunParts parts =
        new RunParts(
            List.of(part(90, 10, 0, 0), part(80, 20, 0, 0)),
            new double[] {1, 1},
            Map.of(Figure.SERVER_CPU, cpu));
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
    RunParts parts = RunParts.equallyLong(List.of(part(90, 10, 0, 5), part(80, 20, 50, 20)));
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
    List<Part> parts = Stream.generate(() -> part(0, 0, 0, 0)).limit(10).toList();
    for (int i = 0; i < requests; i++) {
      long nanos = (long) (500_000 * Math.exp(0.5 * random.nextGaussian()));
      histogram.recordValue(nanos);
      Part part = parts.get(i % 10);
      part.requests++;
      part.rows++;
      part.latencies[RunParts.bin(nanos)]++;
    }
    return RunParts.equallyLong(parts);
  }

  private static Part part(long requests, long failed, long dropped, long late) {
    Part part = new Part(Timing.SERVICE, OptionalLong.empty());
    part.requests = requests;
    part.failed = failed;
    part.dropped = dropped;
    part.late = late;
    return part;
  }
}
