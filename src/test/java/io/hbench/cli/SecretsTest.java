package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords and tokens among the properties of operations, and directories for their owner. */
class SecretsTest {
  private static final String PROPERTIES =
      "--operation-properties 'db.password=hunter2\nurl=h:1\nsession.Token=hunter3'";

  @TempDir Path dir;

  @Test
  void noFileOfARunAndNoOutputHoldsASecret() throws IOException {
    Hbench hbench = new Hbench(dir);
    Hbench.Result run = hbench.job("run", "run noop@1 --ops 10 --warmup 0s " + PROPERTIES);
    assertThat(run).hasExitCode(0);
    assertThat(run.out() + run.err()).doesNotContain("hunter");
    assertThat(hbench.run("report " + run.dir() + " --format json").out())
        .doesNotContain("hunter")
        .contains("db.password=<redacted>", "url=h\\\\:1");
    try (Stream<Path> files = Files.walk(run.dir())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("hunter");
      }
    }
    assertThat(run.dir().resolve("plan.xml")).content().contains("db.password=&lt;redacted&gt;");
    Hbench.Result again = hbench.job("again", "run -conf " + run.dir().resolve("plan.xml"));
    assertThat(again).hasExitCode(2);
    assertThat(again.err())
        .contains("--operation-properties '")
        .contains("plan.xml holds no secrets; try --operation-properties with all properties");
    assertThat(again.err().lines()).hasSize(1);
    assertThat(hbench.job("again", "run -conf " + run.dir().resolve("plan.xml") + " " + PROPERTIES))
        .hasExitCode(0);
  }

  /** The message is in the audit, too. */
  @Test
  void noRefusalPrintsASecret() throws IOException {
    Hbench hbench = new Hbench(dir);
    Path file = dir.resolve("f.csv");
    Files.writeString(file, "time_us,operation,row,columns\n0,get,a,\n");
    for (String words :
        List.of(
            "replay " + file + " " + PROPERTIES,
            "ycsb run --p db.password=hunter2",
            "ycsb run -p fs.s3a.secret.key=hunter2")) {
      assertThat(hbench.job("none", words)).hasExitCode(2);
      assertThat(hbench.last().err()).contains("<redacted>").doesNotContain("hunter");
    }
  }

  @Test
  void noFileOfASuiteHoldsASecret() throws IOException {
    Hbench hbench = new Hbench(dir);
    Path file = dir.resolve("s.yaml");
    Files.writeString(
        file,
        "steps:\n- {name: a, command: run noop@1 --ops 10 --warmup 0s}\n"
            + "- {name: b, shell: test -e %s/fine}\n".formatted(dir));
    assertThat(hbench.job("suite", "suite " + file + " --private " + PROPERTIES)).hasExitCode(1);
    Path suite = hbench.last().dir();
    assertThat(mode(suite)).isEqualTo("rwx------");
    assertThat(mode(suite.resolve("suite.yaml"))).isEqualTo("rw-------");
    try (Stream<Path> files = Files.walk(suite)) {
      for (Path one : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(one, StandardCharsets.ISO_8859_1))
            .as(one.toString())
            .doesNotContain("hunter");
      }
    }
    Files.createFile(dir.resolve("fine"));
    assertThat(hbench.run("suite --resume " + suite)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("suite.json holds no secrets; try -D hbench.operation-properties= with all");
    String again =
        PROPERTIES.replace("--operation-properties '", "'-Dhbench.operation-properties=");
    assertThat(hbench.run("suite --resume " + suite + " " + again)).hasExitCode(0);
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
    assertThat(
            hbench
                .run(
                    "ycsb run -p recordcount=1 --print -D my.auth.token=hunter1"
                        + " -D hbench.operation-properties=db.password=hunter2")
                .out())
        .contains("-D 'my.auth.token=<redacted>'", "db.password=<redacted>")
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

  @Test
  void aPrivateRunDirectoryIsForItsOwnerAlone() throws IOException {
    Hbench hbench = new Hbench(dir);
    Hbench.Result closed = hbench.job("closed", "run noop@1 --ops 10 --warmup 0s --private");
    assertThat(closed).hasExitCode(0);
    assertThat(mode(closed.dir())).isEqualTo("rwx------");
    Hbench.Result ladder =
        hbench.job("ladder", "run noop@1 --ops 10 --warmup 0s --threads 1,2 --private");
    assertThat(ladder).hasExitCode(0);
    assertThat(mode(ladder.dir())).isEqualTo("rwx------");
    Path file = dir.resolve("s.yaml");
    Files.writeString(file, "steps:\n- {name: a, shell: 'true'}\n");
    Hbench.Result suite = hbench.job("suite", "suite " + file + " --private");
    assertThat(suite).hasExitCode(0);
    assertThat(mode(suite.dir())).isEqualTo("rwx------");
    assertThat(mode(suite.dir().resolve("suite.yaml"))).isEqualTo("rw-------");
    Hbench.Result usual = hbench.job("usual", "run noop@1 --ops 10 --warmup 0s");
    Path mine = Files.createDirectory(dir.resolve("mine")); // by the umask
    assertThat(mode(usual.dir())).isEqualTo(mode(mine));
    String open = mode(Files.createFile(mine.resolve("file")));
    try (Stream<Path> files = Files.walk(usual.dir())) {
      assertThat(files.filter(Files::isRegularFile))
          .allSatisfy(f -> assertThat(mode(f)).isEqualTo(open));
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
