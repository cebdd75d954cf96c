package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.Pause;
import io.hbench.kit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionLookupTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  private interface Page {
    int next() throws IOException;
  }

  private interface Work {
    void with(RegionLookup lookup) throws IOException, InterruptedException;
  }

  private void lookUp(Page page, int tasks, Work work) throws Exception {
    time.play(
        () -> {
          try (RegionLookup lookup = RegionLookup.start(time, most -> page.next(), tasks)) {
            work.with(lookup);
          }
          return null;
        });
  }

  @Test
  void aTaskWaitsForAllPages() throws Exception {
    AtomicInteger left = new AtomicInteger(50);
    lookUp(() -> Math.max(0, left.getAndDecrement()), 1, lookup -> lookup.await(LONG));
    assertThat(left).hasValue(-1);
  }

  @Test
  void manyTasksLeaveHbaseMetaToEachOther() throws Exception {
    AtomicInteger pages = new AtomicInteger(4);
    int tasks = RegionLookup.REGIONS_PER_SECOND / 1_000; // a page of 100 regions in 100 ms
    assertThat(RegionLookup.page(tasks)).isEqualTo(100);
    lookUp(() -> pages.getAndDecrement() > 0 ? 100 : 0, tasks, lookup -> lookup.await(LONG));
    assertThat(Duration.ofNanos(time.nanos()))
        .as("and a part of a page before the first")
        .isBetween(Duration.ofMillis(400), Duration.ofMillis(500));
  }

  @Test
  void theStartDoesNotWaitForTheWholeTable() throws Exception {
    AtomicInteger pages = new AtomicInteger();
    Page slow =
        () -> {
          Pause.nanos(TimeUnit.SECONDS.toNanos(1));
          return pages.incrementAndGet() < 5 ? 1 : 0;
        };
    lookUp(
        slow,
        1,
        lookup -> {
          lookup.await(Duration.ofMillis(1_500));
          assertThat(pages).hasValue(2);
          assertThat(lookup.isCut()).as("a run that ends now").isTrue();
          time.sleep(LONG);
          assertThat(pages).as("it goes on").hasValue(5);
          assertThat(lookup.isCut()).isFalse();
        });
  }

  @Test
  void manyTasksTogetherReadFewRowsOfMetaASecondAndAMinuteAtMost() throws Exception {
    int tasks = 1_000; // each of which draws from a table of 100,000 regions
    AtomicInteger read = new AtomicInteger();
    List<Double> reads = new ArrayList<>();
    RegionPages pages =
        most -> {
          read.addAndGet(most);
          reads.add(time.nanos() / 1e9);
          return most;
        };
    time.play(
        () -> {
          try (RegionLookup lookup = RegionLookup.start(time, pages, tasks)) {
            time.sleep(Duration.ofMinutes(10));
            assertThat(lookup.isCut()).isTrue();
          }
          return null;
        });
    assertThat(read.get() * tasks / 60).as("rows a second").isBetween(4_500, 5_500);
    assertThat(reads.get(0)).as("tasks begin apart").isLessThan(4);
    assertThat(reads.get(reads.size() - 1)).isLessThan(60);
  }

  @Test
  void aLookupThatIsCompleteIsNotCut() throws Exception {
    AtomicInteger left = new AtomicInteger(50);
    lookUp(
        () -> Math.max(0, left.getAndDecrement()),
        1,
        lookup -> {
          lookup.await(LONG);
          assertThat(lookup.isCut()).isFalse();
        });
  }

  /** A look-up of two pages, of which the second one takes longer than the limit. */
  private static final class SlowEnd implements RegionPages {
    private final boolean isLast;
    private int pages;

    SlowEnd(boolean isLast) {
      this.isLast = isLast;
    }

    @Override
    public int next(int most) {
      pages++;
      if (pages == 2) {
        Pause.nanos(RegionLookup.LIMIT.toNanos());
      }
      return most;
    }

    @Override
    public boolean isComplete() {
      return isLast && pages == 2;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLookUpIsCutAtItsLimitUnlessThatPageIsTheLastOne(boolean isLast) throws Exception {
    time.play(
        () -> {
          try (RegionLookup lookup = RegionLookup.start(time, new SlowEnd(isLast), 1)) {
            lookup.await(RegionLookup.LIMIT.plusSeconds(9));
            assertThat(lookup.isCut()).isEqualTo(!isLast);
          }
          return null;
        });
  }

  @Test
  void aLookUpThatFailsOnItsWayIsCut() throws Exception {
    AtomicInteger pages = new AtomicInteger();
    Page failing =
        () -> {
          if (pages.incrementAndGet() == 2) {
            throw new IOException("no hbase:meta");
          }
          return 1;
        };
    lookUp(
        failing,
        1,
        lookup -> {
          assertThatThrownBy(() -> lookup.await(LONG)).hasMessage("no hbase:meta");
          assertThat(lookup.isCut()).isTrue();
        });
  }

  @Test
  void aTableThatIsNotThereFailsTheTask() throws Exception {
    Page none =
        () -> {
          throw new IOException("no table");
        };
    lookUp(
        none,
        1,
        lookup -> {
          assertThatThrownBy(() -> lookup.await(LONG)).isInstanceOf(IOException.class);
          assertThatThrownBy(() -> lookup.await(LONG)).hasMessage("no table");
        });
  }

  @Test
  void pagesOfSeveralConnectionsFollowEachOther() throws IOException {
    AtomicInteger first = new AtomicInteger(2);
    RegionPages one = most -> Math.max(0, first.getAndDecrement());
    RegionPages pages = RegionPages.of(List.of(one, RegionPages.NONE, most -> 7));
    assertThat(List.of(pages.next(1), pages.next(1), pages.next(1))).containsExactly(2, 1, 7);
    assertThat(RegionPages.NONE.next(1)).isZero();
  }
}
