package io.hbench.cluster.cost;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.cluster.cost.CostSampler.PageReader;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.hbase.net.Address;

/**
 * Reader of the metrics pages of DataNodes, each every ten seconds at most. It never waits: a round
 * takes the answers to the requests of the rounds before. A DataNode without two answers is not
 * asked again. Not thread-safe.
 *
 * <p>The page of a NameNode has the DataNodes: its RPC names them for superusers alone.
 */
public final class DataNodeSampler {
  /** Of more DataNodes, so many stand for all, evenly by name. */
  static final int MAX_NODES = 100;

  /** Less than a quarter of the pace of pages. */
  private static final int MAX_AT_ONCE = 5;

  private static final int MAX_FAILURES = 2;

  /** Hadoop refreshes its figures when it is asked for them, after ten seconds at the earliest. */
  private static final long PERIOD_NANOS = 10_500_000_000L;

  /** Of the report of slow peers: {@code [{"SlowNode":"10.0.0.7:9864","ReportingNodes":…}]}. */
  private static final String SLOW = "lowNode\":\"%s\"";

  private final Pace pace;
  private final Time time;
  private final List<InetSocketAddress> nameNodes;
  private final boolean isHttps;
  private final PageReader pages;
  private final Deque<Node> nodes = new ArrayDeque<>();
  private final List<Asked> asked = new ArrayList<>();

  /** Null before the first call, and once it is read. */
  private CompletableFuture<List<Node>> list;

  /** Null before the first call. */
  private CompletableFuture<String> slow;

  private long slowDue;

  /** The last report of slow peers; null before the first, empty if there is none. */
  private volatile String slowReport;

  private record Asked(Node node, CompletableFuture<Reading> reading) {}

  private static final class Node {
    /** Host and port of its transfers. */
    final String name;

    /** Of its pages, by HTTP and by HTTPS: others know it by that. */
    final List<String> addresses;

    long due;
    int failures;
    double fsyncs = Double.NaN;
    double fsyncSeconds;

    Node(String name, JsonObject facts) {
      this.name = name;
      this.addresses =
          Stream.of("infoAddr", "infoSecureAddr").map(k -> facts.get(k).getAsString()).toList();
    }

    boolean isIn(String slowPeers) {
      return addresses.stream().anyMatch(at -> slowPeers.contains(SLOW.formatted(at)));
    }

    /** Makes the mean of a refresh a sum that only grows. */
    void sumUp(Map<String, Double> counters) {
      Double now = counters.get(ServerCounter.FSYNCS);
      Double mean = counters.get(ServerCounter.FSYNC_SECONDS);
      if (now != null && mean != null) {
        fsyncSeconds += Double.isNaN(fsyncs) ? 0 : Math.max(0, now - fsyncs) * mean;
        fsyncs = now;
        counters.put(ServerCounter.FSYNC_SECONDS, fsyncSeconds);
      }
    }
  }

  /**
   * A sampler.
   *
   * @param nameNodes pages of the NameNodes of a file system; none if it has none
   * @param isHttps whether the pages are those of HTTPS
   */
  public DataNodeSampler(
      Pace pace, List<InetSocketAddress> nameNodes, boolean isHttps, PageReader pages) {
    this.pace = pace;
    this.time = pace.time();
    this.nameNodes = nameNodes;
    this.isHttps = isHttps;
    this.pages = pages;
  }

  /** What has been answered since the last call; requests further pages. */
  public List<Reading> read() {
    long now = time.nanos();
    if (slow == null) {
      list =
          ofNameNode("NameNodeInfo", "LiveNodes")
              .thenApply(DataNodeSampler::nodes)
              .exceptionally(failure -> List.of());
    } else if (list != null && list.isDone()) {
      nodes.addAll(list.join());
      list = null;
    }
    List<Reading> answers = new ArrayList<>();
    asked.removeIf(one -> one.reading.isDone() && answers.add(complete(one)));
    if (slow != null && slow.isDone()) {
      slowReport = slow.join();
    }
    if (slow == null || (slow.isDone() && slowDue <= now)) {
      slow = ofNameNode("NameNodeStatus", "SlowPeersReport");
      slowDue = now + PERIOD_NANOS;
    }
    boolean isReady = slowReport != null;
    while (isReady
        && asked.size() < MAX_AT_ONCE
        && !nodes.isEmpty()
        && nodes.peek().due <= now) {
      Node node = nodes.poll();
      node.due = now + PERIOD_NANOS;
      asked.add(new Asked(node, ask(node, now)));
    }
    return answers;
  }

  private Reading complete(Asked one) {
    Reading reading = one.reading.join();
    one.node.failures = reading.counters().isEmpty() ? one.node.failures + 1 : 0;
    if (one.node.failures < MAX_FAILURES) {
      nodes.add(one.node);
    }
    return reading;
  }

  private CompletableFuture<Reading> ask(Node node, long sent) {
    CompletableFuture<Map<String, Double>> process = page(node, CounterPage.PROCESS, "");
    return page(node, CounterPage.DATA_NODE, StringUtils.substringAfterLast(node.name, ":"))
        .thenCombine(process, (own, ofHost) -> counters(node, own, ofHost))
        .thenApply(all -> new Reading(node.name, ServerSamples.DATA_NODE, sent, time.nanos(), all));
  }

  private Map<String, Double> counters(
      Node node, Map<String, Double> own, Map<String, Double> ofHost) {
    Map<String, Double> all = new HashMap<>(ofHost);
    all.putAll(own);
    node.sumUp(all);
    if (!all.isEmpty() && !slowReport.isEmpty()) { // with dfs.datanode.peer.stats.enabled
      all.put(ServerCounter.SLOW_PEER, node.isIn(slowReport) ? 1.0 : 0.0);
    }
    return all;
  }

  private CompletableFuture<Map<String, Double>> page(Node node, CounterPage page, String port) {
    String host = StringUtils.substringBeforeLast(node.name, ":");
    String ofPages = node.addresses.get(isHttps ? 1 : 0);
    return text(host, Address.fromString(ofPages).getPort(), page.path() + port)
        .thenApply(page::counters)
        .exceptionally(failure -> Map.of());
  }

  /** Fails later, also for a host name with an underscore. */
  private CompletableFuture<String> text(String host, int port, String path) {
    pace.took(1);
    return CompletableFuture.completedFuture(path).thenCompose(p -> pages.get(host, port, p));
  }

  /** An attribute of the first NameNode that tells it; empty if none does. */
  private CompletableFuture<String> ofNameNode(String bean, String attribute) {
    String path = "/jmx?get=Hadoop:service=NameNode,name=" + bean + "::" + attribute;
    CompletableFuture<String> answer = CompletableFuture.completedFuture("");
    for (InetSocketAddress one : nameNodes) {
      answer =
          answer.thenCompose(
              known ->
                  known.isEmpty()
                      ? text(one.getHostString(), one.getPort(), path)
                          .thenApply(page -> attribute(page, attribute))
                          .exceptionally(failure -> "") // closed, or a login page
                      : CompletableFuture.completedFuture(known));
    }
    return answer;
  }

  private static String attribute(String page, String name) {
    JsonObject beans = JsonParser.parseString(page).getAsJsonObject();
    JsonElement value = beans.getAsJsonArray("beans").get(0).getAsJsonObject().get(name);
    return value.isJsonNull() ? "" : value.getAsString();
  }

  private static List<Node> nodes(String live) {
    List<Node> some = new ArrayList<>();
    if (!live.isEmpty()) {
      JsonObject all = JsonParser.parseString(live).getAsJsonObject();
      List<String> names = all.keySet().stream().sorted().toList();
      for (int i = 0; i < names.size(); i += 1 + (names.size() - 1) / MAX_NODES) {
        some.add(new Node(names.get(i), all.getAsJsonObject(names.get(i))));
      }
    }
    return some;
  }
}
