package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published benchmarks, each tiny and with one command. */
@Tag("soak")
@HBaseFixture.Shared
class ReferenceRunsIT {
  private static final String TINY =
      " --local --rows 1k --for 300ms --warmup 0s --tasks 1 --threads 2 --presplit 2 --repeat 1"
          + " --compression none"; // HBase in this JVM has no native code

  @TempDir Path dir;

  static Stream<File> files() {
    return Stream.concat(
        Arrays.stream(
            Optional.ofNullable(new File("job-conf/reference").listFiles()).orElseThrow()),
        Stream.of(new File("job-conf/ahbench.yaml")));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyReferenceRunIsOneCommand(File file) throws IOException {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    Hbench.Result run = hbench.job("suite " + file + TINY);
    assertThat(run).hasExitCode(0);

    Suite suite = SuiteFile.parse(file.getName(), Files.readString(file.toPath()));
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
                .filter(column -> !column.equals("hit-ratio")) // HBase in this JVM has no pages
                .toList());
  }
}
