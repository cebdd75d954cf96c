package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Configurations of a suite on a real HBase: one is slower by a shell line, one is not. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@HBaseFixture.Shared
class ConfigurationsIT {
  private static final String TABLE = "configurations";

  /** Larger than what a busy machine does to the runs of a test. */
  private static final String DELAY_MILLIS = "20";

  @TempDir Path dir;

  @Test
  void aSlowerConfigurationIsToldAndAnEqualOneIsNot() throws Exception {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load", "load --local --tasks 1 --rows 1k --table " + TABLE))
        .hasExitCode(0);
    delayGetsWhile(dir.resolve("slow"));
    Path file =
        Files.writeString(
            dir.resolve("s.yaml"),
            """
            name: delays
            repeat: 5
            count_last: 4
            settings: {table: configurations, rows: 1k, local: true, tasks: 1, threads: 2, warmup: 1s, for: 2s}
            configurations:
              base: {}
              same: {}
              slow: {do: touch DIR/slow, undo: rm DIR/slow}
            steps:
            - {name: read, command: run get}
            - {name: write, command: run put}
            """
                .replace("DIR", dir.toString()));
    Hbench.Result run = hbench.job("suite", "suite " + file);
    assertThat(run).hasExitCode(0);
    List<Json> sets = run.json("compare.json").list("sets");
    assertThat(sets.stream().map(set -> set.text("name")))
        .containsExactly(
            "read configuration=same",
            "read configuration=slow",
            "write configuration=same",
            "write configuration=slow");
    assertThat(verdicts(sets.get(1), "ops/s")).as(run.out()).containsExactly("regression");
    assertThat(verdicts(sets.get(1), "p50")).containsExactly("regression");
    for (int equal : List.of(0, 2, 3)) { // writes are not delayed
      assertThat(verdicts(sets.get(equal), "ops/s", "p50", "p99"))
          .as(run.out())
          .doesNotContain("regression", "improvement");
    }
    assertThat(run.out())
        .containsPattern("\nread +get +ops/s +slow .* regression\n")
        .containsPattern("\nwrite +put +ops/s +slow .* (equivalent|inconclusive)\n");
    assertThat(dir.resolve("slow")).doesNotExist();
  }

  private static List<String> verdicts(Json set, String... figures) {
    return set.at("operations.0").list("figures").stream()
        .filter(figure -> List.of(figures).contains(figure.text("figure")))
        .map(figure -> figure.text("verdict"))
        .toList();
  }

  private static void delayGetsWhile(Path file) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf(TABLE)))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(SlowRegion.class.getName())
                      .setProperty(SlowRegion.FILE, file.toString())
                      .setProperty(SlowRegion.MILLIS, DELAY_MILLIS)
                      .build())
              .build());
    }
  }
}
