package io.hbench.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The weights of a table's regions, in the order of their keys: a line for each region with its
 * rows, reads and writes, below a line that says so. Weights of reads that are all 0 are those of
 * writes, and the other way round.
 *
 * @param rows share of the table's rows in each region
 * @param reads share of the rows that are read in each region
 * @param writes share of the rows that are written in each region
 */
public record RegionWeights(List<Long> rows, List<Long> reads, List<Long> writes) {
  private static final String HEADER = "rows reads writes";

  /** Distinguish the seeds of the two sequences of a thread. */
  private static final long READS = 1;

  private static final long WRITES = 2;

  public RegionWeights {
    rows = List.copyOf(rows);
    List<Long> read = List.copyOf(sum(reads) == 0 ? writes : reads);
    writes = List.copyOf(sum(writes) == 0 ? reads : writes);
    reads = read;
    require(sum(rows) > 0 && sum(reads) > 0);
    require(Stream.of(rows, reads, writes).flatMap(List::stream).allMatch(w -> w >= 0));
    require(rows.size() == reads.size() && rows.size() == writes.size());
  }

  /** Whether a text is that of weights, valid or not, and not the name of a file. */
  public static boolean isIn(String text) {
    return text.startsWith(HEADER);
  }

  /**
   * Parses the text of such a file, which is that of {@link #toString}.
   *
   * @throws IllegalArgumentException or ArithmeticException if the format is wrong, a weight is
   *     negative, or all are 0
   */
  public static RegionWeights parse(String text) {
    List<String> lines = text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    require(!lines.isEmpty() && lines.get(0).equals(HEADER));
    List<List<Long>> columns = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split("\\s+", -1);
      require(words.length == columns.size());
      for (int i = 0; i < words.length; i++) {
        columns.get(i).add(Long.valueOf(words[i]));
      }
    }
    return new RegionWeights(columns.get(0), columns.get(1), columns.get(2));
  }

  private static long sum(List<Long> weights) {
    return weights.stream().mapToLong(w -> w).reduce(0, Math::addExact);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not weights of regions");
    }
  }

  public int size() {
    return rows.size();
  }

  /**
   * The rows of each region: one, and its share of the others.
   *
   * @param all rows, not fewer than the regions
   */
  public List<KeyRange> ranges(KeyRange all) {
    double sum = sum(rows);
    long others = all.size() - size();
    List<KeyRange> ranges = new ArrayList<>();
    long weight = 0;
    long first = all.first();
    for (int i = 0; i < size(); i++) {
      weight += rows.get(i);
      long end = all.first() + i + 1 + (long) (weight / sum * others);
      ranges.add(new KeyRange(first, i == size() - 1 ? all.end() : end));
      first = end;
    }
    return ranges;
  }

  /**
   * An endless sequence of rows: those of a request are of one region, drawn by its weight.
   *
   * @param reads whether by the weights of reads, else of writes
   */
  public KeySequence sequence(
      KeySpace space, boolean reads, Function<KeySpace, KeySequence> within) {
    long seed = Seeds.derive(space.threadSeed(), reads ? READS : WRITES);
    List<KeyRange> ranges = ranges(space.rows());
    KeySequence[] sequences =
        IntStream.range(0, size())
            .mapToObj(i -> within.apply(space.part(ranges.get(i), Seeds.derive(seed, i))))
            .toArray(KeySequence[]::new);
    double[] weights = (reads ? this.reads : writes).stream().mapToDouble(w -> w).toArray();
    DiscreteSampler regions =
        AliasMethodDiscreteSampler.of(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), weights);
    return new KeySequence() {
      private KeySequence rows = sequences[regions.sample()];

      @Override
      public void beginRequest() {
        rows = sequences[regions.sample()];
      }

      @Override
      public long next() {
        return rows.next();
      }
    };
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i < size(); i++) {
      text.append('\n').append(rows.get(i)).append(' ').append(reads.get(i));
      text.append(' ').append(writes.get(i));
    }
    return text.toString();
  }
}
