package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.Console;
import io.hbench.kit.Hbench;
import io.hbench.kit.VirtualTime;
import io.hbench.op.Operations;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private String stdout = "";
  private String stderr = "";

  @Test
  void withoutACommandThereIsHelpAndExitCode2() {
    assertThat(hbench()).isEqualTo(2);
    assertThat(stdout).contains("load").contains("run").contains("report");
  }

  @ParameterizedTest
  @CsvSource({"help", "--help", "help run", "run --help", "run get --help", "load -h"})
  void helpIsOnStandardOutputAndFine(String words) {
    assertThat(hbench(words.split(" "))).isZero();
    assertThat(stdout).contains("hbench.jar");
    assertThat(stderr).isEmpty();
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(hbench("--version")).isZero();
    assertThat(stdout).matches("hbench \\d\\S+ \\(HBase client 2\\.\\S+\\)\n");
  }

  @Test
  void settingsAndOperationsListTheirRegisters() {
    assertThat(hbench("settings")).isZero();
    assertThat(hbench("operations")).isZero();
    assertThat(stdout).contains(Settings.flags().stream().map(Setting::flag).toList());
    assertThat(stdout).contains(Operations.labels());
  }

  @Test
  void theHelpOfACommandHasTheTwentySettingsOfAFirstWeek() {
    assertThat(hbench("help", "run")).isZero();
    String settings = stdout.substring(stdout.indexOf("\nsettings ("));
    assertThat(settings.lines().filter(line -> line.matches(" {2}--\\S+ {2}.*"))).hasSize(20);
    assertThat(stdout)
        .contains("\nload model:\n  --tasks ", "\noperations:\n")
        .doesNotContain("--in-memory-compaction");
    Matcher all = Pattern.compile("\nall (\\d+) settings: ").matcher(stdout);
    assertThat(all.find()).isTrue();
    stdout = "";
    assertThat(hbench("help", "run", "--all")).isZero();
    settings = stdout.substring(stdout.indexOf("\nsettings ("));
    assertThat(settings.lines().filter(line -> line.startsWith("  --")))
        .hasSize(Integer.parseInt(all.group(1)));
  }

  @Test
  void theHelpOfACommandHasTheSettingsThatItTakes() {
    assertThat(hbench("help", "findmax")).isZero();
    assertThat(stdout).contains("  --start-rate ", "  --confirm ").doesNotContain("  --for ");
    for (String command : List.of("load", "verify", "replay")) {
      stdout = "";
      assertThat(hbench("help", command, "--all")).isZero();
      assertThat(stdout).doesNotContain("  --start-rate ", "  --percent-of ", "\noperations:\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"settings", "help run --all"})
  void settingsAreListedInGroupsWithHeadings(String words) {
    assertThat(hbench(words.split(" "))).isZero();
    assertThat(stdout)
        .containsSubsequence(
            "\ntable:\n  --table ".substring(words.equals("settings") ? 1 : 0),
            "\n\nload model:\n  --tasks ",
            "\n\nkeys:\n  --keys ",
            "\n\nvalues:\n",
            "\n\nreads:\n",
            "\n\nwrites:\n",
            "\n\nnew tables:\n",
            "\n\npreparation:\n",
            "\n\nmeasurement:\n",
            "\n\nobjectives:\n",
            "\n\noutput:\n");
    assertThat(stdout).doesNotContain("--assignments");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rum get                | rum: no such command; did you mean run? (see 'help')",
        "run                    | run: the assignment is missing; try run get:95,put:5@4",
        "run gte                | run gte: no operation 'gte' ('operations' lists all); try run"
            + " get",
        "run noop --treads 4    | --treads: no such option; did you mean --threads?",
        "run noop --draws 5     | --draws: no such option; did you mean --row-budget?",
        "run noop -Dhbench.slow=1s | hbench.slow: no such setting; did you mean"
            + " hbench.latency-threshold?",
        "run noop --row=4       | --row: no such option; did you mean --rows?",
        "run noop --rows        | --rows: no value; try --rows 200k",
        "load --jdk             | --jdk: no value; try --jdk jdk-17_linux-x64.tar.gz",
        "suite a.yaml --summary= | --summary: no value; try --summary /var/tmp/nightly.txt",
        "run noop --rows 0      | --rows 0: not a count of 1 or more; try --rows 200k",
        "run noop --rows=-5     | --rows -5: not a count of 1 or more; try --rows 200k",
        "run noop --quiet=maybe | --quiet maybe: not true or false; try --quiet=true",
        "run noop -D hbench.tabel=x | hbench.tabel: no such setting; did you mean hbench.table?",
        "run noop -D hbench.rows     | -D hbench.rows: has no value; try -D"
            + " mapreduce.job.queuename=load",
        "run noop -Dhbench.rows=0    | --rows 0: not a count of 1 or more; try --rows 200k",
        "run noop --local false | --local false: the value of a switch needs =; try --local=false",
        "run noop --strict=maybe     | --strict maybe: not true or false; try --strict=true",
        "run noop --out a:b          | --out a:b: not a path; try --out /runs/a",
        "run noop --command load     | --command: no such option",
        "run noop --conf a.xml       | --conf: no such option; did you mean -conf?",
        "run noop --quorum a:b       | --quorum a:b: not a list of hosts, each with a port or"
            + " without, or a key hosts:port:/znode; try --quorum zk1:2181,zk2:2181,zk3:2181",
        "run noop --table bad*name   | --table bad*name: not a table name; try --table t1",
        "run noop --threads 1G       | --threads 1000000000: more than 10000 in one task; try"
            + " --threads 16",
        "-conf a.xml run noop        | -conf: not a command, and the command comes first; try run"
            + " -conf a.xml noop",
        "-Da=b load --rows 1M | -Da=b: not a command, and the command comes first; try load -Da=b"
            + " --rows 1M",
        "--rows 1M | --rows: not a command, and the command comes first; try run get --rows 10M",
        "org.apache.hadoop.hbase.PerformanceEvaluation scan 4 |"
            + " org.apache.hadoop.hbase.PerformanceEvaluation: no such command; did you mean pe?"
            + " (see 'help')",
        "site.ycsb.Client -t | site.ycsb.Client: no such command; did you mean ycsb? (see 'help')",
        "run noop -libjars pom.xml,none.jar | -libjars none.jar: not a file; try --jar"
            + " my-operations.jar",
        "pe -files=none scan 1 | -files none: not a file; try --jar my-operations.jar",
        "run noop -libjars src/ | -libjars src/: has no jars; try --jar my-operations.jar",
        "run noop -libjars src/* | -libjars src/*: has no jars; try --jar my-operations.jar",
        "run noop -fs a^b | option of Hadoop: Illegal character in authority at index 7: hdfs://a^b",
        "run noop -Dmapred.map.tasks=1000 | -D mapred.map.tasks=1000: has no effect, as a job has"
            + " --tasks; try --tasks 1000",
        "pe -D mapreduce.job.maps=9 scan 1 | -D mapreduce.job.maps=9: has no effect, as a job has"
            + " --tasks; try --tasks 9",
        "pe -nomapred --rws=5 scan 1 | --rws: no such option; did you mean --rows?",
        "report a --for 3s           | --for: no such option",
        "run noop -conf nowhere.xml | -conf nowhere.xml: not a file; try -conf job-conf/java17.xml",
        "run noop --local --out hdfs://none.invalid:8020/a/ | --out hdfs://none.invalid:8020/a/:"
            + " UnknownHostException: none.invalid; try --out /a",
        "run noop@2147483647    | --tasks 2147483647: more than 100000 in one job; try --tasks 40",
        "run noop@8 --tasks 2 --dry-run | --tasks 2: has no effect on noop@8; try run get --tasks 2",
        "load noop@8 --tasks 2 --dry-run | --tasks 2: has no effect on noop@8; try run get --tasks 2",
        "findmax noop@8 --tasks 1,2 --dry-run | --tasks 1,2: has no effect on noop@8; try"
            + " findmax get --tasks 1,2",
        "run noop --families 2G | --families 2G: not a count from 1 to 1000; try --families 4",
        "run noop --columns 2000000000 | --columns 2000000000: more than 100000 columns in all"
            + " families of a row; try --columns 10",
        "run noop --columns 101 --families 1000 | --columns 101: more than 100000 columns in all"
            + " families of a row; try --columns 10",
        "load put               | load put: takes no operands; try run put",
        "load t1                | load t1: takes no operands; try load --table t1",
        "load --for 5s          | --for 5s: load processes every row once; try run put --for 5s",
        "report                 | report: no run directory; try report"
            + " hbench/20260131-101500-run",
        "run noop --warm        | --warm: noop has no table to prepare; leave it" + " out",
        "run noop --settle 0s   | --settle 0s: not a length of time above 0 and up to 1000 days;"
            + " try --settle 30s",
        "findmax noop --confirm fast | --confirm fast: not a length of time up to 1000 days; try"
            + " --confirm 5m",
        "size big               | size big: unexpected operand; try size --value-size 1KB",
        "settings x             | settings x: takes no operands; try settings",
      })
  void anErrorIsOneLineAndExitCode2(String words, String message) {
    assertThat(hbench(words.split(" "))).isEqualTo(2);
    assertThat(stderr).isEqualTo("hbench: " + message + "\n");
    assertThat(stdout).isEmpty();
  }

  @Test
  void aMisspeltPropertyOfAFileIsNamedWithItsFile(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("job.xml");
    Files.writeString(
        file,
        "<configuration><property><name>hbench.treads</name><value>4</value></property>"
            + "</configuration>");
    assertThat(hbench("run", "noop", "-conf", file.toString())).isEqualTo(2);
    assertThat(stderr).contains("hbench.treads (").contains("job.xml").contains("hbench.threads?");
  }

  @Test
  void aTruncatedFileIsAnError(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("cut.xml");
    Files.writeString(file, "<configuration><property><name>hbench.rows</na");
    assertThat(hbench("run", "noop", "-conf", file.toString())).isEqualTo(2);
    assertThat(stderr).startsWith("hbench: -conf " + file + ": not a configuration file; try");
  }

  @Test
  void aMissingRunDirectoryIsAnError(@TempDir Path dir) {
    assertThat(hbench("report", dir.resolve("none").toString())).isEqualTo(2);
    assertThat(stderr).contains("none: does not exist");
  }

  @Test
  void aDirectoryThatIsNoRunsIsAFailure(@TempDir Path dir) {
    assertThat(hbench("report", dir.toString())).isEqualTo(1);
    assertThat(stderr).contains("not a run directory").doesNotContain("\tat ");
  }

  @Test
  void aDirectoryOfJarsIsTakenWithItsStar(@TempDir Path dir) throws IOException {
    Files.writeString(dir.resolve("own.jar"), "");
    assertThat(hbench("run", "noop", "-libjars", dir + "/")).isEqualTo(2);
    assertThat(stderr)
        .isEqualTo("hbench: -libjars %s/: a directory; try -libjars '%s/*'\n".formatted(dir, dir));
  }

  @Test
  void aHostWithoutAnAddressIsOneLine() {
    assertThat(hbench("report", "hdfs://none.invalid:8020/a/")).isEqualTo(1);
    assertThat(stderr).isEqualTo("hbench: java.net.UnknownHostException: none.invalid\n");
  }

  @Test
  void withoutAnHBaseConfigurationThereIsAnErrorAtOnce() {
    assertThat(hbench("run", "get")).isEqualTo(2);
    assertThat(stderr).contains("no HBase configuration found").contains("--quorum");
  }

  @Test
  void anErrorOfTheJvmIsOneLineAndExitCode1() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
              @Override
              public void print(String text) {
                throw new NoClassDefFoundError("org/apache/Missing");
              }
            },
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            Map.of(),
            new VirtualTime(Instant.EPOCH));
    assertThat(Main.run(new Configuration(), console, "help", "run")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("hbench: NoClassDefFoundError: org/apache/Missing\n");
  }

  private int hbench(String... words) {
    Hbench.Result result = Hbench.run(new Configuration(), words);
    stdout += result.out();
    stderr += result.err();
    return result.exitCode();
  }
}
