package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.row.ColumnChoice;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

/** Sizes of rows against a heap of 400 MB. */
class RowsInFlightTest {
  private static final long HEAP = 400L << 20;

  /** Kind: case 13, defaults for small rows under large ones: OutOfMemoryError in a load thread. */
  @Test
  void defaultsShrinkToFitTheHeap() {
    Configuration conf = conf("command", "load", "value-size", "1MB");
    assertThat(fit(conf))
        .containsExactly(
            "--batch 12, not 100: 839,168,000 bytes of rows in flight, more than a quarter of a"
                + " task's heap of 400 MB");
    assertThat(RunSpec.from(conf).data().batch()).isEqualTo(12);
    assertThat(fit(conf)).isEmpty();
  }

  @Test
  void defaultsOfSmallRowsStay() {
    Configuration conf = conf("command", "load");
    assertThat(fit(conf)).isEmpty();
    assertThat(Settings.BATCH.isSet(conf)).isFalse();
  }

  @Test
  void aRowThatIsLargeForEachThreadTakesThreads() {
    Configuration conf =
        conf("assignments", "get:50,put:50", "value-size", "9MB", "client", "async");
    assertThat(fit(conf)).hasSize(1).first().asString().startsWith("--in-flight 11, not 64: ");
    conf = conf("assignments", "get", "value-size", "20MB");
    assertThat(fit(conf)).hasSize(1).first().asString().startsWith("--threads 4, not 8: ");
  }

  @Test
  void whatIsSetAndTooLargeIsRefusedWithTheNumberThatFits() {
    refused(
        "--batch 100: 839,168,000 bytes of rows in flight, more than a quarter of a task's heap of"
            + " 400 MB; try --batch 12",
        "command",
        "load",
        "value-size",
        "1MB",
        "batch",
        "100",
        "threads",
        "8");
    refused(
        "--batch 100: 104,896,000,000 bytes of rows in flight, more than a quarter of a task's heap"
            + " of 400 MB; try --batch 1 --threads 99",
        "command",
        "load",
        "value-size",
        "1MB",
        "batch",
        "100",
        "threads",
        "1000");
    refused(
        "--value-size 209715200: 209,715,584 bytes of rows in flight, more than a quarter of a"
            + " task's heap of 400 MB; try --value-size 103808833",
        "assignments",
        "get",
        "value-size",
        "200MB");
  }

  /** Kind: a choice that is refused for the sake of a default. */
  @Test
  void defaultsGiveWayToWhatIsSet() {
    Configuration conf = conf("command", "load", "value-size", "1MB", "batch", "90");
    assertThat(fit(conf))
        .containsExactly(
            "--threads 1, not 8, for --batch 90: 755,251,200 bytes of rows in flight, more than a"
                + " quarter of a task's heap of 400 MB");
    assertThat(Settings.BATCH.get(conf)).isEqualTo(90);
    conf = conf("assignments", "bufferedPut", "write-buffer", "15MB");
    assertThat(fit(conf))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("--threads 6, not 8, for --write-buffer 15728640: ");
    refused(
        "--batch 200: 1,678,336,000 bytes of rows in flight, more than a quarter of a task's heap"
            + " of 400 MB; try --batch 99",
        "command",
        "load",
        "value-size",
        "1MB",
        "batch",
        "200");
    conf = conf("command", "load", "value-size", "1MB", "batch", "99");
    assertThat(fit(conf)).hasSize(1);
  }

  /** Kind: the side of a duet that has a larger load than the other one. */
  @Test
  void bothSidesOfADuetFit() {
    String[] duet = {"assignments", "put", "for", "60s", "value-size", "1MB", "candidate", ""};
    duet[7] = "batch=100\nthreads=8";
    refused(
        "--batch 100: 839,168,000 bytes of rows in flight, more than a quarter of a task's heap of"
            + " 400 MB; try --batch 12",
        duet);
    duet[7] = "batch=20";
    Configuration conf = conf(duet);
    assertThat(fit(conf))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("--threads 4, not 8, for --batch 20: ");
    assertThat(RunSpec.from(conf).sides().values())
        .extracting(side -> side.load().threads())
        .containsExactly(4, 4);
    assertThat(fit(conf)).isEmpty();
  }

  /** Kind: case 12, a cell that HBase's client refuses, once for each row. */
  @Test
  void aCellAboveHBasesLimitIsRefusedWithTheSizeThatFits() {
    String max = "--value-size 11534336: a cell of 11,534,388 bytes, and HBase takes 10,485,760";
    refused(
        max + " (hbase.client.keyvalue.maxsize); try --value-size 10485708",
        "command",
        "load",
        "value-size",
        "11MB");
    assertThat(fit(conf("command", "load", "value-size", "10485708", "threads", "2"))).hasSize(1);
    Configuration unlimited = conf("command", "load", "value-size", "11MB");
    unlimited.setInt("hbase.client.keyvalue.maxsize", 0);
    assertThat(fit(unlimited)).isNotEmpty();
    assertThat(fit(conf("assignments", "get", "value-size", "11MB"))).isEmpty();
    assertThat(fit(conf("command", "load", "value-size", "11MB", "bulk", "true"))).isNotEmpty();
  }

  /** Kind: case 4, a buffer that was counted in values alone, without keys and objects. */
  @Test
  void theRowsOfABufferAreCountedAsHBaseCountsThem() {
    Configuration small =
        conf(
            "command", "load", "value-size", "16", "batch", "786432", "key-format", "user{row:12}");
    assertThatThrownBy(() -> fit(small))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "--batch 786432: 2,365,587,456 bytes of rows in flight, more than a quarter ");
    RunSpec spec = RunSpec.from(small);
    Put put = spec.rowRequests().writes().put(spec.rows() - 1);
    assertThat(RowsInFlight.Size.of(spec, ColumnChoice.ALL).heap()).isEqualTo(put.heapSize());
  }

  /** Kind: a request that the servers refuse, by the client's copy of their limit. */
  @Test
  void aRequestFitsTheServersLimit() {
    Configuration conf = conf("command", "load", "batch", "2000", "threads", "1");
    conf.setInt("hbase.ipc.max.request.size", 1 << 20);
    assertThatThrownBy(() -> fit(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--batch 2000: a request of 2,292,000 bytes, and HBase takes 1,048,576"
                + " (hbase.ipc.max.request.size); try --batch 914");
  }

  /** Kind: a buffer of bytes beside counts of rows, and a suggestion that would not help. */
  @Test
  void aBufferIsRefusedWithTheSizeThatFits() {
    String[] put = {"assignments", "bufferedPut", "write-buffer", "300MB", "threads", "8"};
    refused(
        "--write-buffer 314572800: 2,516,593,472 bytes of rows in flight, more than a quarter of a"
            + " task's heap of 400 MB; try --write-buffer 13105816",
        put);
    put[3] = "13105816";
    assertThat(fit(conf(put))).isEmpty();
    refused(
        "--write-buffer 83886080: 671,088,640 bytes of rows in flight, more than a quarter of a"
            + " task's heap of 400 MB; try --write-buffer 13107200",
        "assignments",
        "bufferedDelete",
        "write-buffer",
        "80MB",
        "threads",
        "8");
  }

  @Test
  void theDefaultsOfABufferAndOfAScanShrinkBeforeTheLoad() {
    Configuration conf =
        conf("assignments", "bufferedPut", "client", "async", "in-flight", "64", "threads", "8");
    assertThat(fit(conf))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("--write-buffer 203416, not 2097152, for --in-flight 64 --threads 8: ");
    conf = conf("assignments", "scan", "value-size", "500KB");
    conf.setInt("hbase.client.scanner.max.result.size", 1_000_000_000);
    assertThat(fit(conf)).hasSize(1).first().asString().startsWith("--caching 24, not 100: ");
  }

  /** Kind: servers that refuse each request of a buffer, or a row by itself. */
  @Test
  void aBufferAndARowFitTheServersLimit() {
    Configuration conf = conf("assignments", "bufferedPut", "threads", "1");
    conf.setInt("hbase.ipc.max.request.size", 1 << 20);
    assertThat(fit(conf))
        .containsExactly(
            "--write-buffer 1264975, not 2097152: a request of 1,737,336 bytes, and HBase takes"
                + " 1,048,576 (hbase.ipc.max.request.size)");
    conf = conf("assignments", "put", "value-size", "2MB");
    conf.setInt("hbase.ipc.max.request.size", 1 << 20);
    Configuration row = conf;
    assertThatThrownBy(() -> fit(row))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--value-size 2097152: a request of 2,097,");
  }

  @Property(tries = 100)
  void whatFitsFits(
      @ForAll @IntRange(max = 9_000_000) int value,
      @ForAll @IntRange(min = 1, max = 5) int columns,
      @ForAll @IntRange(min = 1, max = 14) int kind) {
    String[] mixes = {
      "put", "insert", "get", "scan", "bufferedPut", "get:1,put:1", "readModifyWrite"
    };
    Configuration conf =
        conf(
            "assignments",
            mixes[kind % mixes.length],
            "value-size",
            Integer.toString(value),
            "columns",
            Integer.toString(columns),
            "batch",
            kind % 2 == 0 ? "" : "1",
            "client",
            kind > 5 ? "async" : "blocking");
    fit(conf);
    assertThat(fit(conf)).isEmpty();
    RunSpec spec = RunSpec.from(conf);
    long row = spec.rowRequests().writes().newRow(spec.rows() - 1).heapSize();
    long slots = (long) spec.load().threads() * spec.load().inFlight();
    long rows =
        switch (mixes[kind % mixes.length]) {
          case "put", "insert", "get", "get:1,put:1" -> spec.data().batch();
          case "bufferedPut" -> 1 + spec.data().writes().buffer() / row;
          default -> 1;
        };
    assertThat(slots * rows * row).isLessThanOrEqualTo(HEAP / 4);
  }

  private static List<String> fit(Configuration conf) {
    return RowsInFlight.fit(RunSpec.from(conf), conf, HEAP);
  }

  private static void refused(String message, String... settings) {
    assertThatThrownBy(() -> fit(conf(settings)))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  private static Configuration conf(String... settings) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set("hbench." + settings[i], settings[i + 1]);
    }
    return conf;
  }
}
