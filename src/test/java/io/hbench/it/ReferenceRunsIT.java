package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.kit.Hbench;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published benchmarks of job-conf/reference, each tiny and with one command. */
@ExtendWith(HBaseFixture.class)
class ReferenceRunsIT {
  private static final String TINY =
      " --local --rows 1k --for 300ms --warmup 0s --tasks 1 --threads 2 --presplit 2 --repeat 1";

  @TempDir Path dir;

  static Stream<File> files() {
    return Arrays.stream(
        Optional.ofNullable(new File("job-conf/reference").listFiles()).orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyReferenceRunIsOneCommand(File file) throws IOException {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    int exitCode = hbench.job("suite " + file + TINY);
    assertThat(exitCode).as(hbench.stdout() + hbench.stderr()).isZero();

    Suite suite = SuiteFile.parse(file.getName(), Files.readString(file.toPath()));
    List<JsonObject> rows =
        StreamSupport.stream(hbench.json("suite.json").getAsJsonArray("rows").spliterator(), false)
            .map(JsonElement::getAsJsonObject)
            .toList();
    Set<String> steps =
        rows.stream().map(row -> row.get("step").getAsString()).collect(Collectors.toSet());
    assertThat(steps)
        .isEqualTo(suite.steps().stream().map(Suite.Step::name).collect(Collectors.toSet()));
    for (JsonObject row : rows) {
      JsonObject figures = row.getAsJsonObject("figures");
      assertThat(figures.getAsJsonObject("ops/s").get("mean").getAsDouble()).isPositive();
      assertThat(figures.getAsJsonObject("errors").get("max").getAsDouble()).isZero();
    }
    assertThat(hbench.stdout()).contains(suite.columns().stream().map(Object::toString).toList());
  }
}
