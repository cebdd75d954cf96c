package io.hbench.cluster.cost;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.VirtualTime;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Pace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.SlowPeerTracker;
import org.apache.hadoop.hdfs.server.protocol.OutlierMetrics;
import org.apache.hadoop.util.Timer;
import org.junit.jupiter.api.Test;

/** Pages as a real HDFS gives them: {@code DataNodesIT}. */
class DataNodeSamplerTest {
  private static final List<InetSocketAddress> NAME_NODES =
      List.of(
          InetSocketAddress.createUnresolved("nn1", 9870),
          InetSocketAddress.createUnresolved("nn2", 9870));

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private Pace pace = new Pace(time, 50, 100);
  private final List<String> asked = new ArrayList<>();
  private UnaryOperator<String> live = page -> page;
  private UnaryOperator<String> activity = page -> page;

  /** When pages of DataNodes answer. */
  private CompletableFuture<Void> until = CompletableFuture.completedFuture(null);

  private String slow = ",\"result\":\"ERROR\"";

  private static String resource(String name) {
    try (InputStream text =
        DataNodeSamplerTest.class.getResourceAsStream("/io/hbench/cluster/" + name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CompletableFuture<String> page(String host, int port, String path) {
    asked.add(host + ":" + port + path.replaceFirst("Hadoop:service=[^,]*,name=", ""));
    if (host.equals("nn1") || host.startsWith("closed")) {
      return CompletableFuture.failedFuture(new IOException("closed"));
    } else if (path.contains("LiveNodes")) {
      return CompletableFuture.completedFuture(live.apply(resource("live-nodes.json")));
    } else if (path.contains("SlowPeersReport")) {
      return CompletableFuture.completedFuture("{\"beans\":[{\"name\":\"n\"%s}]}".formatted(slow));
    }
    return until.thenApply(
        now ->
            path.contains("DataNodeActivity")
                ? activity.apply(resource("data-node.json"))
                : resource("operating-system.json"));
  }

  private DataNodeSampler sampler() {
    return new DataNodeSampler(pace, NAME_NODES, false, this::page);
  }

  /** The answers to a round each second. */
  private List<Reading> read(DataNodeSampler sampler, int seconds) throws Exception {
    return time.play(
        () -> {
          List<Reading> all = new ArrayList<>();
          for (int i = 0; i < seconds; i++) {
            all.addAll(sampler.read());
            time.sleep(Duration.ofSeconds(1));
          }
          return all;
        });
  }

  /** A list of many DataNodes like the one of the page. */
  private void many(int count, String host) {
    live =
        page -> {
          int from = page.indexOf("{", page.indexOf("LiveNodes")) + 1;
          int to = page.lastIndexOf("}\"");
          String one = page.substring(page.indexOf(":{", from) + 1, to);
          return page.substring(0, from)
              + IntStream.range(0, count)
                  .mapToObj(i -> "\\\"%s%04d:9866\\\":%s".formatted(host, i, one))
                  .collect(Collectors.joining(","))
              + page.substring(to);
        };
  }

  @Test
  void theFirstNameNodeThatAnswersHasTheDataNodesAndTheirPagesHaveTheCounters() throws Exception {
    List<Reading> readings = read(sampler(), 3);
    assertThat(readings)
        .extracting(Reading::page)
        .containsExactly(ServerSamples.DATA_NODE, ServerSamples.DATA_NODE_JVM);
    assertThat(readings).extracting(Reading::server).containsOnly("127.0.0.1:45769");
    assertThat(readings.get(0).counters())
        .contains(
            entry(ServerCounter.WRITTEN_BYTES, 31_473_695.0),
            entry(ServerCounter.READ_BYTES, 3_176.0),
            entry(ServerCounter.WRITTEN_BLOCKS, 15.0),
            entry(ServerCounter.READ_BLOCKS, 8.0),
            entry(ServerCounter.HEARTBEATS, 19.0),
            entry(ServerCounter.FSYNCS, 0.0));
    assertThat(readings.get(1).counters())
        .contains(
            entry(ServerCounter.HOST_PROCESSORS, 2.0),
            entry(ServerCounter.HOST_MEMORY, 25_276_063_744.0))
        .containsKeys(ServerCounter.HOST_CPU, ServerCounter.HOST_LOAD);
    assertThat(asked.get(0)).isEqualTo("nn1:9870/jmx?get=NameNodeInfo::LiveNodes");
    assertThat(asked)
        .contains(
            "nn2:9870/jmx?get=NameNodeInfo::LiveNodes",
            "127.0.0.1:40589/jmx?qry=DataNodeActivity-*-45769",
            "127.0.0.1:40589/jmx?qry=java.lang:type=OperatingSystem");
  }

  private static List<Reading> own(List<Reading> readings) {
    return readings.stream().filter(one -> one.page().equals(ServerSamples.DATA_NODE)).toList();
  }

  @Test
  void eachDataNodeIsAskedEveryTenSecondsOneAfterTheOther() throws Exception {
    many(50, "dn");
    DataNodeSampler sampler = sampler();
    assertThat(read(sampler, 2)).isEmpty();
    for (int second = 0; second < 10; second++) {
      asked.clear();
      assertThat(own(read(sampler, 1))).hasSizeBetween(1, 5);
      assertThat(asked).as("two pages of each").hasSizeBetween(8, 12);
    }
    read(sampler, 4);
    List<Reading> readings = own(read(sampler, 110));
    assertThat(readings.stream().collect(groupingBy(Reading::server, counting())))
        .hasSize(50)
        .allSatisfy((node, times) -> assertThat(times).isBetween(9L, 11L));
  }

  @Test
  void ofManyFiftyStandForAll() throws Exception {
    many(1_000, "dn");
    pace = new Pace(time, 1, 1);
    List<Reading> readings = read(sampler(), 30);
    assertThat(readings.stream().map(Reading::server).distinct()).hasSize(50);
    assertThat(readings).extracting(Reading::server).contains("dn0000:9866", "dn0980:9866");
    assertThat(pace.untilDue()).as("they count for the pace of pages").isPositive();
  }

  @Test
  void aDataNodeWithoutTwoAnswersIsNotAskedAgain() throws Exception {
    many(1, "closed");
    DataNodeSampler sampler = sampler();
    assertThat(own(read(sampler, 40))).hasSize(2).allMatch(reading -> reading.counters().isEmpty());
    asked.clear();
    read(sampler, 40);
    assertThat(asked).noneMatch(page -> page.startsWith("closed"));
  }

  @Test
  void theLastAnswersAreWaitedFor() throws Exception {
    DataNodeSampler sampler = sampler();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    until = answer;
    assertThat(read(sampler, 3)).isEmpty();
    new Thread(() -> answer.complete(null)).start();
    assertThat(time.play(sampler::readLast)).hasSize(2);
    assertThat(time.play(sampler::readLast)).isEmpty();
  }

  @Test
  void aPageThatFailsOnceTakesNoCounterAwayFromTheNextReading() throws Exception {
    DataNodeSampler sampler = sampler();
    activity = page -> "<html>busy</html>";
    assertThat(own(read(sampler, 4)).get(0).counters()).isEmpty();
    activity = page -> page;
    assertThat(own(read(sampler, 11)).get(0).counters()).containsKey(ServerCounter.WRITTEN_BYTES);
  }

  @Test
  void theReportOfSlowPeersStaysWhenANameNodeDoesNotAnswer() throws Exception {
    DataNodeSampler sampler = sampler();
    slow = ",\"SlowPeersReport\":\"[]\"";
    assertThat(own(read(sampler, 4)).get(0).counters()).containsEntry(ServerCounter.SLOW_PEER, 0.0);
    slow = ",\"result\":\"ERROR\"";
    assertThat(own(read(sampler, 30)))
        .hasSizeGreaterThan(1)
        .allSatisfy(one -> assertThat(one.counters()).containsKey(ServerCounter.SLOW_PEER));
  }

  @Test
  void aListThatCannotBeReadIsNone() throws Exception {
    live = page -> "<html>please log in</html>";
    assertThat(read(sampler(), 30)).isEmpty();
    live = page -> page.replace("infoAddr", "other");
    assertThat(read(sampler(), 30)).isEmpty();
    live = page -> page.replace("127.0.0.1:40589", "no port");
    assertThat(read(sampler(), 30)).isEmpty();
  }

  @Test
  void meansOfFsyncsBecomeASum() throws Exception {
    DataNodeSampler sampler = sampler();
    activity = page -> withFsyncs(page, 10, 4e6);
    assertThat(fsyncSeconds(sampler)).isZero();
    activity = page -> withFsyncs(page, 110, 6e6);
    assertThat(fsyncSeconds(sampler)).isCloseTo(0.6, within(1e-9));
    activity = page -> withFsyncs(page, 210, 2e6);
    assertThat(fsyncSeconds(sampler)).isCloseTo(0.8, within(1e-9));
  }

  private static String withFsyncs(String page, int count, double meanNanos) {
    return page.replaceFirst("(\"FsyncNanosNumOps\" : )[0-9.]+", "$1" + count)
        .replaceFirst("(\"FsyncNanosAvgTime\" : )[0-9.]+", "$1" + meanNanos);
  }

  private double fsyncSeconds(DataNodeSampler sampler) throws Exception {
    List<Reading> readings = own(read(sampler, 11));
    assertThat(readings).hasSize(1);
    return readings.get(0).counters().get(ServerCounter.FSYNC_SECONDS);
  }

  @Test
  void aSlowPeerIsOneThatOthersReportByTheAddressOfItsPages() throws Exception {
    assertThat(isSlow()).as("HDFS does not measure it").isNull();
    assertThat(isSlow("[]")).isZero();
    assertThat(isSlow(slowNode("127.0.0.1:40589", "10.0.0.1:9864"))).isEqualTo(1);
    assertThat(isSlow(slowNode("10.0.0.1:9864", "127.0.0.1:40589"))).isZero();
  }

  private static final class NoTime extends Timer {
    @Override
    public long monotonicNow() {
      return 0;
    }
  }

  /** As a NameNode writes it. */
  private static String slowNode(String node, String reporter) {
    SlowPeerTracker tracker = new SlowPeerTracker(new Configuration(false), new NoTime());
    tracker.addReport(node, reporter, new OutlierMetrics(1.0, 1.0, 2.0, 9.0));
    return tracker.getJson();
  }

  private Double isSlow(String report) throws Exception {
    slow = ",\"SlowPeersReport\":\"%s\"".formatted(report.replace("\"", "\\\""));
    return isSlow();
  }

  private Double isSlow() throws Exception {
    return read(sampler(), 4).get(0).counters().get(ServerCounter.SLOW_PEER);
  }
}
