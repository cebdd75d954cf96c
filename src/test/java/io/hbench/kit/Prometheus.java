package io.hbench.kit;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server that answers instant queries as Prometheus 2.42 with a node exporter 1.5 has done, but
 * for names and received bytes: to every second query with what was there 30 s later.
 */
public final class Prometheus implements AutoCloseable {
  private final HttpServer server;
  private final List<Map<String, String>> asked = new ArrayList<>();
  private String instance;

  public Prometheus(String instance) throws IOException {
    this.instance = instance;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/query", this::answer);
    server.createContext("/page", exchange -> send(exchange, "<html>please log in</html>"));
    server.start();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    asked.add(
        Stream.of(exchange.getRequestURI().getRawQuery().split("&", -1))
            .map(part -> part.split("=", 2))
            .collect(
                Collectors.toMap(
                    part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8))));
    String file = asked.size() % 2 == 1 ? "prometheus-begin.json" : "prometheus-end.json";
    try (InputStream text = Prometheus.class.getResourceAsStream("/io/hbench/cluster/" + file)) {
      String answer = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      send(exchange, answer.replace("localhost:19100", instance + ":9100"));
    }
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The host of its target. */
  public synchronized void instance(String host) {
    instance = host;
    asked.clear();
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
