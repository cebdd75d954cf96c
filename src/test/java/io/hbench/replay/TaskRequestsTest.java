package io.hbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.VirtualTime;
import io.hbench.op.Operations;
import io.hbench.replay.RecordedLoad.RowKeys;
import io.hbench.settings.SettingType;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests of each thread. */
class TaskRequestsTest {
  private static final int REQUESTS = 50_000;
  private static final int ROWS = 500;

  private final Configuration conf = new Configuration(false);
  @TempDir java.nio.file.Path dir;

  @ParameterizedTest
  @CsvSource({"csv,as-they-are,1,1", "csv,hashed,4,2", "seq,as-they-are,5,1", "seq,hashed,2,3"})
  void eachRequestIsThatOfOneThreadAndTheOrderOfARowIsKept(
      String form, String keys, int tasks, int threads) throws Exception {
    List<RecordedRequest> written = write(form);
    RowKeys rows = keys.equals("hashed") ? RowKeys.HASHED : RowKeys.AS_THEY_ARE;
    RecordedLoad load = RecordedLoad.of(conf, file(form), rows);

    List<RecordedRequest> all = new ArrayList<>();
    Map<String, Integer> owners = new HashMap<>();
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    for (int task = 0; task < tasks; task++) {
      int number = task;
      List<List<RecordedRequest>> shares =
          time.play(
              () -> {
                try (TaskRequests requests =
                    new TaskRequests(time, conf, load, number, threads, (long) tasks * threads)) {
                  List<List<RecordedRequest>> read = new ArrayList<>();
                  for (int thread = 0; thread < threads; thread++) {
                    read.add(new ArrayList<>());
                    RecordedRequest next;
                    while ((next = requests.next(thread)) != null) {
                      read.get(thread).add(next);
                    }
                    assertThat(requests.next(thread)).isNull();
                  }
                  return read;
                }
              });
      for (int thread = 0; thread < threads; thread++) {
        int owner = task * threads + thread;
        shares
            .get(thread)
            .forEach(r -> assertThat(owners.merge(r.row(), owner, (a, b) -> b)).isEqualTo(owner));
        assertThat(shares.get(thread)).hasSizeBetween(fair(tasks * threads) / 2, REQUESTS);
        all.addAll(shares.get(thread));
      }
    }

    List<RecordedRequest> expected =
        rows == RowKeys.HASHED
            ? written.stream().map(RecordedRequest::withHashedRow).toList()
            : written;
    assertThat(byRow(all)).isEqualTo(byRow(expected));
    assertThat(owners).hasSize(ROWS);
  }

  private static int fair(int threads) {
    return REQUESTS / threads;
  }

  private static Map<String, List<RecordedRequest>> byRow(List<RecordedRequest> requests) {
    return requests.stream().collect(Collectors.groupingBy(RecordedRequest::row));
  }

  @Test
  void rowsThatEndAlikeHaveSeveralOwners() {
    Set<Long> owners = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      owners.add(
          TaskRequests.owner("user" + i + "-end", 31)); // a hash of strings has factors of 31
    }
    assertThat(owners).hasSize(31);
  }

  @Test
  void theSummaryHasCountsSizesAndThePeakAndIsReadAsItIsWritten() throws Exception {
    Files.writeString(
        dir.resolve("r.csv"),
        """
        time_us,operation,row,columns
        0,put,a,f:x=100 g:y=20
        999999,delete,a,f
        1000000,get,b,
        1100000,put,b,f:x=1
        1200000,put,c,f:x=1
        """);

    RecordedLoad load = RecordedLoad.of(conf, file("csv"), RowKeys.AS_THEY_ARE);

    long key = 20; // lengths, timestamp and type of a cell
    long first = (key + 3 + 100) + (key + 3 + 20);
    assertThat(load)
        .isEqualTo(
            new RecordedLoad(
                file("csv").toString(),
                RowKeys.AS_THEY_ARE,
                Map.of(Operations.GET, 1L, Operations.PUT, 3L, Operations.DELETE, 1L),
                1_200_000,
                3,
                List.of("f", "g"),
                first + (key + 2) + 2 * (key + 4),
                first,
                (int) key + 103));
    assertThat(RecordedLoad.parse(load.toString())).isEqualTo(load);
    assertThat(load.total()).isEqualTo(5);
  }

  @Test
  void theSummaryOfAFileIsTheSameTextInEachProcess() {
    RecordedLoad load =
        new RecordedLoad(
            "r.csv",
            RowKeys.HASHED,
            Map.of(Operations.DELETE, 3L, Operations.PUT, 2L, Operations.GET, 1L),
            1_200_000,
            3,
            List.of("f", "g"),
            90,
            50,
            40);

    assertThat(load)
        .hasToString(
            "{\"file\":\"r.csv\",\"rows\":\"hashed\",\"requests\":%s,\"micros\":1200000,\"peak\":3,"
                    .formatted("{\"get\":1,\"put\":2,\"delete\":3}")
                + "\"families\":[\"f\",\"g\"],\"bytes\":90,\"largestRequest\":50,\"largestCell\":40}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-|neither a SequenceFile nor a CSV of time_us,operation,row,columns",
        "time_us,operation,row,columns|has no requests",
        "time_us,operation,row,columns;5,get,a,;4,get,a,|request 2: earlier than the request before",
        "time_us,operation,row,columns;x,get,a,|request 1: does not begin with microseconds",
        "time_us,operation,row,columns;1,get,a|request 1: not an operation, a row and columns",
        "time_us,operation,row,columns;1,get,\u00E4,|request 1: '\uFFFD\uFFFD' has bytes that are not"
            + " written as \\xNN",
      })
  void whatIsNoFileOfRequestsIsRefusedWithItsRequest(String text, String reason)
      throws IOException {
    Files.writeString(dir.resolve("r.csv"), text == null ? "" : text.replace(";", "\n"));

    assertThatThrownBy(() -> RecordedLoad.of(conf, file("csv"), RowKeys.AS_THEY_ARE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  @Test
  void whatIsNoSummaryIsRefused() {
    for (String text :
        List.of("", "{}", "x", "[]", "{\"rows\":\"some\",\"requests\":{\"put\":1}}")) {
      assertThatThrownBy(() -> RecordedLoad.parse(text))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file",
        "rows",
        "requests",
        "micros",
        "peak",
        "families",
        "bytes",
        "largestRequest",
        "largestCell"
      })
  void aSummaryWithoutAPartIsRefused(String part) {
    String whole = SettingType.RECORDED.example();
    JsonObject lacking = JsonParser.parseString(whole).getAsJsonObject();
    assertThat(RecordedLoad.parse(whole)).hasToString(whole);
    assertThat(lacking.remove(part)).isNotNull();

    assertThatThrownBy(() -> RecordedLoad.parse(lacking.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("has no " + part);

    lacking.add(part, JsonNull.INSTANCE);
    assertThatThrownBy(() -> RecordedLoad.parse(lacking.toString()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Path file(String form) {
    return new Path(dir.resolve("r." + form).toUri());
  }

  /** Several blocks of requests; hot rows have many. */
  private List<RecordedRequest> write(String form) throws IOException {
    List<RecordedRequest> written = new ArrayList<>();
    try (RequestFile.RequestWriter out = new RequestFile(conf, file(form)).create()) {
      for (int i = 0; i < REQUESTS; i++) {
        String row = "user" + i % ROWS;
        RecordedRequest request = RecordedRequest.parse(i * 10L, "put," + row + ",f:a=" + i);
        written.add(request);
        out.write(request.micros(), new Text(request.text()));
      }
    }
    return written;
  }
}
