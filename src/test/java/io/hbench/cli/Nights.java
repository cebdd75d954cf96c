package io.hbench.cli;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.rundir.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Run directories of many nights: the report of a run that hbench has made, with other figures. */
final class Nights {
  /** The first one. */
  static final Instant FIRST = Instant.parse("2026-01-01T02:00:00Z");

  private final Path real;
  private final Path dir;
  private RunReport.Servers cluster;

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
    report.set("servers", cluster);
    report.write(Files.createDirectories(dir.resolve(name)).resolve("report.json"));
  }

  /**
   * The cluster of the nights that follow.
   *
   * @param hitRatio of the block cache; null if it is unknown
   * @param left number of region servers that leave in each night
   */
  Nights on(String hbase, int regionServers, int regions, Double hitRatio, int left) {
    Map<String, RegionServer> servers = new LinkedHashMap<>();
    for (int i = 1; i <= regionServers; i++) {
      servers.put("rs%d:16020".formatted(i), new RegionServer(1, 1, 0, 0, null, null, null, null));
    }
    ServerFacts facts =
        new ServerFacts(hbase, regions, 0, 0, 0, 0, 0, "'hbench'", servers, List.of());
    cluster =
        new RunReport.Servers(
            facts,
            facts,
            new ServerChanges(
                regionServers, hitRatio, hitRatio == null ? null : 1L, 1L, 0L, 0L, 0, left, 0),
            null);
    return this;
  }

  /**
   * Writes what a search leaves, in the n-th night, with a directory of a step.
   *
   * @param rate null if no rate met the objectives
   * @param lowestFailing null if none missed them
   */
  void addSearch(
      String name, int night, Double rate, Double lowestFailing, Limit limit, String objective)
      throws IOException {
    Path to = Files.createDirectories(dir.resolve(name));
    Files.copy(real.resolve("plan.xml"), to.resolve("plan.xml"));
    String started = FIRST.plus(night, ChronoUnit.DAYS).toString();
    Json.read(real.resolve("job.json"))
        .set("status.started", started)
        .write(to.resolve("job.json"));
    FindmaxRecord search =
        new FindmaxRecord(
            FindmaxRecord.SCHEMA,
            "findmax get:95,put:5@8 on table hbench",
            Version.hbench(),
            to.toString(),
            List.of(objective),
            List.of(),
            new FindmaxRecord.Result(rate, lowestFailing, rate, null, null, limit, null, 8, null));
    Files.writeString(to.resolve("findmax.json"), RunDirectory.toJson(search));
    add(name + "/steps/001", night, 1_000, 1_000);
  }
}
