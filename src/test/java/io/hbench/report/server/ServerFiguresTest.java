package io.hbench.report.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.MadeServerRegion;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.ServerRecording;
import io.hbench.latency.Timing;
import io.hbench.latency.Window;
import io.hbench.rundir.ServerRegionFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerFiguresTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Window WINDOW = new Window(0, 1_000 * SECOND, SECOND);

  private final Map<String, SeriesSet> records = new TreeMap<>();
  private final List<ServerRegionFacts> tasks = new ArrayList<>();

  /** Adds a task, with a request in each region of its list. */
  private void task(int index, int of, String... regions) throws IOException {
    Recording recording =
        new Recording(
            WINDOW,
            (series, record) -> {
              if (series.isByServer()) {
                records
                    .computeIfAbsent(series.server(), s -> new SeriesSet())
                    .add(series.ofAllServers(), record);
              }
            });
    try (recording;
        Recorder recorder = recording.recorder(false)) {
      for (String region : regions) {
        recorder.record(
            new Sample()
                .of("get", region.startsWith("bad") ? "NotServingRegionException" : Series.OK)
                .to(MadeServerRegion.of("rs" + Math.floorMod(region.hashCode(), 2) + ":1", region))
                .times(SECOND, SECOND / 1_000, Sample.NONE)
                .amounts(1, 0, 1));
      }
    }
    tasks.add(ServerRegionFacts.of(recording.servers(), index, of));
  }

  @Test
  void theRegionsOfAllTasksAreAdded() throws IOException {
    task(0, 2, "a", "a", "bad", "c");
    task(1, 2, "a", "bad", "bad");
    ByServer figures = ServerFigures.of(records, tasks, 0);
    assertThat(figures.regionCount()).isEqualTo(3);
    assertThat(figures.regions()).extracting(ByServer.Region::count).containsExactly(3L, 3L, 1L);
    assertThat(figures.regions().stream().filter(r -> r.region().equals("bad")).findFirst())
        .get()
        .satisfies(bad -> assertThat(bad.errors()).isEqualTo(3));
    assertThat(figures.servers().stream().mapToLong(ByServer.Server::count).sum()).isEqualTo(7);
    assertThat(figures.servers().stream().mapToLong(ByServer.Server::errors).sum()).isEqualTo(3);
  }

  /** Inserts in the order of the keys, for example. */
  @Test
  void theOnlyRegionWithRequestsIsHotIfTheTableHasOthers() throws IOException {
    String[] last = new String[1_000];
    Arrays.fill(last, "a");
    task(0, 1, last);
    assertThat(ServerFigures.of(records, tasks, 1).skews()).isEmpty();
    assertThat(ServerFigures.of(records, tasks, 16).skews())
        .singleElement()
        .satisfies(hot -> assertThat(hot.region()).isEqualTo("a"))
        .satisfies(hot -> assertThat(hot.equalShare()).isEqualTo(1.0 / 16));
  }

  @Test
  void aTaskOfTenThousandWritesFewFacts() throws IOException {
    String[] regions = new String[5_000];
    for (int i = 0; i < regions.length; i++) {
      regions[i] = "r" + i;
    }
    task(7, 10_000, regions);
    assertThat(tasks.get(0).regions()).hasSizeLessThanOrEqualTo(15);
    assertThat(tasks.get(0).blocks()).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void aServerThatHoldsAllSlotsIsReportedWithoutAnyRecord() {
    Recording recording = new Recording(WINDOW, (series, record) -> {});
    for (int i = 0; i < 4; i++) {
      recording.servers().held(MadeServerRegion.of("rs1:1", "a"), 60 * SECOND);
    }
    ByServer figures =
        ServerFigures.of(Map.of(), List.of(ServerRegionFacts.of(recording.servers(), 0, 1)), 0);
    assertThat(figures.held()).containsExactly(new ByServer.Held("rs1:1", 4, 240));
  }

  @Test
  void serversThatWereNotKeptApartAreNoHotServer() {
    for (String server : List.of("rs1:1", "rs2:1", "rs3:1", ServerRecording.OTHERS)) {
      int requests = server.equals(ServerRecording.OTHERS) ? 9_000 : 1_000;
      LatencyRecord record = new LatencyRecord();
      for (int i = 0; i < requests; i++) {
        record.record(SECOND / 1_000, 1, 0, 1);
      }
      SeriesSet set = new SeriesSet();
      set.add(Series.of("get", Timing.SERVICE, Series.OK), record);
      records.put(server, set);
    }
    assertThat(ServerFigures.of(records, List.of(), 0).skews()).isEmpty();
  }

  /** The only server of a small cluster has all requests of its side. */
  @Test
  void theSidesOfADuetOnTwoClustersAreNoSkew() {
    Map<String, SeriesSet> records = new TreeMap<>();
    for (int i = 0; i < 9; i++) {
      records.put("big" + i + ":16020", requests("get.baseline", 1_000));
    }
    records.put("small:16020", requests("get.candidate", 9_000));
    assertThat(ServerFigures.of(records, List.of(), 0).skews()).isEmpty();
    records.put("big0:16020", requests("get.baseline", 20_000));
    assertThat(ServerFigures.of(records, List.of(), 0).skews())
        .extracting(ByServer.Skew::server)
        .containsExactly("big0:16020");
  }

  /** On one cluster, each server has requests of both sides. */
  @Test
  void aHotServerOfADuetOnOneClusterIsNamed() {
    Map<String, SeriesSet> records = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      SeriesSet both = requests("get.baseline", i == 0 ? 9_000 : 1_000);
      both.add(
          Series.of("get.candidate", Timing.SERVICE, Series.OK),
          requests("get.candidate", 1_000).ok());
      records.put("rs" + i + ":16020", both);
    }
    assertThat(ServerFigures.of(records, List.of(), 0).skews())
        .extracting(ByServer.Skew::server)
        .containsExactly("rs0:16020");
  }

  private static SeriesSet requests(String operation, int count) {
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < count; i++) {
      record.record(1_000_000, 1, 0, 1);
    }
    SeriesSet set = new SeriesSet();
    set.add(Series.of(operation, Timing.SERVICE, Series.OK), record);
    return set;
  }

  @Test
  void withoutAnythingByServerThereAreNoFigures() {
    Recording recording = new Recording(WINDOW, (series, record) -> {});
    assertThat(ServerRegionFacts.of(recording.servers(), 0, 1)).isNull();
    assertThat(ServerFigures.of(Map.of(), List.of(), 0)).isNull();
  }
}
