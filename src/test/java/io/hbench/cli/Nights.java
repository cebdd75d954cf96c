package io.hbench.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Run directories of many nights: the report of a run that hbench has made, with other figures. */
final class Nights {
  /** The first one. */
  static final Instant FIRST = Instant.parse("2026-01-01T02:00:00Z");

  private final Path real;
  private final Path dir;

  private Nights(Path real, Path dir) {
    this.real = real;
    this.dir = dir;
  }

  /**
   * @param real where a run is made
   */
  static Nights of(Configuration conf, Path real) {
    TestMain.run(
        conf, "run", "noop@1", "--ops", "5000", "--warmup", "0s", "--out", real.toString());
    return new Nights(real, real);
  }

  /** The same run, in another directory. */
  Nights in(Path directory) {
    return new Nights(real, directory);
  }

  Path real() {
    return real;
  }

  /** Writes the report of a run of get, in the n-th night. */
  void add(String name, int night, double opsPerSecond, double p99) throws IOException {
    add(name, night, opsPerSecond, p99, Map.of(), "valid");
  }

  void add(
      String name,
      int night,
      double opsPerSecond,
      double p99,
      Map<String, String> settings,
      String verdict)
      throws IOException {
    JsonObject report =
        JsonParser.parseString(Files.readString(real.resolve("report.json"))).getAsJsonObject();
    JsonObject run = report.getAsJsonObject("run");
    run.addProperty("started", FIRST.plus(night, ChronoUnit.DAYS).toString());
    run.addProperty("command", "run get@1");
    report.getAsJsonObject("verdict").addProperty("status", verdict);
    JsonArray operations = report.getAsJsonArray("operations");
    JsonObject get = operations.get(0).getAsJsonObject();
    get.addProperty("operation", "get");
    get.addProperty("opsPerSecond", opsPerSecond);
    JsonObject service = get.getAsJsonObject("service");
    service.addProperty("p50", p99 / 3);
    service.addProperty("p99", p99);
    service.addProperty("p99.9", 2 * p99);
    settings.forEach(report.getAsJsonObject("settings")::addProperty);
    Path to = dir.resolve(name);
    Files.createDirectories(to);
    Files.writeString(to.resolve("report.json"), report.toString());
  }
}
