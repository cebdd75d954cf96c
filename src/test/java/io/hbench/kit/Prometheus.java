package io.hbench.kit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server that answers instant queries as Prometheus 2.42 with a node exporter 1.5 has done over
 * 30 s, but for names and received bytes: what those 30 s had goes on from a time on, and before it
 * the host is idle.
 */
public final class Prometheus implements AutoCloseable {
  /** Between the two answers, by the clock of the exporter. */
  private static final double RECORDED_SECONDS = 30.007;

  private static final Pattern SELECTED = Pattern.compile("instance=~\"([^\"]*)\"");

  private final HttpServer server;
  private final List<Map<String, String>> asked = new ArrayList<>();
  private final Instant busyFrom;
  private List<String> instances;
  private List<String> names = List.of("rs1");
  private double age = 2;
  private Instant boot = Instant.MAX;
  private double cardShare;
  private Instant lackingAt;
  private String lacking;

  /**
   * A server.
   *
   * @param busyFrom until then the processors are idle
   * @param instance host of its target
   */
  public Prometheus(Instant busyFrom, String instance) throws IOException {
    this.busyFrom = busyFrom;
    this.instances = List.of(instance);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/query", this::answer);
    server.createContext("/page", exchange -> send(exchange, "<html>please log in</html>"));
    server.start();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    Map<String, String> question =
        Stream.of(exchange.getRequestURI().getRawQuery().split("&", -1))
            .map(part -> part.split("=", 2))
            .collect(
                Collectors.toMap(
                    part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8)));
    asked.add(question);
    String query = question.get("query");
    Matcher selected = SELECTED.matcher(query);
    String which = selected.find() ? selected.group(1).replace("\\\\", "\\") : ".*";
    JsonArray result = new JsonArray();
    for (String host : instances) {
      String instance = host + ":9100";
      if (query.contains("node_uname_info")) {
        names.forEach(name -> result.add(sample(Map.of("nodename", name), instance, 1)));
      } else if (instance.matches(which)) {
        addFigures(Instant.parse(question.get("time")), instance, result);
      }
    }
    JsonArray shown = new JsonArray();
    for (JsonElement one : result) {
      JsonElement metric = one.getAsJsonObject().getAsJsonObject("metric").get("__name__");
      boolean isLacking = metric != null && metric.getAsString().equals(lacking);
      if (!isLacking || !question.get("time").equals(lackingAt.toString())) {
        shown.add(one);
      }
    }
    JsonObject data = new JsonObject();
    data.add("result", shown);
    JsonObject answer = new JsonObject();
    answer.add("data", data);
    send(exchange, answer.toString());
  }

  private static JsonObject sample(Map<String, String> labels, String instance, double value) {
    JsonObject metric = new JsonObject();
    labels.forEach(metric::addProperty);
    metric.addProperty("instance", instance);
    JsonArray both = new JsonArray();
    both.add(0);
    both.add(Double.toString(value));
    JsonObject one = new JsonObject();
    one.add("metric", metric);
    one.add("value", both);
    return one;
  }

  /** Those of the last scrape. */
  private void addFigures(Instant time, String instance, JsonArray result) throws IOException {
    double scraped = time.toEpochMilli() / 1e3 - age;
    double busy = (time.toEpochMilli() - busyFrom.toEpochMilli()) / 1e3 / RECORDED_SECONDS;
    boolean isNew = !time.isBefore(boot);
    JsonArray begin = recorded("prometheus-begin.json");
    JsonArray end = recorded("prometheus-end.json");
    for (int i = 0; i < begin.size(); i++) {
      double from = isNew ? 0 : value(begin.get(i));
      double more = Math.max(0, busy) * (value(end.get(i)) - value(begin.get(i)));
      Map<String, String> labels =
          begin.get(i).getAsJsonObject().getAsJsonObject("metric").entrySet().stream()
              .collect(
                  Collectors.toMap(Map.Entry::getKey, label -> label.getValue().getAsString()));
      double idle = "idle".equals(labels.get("mode")) ? 60 * Math.min(0, busy) : 0; // two of them
      boolean isClock = "node_time_seconds".equals(labels.get("__name__"));
      result.add(sample(labels, instance, isClock ? scraped : from + more + idle));
    }
    double received = 1e6 * cardShare * RECORDED_SECONDS * Math.max(0, busy); // as eth0 receives
    if (cardShare > 0) {
      Map.of("speed_bytes", 1.25e9, "receive_bytes_total", received, "transmit_bytes_total", 0.0)
          .forEach(
              (name, value) ->
                  result.add(
                      sample(
                          Map.of("__name__", "node_network_" + name, "device", "eth1"),
                          instance,
                          value)));
    }
    double booted = isNew ? boot.getEpochSecond() : 1_795_000_000;
    result.add(sample(Map.of("__name__", "node_boot_time_seconds"), instance, booted));
  }

  private static double value(JsonElement sample) {
    return sample.getAsJsonObject().getAsJsonArray("value").get(1).getAsDouble();
  }

  private static JsonArray recorded(String file) throws IOException {
    try (InputStream text = Prometheus.class.getResourceAsStream("/io/hbench/cluster/" + file)) {
      String answer = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      JsonObject all = JsonParser.parseString(answer).getAsJsonObject();
      return all.getAsJsonObject("data").getAsJsonArray("result");
    }
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The hosts of its targets. */
  public synchronized void instances(String... hosts) {
    instances = Arrays.asList(hosts);
    asked.clear();
  }

  /** The names that each target's machine has: several for targets of the same name. */
  public synchronized void names(String... ofMachines) {
    names = Arrays.asList(ofMachines);
  }

  /** How long ago the last scrape is, at any time. */
  public synchronized void age(double seconds) {
    age = seconds;
  }

  /** Gives the host another card, of 10 Gbit/s, which receives a share of what eth0 does. */
  public synchronized void secondCard(double share) {
    cardShare = share;
  }

  /** Leaves out a metric at a time. */
  public synchronized void lack(Instant at, String metric) {
    lackingAt = at;
    lacking = metric;
  }

  /** Makes the hosts start at a time, with counters of 0. */
  public synchronized void boot(Instant at) {
    boot = at;
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** The times of all queries. */
  public synchronized List<Instant> times() {
    return asked.stream().map(one -> Instant.parse(one.get("time"))).toList();
  }

  /** The last query. */
  public synchronized String query() {
    return asked.get(asked.size() - 1).get("query");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
