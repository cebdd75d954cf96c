package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.OwnedFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bulk load finds out before its job: whether the servers take files of its directory. */
@HBaseFixture.Shared
class BulkTrialIT {
  private static final List<String> TABLES = List.of("unreached", "tried", "full:only");
  private static final String LOAD = "load --rows 100 --tasks 1 --bulk --table ";

  @TempDir Path dir;

  /** The file system of the run directory is one that the region servers don't know. */
  @Test
  void aBulkLoadWhoseFilesHBaseCannotTakeCostsNoTableAndNoJob() throws IOException {
    Configuration conf = OwnedFileSystem.in(new Configuration(HBaseFixture.conf()));
    Hbench hbench = new Hbench(conf, dir);
    String out = "owned://" + dir.resolve("out");
    assertThat(hbench.run(LOAD + "unreached --quiet --out " + out)).hasExitCode(1);
    isRefused(hbench.last().err());
    assertThat(exists("unreached")).isFalse();
    assertThat(hbench.job(LOAD + "unreached")).hasExitCode(0);
    String data = descriptor("unreached");
    for (String existing : new String[] {"", " --recreate"}) {
      assertThat(hbench.run(LOAD + "unreached --quiet --out " + out + existing)).hasExitCode(1);
      isRefused(hbench.last().err());
      assertThat(descriptor("unreached")).isEqualTo(data);
    }
    assertThat(dir.resolve("out")).doesNotExist();
  }

  private void isRefused(String err) throws IOException {
    assertThat(err.lines().reduce((a, b) -> b).orElseThrow())
        .startsWith("hbench: HBase does not take HFiles from owned:")
        .contains("/out/hfiles, and nothing was loaded: ", "No FileSystem for scheme \"owned\"");
    nothingIsLeft();
  }

  @Test
  void theTrialLeavesNothing() throws IOException {
    Hbench hbench = new Hbench(new Configuration(HBaseFixture.conf()), dir);
    for (String how : new String[] {"", "", " --private", " --recreate"}) {
      assertThat(hbench.job(LOAD + "tried --families 2" + how)).hasExitCode(0);
      nothingIsLeft();
      try (var pieces = Files.list(hbench.last().dir().resolve("hfiles"))) {
        assertThat(pieces.map(piece -> piece.getFileName().toString())).containsExactly("0-99");
      }
    }
    assertThat(hbench.job("verify --table tried --rows 100 --tasks 1 --families 2")).hasExitCode(0);
  }

  @Test
  void aTableWhoseNamespaceIsFullTakesABulkLoad() throws IOException {
    Hbench hbench = new Hbench(new Configuration(HBaseFixture.conf()), dir);
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(
          NamespaceDescriptor.create("full")
              .addConfiguration("hbase.namespace.quota.maxtables", "1")
              .addConfiguration("hbase.namespace.quota.maxregions", "1")
              .build());
    }
    assertThat(hbench.job("load --rows 100 --tasks 1 --table full:only")).hasExitCode(0);
    assertThat(hbench.job(LOAD + "full:only")).hasExitCode(0);
    assertThat(hbench.last().err())
        .contains(
            "not known before the hand-over whether HBase takes the HFiles, because HBase refuses a"
                + " table beside it: ")
        .doesNotContain("new table");
    nothingIsLeft();
  }

  /** Of the tables of this class: other classes have trials in the same HBase meanwhile. */
  private static void nothingIsLeft() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      assertThat(
              Arrays.stream(admin.listTableNames())
                  .map(TableName::getNameAsString)
                  .filter(name -> TABLES.stream().anyMatch(name::startsWith)))
          .noneMatch(name -> name.contains("_trial_"));
    }
  }

  private static boolean exists(String table) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      return admin.tableExists(TableName.valueOf(table));
    }
  }

  private static String descriptor(String table) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(TableName.valueOf(table)).toString();
    }
  }
}
