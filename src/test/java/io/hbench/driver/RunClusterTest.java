package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.FakeCluster;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunClusterTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @TempDir Path dir;

  /** Of so many regions a look is due every 200 s alone. */
  @Test
  void theLastLookMissesNoRegionThatMovedSinceTheLastOneThatWasDue() throws Exception {
    FakeCluster servers = new FakeCluster(100, 0, 100_000);
    try (RunCluster cluster = connect(servers)) {
      assertThat(cluster.changes(0)).as("the first look").isEmpty();
      servers.regions.remove(1); // merged
      assertThat(cluster.changes(10_000)).as("no look is due").isEmpty();
      cluster.ending();
      assertThat(cluster.changes(20_000)).as("the last look").hasSize(1);
    }
  }

  private RunCluster connect(FakeCluster servers) throws Exception {
    Configuration conf = new Configuration();
    Settings.TABLE.set(conf, "t");
    Settings.ROWS.set(conf, "10");
    Settings.ASSIGNMENTS.set(conf, "get@1");
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return RunCluster.connect(
        new Cluster(time, servers.connection(), HBaseUser.SUBMITTER),
        RunSpec.from(conf),
        conf,
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri())),
        new Console(InputStream.nullInputStream(), nowhere, nowhere, false, Map.of(), time));
  }
}
