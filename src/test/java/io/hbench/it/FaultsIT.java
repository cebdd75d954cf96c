package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.startOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of a cluster, one after the other, each during a run of gets, puts and inserts. Each
 * writes its line of {@code src/docs/faults.md}.
 */
@Tag("faults")
@Sandbox.Alone
class FaultsIT {
  static final TableName TABLE = TableName.valueOf("faults-" + Runs.ID);
  private static final String ROWS =
      "--table " + TABLE + " --rows 20k --value-size 100 --interval 1s ";
  static final int SECONDS = 40;
  static final int RATE = 200;
  private static final int KILLED = 128 + 9;

  /** Longest run: its time, the start of containers, requests that hang, YARN's silence. */
  private static final int MAX_MINUTES = 9;

  /** Rows that runs have inserted so far. */
  private static long inserted;

  private Fault.Injection undo;

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("faults-load", "load --local --tasks 2 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  static Stream<Fault> faults() {
    return Fault.all().stream().filter(fault -> FaultsPage.isChosen(fault.name()));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("faults")
  void theRunEndsSaysWhatHappenedAndNoRowIsLost(Fault fault) throws Exception {
    String run = fault.name();
    FaultsPage.put(run, "");
    undo = fault.undo();
    if (fault.when() == Fault.When.BEFORE) {
      fault.inject().into(run);
    }
    long start = System.nanoTime();
    CompletableFuture<Shell.Result> running =
        CompletableFuture.supplyAsync(
            () ->
                submit(
                    "run get:2,put:1,insert:1@2 --threads 2 --rate %d --warmup 0s --for %ds %s%s --quiet --out %s"
                        .formatted(RATE, SECONDS, fault.words(), ROWS, dir(run))));
    switch (fault.when()) {
      case BEFORE -> {}
      case CONTAINER -> inject(fault, run, running);
      case LOAD -> {
        Runs.sleepUntil(startOf(run, 1) + 10_000);
        inject(fault, run, running);
      }
      case END -> {
        Runs.sleepUntil(startOf(run, 1) + (SECONDS + 1) * 1_000);
        inject(fault, run, running);
      }
    }

    Shell.Result ended = running.get(MAX_MINUTES, TimeUnit.MINUTES);
    if (ended.exitCode() == KILLED) {
      ended = Sandbox.hbench("report --quiet --follow " + dir(run));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    repairFault(run);
    Shell.run("bin/sandbox start");
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isIn(0, 1);
    if (ended.exitCode() == 1) {
      assertThat(ended.err()).contains("hbench: ").doesNotContain("\tat ");
    }
    JsonObject report = report(run);
    long acknowledged = acknowledgedInserts(report);
    long before = inserted;
    inserted = verifiedInserts(run);
    assertThat(inserted - before).isGreaterThanOrEqualTo(acknowledged);
    FaultsPage.put(run, line(fault, ended, seconds, report));
  }

  /** A fault that comes after the end of the run, on a busy machine, would show nothing. */
  private static void inject(Fault fault, String run, CompletableFuture<Shell.Result> running)
      throws Exception {
    assertThat(running).as("%s, before the fault", run).isNotDone();
    fault.inject().into(run);
  }

  /** A process of its own, which can be killed. */
  private static Shell.Result submit(String words) {
    try {
      return Sandbox.hadoopJar(words);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Verifies the rows of the load; returns how many are behind them. */
  private static long verifiedInserts(String run) throws Exception {
    String name = run + "-verified";
    Shell.Result verify = hbench(name, "verify --local --tasks 2 " + ROWS);
    assertThat(verify.out())
        .as(verify.err())
        .contains("20,000 of 20,000 rows correct; 0 missing, 0 stale, 0 corrupt");
    return Runs.report(name)
        .getAsJsonObject("verification")
        .getAsJsonObject("defects")
        .get("unexpected")
        .getAsLong();
  }

  /** Adds up what the report counts, in three ways. */
  private static long acknowledgedInserts(JsonObject report) {
    assertThat(report.toString()).doesNotContain("counts-differ");
    long acknowledged = 0;
    for (JsonElement element : report.getAsJsonArray("operations")) {
      JsonObject operation = element.getAsJsonObject();
      long errors = operation.get("errors").getAsLong();
      long kinds =
          operation.getAsJsonObject("errorsByKind").entrySet().stream()
              .mapToLong(kind -> kind.getValue().getAsLong())
              .sum();
      assertThat(kinds).isEqualTo(errors);
      String name = operation.get("operation").getAsString();
      assertThat(sumOfIntervals(report, name, "errors")).isEqualTo(errors);
      long count = operation.get("count").getAsLong();
      assertThat(sumOfIntervals(report, name, "count")).isEqualTo(count);
      if (name.equals("insert")) {
        acknowledged = count - errors;
      }
    }
    return acknowledged;
  }

  private static long sumOfIntervals(JsonObject report, String operation, String what) {
    long sum = 0;
    for (JsonElement point : report.getAsJsonObject("timeline").getAsJsonArray("points")) {
      if (point.getAsJsonObject().get("operation").getAsString().equals(operation)) {
        sum += point.getAsJsonObject().get(what).getAsLong();
      }
    }
    return sum;
  }

  /** The report as the run wrote it, or as it is made from what a failed run left. */
  private static JsonObject report(String run) throws Exception {
    Shell.Result again = Sandbox.hbench("report --format json " + dir(run));
    assertThat(again.exitCode()).as(again.err()).isIn(0, 1);
    return JsonParser.parseString(again.out()).getAsJsonObject();
  }

  private static String line(Fault fault, Shell.Result ended, double seconds, JsonObject report) {
    long requests = 0;
    Map<String, Long> errors = new TreeMap<>();
    for (JsonElement element : report.getAsJsonArray("operations")) {
      JsonObject operation = element.getAsJsonObject();
      requests += operation.get("count").getAsLong();
      operation
          .getAsJsonObject("errorsByKind")
          .entrySet()
          .forEach(kind -> errors.merge(kind.getKey(), kind.getValue().getAsLong(), Long::sum));
    }
    JsonObject verdict = report.getAsJsonObject("verdict");
    List<String> reasons = new ArrayList<>();
    verdict
        .getAsJsonArray("reasons")
        .forEach(r -> reasons.add(r.getAsJsonObject().get("code").getAsString()));
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.0f s | %,d | %s | %s | 0 |",
        fault.name(),
        ended.exitCode(),
        seconds,
        requests,
        errors.isEmpty()
            ? "none"
            : errors.entrySet().stream()
                .map(kind -> kind.getValue() + " × " + kind.getKey())
                .collect(Collectors.joining(", ")),
        Stream.concat(Stream.of(verdict.get("status").getAsString()), reasons.stream().distinct())
            .collect(Collectors.joining(", ")));
  }

  private void repairFault(String run) throws Exception {
    Fault.Injection once = undo;
    undo = none -> {};
    once.into(run);
  }

  @AfterEach
  void repair() throws Exception {
    repairFault("");
    Shell.inSandbox("hdfs dfsadmin -safemode leave");
    Shell.run("bin/sandbox start");
  }
}
