package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DataNodes of a real HDFS, by the pages of its NameNode and of their own. */
@Tag("soak")
@HBaseFixture.Alone
class DataNodesIT {
  private static final String TABLE = "data-nodes";

  @TempDir private Path dir;

  @Test
  void aDataNodeTellsWhatTheWalsWrite() {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --table " + TABLE + " --rows 1k --tasks 1")).hasExitCode(0);
    Hbench.Result run =
        hbench.job(
            "run put@1 --table "
                + TABLE
                + " --rows 1k --rate 1k --threads 8 --warmup 2s --for 60s");
    assertThat(run).hasExitCode(0);
    List<Json> nodes = run.report().list("machines.dataNodes");
    assertThat(nodes).hasSize(1);
    assertThat(nodes.get(0).number("seconds")).isBetween(40.0, 80.0);
    double bytesOfPut = 1_000 + 150; // with its key, and what the WAL adds
    assertThat(nodes.get(0).number("writtenBytes"))
        .isCloseTo(run.operation().number("opsPerSecond") * bytesOfPut, withinPercentage(30));
    assertThat(nodes.get(0).number("writtenBlocks")).isNotNegative();
    assertThat(nodes.get(0).number("fsyncs")).isNotNegative();
    assertThat(run.report()).has("machines.dataNodes.0.slowPeer", null); // HDFS measures none
    assertThat(run.report().list("machines.missing").toString()).doesNotContain("DataNodes");
    assertThat(run.report().list("machines.hosts").toString()).contains("data-node");
    assertThat(hbench.run("report --details " + run.dir()).out())
        .containsPattern("\nDataNode +written +read ");
  }
}
