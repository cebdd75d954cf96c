package io.hbench.driver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.hbench.job.Progress;
import io.hbench.report.live.LiveInterval;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UserFile;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of a running run for Prometheus: on the port of {@code --metrics-port}, and in the
 * file of {@code --prometheus}, which a thread of its own replaces with each interval. What fails
 * here, or takes long, fails and delays no run.
 */
final class LiveMetrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveMetrics.class);

  private static final String PATH = "/metrics";
  private static final String MAX_SECONDS = "10";
  private static final Duration MAX_CLOSE = Duration.ofSeconds(10);

  static {
    // a client that hangs must not hold the server's only thread; read by its class, once
    System.setProperty("sun.net.httpserver.maxReqTime", MAX_SECONDS);
    System.setProperty("sun.net.httpserver.maxRspTime", MAX_SECONDS);
    // head and body are two packets: the second one would wait 40 ms for a delayed acknowledgement
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final RunSpec spec;
  private final RunDirectory run;
  private final Optional<UserFile> file;
  private final Optional<HttpServer> server;
  private final ExecutorService thread;
  private volatile Optional<Progress> progress = Optional.empty();
  private volatile Optional<LiveInterval> interval = Optional.empty();

  /** Whether the file is being replaced. */
  private volatile boolean busy;

  /** Whether the file has figures of this run; of the thread alone. */
  private boolean isLive;

  /** Opens the port of a run that starts, with a message if it can't. */
  LiveMetrics(RunSpec spec, RunDirectory run, Configuration conf, Console console) {
    this.spec = spec;
    this.run = run;
    this.file = RunConclusion.prometheus(conf);
    this.server = open(conf, console, this::answer);
    this.thread = console.time().threads("live-file", 1);
  }

  private static Optional<HttpServer> open(
      Configuration conf, Console console, HttpHandler handler) {
    Optional<InetSocketAddress> wanted = Settings.METRICS_PORT.find(conf);
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    try {
      HttpServer server = HttpServer.create(wanted.get(), 0);
      server.createContext(PATH, handler);
      server.start();
      InetSocketAddress at = server.getAddress();
      console.say("live metrics: http://%s:%d%s".formatted(at.getHostString(), at.getPort(), PATH));
      return Optional.of(server);
    } catch (IOException e) {
      console.say("no live metrics: " + FailureText.of(e));
      return Optional.empty();
    }
  }

  /** Checks that the port is free, before anything is done. */
  static void check(Configuration conf) {
    Optional<InetSocketAddress> wanted = Settings.METRICS_PORT.find(conf);
    // not by a server: one that was never started does not free its port
    try (ServerSocket probe = new ServerSocket()) {
      if (wanted.isPresent()) {
        probe.bind(wanted.get());
      }
    } catch (IOException e) {
      throw Settings.METRICS_PORT.bad(
          Settings.METRICS_PORT.text(conf),
          "can't be opened here: " + FailureText.of(e),
          Settings.METRICS_PORT.flag() + " 0");
    }
  }

  /** Whether there is anybody to read figures for. */
  boolean isWanted() {
    return file.isPresent() || server.isPresent();
  }

  void take(Progress now) {
    progress = Optional.of(now);
  }

  /** Takes the newest interval, and lets the file be replaced, unless it still is. */
  synchronized void take(Optional<LiveInterval> newest) {
    boolean isNew = !newest.equals(interval);
    interval = newest;
    if (isNew && file.isPresent() && !busy && !thread.isShutdown()) {
      busy = true;
      thread.execute(() -> replace(new LiveText(spec, run, progress, newest, false)));
    }
  }

  private void replace(LiveText text) {
    try {
      file.orElseThrow().replace(text.in(PrometheusTextFormatWriter.create()));
      isLive = true;
    } catch (IOException | RuntimeException e) { // the figures of the end tell it
      LOG.debug("can't replace the file", e);
    }
    busy = false;
  }

  /** Of a run without a report, the file must not say for ever that it goes on. */
  private void end() {
    if (isLive) {
      replace(new LiveText(spec, run, progress, Optional.empty(), true));
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body =
          new LiveText(spec, run, progress, interval, false)
              .in(OpenMetricsTextFormatWriter.create())
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", OpenMetricsTextFormatWriter.CONTENT_TYPE);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** From now on the file is that of the report; waits for a replacement, but not for ever. */
  @Override
  public void close() {
    server.ifPresent(http -> http.stop(0));
    synchronized (this) { // a read of the figures may still go on
      file.ifPresent(any -> thread.execute(this::end));
      thread.shutdown();
    }
    if (!Time.awaitEnd(thread, MAX_CLOSE)) {
      thread.shutdownNow(); // it must not rename its file onto that of the report
    }
  }
}
