package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.Version;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The nightly suite, in small: usual nights, and nights in which something is wrong. */
@Tag("soak")
@Sandbox.Shared
class NightlyIT {
  private static final String NIGHTS = "nights";

  /**
   * HBase forgets the quota of a table that is dropped, and load drops it; so it is that of all.
   */
  private static final String NAMESPACE = "night" + Runs.ID;

  private static final TableName TABLE = TableName.valueOf(NAMESPACE, "t");
  private static final TableName CANARY = TableName.valueOf("canary" + Runs.ID);

  private static final int REGIONS = 40;

  /** Two regions with 5 % of the rows of each task. */
  private static final List<Integer> LOST = List.of(10, 30);

  /** A client that does not wait for a region: its requests fail at once. */
  private static final String IMPATIENT =
      " -D hbase.client.retries.number=0 -D hbase.client.pause=10";

  /** Of all requests, with and without a quota: far below what the sandbox can do. */
  private static final int RATE = 300;

  /** The quota of a region server, of which the sandbox has two. */
  private static final int READS_PER_SECOND = 50;

  private static final int REFRESH_SECONDS = 6;
  private static final int USUAL_NIGHTS = 5;
  private static final String NEW_VERSION = "99.0";

  @TempDir static Path dir;
  private static Path suite;
  private static Connection connection;
  private static Admin admin;

  /** The nightly suite on tables of this test. */
  @BeforeAll
  static void prepare() throws IOException {
    connection = Sandbox.hbase();
    admin = connection.getAdmin();
    admin.createNamespace(NamespaceDescriptor.create(NAMESPACE).build());
    String nightly = Files.readString(Path.of("job-conf/nightly.yaml"));
    suite = dir.resolve("nightly.yaml");
    Files.writeString(
        suite,
        nightly
            .replace("hbench-nightly", TABLE.getNameAsString())
            .replace("hbench-canary", CANARY.getNameAsString()));
  }

  @AfterAll
  static void cleanUp() throws IOException {
    for (TableName table : new TableName[] {TABLE, CANARY}) {
      if (admin.tableExists(table)) {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace(NAMESPACE));
    admin.deleteNamespace(NAMESPACE);
    connection.close();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void eachNightIsJudgedByTheNightsBeforeIt() throws Exception {
    for (int night = 1; night <= USUAL_NIGHTS; night++) {
      usual(night);
    }
    failing();
    slow();
    assertThat(
            Sandbox.hbench("accept " + Runs.dir(NIGHTS) + " --because 'a quota on reads'")
                .exitCode())
        .isZero();
    updated();
  }

  private static void usual(int night) throws Exception {
    Shell.Result usual = Runs.hbench(NIGHTS + "/" + night, words());
    assertThat(usual.exitCode()).as(usual.out() + usual.err()).isZero();
    assertThat(Sandbox.text(Runs.dir(NIGHTS) + "/" + night + "/suite.txt"))
        .containsPattern("(?m)^most ")
        .containsPattern("(?m)^verify ");
    assertThat(usual.out())
        .containsPattern("^hbench nightly \\S+: inconclusive, \\d more night")
        .contains("\nverdict: inconclusive\n")
        .contains("no figure before %d more night".formatted(USUAL_NIGHTS + 1 - night));
  }

  /** Regions are at no server while the table is read and written. */
  private static void failing() throws Exception {
    CompletableFuture<Shell.Result> night = Runs.start(NIGHTS + "/failing", words() + IMPATIENT);
    Runs.awaitJson(NIGHTS + "/failing/canary", "report.json");
    List<RegionInfo> regions = admin.getRegions(TABLE);
    for (int lost : LOST) {
      admin.unassign(regions.get(lost).getRegionName());
    }
    Runs.awaitJson(NIGHTS + "/failing/scan", "report.json");
    for (int lost : LOST) {
      admin.assign(regions.get(lost).getRegionName());
    }
    Shell.Result failing = night.get();
    assertThat(failing.exitCode()).as(failing.out() + failing.err()).isEqualTo(6);
    assertThat(Sandbox.text(Runs.dir(NIGHTS) + "/failing/trend.txt"))
        .containsPattern(
            "(?m)^different: +regions %d → %d$".formatted(REGIONS, REGIONS - LOST.size()))
        .containsPattern("(?m)^\\S+ .*get errors +\\S.* [3-7]\\.\\d % .* regression +tonight ");
    assertThat(failing.out())
        .containsPattern(
            "^hbench nightly \\S+: regression in (read|mixed \\S+|scan) errors \\(\\+[3-9]\\.\\d\\d points\\)")
        .containsPattern("(?m)^likely side: +servers: ")
        .containsPattern("[0-9,]+ failed requests:\\s+NotServingRegionException\\s+from ");
  }

  private static void slow() throws Exception {
    admin.setQuota(
        QuotaSettingsFactory.throttleNamespace(
            NAMESPACE, ThrottleType.READ_NUMBER, READS_PER_SECOND, TimeUnit.SECONDS));
    TimeUnit.SECONDS.sleep(REFRESH_SECONDS);
    Shell.Result slow = Runs.hbench(NIGHTS + "/slow", words());
    assertThat(slow.exitCode()).as(slow.out() + slow.err()).isEqualTo(6);
    assertThat(Sandbox.text(Runs.dir(NIGHTS) + "/slow/trend.txt"))
        .contains(", night slow\nverdict: regression\n")
        .containsPattern("(?m)^get +ops/s +.* regression ");
    assertThat(slow.out())
        .containsPattern("(?m)^hbench nightly \\S+: regression in .* and \\d+ more figures")
        .containsPattern("(?m)^likely side: ")
        .containsPattern("(?m)^noise: +nights of .* vary by ")
        .containsPattern("(?m)^  hadoop jar hbench.jar report \\S+/slow/");
    assertThat(Sandbox.json(Runs.dir(NIGHTS) + "/slow/trend.json").toString())
        .contains("\"regression\"");
  }

  /** Another version of hbench, and as slow as it was accepted. */
  private static void updated() throws Exception {
    Shell.Result updated =
        Sandbox.hadoopJar(
            anotherVersion(), words() + " --quiet --out " + Runs.dir(NIGHTS) + "/updated");
    assertThat(updated.exitCode())
        .as(updated.out() + Sandbox.text(Runs.dir(NIGHTS) + "/slow/suite.txt"))
        .isZero();
    assertThat(Sandbox.text(Runs.dir(NIGHTS) + "/updated/trend.txt"))
        .containsPattern(
            "(?m)^different: +hbench \\Q%s → %s\\E$".formatted(Version.hbench(), NEW_VERSION))
        .containsPattern("(?m)^accepted: +up to ")
        .contains(": a quota on reads (")
        .contains(", night updated\nverdict: no regression, ");
    assertThat(updated.out())
        .contains("\nverdict: no regression\n")
        .containsPattern(
            "\nchanged: +hbench %s, before %s".formatted(NEW_VERSION, Version.hbench()));
  }

  /** The jar as the build of another version would make it of the same code. */
  private static Path anotherVersion() throws IOException {
    Path jar = Files.copy(Path.of("target/hbench.jar"), dir.resolve("hbench.jar"));
    try (FileSystem outer = FileSystems.newFileSystem(jar)) {
      Path packed = outer.getPath("lib/hbench-all.jar");
      Path all = Files.copy(packed, dir.resolve("hbench-all.jar"));
      try (FileSystem content = FileSystems.newFileSystem(all)) {
        Path properties = content.getPath("io/hbench/version.properties");
        String before = Files.readString(properties);
        String after = before.replace("version=" + Version.hbench(), "version=" + NEW_VERSION);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(properties, after);
      }
      Files.copy(all, packed, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }

  private static String words() {
    return "suite "
        + suite
        + " --local --rows 20k --presplit "
        + REGIONS
        + " --rate "
        + RATE
        + " --for 5s --warmup 1s --tasks 2 --threads 2 --repeat 1 --interval 200ms"
        + " --start-rate 300 --step-time 2s --max-steps 3 --confirm 0s --objective 'p99 < 10s'";
  }
}
