package io.hbench.cli;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
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
    Hbench.run(conf, "run", "noop@1", "--ops", "5000", "--warmup", "0s", "--out", real.toString());
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
    Json report = Json.read(real.resolve("report.json"));
    report
        .set("run.started", FIRST.plus(night, ChronoUnit.DAYS).toString())
        .set("run.command", "run get@1")
        .set("verdict.status", verdict);
    report
        .at("operations.0")
        .set("operation", "get")
        .set("opsPerSecond", opsPerSecond)
        .set("service.p50", p99 / 3)
        .set("service.p99", p99)
        .set("service.p99.9", 2 * p99);
    settings.forEach(report.at("settings")::set);
    Path to = Files.createDirectories(dir.resolve(name));
    report.write(to.resolve("report.json"));
  }
}
