package io.hbench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySamplerTest {

  @Property(tries = 300)
  void aSampleHasExistingKeysWithoutDuplicatesAndAllOfFewKeys(
      @ForAll("keys") List<byte[]> keys, @ForAll @IntRange(min = 1, max = 60) int most) {
    Table table = new Table(keys);
    List<byte[]> picked = table.sample(most, 7);
    assertThat(new TreeSet<>(table.keys).containsAll(picked)).isTrue();
    assertThat(sorted(picked)).hasSize(picked.size());
    assertThat(picked).hasSize(Math.min(most, table.keys.size()));
    assertThat(table.lookups.get()).isLessThanOrEqualTo(4 * picked.size());
  }

  /** Zeros and the largest bytes at the ends, keys that others begin with. */
  @Provide
  Arbitrary<List<byte[]>> keys() {
    return Arbitraries.of((byte) 0, (byte) 1, (byte) 'a', (byte) 127, (byte) 128, (byte) -1)
        .array(byte[].class)
        .ofMinSize(1)
        .ofMaxSize(12)
        .list()
        .ofMinSize(1)
        .ofMaxSize(80);
  }

  /** At least as evenly as independent draws. */
  @ParameterizedTest
  @ValueSource(strings = {"user-%07d", "%07x", "com.example.www/%07d/index.html"})
  void aSampleOfKeysOfAnyFormatIsSpreadOverTheTable(String form) {
    int rows = 200_000;
    int picked = 2_000;
    Table table = table(rows, row -> form.formatted(row * 5).getBytes(US_ASCII));
    byte[][] sorted = table.keys.toArray(byte[][]::new);
    long[] parts = new long[100];
    for (byte[] key : table.sample(picked, 1)) {
      int row = Arrays.binarySearch(sorted, key, Arrays::compareUnsigned);
      parts[row * parts.length / rows]++;
    }
    assertThat(LongStream.of(parts).sum()).isEqualTo(picked);
    double[] equal = DoubleStream.generate(() -> 1).limit(parts.length).toArray();
    assertThat(new ChiSquareTest().chiSquareTest(equal, parts)).isGreaterThan(Chance.ONCE);
  }

  @Test
  void anOutlyingKeyDoesNotReduceTheShareOfTheOthers() {
    Table table = table(1_000, row -> "%04d".formatted(row).getBytes(US_ASCII));
    table.keys.add("zzz".getBytes(US_ASCII));
    assertThat(table.sample(500, 1)).hasSize(500).anyMatch(key -> key[0] == 'z');
  }

  @Test
  void theSampleIsAFunctionOfTheSeed() {
    Table table = table(1_000, row -> "%04d".formatted(row).getBytes(US_ASCII));
    NavigableSet<byte[]> some = sorted(table.sample(100, 1));
    assertThat(sorted(table.sample(100, 1)))
        .usingElementComparator(Arrays::compareUnsigned)
        .containsExactlyElementsOf(some);
    assertThat(sorted(table.sample(100, 2)).containsAll(some)).isFalse();
  }

  @Property
  void theMidpointIsAboveTheFirstKeyAndNotAboveTheLast(
      @ForAll("keys") List<byte[]> keys, @ForAll("keys") List<byte[]> known) {
    theMiddleIsInside(keys, KeyDigits.ANY);
    theMiddleIsInside(keys, KeyDigits.of(keys));
    theMiddleIsInside(keys, KeyDigits.of(known));
  }

  private static void theMiddleIsInside(List<byte[]> keys, KeyDigits digits) {
    NavigableSet<byte[]> ends = sorted(keys);
    if (ends.size() > 1) {
      byte[] middle = digits.middle(ends.first(), ends.last());
      assertThat(Arrays.compareUnsigned(ends.first(), middle)).isNegative();
      assertThat(Arrays.compareUnsigned(middle, ends.last())).isNotPositive();
    }
  }

  @Test
  void theMidpointIsComputedWithTheDigitsOfTheKeys() {
    KeyDigits digits =
        KeyDigits.of(
            LongStream.range(1000, 2000)
                .mapToObj(row -> ("user" + row).getBytes(US_ASCII))
                .toList());
    assertThat(digits.middle("user1000".getBytes(US_ASCII), "user1999".getBytes(US_ASCII)))
        .asString(US_ASCII)
        .startsWith("user15");
  }

  @Test
  void aSampleIsSortedAndIndexedByRows() {
    KeySample sample = KeySample.of(List.of(new byte[] {-1}, new byte[] {1, 0}, new byte[] {1}));
    assertThat(sample.size()).isEqualTo(3);
    assertThat(sample.key(0)).containsExactly(1);
    assertThat(sample.key(1)).containsExactly(1, 0);
    assertThat(sample.key(2)).containsExactly(-1);
    KeySample large =
        KeySample.of(
            LongStream.range(0, 5_000)
                .mapToObj(i -> "%05d".formatted(i).getBytes(US_ASCII))
                .toList());
    assertThat(large.size()).isEqualTo(5_000);
    assertThat(large.key(4_321)).asString(US_ASCII).isEqualTo("04321");
  }

  private static NavigableSet<byte[]> sorted(Collection<byte[]> keys) {
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(keys);
    return sorted;
  }

  private static Table table(long rows, LongFunction<byte[]> key) {
    return new Table(LongStream.range(0, rows).mapToObj(key).toList());
  }

  private static final class Table implements KeySampler.Lookup {
    private final NavigableSet<byte[]> keys;
    private final AtomicInteger lookups = new AtomicInteger();

    Table(Collection<byte[]> keys) {
      this.keys = sorted(keys);
    }

    List<byte[]> sample(int most, long seed) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        return new KeySampler(this, threads).sample(List.of(keys.first()), keys.last(), most, seed);
      } finally {
        threads.shutdownNow();
      }
    }

    @Override
    public byte[] atOrAfter(byte[] key) {
      lookups.incrementAndGet();
      return keys.ceiling(key);
    }

    @Override
    public byte[] before(byte[] key) {
      lookups.incrementAndGet();
      return keys.lower(key);
    }
  }

  @Test
  void aPlaceBetweenTwoKeysIsBetweenThem() {
    byte[] first = {1, 2, 3};
    byte[] last = {1, 9};
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(0);
    Set<Byte> second = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      byte[] place = KeySampler.between(first, last, random);
      assertThat(Arrays.compareUnsigned(first, place)).isNotPositive();
      assertThat(Arrays.compareUnsigned(place, last)).isNotPositive();
      second.add(place[1]);
    }
    assertThat(second).hasSizeGreaterThan(5);
    assertThat(KeySampler.between(first, first, random)).isEqualTo(first);
  }
}
