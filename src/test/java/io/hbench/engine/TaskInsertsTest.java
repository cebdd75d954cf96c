package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.hbench.data.NewestRows;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TaskInsertsTest {
  private static final int ROWS = 100;

  private record Sent(int thread, long from, List<Long> rows) {}

  /** Threads have different speeds; answers come in any order; some are failures. */
  @Property(tries = 300)
  void theNewestRowsAreAcknowledgedRows(
      @ForAll @IntRange(min = 1, max = 6) int threads,
      @ForAll @IntRange(max = 200) int requests,
      @ForAll @IntRange(max = 40) int failing,
      @ForAll long seed) {
    TaskInserts inserts = inserts(threads);
    NewestRows newest = inserts.newest();
    Random random = new Random(seed);
    Set<Long> there = new HashSet<>();
    List<Sent> inFlight = new ArrayList<>();
    long before = ROWS;
    for (int i = 0; i < requests; i++) {
      int thread = Math.min(random.nextInt(threads), random.nextInt(threads));
      TaskInserts.ThreadInserts own = inserts.ofThread(thread);
      long from = own.drawn();
      List<Long> rows = new ArrayList<>();
      for (int batch = random.nextInt(3); batch >= 0; batch--) {
        rows.add(own.next());
      }
      inFlight.add(new Sent(thread, from, rows));
      if (random.nextBoolean()) {
        answerOne(inserts, inFlight, random, failing, there);
      }
      assertThat(newest.count()).isGreaterThanOrEqualTo(before);
      before = newest.count();
    }
    assertThat(all(newest).stream().filter(row -> row >= ROWS)).allMatch(there::contains);

    while (!inFlight.isEmpty()) {
      answerOne(inserts, inFlight, random, failing, there);
    }
    List<Long> rows = all(newest);
    Set<Long> known = new HashSet<>(there);
    for (long row = 0; row < ROWS; row++) {
      known.add(row);
    }
    assertThat(new HashSet<>(rows)).isEqualTo(known);
    if (failing == 0) {
      assertThat(rows).doesNotHaveDuplicates();
    }
    assertThat(rows.subList(rows.size() - ROWS, rows.size()))
        .isSortedAccordingTo(Collections.reverseOrder());
  }

  @Test
  void newestRowsAlternateBetweenThreads() {
    TaskInserts inserts = inserts(2);
    List<Long> first = insert(inserts.ofThread(0), 3);
    List<Long> second = insert(inserts.ofThread(1), 1);
    assertThat(all(inserts.newest()).subList(0, 5))
        .containsExactly(first.get(2), second.get(0), first.get(1), first.get(0), ROWS - 1L);
  }

  @Test
  void aRowCountsAfterAllEarlierInsertsOfItsThreadCompleted() {
    TaskInserts inserts = inserts(1);
    TaskInserts.ThreadInserts own = inserts.ofThread(0);
    NewestRows newest = inserts.newest();
    long one = own.next();
    long two = own.next();
    own.completed(1, 1, true);
    assertThat(newest.count()).isEqualTo(ROWS);
    own.completed(0, 1, true);
    assertThat(newest.count()).isEqualTo(ROWS + 2);
    assertThat(newest.row(0)).isEqualTo(two);
    assertThat(newest.row(1)).isEqualTo(one);
  }

  /** An hour with a thousand dropped inserts a second, one after each that succeeds. */
  @Test
  void droppedInsertsTakeLittleMemoryAndNoTimeToFindTheRowsBetween() {
    TaskInserts inserts = inserts(4);
    TaskInserts.ThreadInserts own = inserts.ofThread(1);
    NewestRows newest = inserts.newest();
    long indexes = 400_000;
    for (long i = 0; i < indexes; i++) {
      own.next();
      own.completed(i, 1, i % 2 == 0);
    }
    assertThat(own.missing.size).isLessThanOrEqualTo(25_000);
    Set<Long> found = new HashSet<>();
    for (long back = 0; back < indexes; back += 10) {
      found.add(newest.row(back));
    }
    assertThat(found.size()).as("different rows").isGreaterThan(5_000);
  }

  /** A whole outage is one range: its rows are not looked at one by one. */
  @Test
  void theNewestRowBeforeALongOutageIsFoundAtOnce() {
    TaskInserts inserts = inserts(1);
    TaskInserts.ThreadInserts own = inserts.ofThread(0);
    NewestRows newest = inserts.newest();
    long last = own.next();
    own.completed(0, 1, true);
    int outage = 1_000_000;
    for (int i = 1; i <= outage; i++) {
      own.next();
      own.completed(i, 1, false);
    }
    assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          for (int back = 0; back < outage; back += 10) {
            assertThat(newest.row(back)).isEqualTo(last);
          }
        });
    assertThat(own.missing.size).isOne();
  }

  /** One insert of an asynchronous thread hangs while the others are answered. */
  @Test
  void insertsThatCompleteAfterAHangingOneTakeNoMemory() {
    TaskInserts inserts = inserts(1);
    TaskInserts.ThreadInserts own = inserts.ofThread(0);
    for (int i = 0; i < 1_000_000; i++) {
      own.next();
      if (i > 0) {
        own.completed(i, 1, true);
      }
    }
    assertThat(own.completedEarly.size).isOne();
    own.completed(0, 1, true);
    assertThat(inserts.newest().count()).isEqualTo(ROWS + 1_000_000);
    assertThat(own.completedEarly.size).isZero();
  }

  /** Kind: several clients, a slice of the rows each, that insert at the same time. */
  @Test
  void insertsOfSlicesAreDifferentRowsBehindAllSlices() {
    Set<Long> all = new HashSet<>();
    for (int[] slice : new int[][] {{0, 100}, {100, 150}, {250, 50}}) {
      Configuration conf = conf(2);
      conf.setInt("hbench.first-row", slice[0]);
      conf.setInt("hbench.rows", slice[1]);
      conf.setInt("hbench.slice-of", 300);
      RunSpec spec = RunSpec.from(conf);
      for (TaskSpec task : TaskSpec.plan(spec)) {
        TaskInserts inserts = new TaskInserts(spec, task);
        List<Long> own = insert(inserts.ofThread(0), 100);
        own.addAll(insert(inserts.ofThread(1), 100));
        assertThat(own).allMatch(row -> row >= 300).allMatch(all::add);
        List<Long> newest = all(inserts.newest());
        assertThat(newest.subList(0, 200)).containsExactlyInAnyOrderElementsOf(own);
        assertThat(newest.subList(200, newest.size()))
            .hasSize(slice[1])
            .allMatch(row -> row >= slice[0] && row < slice[0] + slice[1]);
      }
    }
    assertThat(all).hasSize(3 * 3 * 200);
  }

  private static List<Long> insert(TaskInserts.ThreadInserts own, int rows) {
    List<Long> inserted = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      inserted.add(own.next());
      own.completed(i, 1, true);
    }
    return inserted;
  }

  private static void answerOne(
      TaskInserts inserts, List<Sent> inFlight, Random random, int failing, Set<Long> there) {
    Sent sent = inFlight.remove(random.nextInt(inFlight.size()));
    boolean written = random.nextInt(100) >= failing;
    inserts.ofThread(sent.thread()).completed(sent.from(), sent.rows().size(), written);
    if (written) {
      there.addAll(sent.rows());
    }
  }

  private static List<Long> all(NewestRows newest) {
    List<Long> rows = new ArrayList<>();
    for (long back = 0; back < newest.count(); back++) {
      rows.add(newest.row(back));
    }
    return rows;
  }

  private static TaskInserts inserts(int threads) {
    RunSpec spec = RunSpec.from(conf(threads));
    return new TaskInserts(spec, TaskSpec.plan(spec).get(1));
  }

  private static Configuration conf(int threads) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "insert@3");
    conf.set("hbench.rows", Integer.toString(ROWS));
    conf.set("hbench.threads", Integer.toString(threads));
    return conf;
  }
}
