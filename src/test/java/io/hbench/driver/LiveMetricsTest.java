package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.VirtualTime;
import io.hbench.report.live.LiveInterval;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveMetricsTest {
  private static final String RUN =
      "run noop@2 --rate 500 --for 12s --warmup 2s --interval 1s --quiet ";

  @TempDir Path dir;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));

  /** A scrape of a port, or a read of a file. */
  @FunctionalInterface
  private interface Scrape {
    String text() throws IOException;
  }

  @Test
  void thePortHasTheIntervalsOfTheTimeline() throws Exception {
    int port = freePort();
    List<String> texts =
        scraped("run", RUN + "--metrics-port " + port, () -> get("127.0.0.1", port));
    haveTheIntervalsOfTheTimeline("run", texts);
    assertThat(texts).allSatisfy(text -> assertThat(text).endsWith("\n# EOF\n"));
    assertThat(texts.get(texts.size() - 1))
        .contains("# TYPE hbench_live_requests counter\n")
        .containsPattern("\nhbench_live_requests_total [1-9]\\d+\\.0\n")
        .contains("hbench_live_failed_requests_total 0.0\n")
        .contains("# UNIT hbench_live_interval_latency_seconds seconds\n")
        .contains("hbench_live_phase{phase=\"measurement\"} 1.0\n")
        .contains("hbench_live_planned_tasks 2.0\n")
        .contains("hbench_live_started_tasks 2.0\n")
        .contains("hbench_live_interval_tasks 2.0\n")
        .contains("command=\"run noop@2\"")
        .doesNotContain("latency_seconds_count");
    assertThat(String.join("", texts))
        .contains("phase{phase=\"waiting\"} 1.0\n", "phase{phase=\"warm-up\"} 1.0\n");
  }

  @Test
  void theFileIsReplacedWithEachIntervalAndHasTheFiguresOfTheRunAtItsEnd() throws Exception {
    Path file = dir.resolve("hbench.prom");
    List<String> texts = scraped("run", RUN + "--prometheus " + file, () -> Files.readString(file));
    haveTheIntervalsOfTheTimeline("run", texts);
    assertThat(texts)
        .allSatisfy(text -> assertThat(text).startsWith("# HELP hbench_"))
        .anySatisfy(text -> assertThat(text).contains("# TYPE hbench_live_run_info gauge\n"));
    assertThat(file).content().contains("hbench_verdict").doesNotContain("hbench_live");
  }

  /** Also where a read of the figures ends later than the run. */
  @Test
  void theFileOfARunWithoutAReportSaysThatItIsOver() throws Exception {
    Path file = dir.resolve("hbench.prom");
    time.play(
        () -> {
          LiveMetrics metrics = metrics(file.toString());
          metrics.take(interval(1));
          metrics.close();
          assertThat(file)
              .content()
              .contains("hbench_live_run_info", "hbench_live_phase{phase=\"measurement\"} 0.0\n")
              .doesNotContain("phase=\"waiting\"} 1.0", "hbench_live_interval");
          Files.delete(file); // as the report replaces it
          metrics.take(interval(2));
          time.sleep(Duration.ofSeconds(1));
          assertThat(file).doesNotExist();
          return null;
        });
  }

  /** Else no objective would be judged any more. */
  @ParameterizedTest
  @ValueSource(strings = {"hangs", "fails"})
  @Timeout(30)
  void aFileThatFailsOrHangsHoldsUpNoReadOfTheFigures(String how) throws Exception {
    FailingFiles.wait = how.equals("hangs") ? new CountDownLatch(1) : null;
    time.play(
        () -> {
          LiveMetrics metrics = metrics("failing:" + dir.resolve("hbench.prom"));
          metrics.take(interval(1));
          metrics.take(interval(2));
          if (FailingFiles.wait != null) {
            FailingFiles.wait.countDown();
          }
          metrics.close();
          return null;
        });
  }

  private LiveMetrics metrics(String file) throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.failing.impl", FailingFiles.class, FileSystem.class);
    Settings.ASSIGNMENTS.set(conf, "noop@2");
    Settings.PROMETHEUS.set(conf, file);
    PrintStream none = new PrintStream(OutputStream.nullOutputStream(), true);
    return new LiveMetrics(
        RunSpec.from(conf),
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri())),
        conf,
        new Console(InputStream.nullInputStream(), none, none, false, Map.of(), time));
  }

  private static Optional<LiveInterval> interval(int t) {
    return Optional.of(new LiveInterval(t, t, 1, 2, 2, List.of()));
  }

  /** A file system that waits, then fails. */
  public static final class FailingFiles extends RawLocalFileSystem {
    private static volatile CountDownLatch wait;

    @Override
    public URI getUri() {
      return URI.create("failing:///");
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) {
      try {
        if (wait != null) {
          wait.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("a bug of a file system");
    }
  }

  @Test
  void hooksAreEvents() throws Exception {
    int port = freePort();
    Path suite =
        Files.writeString(
            dir.resolve("suite.yaml"),
            """
            steps:
              - name: hooked
                command: run noop@2 --rate 500 --for 40s --warmup 0s --metrics-port %d
                during:
                  - {after: 5s, shell: 'true'}
            """
                .formatted(port));
    List<String> texts =
        scraped("hooked", "suite " + suite + " --quiet", () -> get("127.0.0.1", port));
    assertThat(texts)
        .anySatisfy(
            text -> assertThat(text).contains("hbench_live_events_total{kind=\"hook\"} 1.0\n"));
  }

  @Test
  void aPortThatIsTakenIsRefusedBeforeAnythingIsDone() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Hbench hbench = new Hbench(dir);
      assertThat(hbench.job("refused", RUN + "--metrics-port " + port)).hasExitCode(2);
      assertThat(hbench.last().err())
          .startsWith(
              "hbench: --metrics-port %d: can't be opened here: ".formatted(port)
                  + "Address already in use")
          .hasLineCount(1);
      assertThat(dir.resolve("refused")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"70000", "no:such:9464", "port", "-1", ":9464:"})
  void whatIsNoPortIsRefused(String port) {
    assertThat(new Hbench(dir).job("refused", RUN + "--metrics-port " + port)).hasExitCode(2);
  }

  /** Texts of a run, and of what can't be read, nothing. */
  private List<String> scraped(String name, String words, Scrape scrape) throws Exception {
    List<String> texts = new CopyOnWriteArrayList<>();
    Hbench.Result run =
        time.play(
            () -> {
              var unused =
                  time.threads("scraper", 1)
                      .scheduleWithFixedDelay(
                          () -> {
                            try {
                              texts.add(scrape.text());
                            } catch (IOException e) {
                              // before the load, or after it
                            }
                          },
                          100,
                          100,
                          TimeUnit.MILLISECONDS);
              return new Hbench(dir).job(name, words);
            });
    assertThat(run).hasExitCode(0);
    return texts;
  }

  private void haveTheIntervalsOfTheTimeline(String name, List<String> texts) {
    Map<Double, Json> timeline = new TreeMap<>();
    for (Json point : Json.read(dir.resolve(name).resolve("report.json")).list("timeline.points")) {
      timeline.put(point.number("t"), point);
    }
    Map<Double, String> shown = new TreeMap<>();
    texts.stream()
        .filter(text -> text.contains("hbench_live_interval_start_seconds "))
        .forEach(text -> shown.put(value(text, "start_seconds "), text));
    assertThat(shown).hasSizeGreaterThan(8);
    shown.forEach(
        (t, text) -> {
          Json point = timeline.get(t);
          String of = "{operation=\"noop\"} ";
          assertThat(value(text, "requests" + of)).isEqualTo(point.number("count"));
          assertThat(value(text, "requests_per_second" + of))
              .isEqualTo(point.number("opsPerSecond"));
          assertThat(value(text, "latency_seconds{operation=\"noop\",quantile=\"0.99\"} "))
              .isEqualTo(point.number("p99") / 1e6);
          assertThat(value(text, "latency_seconds{operation=\"noop\",quantile=\"1.0\"} "))
              .isEqualTo(point.number("max") / 1e6);
        });
  }

  private static double value(String text, String name) {
    return Pattern.compile(Pattern.quote("\nhbench_live_interval_" + name) + "(\\S+)")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private static String get(String host, int port) throws IOException {
    try (InputStream in =
        URI.create("http://%s:%d/metrics".formatted(host, port)).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }
}
