package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.FixedRows;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.Permutation;
import io.hbench.kit.Chance;
import io.hbench.settings.Setting;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the keys of all threads of all tasks against the exact distribution. */
class KeyLawsTest {
  private static final int ROWS = 200;
  private static final int FIRST = 1_000;
  private static final int TASKS = 7;
  private static final int THREADS = 3;
  private static final int SEED = 42;
  private static final int DRAWS = 20_000; // of each thread

  @ParameterizedTest
  @ValueSource(strings = {"partitioned", "table-wide"})
  void uniformDrawsAllRowsEquallyOften(String scope) {
    holds(all("uniform", scope), row -> row, row -> 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.2})
  void zipfianHasOneHotSetForAllTasks(double exponent) {
    Permutation ranks = new Permutation(new KeyRange(FIRST, FIRST + ROWS), SEED);
    int[] rankOf = new int[ROWS];
    for (int rank = 0; rank < ROWS; rank++) {
      rankOf[(int) (ranks.row(rank) - FIRST)] = rank;
    }
    holds(
        all("zipfian:" + exponent, ""), row -> rankOf[row], rank -> Math.pow(rank + 1, -exponent));
  }

  @Test
  void sampledDrawsAllKeysEquallyOftenInAllTasks() {
    holds(all("sampled", "", "first-row", "0"), row -> row, row -> 1);
  }

  /** Regions of 1, 149 and 50 rows. */
  @ParameterizedTest
  @CsvSource({"true, 70, 20, 10", "false, 5, 15, 80"})
  void eachRegionHasItsShareOfTheReadsAndOfTheWrites(
      boolean reads, double first, double second, double third) {
    String weights = "rows reads writes\n0 70 5\n148 20 15\n49 10 80";
    holds(
        all("uniform", "", reads, "region-weights", weights),
        row -> row,
        row -> row == 0 ? first : row < 150 ? second / 149 : third / 50);
  }

  @Test
  void hotRowsOfARegionAreTheSameForAllTasks() {
    Permutation ranks = new Permutation(new KeyRange(FIRST + 50, FIRST + ROWS), SEED);
    int[] rankOf = new int[ROWS];
    double sum = 0;
    for (int rank = 0; rank < 150; rank++) {
      rankOf[(int) (ranks.row(rank) - FIRST)] = rank;
      sum += Math.pow(rank + 1, -0.5);
    }
    double all = sum;
    long[] drawn = all("zipfian:0.5", "", "region-weights", "rows reads writes\n49 0 1\n149 1 0");
    assertThat(drawn).startsWith(new long[50]);
    Arrays.fill(drawn, 0, 50, LongStream.of(drawn).sum() / 50);
    holds(drawn, row -> row, row -> row < 50 ? 1.0 / 50 : Math.pow(rankOf[row] + 1, -0.5) / all);
  }

  /** HBase counts a batch once in each region that it has rows of. */
  @Test
  void theRowsOfARequestAreOfOneRegion() {
    RunSpec spec = spec("region-weights", "rows reads writes\n1 1 1\n1 1 1\n1 1 1");
    TaskSpec task = TaskSpec.plan(spec).get(0);
    KeySequence keys = task.keys(spec, 0, new FixedRows(spec.keys().range()), true);
    List<KeyRange> regions = spec.keys().regions().orElseThrow().ranges(spec.keys().range());
    Set<Integer> drawn = new HashSet<>();
    for (int request = 0; request < 50; request++) {
      keys.beginRequest();
      long first = keys.next();
      KeyRange region = regions.stream().filter(r -> contains(r, first)).findFirst().orElseThrow();
      assertThat(LongStream.generate(keys::next).limit(20)).allMatch(row -> contains(region, row));
      drawn.add(regions.indexOf(region));
    }
    assertThat(drawn).hasSize(3);
  }

  /** A thread draws the row of a read and of a write by itself. */
  @Test
  void readsAndWritesDrawDifferentRows() {
    RunSpec spec = spec("rows", "1000000", "region-weights", "rows reads writes\n1 1 1");
    TaskSpec task = TaskSpec.plan(spec).get(0);
    KeySequence reads = task.keys(spec, 0, new FixedRows(spec.keys().range()), true);
    KeySequence writes = task.keys(spec, 0, new FixedRows(spec.keys().range()), false);
    assertThat(LongStream.generate(reads::next).limit(10))
        .doesNotContainAnyElementsOf(LongStream.generate(writes::next).limit(10).boxed().toList());
  }

  @Test
  void hotRowsOfZipfianAreScatteredOverTheTable() {
    Set<Long> hottest = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      hottest.add(new Permutation(KeyRange.ofRows(1_000_000), seed).row(0) / 10_000);
    }
    int n = 100; // places, and draws of them
    double empty = Math.pow(1 - 1.0 / n, n);
    double variance = n * empty + n * (n - 1) * Math.pow(1 - 2.0 / n, n) - n * n * empty * empty;
    assertThat(hottest.size() + Chance.reach(Chance.ONCE, Math.sqrt(variance)))
        .isGreaterThan(n * (1 - empty));
  }

  @Test
  void latestIsZipfsLawFromTheNewestRowBackwards() {
    holds(all("latest:0.99", ""), row -> ROWS - 1 - row, back -> Math.pow(back + 1, -0.99));
  }

  @Test
  void hotspotGivesAShareOfTheRequestsToAShareOfTheRows() {
    holds(
        all("hotspot:10%:70%", ""),
        row -> row,
        row -> row < ROWS / 10 ? 0.7 / (ROWS / 10) : 0.3 / (ROWS - ROWS / 10));
  }

  @ParameterizedTest
  @CsvSource({"95,85.71428571", "50,10", "20,100"})
  void exponentialHasTheGivenPercentile(double percentile, double share) {
    double mean = ROWS * share / 100 / -Math.log(1 - percentile / 100);
    holds(
        all("exponential:" + percentile + "%:" + share + "%", ""),
        row -> ROWS - 1 - row,
        back -> Math.exp(-back / mean) - Math.exp(-(back + 1) / mean));
  }

  @Test
  void theHottestRowOfYcsbZipfianHasItsShareInEveryTask() {
    RunSpec spec = spec("keys", "ycsb-zipfian", "rows", "1000000");
    long hottest = 0xCBF29CE484222325L;
    for (int i = 0; i < 8; i++) {
      hottest *= 0x100000001B3L; // FNV-1a of eight zeros: of the first rank
    }
    long row = FIRST + Math.abs(hottest) % 1_000_000;
    double share = 1 / 26.46902820178302; // by YCSB's ZETAN, for ten billion items
    for (TaskSpec task : TaskSpec.plan(spec)) {
      KeySequence keys = task.keys(spec, 0, new FixedRows(spec.keys().range()), true);
      long hits = LongStream.generate(keys::next).limit(DRAWS).filter(k -> k == row).count();
      assertThat(hits).isBetween(Chance.atLeast(DRAWS, share), Chance.atMost(DRAWS, share));
    }
  }

  @Property(tries = 100)
  void permutedThreadsRequestEveryRowOnceInEachPass(
      @ForAll @IntRange(min = 50, max = 2_000) int rows,
      @ForAll @IntRange(min = 1, max = 9) int tasks,
      @ForAll @IntRange(min = 1, max = 5) int threads,
      @ForAll boolean ofTheTable) {
    RunSpec spec =
        spec(
            "keys", "permuted",
            "key-scope", ofTheTable ? "table-wide" : "partitioned",
            "rows", Integer.toString(rows),
            "row-budget", Integer.toString(2 * rows),
            "tasks", Integer.toString(tasks),
            "threads", Integer.toString(threads));
    List<Long> once = new ArrayList<>();
    for (TaskSpec task : TaskSpec.plan(spec)) {
      for (int thread = 0; thread < threads; thread++) {
        KeySequence keys = task.keys(spec, thread, new FixedRows(spec.keys().range()), true);
        int n = Math.toIntExact(task.rowBudget(spec, thread).orElseThrow() / 2);
        List<Long> pass = LongStream.generate(keys::next).limit(n).boxed().toList();
        assertThat(LongStream.generate(keys::next).limit(n).boxed().toList()).isEqualTo(pass);
        assertThat(pass).allMatch(row -> ofTheTable || contains(task.range(), row));
        once.addAll(pass);
      }
    }
    assertThat(once.stream().sorted().toList())
        .isEqualTo(LongStream.range(FIRST, FIRST + rows).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({"uniform,", "sequential,", "permuted,", "permuted,table-wide"})
  void loadWritesEveryRowOnceInAnyOrder(String keys, String scope) {
    RunSpec spec = spec("command", "load", "assignments", "", "keys", keys, "key-scope", scope);
    List<Long> written = new ArrayList<>();
    for (TaskSpec task : TaskSpec.plan(spec)) {
      for (int thread = 0; thread < THREADS; thread++) {
        KeySequence rows = task.keys(spec, thread, new FixedRows(spec.keys().range()), true);
        while (rows.hasNext()) {
          written.add(rows.next());
        }
      }
    }
    List<Long> rows = LongStream.range(FIRST, FIRST + ROWS).boxed().toList();
    assertThat(written).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(written.equals(rows)).isEqualTo(!keys.equals("permuted"));
  }

  @Property(tries = 100)
  void noTwoThreadsOfAllTasksInsertTheSameRow(
      @ForAll @IntRange(min = 1, max = 20) int readers,
      @ForAll @IntRange(min = 1, max = 20) int writers,
      @ForAll @IntRange(min = 1, max = 9) int threads) {
    RunSpec spec =
        spec(
            "assignments",
            "get:95,insert:5@" + readers + " insert@" + writers,
            "threads",
            Integer.toString(threads));
    Set<Long> rows = new HashSet<>();
    int drawn = 0;
    for (TaskSpec task : TaskSpec.plan(spec)) {
      TaskInserts inserts = new TaskInserts(spec, task);
      for (int thread = 0; thread < threads; thread++) {
        for (int i = 0; i < 10 + thread; i++) {
          rows.add(inserts.ofThread(thread).next());
          drawn++;
        }
      }
    }
    assertThat(rows).hasSize(drawn).allMatch(row -> row >= FIRST + ROWS);
  }

  private static boolean contains(KeyRange range, long row) {
    return row >= range.first() && row < range.end();
  }

  /** Number of draws of each row, in the order of the table. */
  private static long[] all(String keys, String scope, String... more) {
    return all(keys, scope, true, more);
  }

  private static long[] all(String keys, String scope, boolean reads, String... more) {
    RunSpec spec = spec(ArrayUtils.addAll(more, "keys", keys, "key-scope", scope));
    long[] counts = new long[ROWS];
    for (TaskSpec task : TaskSpec.plan(spec)) {
      for (int thread = 0; thread < THREADS; thread++) {
        KeySequence rows = task.keys(spec, thread, new FixedRows(spec.keys().range()), reads);
        // as many draws as rows of the task, if it has its own rows
        long draws = DRAWS * task.range().size() * TASKS / ROWS;
        for (long i = 0; i < draws; i++) {
          rows.beginRequest();
          counts[(int) (rows.next() - spec.keys().range().first())]++;
        }
      }
    }
    return counts;
  }

  /**
   * @param place of a row in the law
   * @param weight of a place
   */
  private static void holds(
      long[] counts, java.util.function.IntUnaryOperator place, IntToDoubleFunction weight) {
    long[] observed = new long[ROWS];
    IntStream.range(0, ROWS).forEach(row -> observed[place.applyAsInt(row)] += counts[row]);
    double[] weights = IntStream.range(0, ROWS).mapToDouble(weight).toArray();
    double n = LongStream.of(counts).sum() / DoubleStream.of(weights).sum();
    double[] expected = DoubleStream.of(weights).map(w -> w * n).toArray();
    assertThat(DoubleStream.of(expected).min().orElseThrow()).isGreaterThan(5);
    assertThat(new ChiSquareTest().chiSquareTest(expected, observed)).isGreaterThan(Chance.ONCE);
  }

  private static RunSpec spec(String... namesAndValues) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get");
    conf.set("hbench.rows", Integer.toString(ROWS));
    conf.set("hbench.first-row", Integer.toString(FIRST));
    conf.set("hbench.tasks", Integer.toString(TASKS));
    conf.set("hbench.threads", Integer.toString(THREADS));
    conf.set("hbench.seed", Integer.toString(SEED));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      conf.set(
          Setting.PREFIX + namesAndValues[i],
          namesAndValues[i + 1] == null ? "" : namesAndValues[i + 1]);
    }
    return RunSpec.from(conf);
  }
}
