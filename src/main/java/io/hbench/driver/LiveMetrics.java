package io.hbench.driver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.hbench.job.Progress;
import io.hbench.report.live.LiveInterval;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.RunSpec;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of a running run for Prometheus: on the port of {@code --metrics-port}, and in the
 * file of {@code --prometheus}, which is replaced with each interval. What fails here fails no run.
 */
final class LiveMetrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveMetrics.class);

  private static final String PATH = "/metrics";
  private static final String MAX_SECONDS = "10";

  static {
    // a client that hangs must not hold the server's only thread; read by its class, once
    System.setProperty("sun.net.httpserver.maxReqTime", MAX_SECONDS);
    System.setProperty("sun.net.httpserver.maxRspTime", MAX_SECONDS);
  }

  private final RunSpec spec;
  private final RunDirectory run;
  private final Optional<UserFile> file;
  private final Optional<HttpServer> server;
  private volatile Optional<Progress> progress = Optional.empty();
  private volatile Optional<LiveInterval> interval = Optional.empty();

  /** Opens the port of a run that starts, with a message if it can't. */
  LiveMetrics(RunSpec spec, RunDirectory run, Configuration conf, Console console) {
    this.spec = spec;
    this.run = run;
    this.file = RunConclusion.prometheus(conf);
    this.server = open(conf, console, this::answer);
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

  /**
   * Checks that the port is free, before anything is done.
   *
   * @throws UsageException if it isn't
   */
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

  /** Takes the progress of the job. */
  void take(Progress now) {
    progress = Optional.of(now);
  }

  /** Takes the newest interval, and replaces the file. */
  void take(Optional<LiveInterval> newest) {
    boolean isNew = !newest.equals(interval);
    interval = newest;
    if (isNew && file.isPresent()) {
      try {
        file.get().replace(text(PrometheusTextFormatWriter.create()));
      } catch (IOException | UsageException e) { // the figures of the end tell it
        LOG.debug("can't replace the file", e);
      }
    }
  }

  private String text(ExpositionFormatWriter format) {
    return new LiveText(spec, run, progress, interval).in(format);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = text(OpenMetricsTextFormatWriter.create()).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", OpenMetricsTextFormatWriter.CONTENT_TYPE);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.ifPresent(http -> http.stop(0));
  }
}
