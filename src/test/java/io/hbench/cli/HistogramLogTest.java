package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The histogram log of whole runs. */
class HistogramLogTest {
  @TempDir static Path dir;
  private static Hbench hbench;
  private static Hbench.Result shared;

  @BeforeAll
  static void driveOnce() {
    hbench = new Hbench(dir);
    shared = hbench.job("shared", "run noop@3 --threads 2 --ops 100003 --warmup 0s");
    assertThat(shared).hasExitCode(0);
  }

  @Test
  void hdrHistogramsOwnToolFindsTheSamePercentilesInTheLog() throws Exception {
    Hbench.Result paced = hbench.job("paced", "run noop@2 --rate 2k --for 3s --warmup 0s");
    assertThat(paced).hasExitCode(0);
    for (Hbench.Result run : List.of(shared, paced)) {
      Json latencies = run.operation().at(run.equals(shared) ? "service" : "response");
      Path csv = run.dir().resolve("csv");
      HistogramLogProcessor processor =
          new HistogramLogProcessor(
              new String[] {
                "-csv",
                "-outputValueUnitRatio",
                "1000",
                "-i",
                run.dir().resolve("run.hlog").toString(),
                "-o",
                csv.toString()
              });
      processor.start();
      processor.join();
      List<String> lines = Files.readAllLines(csv);
      List<String> names = List.of(lines.get(lines.size() - 2).split(",", -1));
      List<String> last = List.of(lines.get(lines.size() - 1).split(",", -1));
      for (String line : lines) {
        if (line.contains("Total_99.9%")) {
          names = List.of(line.replace("\"", "").split(",", -1));
        }
      }
      assertThat(Long.parseLong(last.get(names.indexOf("Total_Count"))))
          .isEqualTo(run.operation().count("count"));
      for (Map.Entry<String, String> e :
          Map.of(
                  "Total_50%",
                  "p50",
                  "Total_90%",
                  "p90",
                  "Total_99%",
                  "p99",
                  "Total_99.9%",
                  "p99.9",
                  "Total_Max",
                  "max")
              .entrySet()) {
        assertThat(Double.parseDouble(last.get(names.indexOf(e.getKey()))))
            .as(run.dir() + " " + e.getValue())
            .isCloseTo(latencies.number(e.getValue()), within(0.0011));
      }
    }
  }

  @Test
  void theLogIsSortedAndTagged() throws IOException {
    List<String> lines = Files.readAllLines(dir.resolve("shared/run.hlog"));
    assertThat(lines).anyMatch(line -> line.startsWith("#[") && line.contains("nanoseconds"));
    assertThat(lines).contains("#[Histogram log format version 1.3]");
    assertThat(lines).anyMatch(line -> line.startsWith("Tag=noop.service.ok,"));
    List<Double> starts =
        lines.stream()
            .map(line -> line.replaceFirst("^Tag=[^,]*,", ""))
            .filter(line -> line.matches("[0-9.]+,.*"))
            .map(line -> Double.parseDouble(line.substring(0, line.indexOf(','))))
            .toList();
    assertThat(starts).isNotEmpty().isSorted();
  }
}
