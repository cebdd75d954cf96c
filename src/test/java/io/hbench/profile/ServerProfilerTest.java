package io.hbench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profiler against a web server that answers as HBase 2.6's servlets do by their source. */
class ServerProfilerTest {
  private static final ProfilePlan PLAN = new ProfilePlan(Duration.ZERO, Duration.ofMillis(20));
  private static final String OUTPUT = "/prof-output-hbase/async-prof-pid-1-cpu-1.html";
  private static final String GRAPH =
      "<html>Produced by async-profiler" + " f(1)".repeat(100) + "</html>\n";

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger incomplete = new AtomicInteger(1);
  private String error;
  private String graph = GRAPH;
  private HttpServer web;

  @BeforeEach
  void start() throws IOException {
    web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.createContext("/", this::answer);
    web.start();
  }

  @AfterEach
  void stop() {
    web.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    asked.add(path);
    if (error != null) {
      send(exchange, 500, error);
    } else if (path.startsWith("/prof?")) {
      exchange.getResponseHeaders().set("Refresh", "0;" + OUTPUT);
      send(exchange, 202, "Started [cpu] profiling.");
    } else if (incomplete.getAndDecrement() > 0) {
      exchange.getResponseHeaders().set("Refresh", "2;" + path);
      send(exchange, 200, "This page will be auto-refreshed every 2 seconds");
    } else {
      send(exchange, 200, graph);
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  private HttpResponse<byte[]> get(String server, String path)
      throws IOException, InterruptedException {
    URI page = URI.create("http://localhost:" + web.getAddress().getPort() + path);
    return client.send(
        HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(
        new Configuration(), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  private ServerProfiler profiler(Optional<ProfilePlan> plan) throws IOException {
    return profiler(plan, this::get, time::nanos);
  }

  private ServerProfiler profiler(
      Optional<ProfilePlan> plan, ServerProfiler.Pages pages, Work<Long> start) throws IOException {
    ServerProfiler profiler = new ServerProfiler(time, plan, Duration.ZERO, run(), pages, start);
    for (double calls : List.of(0.0, 10.0)) {
      profiler.see(
          List.of(new Reading("rs1:16020", "RPC", 0, 1, Map.of(ServerCounter.RPC_CALLS, calls))));
    }
    return profiler;
  }

  private void profile(ServerProfiler profiler) throws Exception {
    time.play(
        () -> {
          profiler.begin();
          profiler.begin();
          profiler.finish();
          return null;
        });
  }

  private Profiles profiles() throws IOException {
    return Profiles.read(run(), 1, false);
  }

  /** What the files tell of the servers: time of the profile, or why there is none; in lines. */
  private String told() throws IOException {
    ServerProfiles servers = profiles().servers();
    String all = servers.problem() == null ? "" : "region servers: " + servers.problem() + "\n";
    for (ServerProfiles.Server s : servers.servers()) {
      String time = "%.0f to %.0f s of the window";
      all +=
          s.server()
              + " ("
              + s.role()
              + "): "
              + (s.file() == null
                  ? s.problem()
                  : time.formatted(s.startSeconds(), s.startSeconds() + s.seconds()))
              + "\n";
    }
    return all;
  }

  @Test
  void theFlameGraphIsFetchedWhenItIsComplete() throws Exception {
    ServerProfiler profiler = profiler(Optional.of(PLAN));
    profile(profiler);
    ServerProfiles.Server server = profiles().servers().servers().get(0);
    assertThat(server.problem()).isNull();
    assertThat(server.bytes()).isEqualTo(GRAPH.length());
    assertThat(dir.resolve("run").resolve(server.file())).hasContent(GRAPH);
    assertThat(asked).containsExactly("/prof?event=cpu&output=html&duration=1", OUTPUT, OUTPUT);
    assertThat(told()).contains("rs1:16020 (slowest): 0 to 1 s of the window");
  }

  @Test
  void aServerWithoutAsyncProfilerIsALine() throws Exception {
    error =
        """
        The profiler servlet was disabled at startup.

        For more information please see
        http://hbase.apache.org/book.html#profiler
        """;
    ServerProfiler profiler = profiler(Optional.of(PLAN));
    profile(profiler);
    assertThat(told())
        .contains("rs1:16020 (slowest): async-profiler is not installed (ASYNC_PROFILER_HOME of");
    assertThat(asked).hasSize(1);
  }

  @Test
  void aServerThatRefusesIsALineWithItsAnswer() throws Exception {
    error = "<html><style>x</style>\n<h1>Another instance of\tprofiler is running.</h1>\n</html>";
    ServerProfiler profiler = profiler(Optional.of(PLAN));
    profile(profiler);
    assertThat(told())
        .contains("(slowest): /prof answers 500: Another instance of profiler is running.\n");
  }

  @Test
  void aRunThatEndsBeforeTheProfileWaitsForNone() throws Exception {
    ServerProfiler profiler =
        profiler(Optional.of(new ProfilePlan(Duration.ofHours(1), Duration.ofMinutes(1))));
    profile(profiler);
    assertThat(told()).contains("region servers: the run ended before its servers were chosen");
    assertThat(asked).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerIsALine() throws Exception {
    web.stop(0);
    ServerProfiler profiler = profiler(Optional.of(PLAN));
    profile(profiler);
    assertThat(told()).contains("(slowest): no answer from /prof: ");
  }

  @Test
  void whatCanNotBeProfiledSaysWhy() throws Exception {
    ServerProfiler tooShort = profiler(Optional.empty());
    profile(tooShort);
    assertThat(told()).contains("region servers: the window is too short");
    ServerProfiler unstarted = profiler(Optional.of(PLAN));
    time.play(
        () -> {
          unstarted.finish();
          return null;
        });
    assertThat(told()).contains("the run ended before its tasks began");
    Files.delete(dir.resolve("run").resolve(Profiles.SERVERS));
    assertThat(told()).contains("only the submitter of a run on one table");
  }

  @Test
  void timesAreThoseOfTheCommonStart() throws Exception {
    ProfilePlan plan = new ProfilePlan(Duration.ofSeconds(20), Duration.ofSeconds(8));
    long seconds = 1_000_000_000L;
    ServerProfiler late = profiler(Optional.of(plan), this::get, () -> time.nanos() - 25 * seconds);
    time.play(
        () -> {
          late.begin();
          time.sleep(Duration.ofSeconds(1));
          assertThat(asked).containsExactly("/prof?event=cpu&output=html&duration=3");
          late.finish();
          return null;
        });
    assertThat(told()).contains("(slowest): 25 to 28 s of the window");
    asked.clear();
    ServerProfiler tooLate =
        profiler(Optional.of(plan), this::get, () -> time.nanos() - 40 * seconds);
    profile(tooLate);
    assertThat(told()).contains("the window ended before its profile");
    assertThat(asked).isEmpty();
  }

  @Test
  void aFailureIsALineAndNotTheEndOfTheRun() throws Exception {
    ServerProfiler unknown =
        profiler(
            Optional.of(PLAN),
            this::get,
            () -> {
              throw new IOException("no start of the tasks is published");
            });
    profile(unknown);
    assertThat(told()).contains("region servers: no start of the tasks is published");
    ServerProfiler broken =
        profiler(
            Optional.of(PLAN),
            this::get,
            () -> {
              throw new IllegalStateException("unexpected");
            });
    profile(broken);
    assertThat(told()).contains("region servers: unexpected\n");
  }

  @Test
  void anotherPageIsNoFlameGraph() throws Exception {
    for (String page :
        List.of("", "<html>please log in</html>", GRAPH.substring(0, GRAPH.length() / 2))) {
      graph = page;
      incomplete.set(0);
      ServerProfiler profiler = profiler(Optional.of(PLAN));
      profile(profiler);
      assertThat(told())
          .contains("(slowest): no output: the answer (status 200) is no flame graph\n");
    }
  }

  @Test
  void aServerThatStallsIsNotTheEndOfTheRun() throws Exception {
    ServerProfiler start = profiler(Optional.of(PLAN), (server, path) -> stall(), time::nanos);
    profile(start);
    assertThat(told()).contains("(slowest): no answer from /prof\n");
    ServerProfiler output =
        profiler(
            Optional.of(PLAN),
            (server, path) -> path.startsWith("/prof?") ? get(server, path) : stall(),
            time::nanos);
    profile(output);
    assertThat(told()).contains("(slowest): no output: the server has sent none in time\n");
  }

  private HttpResponse<byte[]> stall() throws InterruptedException {
    time.sleep(Duration.ofMinutes(1));
    throw new IllegalStateException("not interrupted");
  }
}
