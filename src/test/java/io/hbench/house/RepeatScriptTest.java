package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/dev repeat} and {@code soak} run and leave, with another program as Maven. */
class RepeatScriptTest {
  @TempDir Path dir;
  private Path path;

  @BeforeEach
  void copyScripts() throws IOException {
    for (String file : List.of("bin/dev", "bin/repeat", "src/build/TestReports.java")) {
      Files.createDirectories(dir.resolve(file).getParent());
      Files.copy(Path.of(file), dir.resolve(file));
    }
    Files.createDirectories(dir.resolve("src/test/java"));
    path = Files.createDirectory(dir.resolve("path"));
  }

  /** A Maven that notes its goals, and then does this. */
  private void maven(String lines) throws IOException {
    Path file = path.resolve("mvn");
    Files.writeString(file, "#!/bin/bash\necho \"$*\" >>calls\n" + lines);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A test, if these goals run tests; it fails in the second run of Maven that does so. */
  private static final String ONE_TEST =
      """
      [[ $* == *surefire:test* || $* == *" test "* ]] || exit 0
      mkdir -p target/surefire-reports
      echo run >>runs
      failure='' code=0
      (($(wc -l <runs) != 2)) || failure='<failure message="why"/>' code=1
      echo "<testsuite name='a.DayTest' time='1'><testcase name='holds' classname='a.DayTest' time='1'>
        $failure</testcase></testsuite>" >target/surefire-reports/TEST-a.DayTest.xml
      [[ $* == *-Dmaven.test.failure.ignore* ]] || exit $code
      """;

  @Test
  void testsAreCompiledOnceAndRepeated() throws Exception {
    maven(ONE_TEST);
    Result result = dev("repeat", "3", "--busy", "1", "test", "-Dtest=DayTest");
    assertThat(dir.resolve("calls"))
        .content()
        .isEqualTo(
            ("--batch-mode --no-transfer-progress --quiet test-compile -Dtest=DayTest\n"
                + "--batch-mode --no-transfer-progress surefire:test@default-test -Dtest=DayTest\n"
                    .repeat(3)));
    assertThat(result.out())
        .contains("bin/dev repeat 3 --busy 1 test -Dtest=DayTest, commit ")
        .containsPattern("\nDayTest.holds +1 +3 +3.0\n")
        .containsPattern("\nrun 2: 1 test, failed; see target/repeat/2 +1 +1 ")
        .containsPattern("\nall runs: 2 passed, 1 failed +1 +3 ");
    assertThat(result.exitCode()).isOne();
    assertThat(dir.resolve("target/repeat/2/surefire-reports/TEST-a.DayTest.xml")).exists();
  }

  @Test
  void aRunThatLeavesNoReportIsAFailureThoughAnEarlierOneDid() throws Exception {
    maven(ONE_TEST.replace("mkdir", "[[ ! -e runs ]] || exit 0\nmkdir"));
    Path old = Files.createDirectories(dir.resolve("target/surefire-reports"));
    Files.writeString(
        old.resolve("TEST-a.OldTest.xml"),
        "<testsuite name='a.OldTest' time='1'>"
            + "<testcase name='holds' classname='a.OldTest' time='1'/></testsuite>");
    Files.writeString(dir.resolve("runs"), "run\n");
    Result result = dev("repeat", "1", "test");
    assertThat(result.out()).contains("run 1: no test ran").doesNotContain("OldTest");
    assertThat(result.exitCode()).isOne();
  }

  @Test
  void whenItIsEndedNoBusyLoopIsLeft() throws Exception {
    maven(
        """
        [[ $* == *surefire:test* ]] || exit 0
        read -r -a children <"/proc/$PPID/task/$PPID/children"
        printf '%s\n' "${children[@]}" >children
        kill -TERM "$PPID"
        sleep 60
        """);
    assertThat(dev("repeat", "1", "--busy", "2", "test").exitCode()).isEqualTo(143);
    assertThat(Files.readAllLines(dir.resolve("children")))
        .hasSize(3) // Maven, too
        .allSatisfy(child -> assertThat(Path.of("/proc", child)).doesNotExist());
  }

  @Test
  void whatCannotBeRepeatedIsRefused() throws Exception {
    maven("");
    assertThat(dev("repeat").out())
        .isEqualTo("repeat: N missing: not a number of runs; try bin/dev repeat 10 test\n");
    assertThat(dev("repeat", "2", "unit").out()).contains("unit: not tests to repeat");
    assertThat(dev("repeat", "2", "--cores", "9999").out()).contains("--cores 9999: not cores");
    assertThat(dev("repeat", "2", "--busy", "many").out()).contains("--busy many: not a number");
    assertThat(dir.resolve("calls")).doesNotExist();
  }

  @Test
  void soakRunsBothPhasesAndWritesItsPageThoughATestFails() throws Exception {
    Files.createDirectories(dir.resolve("src/docs"));
    Files.writeString(dir.resolve("runs"), "run\n");
    maven(ONE_TEST);
    Result result = dev("soak");
    assertThat(dir.resolve("calls"))
        .content()
        .isEqualTo(
            """
            --batch-mode --no-transfer-progress test -Dmaven.test.failure.ignore -Psoak
            --batch-mode --no-transfer-progress verify -DskipUnitTests -Dmaven.test.failure.ignore -Psoak
            """);
    assertThat(dir.resolve("src/docs/soak.md"))
        .content()
        .contains("* last pass: none is recorded\n")
        .contains("1 test, 1 failed; Maven's exit code 0. Of all 1 classes 1 failed, 0 not run")
        .contains("| `DayTest` | 1 | 1.0 | 1 failed | |"); // no repository, no commit
    assertThat(result.exitCode()).isOne();
  }

  private record Result(int exitCode, String out) {}

  private Result dev(String... words) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of("bash", "bin/dev"), Stream.of(words)).toList())
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("out").toFile());
    builder.environment().remove("HBENCH_BROWSER"); // CI has it, and this directory no bin/browser
    builder.environment().merge("PATH", path.toString(), (old, first) -> first + ":" + old);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it ends").isTrue();
      return new Result(process.exitValue(), Files.readString(dir.resolve("out")));
    } finally {
      process.destroyForcibly();
    }
  }
}
