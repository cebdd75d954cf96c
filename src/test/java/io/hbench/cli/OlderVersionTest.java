package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of hbench 0.1.0 are refused in one line that names the hbench that reads them. */
class OlderVersionTest {
  private static final SyntheticRuns RUN =
      new SyntheticRuns(1, 20, 50, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  /** As hbench 0.1.0 wrote it, shortened. */
  private static final String JOB =
      """
      {"id": "job_local1_0001", "runId": "old", "hbenchVersion": "0.1.0", "tasks": 1,
       "state": "SUCCEEDED", "failure": null, "started": "2026-01-01T00:00:00Z",
       "finished": "2026-01-01T00:02:00Z", "counters": {}, "prepared": [], "events": []}
      """;

  private static final String REPORT =
      """
      {"schema": "hbench.report/1",
       "run": {"id": "old", "command": "run get@1", "version": "0.1.0",
               "started": "2026-01-01T00:00:00Z"},
       "verdict": {"status": "valid", "reasons": []},
       "operations": [{"operation": "get", "count": 1, "empty": 0, "unsent": 0,
                       "service": {"unit": "us", "count": 1}}],
       "settings": {}}
      """;

  private static final String PLAN =
      """
      <configuration>
        <property><name>hbench.least-value-size</name><value>10</value></property>
      </configuration>
      """;

  @TempDir Path dir;
  private Path old;

  @BeforeEach
  void writeARunOfEachVersion() throws IOException {
    old = Files.createDirectories(dir.resolve("old"));
    Files.writeString(old.resolve("plan.xml"), PLAN);
    Files.writeString(old.resolve("job.json"), JOB);
    Files.writeString(old.resolve("report.json"), REPORT);
    RUN.write(dir.resolve("new"), 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"report DIR/old", "report --follow DIR/old", "report DIR/new DIR/old"})
  void reportRefusesTheRunDirectory(String words) {
    assertRefused(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare DIR/old DIR/new", "compare DIR/new DIR/old"})
  void compareRefusesEitherSide(String words) {
    assertRefused(words);
  }

  @Test
  void compareRefusesARunWithoutAReport() throws IOException {
    Files.delete(old.resolve("report.json"));
    assertRefused("compare DIR/old DIR/new");
  }

  @Test
  void compareRefusesASuite() throws IOException {
    Path suite = Files.createDirectories(dir.resolve("suite"));
    Files.writeString(
        suite.resolve("suite.json"),
        """
        {"schema": "hbench.suite/1", "name": "nightly", "version": "0.1.0", "runs": []}
        """);
    assertThat(refusal("compare DIR/suite DIR/new"))
        .endsWith(
            "/suite: written by hbench 0.1.0 (hbench.suite/1); this is hbench 0.2.0, which reads"
                + " hbench.suite/3: use hbench 0.1.0 for it");
  }

  @Test
  void trendSkipsTheRunWithOneLine() throws IOException {
    Hbench.Result trend = hbench("trend DIR");
    assertThat(trend).hasExitCode(0);
    assertThat(trend.err())
        .isEqualTo(
            "hbench: trend: old: written by hbench 0.1.0 (hbench.report/1); this is hbench 0.2.0,"
                + " which reads hbench.report/2: use hbench 0.1.0 for it\n");
    assertThat(trend.out()).containsPattern("runs: +1, ");
    Files.delete(old.resolve("report.json"));
    assertThat(hbench("trend DIR").err()).isEqualTo(trend.err());
  }

  private void assertRefused(String words) {
    assertThat(refusal(words))
        .endsWith(
            "/old: written by hbench 0.1.0 (hbench.report/1); this is hbench 0.2.0, which reads"
                + " hbench.report/2: use hbench 0.1.0 for it");
  }

  /** The only line of the message. */
  private String refusal(String words) {
    Hbench.Result result = hbench(words);
    assertThat(result).hasExitCode(2);
    assertThat(result.out()).isEmpty();
    List<String> lines = result.err().lines().toList();
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  private Hbench.Result hbench(String words) {
    return Hbench.run(
        SyntheticRuns.conf(),
        Stream.of(words.split(" "))
            .map(word -> word.replace("DIR", dir.toString()))
            .toArray(String[]::new));
  }
}
