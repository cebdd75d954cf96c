package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of a run as version 0.2 wrote them, of {@code run noop@2 --local --rate 500 --for 3s
 * --warmup 1s}.
 */
class EarlierRecordsTest {
  /** Of that version's own report. */
  private static final String LATENCIES =
      "1,322       0    441  20,766  2,947  129,303  248,906  296,747  300,679\n";

  @TempDir private Path dir;
  private Hbench hbench;
  private Path run;

  @BeforeEach
  void copy() throws IOException {
    hbench = new Hbench(dir);
    run = dir.resolve("run");
    FileUtils.copyDirectory(
        new File("src/test/resources/io/hbench/rundir/v0.2").getAbsoluteFile(), run.toFile());
  }

  @Test
  void theirFiguresAreThoseOfThatVersion() {
    assertThat(hbench.run("report " + run)).hasExitCode(0);
    assertThat(hbench.last().out())
        .contains("verdict: degraded, all counts agree")
        .contains(LATENCIES)
        .contains("729   4.29     70.2   38,699   51,773  200,671\n")
        .contains("\nrate:          441/s sent of 500/s scheduled");
  }

  @Test
  void theyAreComparedAndFollowed() {
    assertThat(hbench.run("compare " + run + " " + run)).hasExitCode(0);
    assertThat(hbench.last().out()).contains("verdict: ");
    assertThat(hbench.run("trend " + dir)).hasExitCode(0);
    assertThat(hbench.last().out()).contains("\nfigures:       4 in run noop@2");
  }
}
