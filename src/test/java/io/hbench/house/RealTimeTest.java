package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unit tests play in virtual time: none sleeps, asks a clock of the machine, or runs a command with
 * a real window, but those that this class lists. Limits of waits that end early, such as those of
 * a latch, are no such waits.
 */
class RealTimeTest {
  private static final Path TESTS = Path.of("src/test/java/io/hbench");

  private static final Pattern REAL_TIME =
      Pattern.compile(
          String.join(
              "|",
              "\\bThread(?:\\.|::)sleep\\b",
              "\\bTimeUnit\\.\\w+\\.sleep\\b",
              "\\bLockSupport\\.park",
              "\\bSystem(?:\\.|::)(?:nanoTime|currentTimeMillis)\\b",
              "\\b(?:Instant|Year|\\w+Date|\\w+Time)(?:\\.|::)now\\b",
              "\\bClock\\.(?:system|tick)",
              "\\bnew (?:Date|StopWatch|Timer)\\(",
              "\\bTime(?:\\.|::)real\\b",
              "\\b(?:completeOnTimeout|orTimeout|delayedExecutor)\\(",
              "\\bnew(?:Single\\w+)?Scheduled\\w+\\(",
              "\\bnew ScheduledThreadPoolExecutor\\(",
              // with it, a command waits for its --for and its --rate
              "\\bHbench(?:\\.|::)(?:inRealTime|runOnCluster)\\b",
              "\\bnew Hbench\\([^,()]+,"));

  private static final int MAX_EXCEPTIONS = 25;

  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("cli/ProfiledRunTest.java", "the JVM's profiler samples by its own clock"),
          Map.entry("cli/SuiteConfigurationsTest.java", "a shell line that hangs in a suite"),
          Map.entry("cli/SuiteUndoTest.java", "a hook that hangs in a run"),
          Map.entry("cluster/JmxPageTest.java", "a web server that never ends its page"),
          Map.entry("engine/LatestReadsTest.java", "threads that race; asserts on order alone"),
          Map.entry("engine/LoadLoopTest.java", "threads that race; asserts on counts alone"),
          Map.entry("fuzz/Fuzz.java", "finds inputs that are read without an end"),
          Map.entry("house/RealTimeTest.java", "has examples of what it finds"),
          Map.entry("html/Browser.java", "waits for a Chromium, in integration tests alone"),
          Map.entry("job/MadeRecords.java", "for MergeBench, which measures"),
          Map.entry("job/MergedRun.java", "for MergeBench, which measures"),
          Map.entry("job/result/LiveGroupTest.java", "threads that send to each other by sockets"),
          Map.entry("kit/Hbench.java", "has commands in both times"),
          Map.entry("kit/HbenchProcess.java", "waits until a process can be stopped"),
          Map.entry("kit/VirtualTime.java", "has the time of threads outside of it"));

  @Test
  void noUnitTestTakesRealTimeWithoutAReason() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : Sources.below(TESTS)) {
      Matcher matcher = REAL_TIME.matcher(Files.readString(file));
      if (isOfUnitTests(file) && matcher.find()) {
        found.put(TESTS.relativize(file).toString(), matcher.group());
      }
    }
    assertThat(found.keySet())
        .as("files of unit tests that take real time, of which each is listed: %s", found)
        .containsExactlyInAnyOrderElementsOf(EXCEPTIONS.keySet());
    assertThat(EXCEPTIONS).hasSizeLessThanOrEqualTo(MAX_EXCEPTIONS);
  }

  private static boolean isOfUnitTests(Path file) {
    String name = TESTS.relativize(file).toString();
    boolean isHelper = !name.endsWith("Test.java");
    return !name.endsWith("IT.java")
        && !(isHelper && (name.startsWith("it/") || name.startsWith("bench/")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thread.sleep(20);",
        "TimeUnit.MILLISECONDS.sleep(20);",
        "LockSupport.parkNanos(1)",
        "profiler(plan, System::nanoTime)",
        "System.currentTimeMillis()",
        "Instant.now()",
        "LocalDate.now()",
        "OffsetDateTime.now(zone)",
        "Clock.systemUTC()",
        "new Date()",
        "Clock.startingAt(Time.real(), 0)",
        "answer.orTimeout(1, SECONDS)",
        "Executors.newSingleThreadScheduledExecutor()",
        "Executors.newScheduledThreadPool(2)",
        "Hbench.inRealTime(dir).job(\"run noop --for 1s\")",
        "Hbench.runOnCluster(conf, \"run\", \"noop\")",
        "new Hbench(conf, dir).job(\"run noop --rate 10 --ops 10\")"
      })
  void realTimeIsFound(String source) {
    assertThat(REAL_TIME.matcher(source).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time.sleep(Duration.ofSeconds(1))",
        "new VirtualTime(Instant.EPOCH).nanos()",
        "new Hbench(dir).job(\"run noop --for 10m\")",
        "latch.await(1, TimeUnit.MINUTES)",
        "Instant.parse(\"2026-01-31T10:15:00Z\")"
      })
  void virtualTimeIsNot(String source) {
    assertThat(REAL_TIME.matcher(source).find()).isFalse();
  }
}
