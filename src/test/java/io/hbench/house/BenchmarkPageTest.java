package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;

/** The page of the benchmarks, which {@code bin/dev bench --write} fills. */
class BenchmarkPageTest {
  private static final Path PAGE = Path.of("src/docs/performance.md");

  /** A part, with the first word of its benchmark, and what it holds. */
  private static final Pattern PART =
      Pattern.compile(
          "^<!-- bench (\\w+)[^:\n]*: [^\n]*-->\n(.*?)^<!-- end -->$",
          Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void everyPartHoldsTheOutputOfABenchmark() throws IOException {
    assertThat(PART.matcher(Files.readString(PAGE)).results())
        .hasSizeGreaterThan(5)
        .allSatisfy(
            part -> {
              String name = StringUtils.capitalize(part.group(1)) + "Bench.java";
              assertThat(Path.of("src/test/java/io/hbench/bench", name)).exists();
              assertThat(part.group(2)).isNotBlank().doesNotContain("<!-- bench");
            });
  }
}
