package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RegionLookupTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private interface Page {
    int next() throws IOException;
  }

  /** A look-up that does not know when it is complete. */
  private static RegionPages pages(Page page) {
    return new RegionPages() {
      @Override
      public int next() throws IOException {
        return page.next();
      }

      @Override
      public boolean isComplete() {
        return false;
      }
    };
  }

  @Test
  void aTaskWaitsForAllPages() throws Exception {
    AtomicInteger left = new AtomicInteger(50);
    try (RegionLookup lookup =
        RegionLookup.start(pages(() -> Math.max(0, left.getAndDecrement())), 1)) {
      lookup.await(LONG);
    }
    assertThat(left).hasValue(-1);
  }

  @Test
  void manyTasksLeaveHbaseMetaToEachOther() throws Exception {
    AtomicInteger pages = new AtomicInteger(4);
    long begin = System.nanoTime();
    int tasks = RegionLookup.REGIONS_PER_SECOND / 1_000; // a page of 100 regions in 100 ms
    try (RegionLookup lookup =
        RegionLookup.start(pages(() -> pages.getAndDecrement() > 0 ? 100 : 0), tasks)) {
      lookup.await(LONG);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(400));
  }

  @Test
  void theStartDoesNotWaitForTheWholeTable() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch later = new CountDownLatch(1);
    AtomicInteger pages = new AtomicInteger();
    Page slow =
        () -> {
          if (pages.incrementAndGet() == 1) {
            return 1;
          }
          if (pages.get() == 2) {
            await(started);
            return 1;
          }
          later.countDown();
          return 0;
        };
    try (RegionLookup lookup = RegionLookup.start(pages(slow), 1)) {
      lookup.await(Duration.ofMillis(1));
      started.countDown();
      assertThat(later.await(1, TimeUnit.MINUTES)).as("it goes on").isTrue();
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aTableThatIsNotThereFailsTheTask() {
    Page none =
        () -> {
          throw new IOException("no table");
        };
    try (RegionLookup lookup = RegionLookup.start(pages(none), 1)) {
      assertThatThrownBy(() -> lookup.await(LONG)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> lookup.await(LONG)).hasMessage("no table");
    }
  }

  @Test
  void pagesOfSeveralConnectionsFollowEachOther() throws IOException {
    AtomicInteger first = new AtomicInteger(2);
    RegionPages pages =
        RegionPages.of(
            List.of(
                pages(() -> Math.max(0, first.getAndDecrement())),
                RegionPages.NONE,
                pages(() -> 7)));
    assertThat(List.of(pages.next(), pages.next(), pages.next())).containsExactly(2, 1, 7);
    assertThat(pages.isComplete()).isFalse();
    assertThat(RegionPages.NONE.next()).isZero();
    assertThat(RegionPages.NONE.isComplete()).isTrue();
  }

  @Test
  void aKeyBelowAnotherOneIsInTheRegionBefore() {
    for (String key : List.of("b", "00000000000000000000000100", "a\0", "\1")) {
      byte[] start = key.getBytes(StandardCharsets.ISO_8859_1);
      byte[] below = AsyncPages.below(start);
      assertThat(Arrays.compareUnsigned(below, start)).isNegative();
    }
    byte[] below = AsyncPages.below("0100".getBytes(StandardCharsets.ISO_8859_1));
    byte[] usual = "00999999999999".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Arrays.compareUnsigned(below, usual)).isPositive();
  }
}
