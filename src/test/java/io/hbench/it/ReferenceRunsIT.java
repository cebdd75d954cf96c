package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.settings.Settings;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published benchmarks, each tiny and with one command. */
@HBaseFixture.Shared
class ReferenceRunsIT {
  private static final String TINY =
      " --local --rows 1k --ops 400 --warmup 0s --tasks 1 --threads 2 --connections 1 --presplit 2"
          + " --repeat 1 --compression none"; // HBase in this JVM has no native code

  /** HBase in this JVM has no metrics pages. */
  private static final Set<String> OF_PAGES =
      Set.of("hit-ratio", "l1-hit-ratio", "l2-hit-ratio", "data-hits", "file-preads");

  @TempDir Path dir;

  static Stream<File> files() {
    return Stream.concat(
        Arrays.stream(
            Optional.ofNullable(new File("job-conf/reference").listFiles()).orElseThrow()),
        Stream.of(new File("job-conf/ahbench.yaml")));
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("files")
  void everyReferenceRunIsOneCommand(File file) throws IOException {
    String text = Files.readString(file.toPath());
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    Hbench.Result run = hbench.job("suite " + file + TINY);
    assertThat(run).hasExitCode(0);

    Suite suite = SuiteFile.parse(file.getName(), text);
    List<Json> rows = run.json("suite.json").list("rows");
    Set<String> steps = rows.stream().map(row -> row.text("step")).collect(Collectors.toSet());
    assertThat(steps)
        .isEqualTo(suite.steps().stream().map(Suite.Step::name).collect(Collectors.toSet()));
    for (Json row : rows) {
      assertThat(row).has("figures.errors.max", 0).number("figures.ops/s.mean").isPositive();
    }
    assertThat(run.out())
        .contains(
            suite.columns().stream()
                .map(Object::toString)
                .filter(column -> !OF_PAGES.contains(column))
                .toList());
  }

  /** The steps that write of "Clients per machine": a number of requests makes as many new rows. */
  @Test
  void ingestWritesNewRowsOnly() throws IOException {
    String text = Files.readString(Path.of("job-conf/reference/3-clients.yaml"));
    Suite file = SuiteFile.parse("3-clients.yaml", text);
    List<Suite.Step> writes =
        file.steps().stream().filter(step -> step.name().matches(".*-write|log")).toList();
    assertThat(writes).hasSize(4);
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    for (Suite.Step step : writes) {
      String alone =
          "%s\nsteps: [{name: %s, command: '%s'}]\n"
              .formatted(
                  text.substring(0, text.indexOf("\nsteps:")),
                  step.name(),
                  String.join(" ", step.words()));
      Path suite = Files.writeString(dir.resolve(step.name() + ".yaml"), alone);
      assertThat(hbench.job("suite " + suite + TINY + " --durability use_default")).hasExitCode(0);
      int named = step.words().indexOf("--table");
      String table = named < 0 ? file.settings().get(Settings.TABLE) : step.words().get(named + 1);
      assertThat(rows(table))
          .as(step.name())
          .isEqualTo(hbench.last().json(step.name() + "/report.json").count("operations.0.count"));
    }
  }

  private static long rows(String table) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Table connected = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = connected.getScanner(new Scan())) {
      return StreamSupport.stream(rows.spliterator(), false).count();
    }
  }
}
