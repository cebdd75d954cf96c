package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LoadEstimateTest {
  @Test
  void aClosedLoopOfVeryManySlotsIsNoSmallOne() {
    assertThat(
            estimate("tasks=1000 threads=1000 for=1m client=async in-flight=4000")
                .maxBytesWritten())
        .isGreaterThan(1L << 50);
  }

  /** A million requests are a gigabyte, and a warm-up of an hour may be many. */
  @Test
  void theWarmupBeforeANumberOfRequestsCounts() {
    String million = "ops=1M tasks=8 threads=10 ";
    LoadEstimate without = estimate(million + "warmup=0s");
    assertThat(without.requests()).contains(1_000_000L);
    assertThat(without.bytesWritten()).contains(without.maxBytesWritten());
    LoadEstimate closed = estimate(million + "warmup=1h");
    assertThat(closed.bytesWritten()).isEqualTo(without.bytesWritten());
    assertThat(closed.maxBytesWritten()).isEqualTo(289 * without.maxBytesWritten());
    LoadEstimate open = estimate(million + "warmup=1h rate=1k");
    assertThat(open.requests()).contains(4_600_000L);
    assertThat(open.bytesWritten()).contains(open.maxBytesWritten());
    assertThat(estimate(million + "warmup=0s warmup-rows=20 batch=10").requests())
        .contains(1_000_160L);
  }

  /** The sum of weights, or of requests, was negative: it was below each limit of a site. */
  @Test
  void veryLargeNumbersAreNoSmallOnes() {
    assertThat(estimate("assignments=get:1830221745,put:412003911@8 ops=1M").maxBytesWritten())
        .isGreaterThan(100_000_000L);
    assertThat(estimate("rate=1k warmup=10s ops=9223372036854775807").requests())
        .contains(Long.MAX_VALUE);
  }

  /** A buffer of 2 MB counted as one row: a terabyte was no question of size. */
  @Test
  void aRequestOfBufferedPutsWritesAllRowsOfTheBuffer() {
    String million = "ops=1M warmup=0s write-buffer=2MB assignments=";
    double rows = estimate(million + "bufferedPut").bytesWritten().orElseThrow();
    double row = estimate(million + "put").bytesWritten().orElseThrow();
    assertThat(rows / row).isBetween(1_000.0, 2_000.0);
    String columns = "columns=100 write-columns=one ops=1M warmup=0s write-buffer=2MB assignments=";
    assertThat(estimate(columns + "bufferedPut").bytesWritten().orElseThrow() / 1e12)
        .as("nearly as many as with all columns")
        .isBetween(1.3, 2.0);
    assertThat(estimate("row-budget=1M warmup=0s assignments=bufferedPut").bytesWritten())
        .isEqualTo(estimate("row-budget=1M warmup=0s").bytesWritten());
  }

  @Test
  void aRequestOfBufferedDeletesWritesUpToItsBuffer() {
    String million = "ops=1M warmup=0s write-buffer=2MB assignments=bufferedDelete";
    assertThat(estimate(million).bytesWritten().orElseThrow() / 1e12).isBetween(2.0, 2.2);
  }

  @Test
  void newRowsAndRowsOfMetaCountAsWhatIsWritten() {
    String columns = "ops=1k warmup=0s columns=100 write-columns=one assignments=";
    double put = estimate(columns + "put").bytesWritten().orElseThrow();
    assertThat(estimate(columns + "insert").bytesWritten().orElseThrow() / put)
        .isBetween(99.9, 100.1);
    String meta = "ops=1k warmup=0s i-know-this-writes-to-meta=true assignments=metaWrite";
    assertThat(estimate(meta).bytesWritten().orElseThrow()).isPositive();
  }

  @Test
  void aNumberOfRowsIsNoNumberOfRequestsAndHasThoseOfTheWarmup() {
    LoadEstimate rows = estimate("row-budget=1000001 batch=100 warmup=1h");
    assertThat(rows.requests()).contains(10_001L);
    assertThat(rows.bytesWritten()).contains(rows.maxBytesWritten());
    assertThat(rows.maxBytesWritten())
        .isEqualTo(estimate("ops=10001 batch=100 warmup=0s").maxBytesWritten());
  }

  private static LoadEstimate estimate(String settings) {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, "run");
    Settings.ASSIGNMENTS.set(conf, "put");
    Settings.TABLE.set(conf, "t1");
    Settings.ROWS.set(conf, "1000");
    for (String setting : settings.split(" ", -1)) {
      conf.set("hbench." + setting.replaceFirst("=.*", ""), setting.replaceFirst(".*=", ""));
    }
    return LoadEstimate.of(RunSpec.from(conf));
  }
}
