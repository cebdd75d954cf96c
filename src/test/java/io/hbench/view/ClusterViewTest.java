package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.ServerDifference;
import io.hbench.report.cost.OperationCost;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.rundir.server.ServerCounter;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a report says about the servers, from two snapshots. */
class ClusterViewTest {
  private static final RegionServer A_BEFORE = new RegionServer(1, 2, 0, 0, 100L, 50L, 7L, 3L);
  private static final RegionServer A_AFTER = new RegionServer(1, 1, 0, 0, 1000L, 150L, 9L, 4L);
  private static final RegionServer B_BEFORE = new RegionServer(1, 2, 0, 0, 100L, 0L, 0L, 0L);
  private static final RegionServer B_AFTER = new RegionServer(1, 3, 0, 0, 200L, 0L, 1L, 0L);
  private static final RegionServer B_AGAIN = new RegionServer(2, 3, 0, 0, 5L, 5L, 0L, 0L);
  private static final RegionServer B_SILENT = new RegionServer(1, 3, 0, 0, null, null, null, null);

  private static final String UNKNOWN =
      "hit ratio unknown, no server's metrics page (/jmx) was available before and after, without a"
          + " restart in between\n";

  @Test
  void hitsFlushesAndStoreFilesAreDifferences() {
    assertThat(text(Map.of("a", A_BEFORE, "b", B_BEFORE), Map.of("a", A_AFTER, "b", B_AFTER)))
        .contains(
            "servers:  HBase 2.6.1, 2 region servers, 4 regions of the table, 1 to 3 on each\n")
        .contains(
            "block cache:     hit ratio 90.9 % of 1,100 block reads, warm-up included, by the"
                + " servers' metrics pages\n")
        .contains("store files:     4 (38.0 MB) before, 6 (51.0 MB) after\n")
        .contains("regions:         0 moved\n")
        .contains("all tables:      3 flushes, 1 compactions\n");
  }

  @Test
  void withoutReadsInTheWindowTheHitRatioOfTheWholeRunStays() {
    Document document = new Document("report", "t");
    ServerFacts after = facts(Map.of("b", B_AFTER), 6, 51);
    Servers servers =
        ServerDifference.of(job(facts(Map.of("b", B_BEFORE), 4, 38), after, List.of()));
    OperationCost cost =
        new OperationCost(
            1,
            List.of(),
            null,
            null,
            null,
            List.of(
                new OperationCost.Server(
                    "b",
                    1L,
                    null,
                    List.of(),
                    Map.of(ServerCounter.FILES_LOCAL, 0.75, ServerCounter.STORE_FILE_BYTES, 1e9))),
            null,
            null,
            null);
    ClusterView.section(servers, cost, List.of(), document);
    assertThat(TextRenderer.whole(document).replaceAll("\n {2,}(?=\\w)", " "))
        .containsPattern(
            "block cache: +hit ratio [0-9.]+ % of [0-9,]+ block reads, warm-up included")
        .contains("(51.0 MB) after; of all tables, 75.0 % on their server's machine\n");
  }

  @Test
  void aSingleRegionHasNoDistribution() {
    RegionServer full = new RegionServer(1, 1, 0, 0, null, null, null, null);
    RegionServer empty = new RegionServer(1, 0, 0, 0, null, null, null, null);
    Map<String, RegionServer> servers = Map.of("a", full, "b", empty);
    assertThat(text(servers, servers))
        .contains("servers:  HBase 2.6.1, 2 region servers, 1 region of the table\n");
  }

  @Test
  void aRestartedServerIsNotCounted() {
    assertThat(text(Map.of("a", A_BEFORE, "b", B_BEFORE), Map.of("a", A_AFTER, "b", B_AGAIN)))
        .containsPattern("90.0 % of 1,000 block reads.*by 1 of 2 servers' metrics pages\n");
  }

  @Test
  void withoutMetricsPagesTheHitRatioIsUnknown() {
    assertThat(text(Map.of("b", B_SILENT), Map.of("b", B_SILENT))).contains(UNKNOWN);
  }

  /** Its page was said not to be available. */
  @Test
  void theHitRatioOfARestartedServerIsUnknownThoughItHasAPage() {
    assertThat(text(Map.of("b", B_BEFORE), Map.of("b", B_AGAIN))).contains(UNKNOWN);
  }

  @Test
  void withoutReadsThereIsNoHitRatio() {
    assertThat(text(Map.of("b", B_BEFORE), Map.of("b", B_BEFORE)))
        .contains("no block was read, by the servers' metrics pages\n");
  }

  @Test
  void withoutSnapshotsThereIsNoText() {
    assertThat(text(job(null, null, List.of()), List.of(), List.of())).isEqualTo("hbench t\n");
  }

  @Test
  void movesAndLostServersAreCountedFromTheEvents() {
    ServerFacts facts = facts(Map.of("a", A_BEFORE), 4, 38);
    List<ServerEvent> events =
        List.of(
            new ServerEvent(1, Kind.REGION_MOVED, 100, ""),
            new ServerEvent(1, Kind.REGION_MOVED, 1, ""),
            new ServerEvent(1, Kind.SERVER_LEFT, 1, ""));
    assertThat(text(job(facts, facts, events), List.of(), List.of()))
        .contains("regions:         101 moved\n")
        .contains("region servers:  1 left, 0 joined\n");
  }

  @Test
  void preparationStepsAreOneLine() {
    List<PreparedStep> steps =
        List.of(
            new PreparedStep("flush", 0.31, null, 5_120_000L, null),
            new PreparedStep("warm", 1.2, 100_000L, null, null),
            new PreparedStep("settle", 30.0, null, null, "failed: no"));
    assertThat(text(job(null, null, List.of()), steps, List.of()))
        .contains(
            "prepared:  flush 0.31 s to 5.12 MB, warm 100,000 rows 1.2 s, settle 30.0 s (failed: no)\n");
  }

  @Test
  void theSummaryHasThreeEventsAndTheSectionAll() {
    List<Event> events =
        IntStream.range(0, 22)
            .mapToObj(i -> new Event(i - 5.0, "", Kind.REGION_MOVED, 1, "1 region moved"))
            .toList();
    assertThat(text(job(null, null, List.of()), List.of(), events))
        .contains("event:  -5 s region-moved, 1 region moved\n")
        .contains("event:  -3 s region-moved", "event:  19 more\n", "16.0  region-moved")
        .doesNotContain("event:  -2 s");
  }

  private static String text(Map<String, RegionServer> before, Map<String, RegionServer> after) {
    return text(job(facts(before, 4, 38), facts(after, 6, 51), List.of()), List.of(), List.of());
  }

  private static String text(JobFacts job, List<PreparedStep> prepared, List<Event> events) {
    Document document = new Document("report", "t");
    ClusterView.events(events, document);
    Servers servers = ServerDifference.of(job);
    ClusterView.summary(servers, null, prepared, document);
    ClusterView.section(servers, null, events, document);
    return TextRenderer.whole(document).replaceAll("\n {2,}(?=\\w)", " ");
  }

  private static ServerFacts facts(Map<String, RegionServer> servers, int files, long megabytes) {
    int regions = servers.values().stream().mapToInt(RegionServer::regions).sum();
    return new ServerFacts(
        "2.6.1", regions, 0, 0, files, megabytes * 1_000_000, 0, null, servers, List.of());
  }

  private static JobFacts job(ServerFacts before, ServerFacts after, List<ServerEvent> events) {
    return JobFacts.submitted(new JobFacts.Job("", "", "", 1, 1), "")
        .succeeded("", Map.of())
        .with(new JobFacts.Servers(before, after, events, null, null));
  }
}
