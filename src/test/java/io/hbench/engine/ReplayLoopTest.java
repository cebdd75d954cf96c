package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import io.hbench.replay.RecordedLoad;
import io.hbench.replay.RecordedLoad.RowKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay in virtual time. */
class ReplayLoopTest extends LoadLoopFixture {
  private static final long MILLI = 1_000_000L;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<Sent> sent = new ArrayList<>();
  private final Map<String, Integer> inFlight = new HashMap<>();
  private final StringBuilder file = new StringBuilder("time_us,operation,row,columns\n");
  private int mostOfARow;

  /** From the task's coming to the start of all tasks. */
  private long startsAfter = MILLI;

  @TempDir Path dir;

  /**
   * A put at the server.
   *
   * @param at milliseconds since the start
   */
  private record Sent(double at, String row, int length) {}

  /** A file system whose files stall once, at a place of theirs. */
  public static final class StallingFileSystem extends RawLocalFileSystem {
    static final String PLACE = "test.stall.place";
    static final String MILLIS = "test.stall.millis";

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      FSDataInputStream in = super.open(path, bufferSize);
      long place = getConf().getLong(PLACE, Long.MAX_VALUE);
      return new FSDataInputStream(
          new FSInputStream() {
            private boolean stalled;

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
              if (getPos() > place && !stalled) {
                stalled = true;
                stall();
              }
              return in.read(to, offset, length);
            }

            @Override
            public int read() throws IOException {
              return in.read();
            }

            @Override
            public long getPos() throws IOException {
              return in.getPos();
            }

            @Override
            public void seek(long to) throws IOException {
              in.seek(to);
            }

            @Override
            public boolean seekToNewSource(long target) {
              return false;
            }

            @Override
            public void close() throws IOException {
              in.close();
            }
          });
    }

    private void stall() throws IOException {
      try {
        VirtualTime.current().sleep(Duration.ofMillis(getConf().getLong(MILLIS, 0)));
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  /** Lets reading the file stall behind the requests that are there. */
  private void stall(Duration time) {
    site.setClass("fs.file.impl", StallingFileSystem.class, FileSystem.class);
    site.setBoolean("fs.file.impl.disable.cache", true);
    site.setLong(StallingFileSystem.PLACE, file.length());
    site.setLong(StallingFileSystem.MILLIS, time.toMillis());
  }

  private void request(long micros, String row, int length) {
    file.append(micros).append(",put,").append(row).append(",f:a=").append(length).append('\n');
  }

  /**
   * Replays what was recorded.
   *
   * @param stalled row whose first put takes long
   * @param stall its milliseconds; others take 1 ms
   */
  private void replay(String stalled, long stall, String... more) throws Exception {
    Path csv = Files.writeString(dir.resolve("requests.csv"), file);
    RecordedLoad load =
        RecordedLoad.of(
            new Configuration(false),
            new org.apache.hadoop.fs.Path(csv.toUri()),
            RowKeys.AS_THEY_ARE);
    List<String> settings = new ArrayList<>(List.of(more));
    settings.addAll(List.of("command=replay", "client=async", "tasks=1", "recorded=" + load));
    long start = time.nanos() + startsAfter;
    time.play(
        () -> {
          ScheduledExecutorService server = time.threads("server", 1);
          drive(
              Clock.startingAt(time, start),
              () ->
                  client(
                      "put",
                      (Put put) -> {
                        String row = Bytes.toString(put.getRow());
                        int length =
                            CellUtil.cloneValue(
                                    put.getFamilyCellMap().firstEntry().getValue().get(0))
                                .length;
                        boolean isFirst = !inFlight.containsKey(row);
                        sent.add(new Sent((time.nanos() - start) / 1e6, row, length));
                        mostOfARow = Math.max(mostOfARow, inFlight.merge(row, 1, Integer::sum));
                        CompletableFuture<Void> answer = new CompletableFuture<>();
                        var unused =
                            server.schedule(
                                () -> {
                                  inFlight.merge(row, -1, Integer::sum);
                                  answer.complete(null);
                                },
                                isFirst && row.equals(stalled) ? stall : 1,
                                TimeUnit.MILLISECONDS);
                        return answer;
                      }),
              settings.toArray(String[]::new));
          server.shutdownNow();
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void requestsAreSentAtTheirRecordedTimesDividedByTheSpeed(int speed) throws Exception {
    for (int i = 0; i < 1_000; i++) {
      request(10L * i * i, "row" + i, i);
    }
    replay("", 0, "speed=" + speed + "x");

    assertThat(sent).hasSize(1_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(sent.get(i).row()).isEqualTo("row" + i);
      assertThat(sent.get(i).length()).isEqualTo(i);
      assertThat(sent.get(i).at()).isCloseTo(i * i / 100.0 / speed, within(0.1));
    }
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1_000);
    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(counters.sendDelay().getMaxValue()).isLessThan(MILLI / 10);
  }

  private static org.assertj.core.data.Offset<Double> within(double millis) {
    return org.assertj.core.data.Offset.offset(millis);
  }

  /** A replay has all its writes; what was due before is late. */
  @Test
  void aTaskThatComesLateSendsAllItsRequests() throws Exception {
    for (int i = 0; i < 200; i++) {
      request(i * 1_000L, "row" + i, i);
    }
    startsAfter = -63 * MILLI;
    replay("", 0);

    assertThat(sent).extracting(Sent::length).isSorted().hasSize(200);
    assertThat(sent.get(0).at()).isCloseTo(63, within(0.1));
    assertThat(sent.get(199).at()).isCloseTo(199, within(0.1));
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(200);
    assertThat(counters.sendDelay().getMaxValue()).isBetween(62 * MILLI, 64 * MILLI);
  }

  /** One put of the row every millisecond, and of others; the first one takes 100 ms. */
  @Test
  void aRowHasOneRequestInFlightAndOthersGoOn() throws Exception {
    for (int i = 0; i < 300; i++) {
      request(i * 1_000L, "hot", i);
      request(i * 1_000L + 500, "other" + i, i);
    }
    replay("hot", 100);

    assertThat(mostOfARow).isEqualTo(1);
    List<Sent> hot = sent.stream().filter(s -> s.row().equals("hot")).toList();
    assertThat(hot).extracting(Sent::length).isSorted().hasSize(300);
    assertThat(hot.get(1).at()).isCloseTo(100, within(0.1));
    sent.stream()
        .filter(s -> s.row().startsWith("other"))
        .forEach(s -> assertThat(s.at()).isCloseTo(s.length() + 0.5, within(0.1)));

    Histogram response = latencies("put response ok");
    Histogram service = latencies("put service ok");
    assertThat(service.getCountBetweenValues(2 * MILLI, 200 * MILLI)).isEqualTo(1);
    assertThat(response.getTotalCount()).isEqualTo(600);
    // each put of the row takes the time of its turn: the backlog never gets shorter
    assertThat(response.getCountBetweenValues(99 * MILLI, 102 * MILLI)).isEqualTo(300);
    assertThat(counters.sendDelay().getMaxValue()).isLessThan(MILLI / 10); // not the client's
  }

  /** The first answer comes 58.9 seconds after the end of the window. */
  @Test
  void requestsThatWaitForARowBeyondTheEndAreDroppedAndCounted() throws Exception {
    for (int i = 0; i < 100; i++) {
      request(i * 1_000L, "hot", i);
      request(i * 1_000L, "other" + i, i);
    }
    replay("hot", Duration.ofSeconds(59).toMillis());

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(101);
    assertThat(counters.get(Counter.DROPPED)).isEqualTo(99);
    assertThat(latencies("put response Dropped").getTotalCount()).isEqualTo(99);
  }

  /** The server hangs; the interrupt that ends the thread comes with three blocks left to read. */
  @Test
  void requestsOfABacklogThatIsNotReadYetAreDroppedAndCounted() throws Exception {
    for (int i = 0; i < 40_000; i++) {
      request(i * 10L, "row" + i, 1);
    }
    replay("row0", Duration.ofMinutes(10).toMillis(), "in-flight=1");

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1);
    assertThat(counters.get(Counter.DROPPED)).isEqualTo(39_999);
  }

  /** The answer comes after the last call: its thread reads what it drops. */
  @Test
  void aBacklogMayTakeLongToReadAtTheEnd() throws Exception {
    for (int i = 0; i < 40_000; i++) {
      request(i * 10L, "row" + i, 1);
      if (i == 25_000) {
        stall(Duration.ofMinutes(5));
      }
    }
    replay("row0", Duration.ofSeconds(40).toMillis(), "in-flight=1");

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1);
    assertThat(counters.get(Counter.DROPPED)).isEqualTo(39_999);
  }

  /** With 10 in flight there is a backlog, and the server's thread sends. */
  @ParameterizedTest
  @ValueSource(ints = {10, 1_000})
  void aFileThatIsReadTooSlowlyDelaysRequestsAndIsInNoServiceTime(int slots) throws Exception {
    for (int i = 0; i < 40_000; i++) {
      request(i * 50L, "row" + i, 1);
      if (i == 25_000) {
        stall(Duration.ofMillis(1_500)); // a block lasts 1,000 ms with 10 in flight, else 500
      }
    }
    replay("", 0, "in-flight=" + slots);

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(40_000);
    assertThat(latencies("put service ok").getMaxValue()).isLessThan(2 * MILLI);
    assertThat(counters.sendDelay().getMaxValue()).isBetween(400 * MILLI, 1_100 * MILLI);
  }

  @Test
  void requestsBeforeTheWindowAreWarmUp() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      request(i * 1_000L, "row" + i, 1);
    }
    replay("", 0, "warmup=1s");

    assertThat(sent).hasSize(3_000);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(2_000);
  }

  @Test
  void aPartOfTheRecordedTimeEndsTheReplay() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      request(i * 1_000L, "row" + i, 1);
    }
    replay("", 0, "for=2s");

    assertThat(sent).hasSize(2_000);
    assertThat(counters.get(Counter.DROPPED)).isZero();
  }
}
