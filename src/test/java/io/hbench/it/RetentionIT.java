package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention in an HDFS, which has a trash and refuses to delete directories with snapshots. */
@Order(Turns.FROM_THE_END)
@HBaseFixture.Shared
class RetentionIT {
  @Test
  void oldSuitesGoIntoTheTrashAndWhatCannotBeDeletedIsNamed(@TempDir Path dir) throws Exception {
    Configuration conf = HBaseFixture.conf();
    DistributedFileSystem hdfs = (DistributedFileSystem) FileSystem.get(conf);
    org.apache.hadoop.fs.Path nights =
        hdfs.makeQualified(new org.apache.hadoop.fs.Path("/nights-" + Runs.ID));
    Path file = dir.resolve("s.yaml");
    Files.writeString(
        file,
        """
        name: nightly
        keep: 1
        steps: [{name: a, command: run noop --ops 10 --warmup 0s --tasks 1}]
        """);
    Hbench hbench = new Hbench(conf, dir);
    Hbench.Result last = null;
    for (int night = 1; night <= 3; night++) {
      String suite = "suite %s -Dfs.trash.interval=60 --out %s/%d".formatted(file, nights, night);
      last = hbench.run(suite);
      assertThat(last).hasExitCode(0);
      if (night == 1) {
        hdfs.allowSnapshot(new org.apache.hadoop.fs.Path(nights, "1"));
        hdfs.createSnapshot(new org.apache.hadoop.fs.Path(nights, "1"));
      }
    }
    assertThat(last.err())
        .contains("hbench: deleted " + nights + "/2 (keep: 1)\n")
        .contains("hbench: keep: " + nights + "/1 remains: ")
        .doesNotContain("deleted " + nights + "/1");
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path(nights, "1/suite.json"))).isTrue();
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path(nights, "2"))).isFalse();
    org.apache.hadoop.fs.Path trash =
        new org.apache.hadoop.fs.Path(
            hdfs.getTrashRoot(nights), "Current" + nights.toUri().getPath() + "/2/suite.json");
    assertThat(hdfs.exists(trash)).as(trash.toString()).isTrue();
  }
}
