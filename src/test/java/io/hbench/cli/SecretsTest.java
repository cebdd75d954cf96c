package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords and tokens among the properties of operations. */
class SecretsTest {
  private static final String PROPERTIES =
      "--operation-properties 'db.password=hunter2\nurl=h:1\nsession.Token=hunter3'";

  @TempDir Path dir;

  @Test
  void noReportAndNoOutputHoldsASecret() throws IOException {
    Hbench hbench = new Hbench(dir);
    Hbench.Result run = hbench.job("run", "run noop@1 --ops 10 --warmup 0s " + PROPERTIES);
    assertThat(run).hasExitCode(0);
    assertThat(run.out() + run.err()).doesNotContain("hunter");
    assertThat(hbench.run("report " + run.dir() + " --format json").out())
        .doesNotContain("hunter")
        .contains("db.password=<redacted>", "url=h\\\\:1");
    for (String file : List.of("report.json", "report.html", "report.txt")) {
      assertThat(run.dir().resolve(file)).content().doesNotContain("hunter");
    }
  }

  @Test
  void aPlanWithoutItsSecretsIsRepeatedOnlyWithTheProperties() throws IOException {
    Hbench hbench = new Hbench(dir);
    Path plan = dir.resolve("plan.xml");
    Files.writeString(
        plan,
        "<configuration><property><name>hbench.operation-properties</name>"
            + "<value>db.password=&lt;redacted&gt;</value></property></configuration>");
    Hbench.Result again = hbench.job("again", "run noop@1 --ops 10 -conf " + plan);
    assertThat(again).hasExitCode(2);
    assertThat(again.err())
        .isEqualTo(
            "hbench: --operation-properties db.password=<redacted>: plan.xml holds no secrets; try"
                + " --operation-properties with all properties and their values\n");
    assertThat(
            hbench.job("again", "run noop@1 --ops 10 --warmup 0s -conf " + plan + " " + PROPERTIES))
        .hasExitCode(0);
  }

  @Test
  void noLadderFileAndNoPrintedCommandLineHoldsASecret() throws IOException {
    Hbench hbench = new Hbench(dir);
    Hbench.Result ladder =
        hbench.job("ladder", "run noop@1 --threads 1,2 --ops 10 --warmup 0s " + PROPERTIES);
    assertThat(ladder).hasExitCode(0);
    for (String file : List.of("suite.json", "suite.html", "suite.txt")) {
      assertThat(ladder.dir().resolve(file)).content().doesNotContain("hunter");
    }
    assertThat(hbench.run("ycsb run -p recordcount=1 --print " + PROPERTIES).out())
        .contains("db.password=<redacted>")
        .doesNotContain("hunter");
  }

  @Test
  void anErrorShowsNoSecret() {
    Hbench.Result run =
        new Hbench(dir).run("run noop --operation-properties 'password=hunter2\\u12'");
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .contains("--operation-properties <redacted>: not ")
        .doesNotContain("hunter");
  }
}
