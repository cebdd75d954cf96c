package io.hbench.cli;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.commons.io.FileUtils;

/** Directories of suites as job-conf/nightly.yaml makes them, with made figures. */
public final class NightlySuites {
  /** The steps with their operations. */
  private static final Map<String, List<String>> STEPS = new LinkedHashMap<>();

  static {
    STEPS.put("load", List.of("put"));
    STEPS.put("read", List.of("get"));
    STEPS.put("mixed", List.of("get", "put", "total"));
    STEPS.put("scan", List.of("scan"));
    STEPS.put("most", List.of("get"));
    STEPS.put("verify", List.of("scanAll"));
  }

  /** Steps that run once; the others are repeated three times. */
  private static final List<String> ONCE = List.of("load", "most", "verify");

  private static final double OPS = 10_000;
  private static final double P99 = 3_000;
  private static final double SPREAD = 0.02;

  private static final String SERVERS =
      """
      {"version": "%s", "regions": 32, "readRequests": 0, "writeRequests": 0, "storeFiles": 0,
       "storeFileBytes": 0, "memStoreBytes": 0, "regionServers": {"rs1:16020": {}}, "unknown": []}
      """;

  private static final String USUAL_HANDLERS = "30";

  private final Path template;
  private final Path dir;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final Set<String> missed = new HashSet<>();
  private String version = "2.6.1";
  private String handlers = USUAL_HANDLERS;
  private int nights;

  /**
   * @param shared where {@link #prepare} has left a run
   */
  public NightlySuites(Path shared, Path dir) {
    this.template = shared.resolve("run/report.json");
    this.dir = dir;
  }

  /** Makes the run whose report the others are made from. */
  public static void prepare(Path shared) {
    new Hbench(shared).job("run", "run noop@1 --ops 5000 --warmup 0s");
  }

  /** Updates the servers before the next night. */
  public void update(String newVersion) {
    version = newVersion;
  }

  /** Gives the servers other handlers before the next night. */
  public void handle(String newHandlers) {
    handlers = newHandlers;
  }

  /** Takes the last nights back, down to the first ones. */
  public void backTo(int first) throws IOException {
    while (nights > first) {
      FileUtils.deleteDirectory(dir.resolve(last()).toFile());
      nights--;
    }
    version = "2.6.1";
    handlers = USUAL_HANDLERS;
  }

  /** Lets the runs of a step fail in the next night. */
  public void fail(String step, String why) {
    failures.put(step, why);
  }

  /** Lets a step find no rate in the next night; like a search, it has no report then. */
  public void miss(String step) {
    missed.add(step);
  }

  /**
   * Adds a night.
   *
   * @param slower how much slower a step is than usual
   */
  public void add(Map<String, Double> slower) throws IOException {
    List<Json> runs = new ArrayList<>();
    for (Map.Entry<String, List<String>> step : STEPS.entrySet()) {
      int repeats = ONCE.contains(step.getKey()) ? 1 : 3;
      double factor =
          slower.getOrDefault(step.getKey(), 1.0) * Math.exp(SPREAD * random.nextGaussian());
      for (int repeat = 1; repeat <= repeats; repeat++) {
        String place = repeats == 1 ? step.getKey() : step.getKey() + "/" + repeat;
        String failure = failures.get(step.getKey());
        boolean hasMissed = missed.contains(step.getKey());
        if (!hasMissed) {
          report(step, factor, Files.createDirectories(dir.resolve(night(nights) + "/" + place)));
        }
        runs.add(
            Json.parse("{}")
                .set("step", step.getKey())
                .set("ladder", Map.of())
                .set("repeat", repeat)
                .set("counted", true)
                .set("directory", place)
                .set("exitCode", hasMissed ? 3 : failure == null ? 0 : 1)
                .set("failure", failure)
                .set("complete", failure == null)
                .set("verdict", hasMissed ? "missed" : failure == null ? "valid" : "failed")
                .set("figures", Map.of("get", Map.of("ops/s", OPS / factor, "seconds", 300))));
      }
    }
    Json suite =
        Json.parse("{\"flags\": {}, \"columns\": [\"ops/s\"], \"rows\": [], \"runs\": []}")
            .set("schema", "hbench.suite/3")
            .set("name", "nightly")
            .set("version", "0.2.0")
            .set("running", false);
    suite.set("runs", Json.parse(runs.toString()));
    suite.write(dir.resolve(night(nights) + "/suite.json"));
    nights++;
    failures.clear();
    missed.clear();
  }

  private void report(Map.Entry<String, List<String>> step, double factor, Path to)
      throws IOException {
    Json report = Json.read(template);
    report
        .set("run.started", Nights.FIRST.plus(Duration.ofDays(nights)).toString())
        .set("run.command", "run " + step.getKey());
    Json usual = Json.parse(report.at("operations.0").toString());
    List<Json> operations = new ArrayList<>();
    for (String operation : step.getValue()) {
      Json one = Json.parse(usual.toString());
      one.set("operation", operation)
          .set("opsPerSecond", OPS / factor)
          .set("service.p50", P99 / 3 * factor)
          .set("service.p99", P99 * factor)
          .set("service.p99.9", 2 * P99 * factor);
      operations.add(one);
    }
    report.set("operations", Json.parse(operations.toString()));
    report.set("servers.before", Json.parse(SERVERS.formatted(version)));
    Map<String, String> setup = Map.of(SetupItem.HANDLERS.key(), handlers);
    report.set("setups.servers", Setup.grouped(Map.of("rs1:16020", setup)));
    report.write(to.resolve("report.json"));
  }

  /** The directory of the last night. */
  public String last() {
    return night(nights - 1);
  }

  private static String night(int night) {
    return "night-%02d".formatted(night);
  }
}
