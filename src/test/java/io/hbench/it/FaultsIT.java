package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.startOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of a cluster, one after the other, each during a run of gets and puts. After all of them
 * {@code src/docs/faults.md} is written anew.
 */
@Tag("faults")
@Sandbox.Alone
class FaultsIT {
  static final TableName TABLE = TableName.valueOf("faults-" + Runs.ID);
  private static final Path PAGE = Path.of("src/docs/faults.md");
  private static final String ROWS =
      "--table " + TABLE + " --rows 20k --value-size 100 --interval 1s ";
  private static final int SECONDS = 40;

  /** Longest run: its time, the start of containers, requests that hang, YARN's silence. */
  private static final int MAX_MINUTES = 9;

  private static final List<String> LINES = new ArrayList<>();

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("faults-load", "load --local --tasks 2 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  static Stream<Fault> faults() {
    String only = System.getProperty("faults", "");
    return Fault.all().stream().filter(f -> only.isEmpty() || only.contains(f.name()));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theRunEndsSaysWhatHappenedAndNoRowIsLost(Fault fault) throws Exception {
    String run = fault.name();
    long before = System.nanoTime();
    CompletableFuture<Shell.Result> running =
        Runs.start(
            run,
            "run get:1,put:1@2 --threads 2 --rate 200 --warmup 0s --for %ds %s%s"
                .formatted(SECONDS, fault.words(), ROWS));
    switch (fault.when()) {
      case BEFORE, CONTAINER -> {}
      case LOAD -> Runs.sleepUntil(startOf(run, 1) + 10_000);
      case END -> Runs.sleepUntil(startOf(run, 1) + (SECONDS + 1) * 1_000);
    }
    fault.inject().into(run);

    Shell.Result ended = running.get(MAX_MINUTES, TimeUnit.MINUTES);
    double seconds = (System.nanoTime() - before) / 1e9;
    Shell.run("bin/sandbox start");
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isIn(0, 1);
    if (ended.exitCode() == 1) {
      assertThat(ended.err()).startsWith("hbench: ");
    }
    JsonObject report = report(run);
    assertThat(report.toString()).doesNotContain("counts-differ");
    Shell.Result verify = hbench(run + "-verified", "verify --local --tasks 2 " + ROWS);
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isZero();
    assertThat(verify.out()).contains("20,000 of 20,000 rows correct");
    LINES.add(line(fault, ended, seconds, report));
  }

  /** The report as the run wrote it, or as it is made from what a failed run left. */
  private static JsonObject report(String run) throws Exception {
    Shell.Result again = Sandbox.hbench("report --format json " + dir(run));
    assertThat(again.exitCode()).as(again.err()).isZero();
    return JsonParser.parseString(again.out()).getAsJsonObject();
  }

  private static String line(Fault fault, Shell.Result ended, double seconds, JsonObject report) {
    long requests = 0;
    List<String> kinds = new ArrayList<>();
    for (JsonElement element : report.getAsJsonArray("operations")) {
      JsonObject operation = element.getAsJsonObject();
      requests += operation.get("count").getAsLong();
      operation
          .getAsJsonObject("errorsByKind")
          .entrySet()
          .forEach(kind -> kinds.add(kind.getValue() + " × " + kind.getKey()));
    }
    JsonObject verdict = report.getAsJsonObject("verdict");
    List<String> reasons = new ArrayList<>();
    verdict
        .getAsJsonArray("reasons")
        .forEach(r -> reasons.add(r.getAsJsonObject().get("code").getAsString()));
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.0f s | %,d | %s | %s: %s | 0 |",
        fault.what(),
        ended.exitCode(),
        seconds,
        requests,
        kinds.isEmpty() ? "none" : String.join(", ", kinds),
        verdict.get("status").getAsString(),
        reasons.stream().distinct().collect(Collectors.joining(", ")));
  }

  @AfterEach
  void liftLimits() throws Exception {
    Shell.inSandbox("hdfs dfsadmin -safemode leave");
    Shell.run("bin/sandbox start");
  }

  @AfterAll
  static void writePage() throws IOException {
    if (LINES.size() < Fault.all().size()) {
      LINES.forEach(System.out::println);
      return;
    }
    Files.writeString(
        PAGE,
        """
        # Faults

        What a run does while its cluster is sick. `bin/dev faults` injects each of these faults into a run of gets and puts,
        %d a second for %d s, on real daemons, and writes this page. Each run ended by itself and said what happened, its
        counts added up, and `verify` found every row that was written.

        | fault | exit code | run time | requests | errors | verdict | rows lost |
        |---|---|---|---|---|---|---|
        %s
        """
            .formatted(200, SECONDS, String.join("\n", LINES)));
  }
}
