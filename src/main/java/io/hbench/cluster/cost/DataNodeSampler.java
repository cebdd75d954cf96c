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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.hbase.net.Address;

/**
 * Reader of the metrics pages of DataNodes, each every ten seconds and a round, one after the other
 * in that time. It does not wait: a round takes the answers to the requests of the rounds before. A
 * DataNode without two answers is not asked again. Not thread-safe.
 *
 * <p>The page of a NameNode has the DataNodes: its RPC names them for superusers alone.
 */
public final class DataNodeSampler {
  /** Of more DataNodes, so many stand for all, evenly by name: a fifth of the pace of pages. */
  static final int MAX_NODES = 50;

  private static final int MAX_FAILURES = 2;

  /** Hadoop refreshes its figures when it is asked for them, after ten seconds at the earliest. */
  private static final long PERIOD_NANOS = 10_500_000_000L;

  /** A page that has not answered by then does not. */
  private static final int LAST_SECONDS = 5;

  /** Of the report of slow peers: {@code [{"SlowNode":"10.0.0.7:9864","ReportingNodes":…}]}. */
  private static final String SLOW = "lowNode\":\"%s\"";

  private final Pace pace;
  private final Time time;
  private final List<InetSocketAddress> nameNodes;
  private final boolean isHttps;
  private final PageReader pages;
  private final List<Node> nodes = new ArrayList<>();

  /** Null before the first call, and once it is read. */
  private CompletableFuture<List<Node>> list;

  /** Null before the first call. */
  private CompletableFuture<String> slow;

  private long slowDue;

  /** The last report of slow peers; null before the first answer, empty without any. */
  private volatile String slowReport;

  private static final class Node {
    /** Host and port of its transfers. */
    final String name;

    /** Of its pages, by HTTP and by HTTPS: others know it by that. */
    final List<String> addresses;

    final int port;

    /** Null unless it is asked. */
    CompletableFuture<List<Reading>> asked;

    long due;
    int failures;
    double fsyncs = Double.NaN;
    double fsyncSeconds;

    Node(String name, JsonObject facts, boolean isHttps) {
      this.name = name;
      this.addresses =
          Stream.of("infoAddr", "infoSecureAddr").map(k -> facts.get(k).getAsString()).toList();
      this.port = Address.fromString(addresses.get(isHttps ? 1 : 0)).getPort();
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
              .thenApply(this::nodes)
              .exceptionally(failure -> List.of());
    } else if (list != null && list.isDone()) {
      nodes.addAll(list.join());
      list = null;
      for (int i = 0; i < nodes.size(); i++) {
        nodes.get(i).due = now + i * PERIOD_NANOS / nodes.size();
      }
    }
    if (slow != null && slow.isDone() && (slowReport == null || !slow.join().isEmpty())) {
      slowReport = slow.join();
    }
    if (slow == null || (slow.isDone() && slowDue <= now)) {
      slow = ofNameNode("NameNodeStatus", "SlowPeersReport");
      slowDue = now + PERIOD_NANOS;
    }
    List<Reading> answers = answers();
    for (Node node : nodes) {
      if (node.asked == null && node.due <= now && slowReport != null) {
        node.due = now + PERIOD_NANOS;
        node.asked = ask(node, now);
      }
    }
    return answers;
  }

  /** Waits for the answers that are still to come, for some seconds. */
  public List<Reading> readLast() {
    CompletableFuture.allOf(
            nodes.stream()
                .filter(node -> node.asked != null)
                .map(node -> node.asked)
                .toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, LAST_SECONDS, TimeUnit.SECONDS)
        .join();
    return answers();
  }

  private List<Reading> answers() {
    List<Reading> answers = new ArrayList<>();
    for (Node node : nodes) {
      if (node.asked != null && node.asked.isDone()) {
        List<Reading> pages = node.asked.join();
        node.asked = null;
        node.failures = pages.get(0).counters().isEmpty() ? node.failures + 1 : 0;
        answers.addAll(pages);
      }
    }
    nodes.removeIf(node -> node.failures >= MAX_FAILURES);
    return answers;
  }

  /** Its own page, then that of its JVM. */
  private CompletableFuture<List<Reading>> ask(Node node, long sent) {
    String port = StringUtils.substringAfterLast(node.name, ":");
    return page(node, CounterPage.DATA_NODE, port)
        .thenApply(
            own ->
                new Reading(
                    node.name, ServerSamples.DATA_NODE, sent, time.nanos(), counters(node, own)))
        .thenCombine(
            page(node, CounterPage.PROCESS, "")
                .thenApply(
                    jvm ->
                        new Reading(
                            node.name, ServerSamples.DATA_NODE_JVM, sent, time.nanos(), jvm)),
            List::of);
  }

  private Map<String, Double> counters(Node node, Map<String, Double> page) {
    Map<String, Double> counters = new HashMap<>(page);
    node.sumUp(counters);
    if (!page.isEmpty() && !slowReport.isEmpty()) { // with dfs.datanode.peer.stats.enabled
      counters.put(ServerCounter.SLOW_PEER, node.isIn(slowReport) ? 1.0 : 0.0);
    }
    return counters;
  }

  private CompletableFuture<Map<String, Double>> page(Node node, CounterPage page, String suffix) {
    return text(StringUtils.substringBeforeLast(node.name, ":"), node.port, page.path() + suffix)
        .thenApply(page::counters)
        .exceptionally(failure -> Map.of());
  }

  private CompletableFuture<String> text(String host, int port, String path) {
    pace.took(1);
    return pages.get(host, port, path);
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

  private List<Node> nodes(String live) {
    List<Node> some = new ArrayList<>();
    if (!live.isEmpty()) {
      JsonObject all = JsonParser.parseString(live).getAsJsonObject();
      List<String> names = all.keySet().stream().sorted().toList();
      for (int i = 0; i < names.size(); i += 1 + (names.size() - 1) / MAX_NODES) {
        some.add(new Node(names.get(i), all.getAsJsonObject(names.get(i)), isHttps));
      }
    }
    return some;
  }
}
