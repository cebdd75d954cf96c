package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes a run whose tasks are containers: four, too few for groups of them. */
@Order(Turns.LONG_SANDBOX)
@Tag("soak")
@Sandbox.Shared
class LiveMetricsIT {
  private static final String TABLE = " --table live-" + Runs.ID + " --rows 2k --value-size 100 ";
  private static final String INTERVAL = "hbench_live_interval_";

  @TempDir Path temp;

  @Test
  void aScraperSeesTheIntervalsOfTheReport() throws Exception {
    int port = freePort();
    Path suite = suite(port, temp.resolve("hbench.prom"));
    Shell.Result load = Runs.hbench("live-load", "load --local --tasks 2" + TABLE);
    assertThat(load.exitCode()).as(load.err()).isZero();
    CompletableFuture<Shell.Result> run = Runs.start("live", "suite " + suite);
    Map<Double, String> seen = new TreeMap<>();
    while (!run.isDone()) {
      String text = scrape(port);
      if (text.contains(INTERVAL + "start_seconds ")) {
        assertThat(text).endsWith("# EOF\n");
        seen.put(value(text, INTERVAL + "start_seconds "), text);
      }
      TimeUnit.MILLISECONDS.sleep(300);
    }
    assertThat(run.get().exitCode()).as(run.get().err()).isZero();
    int same = 0;
    JsonObject report = Sandbox.json(dir("live") + "/live/report.json");
    for (JsonElement each : report.getAsJsonObject("timeline").getAsJsonArray("points")) {
      JsonObject point = each.getAsJsonObject();
      String text = seen.get(point.get("t").getAsDouble());
      same +=
          text != null
                  && value(text, INTERVAL + "tasks ") == 4
                  && value(text, INTERVAL + "requests{operation=\"get\"} ")
                      == point.get("count").getAsDouble()
                  && value(text, INTERVAL + "latency_seconds{operation=\"get\",quantile=\"0.5\"} ")
                      == point.get("p50").getAsDouble() / 1e6
              ? 1
              : 0;
    }
    assertThat(same).as("equal of %s", seen.keySet()).isGreaterThanOrEqualTo(seen.size() * 9 / 10);
    assertThat(seen).as("on a busy machine several come at once").hasSizeGreaterThan(4);
  }

  /** A real one, if the machine has it: {@code apt-get install prometheus}. */
  @Test
  void prometheusEvaluatesEachExpressionOfTheDashboard() throws Exception {
    assumeTrue(
        Shell.run("command -v prometheus").exitCode() == 0,
        "the dashboard was not tried: there is no prometheus on the path");
    int live = freePort();
    Path file = temp.resolve("hbench.prom");
    Path suite = suite(live, file);
    HttpServer last =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    last.createContext(
        "/metrics",
        exchange -> {
          byte[] text = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, text.length == 0 ? -1 : text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    last.start();
    int api = freePort();
    Path config =
        Files.writeString(
            temp.resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s, scrape_timeout: 1s}
            scrape_configs:
              - {job_name: live, static_configs: [{targets: ['127.0.0.1:%d']}]}
              - {job_name: last, static_configs: [{targets: ['127.0.0.1:%d']}]}
            """
                .formatted(live, last.getAddress().getPort()));
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + temp.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + api)
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("prometheus.log").toFile())
            .start();
    try {
      Shell.Result load =
          Runs.hbench("dashboard-load", "load --recreate --local --tasks 2" + TABLE);
      assertThat(load.exitCode()).as(load.err()).isZero();
      long from = System.currentTimeMillis() / 1_000;
      Shell.Result run = Runs.hbench("dashboard", "suite " + suite);
      assertThat(run.exitCode()).as(run.err()).isZero();
      TimeUnit.SECONDS.sleep(3); // the last scrapes
      List<String> empty = new ArrayList<>();
      for (String expression : expressions()) {
        if (query(api, expression, from).isEmpty()) {
          empty.add(expression);
        }
      }
      assertThat(empty).as(Files.readString(temp.resolve("prometheus.log"))).isEmpty();
      assertThat(Shell.run("promtool check metrics < " + file).exitCode()).isZero();
    } finally {
      prometheus.destroy();
      last.stop(0);
    }
  }

  private Path suite(int port, Path file) throws IOException {
    return Files.writeString(
        temp.resolve("suite.yaml"),
        """
        steps:
          - name: live
            command: >-
              run get@4 --threads 2 --rate 200 --warmup 3s --for 30s --interval 2s %s
              --metrics-port %d --prometheus %s
            during:
              - {after: 15s, shell: 'true'}
        """
            .formatted(TABLE, port, file));
  }

  private static List<String> expressions() throws IOException {
    JsonObject dashboard =
        JsonParser.parseString(Files.readString(Path.of("job-conf/grafana.json")))
            .getAsJsonObject();
    List<String> expressions = new ArrayList<>();
    for (JsonElement panel : dashboard.getAsJsonArray("panels")) {
      JsonArray targets = panel.getAsJsonObject().getAsJsonArray("targets");
      if (targets != null) {
        targets.forEach(t -> expressions.add(t.getAsJsonObject().get("expr").getAsString()));
      }
    }
    StreamSupport.stream(
            dashboard.getAsJsonObject("annotations").getAsJsonArray("list").spliterator(), false)
        .forEach(a -> expressions.add(a.getAsJsonObject().get("expr").getAsString()));
    assertThat(expressions).hasSizeGreaterThan(15);
    return expressions;
  }

  private static JsonArray query(int api, String expression, long from) throws IOException {
    String query =
        "http://127.0.0.1:%d/api/v1/query_range?step=1&start=%d&end=%d&query=%s"
            .formatted(
                api,
                from,
                System.currentTimeMillis() / 1_000,
                URLEncoder.encode(
                    expression.replace("$__rate_interval", "5s"), StandardCharsets.UTF_8));
    return JsonParser.parseString(get(query))
        .getAsJsonObject()
        .getAsJsonObject("data")
        .getAsJsonArray("result");
  }

  /** Empty before the load and after it. */
  private static String scrape(int port) throws IOException {
    try {
      return get("http://127.0.0.1:%d/metrics".formatted(port));
    } catch (SocketException e) {
      return "";
    }
  }

  private static String get(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static double value(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElse(-1);
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
