package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose file system, of 1,000 GB with three replicas, is nearly full. */
@HBaseFixture.Shared
class FreeSpaceIT {
  @TempDir static Path dir;

  @Test
  void aLoadThatDoesNotFitMakesNoTable() throws IOException {
    Path free = Files.writeString(dir.resolve("free"), "400");
    Hbench hbench = hbench(free);
    assertThat(hbench.job("large", "load --table large --rows 150M --yes=size --quiet"))
        .hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("with all replicas, and small:/// has 350 GB above the 5% of hbench.min")
        .hasLineCount(1);
    assertThat(hbench.last().dir()).doesNotExist();
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(TableName.valueOf("large"))).isFalse();
    }
  }

  @Test
  void aLoadIntoATableThatCompressesIsNotRefused() throws IOException {
    Hbench hbench = hbench(Files.writeString(dir.resolve("enough"), "400"));
    String large = " --rows 150M --yes=size --quiet --dry-run";
    for (String table : new String[] {"flat", "packed"}) {
      String compression = table.equals("packed") ? " --compression gz" : "";
      assertThat(hbench.job(table, "load --table " + table + " --rows 100 --tasks 1" + compression))
          .hasExitCode(0);
    }
    assertThat(hbench.job("more-flat", "load --table flat" + large).err())
        .contains("with all replicas, and");
    assertThat(hbench.job("more-packed", "load --table packed" + large)).hasExitCode(0);
  }

  @Test
  void aRunEndsWhenTheFileSystemIsNearlyFull() throws Exception {
    Path free = Files.writeString(dir.resolve("less"), "400");
    Hbench hbench = hbench(free);
    assertThat(hbench.job("load --table filled --rows 1k --tasks 1")).hasExitCode(0);
    CompletableFuture<Hbench.Result> run =
        CompletableFuture.supplyAsync(
            () ->
                hbench.job(
                    "filling",
                    "run put@1 --table filled --rows 1k --rate 50 --for 5m --warmup 0s"));
    Path facts = dir.resolve("filling/tasks/part-m-00000");
    Waits.until("the task of the run", () -> Files.exists(facts));
    Files.writeString(free, "42");
    Hbench.Result ended = run.get();
    assertThat(ended).hasExitCode(1);
    assertThat(ended.err())
        .contains("small:/// has 4.2 % of its space left, less than the 5% of hbench.min.free");
    assertThat(ended.report().list("verdict.reasons"))
        .anySatisfy(reason -> assertThat(reason).has("code", "job-failed"));
  }

  @Test
  void aFileSystemThatDoesNotTellItsSpaceKeepsNoRunFromItsWork() {
    Hbench hbench = hbench(dir.resolve("missing"));
    assertThat(hbench.job("untold", "load --table untold --rows 100 --tasks 1")).hasExitCode(0);
    assertThat(hbench.last().err()).contains("hbench: unknown free space: ");
  }

  @Test
  void aBulkLoadThatAQuotaOfHdfsHasNoRoomForIsRefused() throws IOException {
    Configuration conf = HBaseFixture.conf();
    DistributedFileSystem hdfs = (DistributedFileSystem) FileSystem.get(conf);
    var home = hdfs.makeQualified(new org.apache.hadoop.fs.Path("/limited-" + Runs.ID + "/me"));
    hdfs.mkdirs(home);
    hdfs.setQuota(home, HdfsConstants.QUOTA_DONT_SET, 1_000_000_000);
    Hbench hbench = new Hbench(conf, dir);
    String load = "load --bulk --table quota-of-hdfs --rows 10M --quiet --out " + home + "/run";
    assertThat(hbench.run(load)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("GB with all replicas, and the space quota of " + home + " leaves 1 GB; try");
    hdfs.setQuota(home, 4, HdfsConstants.QUOTA_RESET);
    assertThat(hbench.run(load)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(home + ": its quota of names leaves 1, and each of 4 tasks writes files");
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path(home, "run"))).isFalse();
  }

  private static Hbench hbench(Path free) {
    return new Hbench(SmallFileSystem.in(new Configuration(HBaseFixture.conf()), free), dir);
  }
}
