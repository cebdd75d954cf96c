package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a site, a deadline and a question keep a load from. */
class LimitsTest {
  private static final Pattern RATE_OF_A_STEP = Pattern.compile("(?m)^\\d+ +(\\d+) ");

  @TempDir Path dir;

  @Test
  void aSiteLimitsEveryLoad() {
    refused(
        "run noop@5 --rate 10", "--tasks 5: this site allows at most 4 (hbench.max.tasks); try");
    refused(
        "run noop --rate 2k", "--rate 2000: this site allows at most 1000 (hbench.max.rate); try");
    refused("run noop --rate 10..2k", "..2000: this site allows at most 1000 (hbench.max.rate)");
    refused("run noop", "--rate none: this site allows at most 1000 (hbench.max.rate); try");
    refused(
        "load --table t1 --rows 2M --rate 10 --yes=size",
        "bytes, and this site allows 1,000,000,000 (hbench.max.write.bytes)");
    refused(
        "load --table t1 --rows 10 --rate 10 -D hbench.max.rate=1M",
        "-D hbench.max.rate=1M: this site sets it to 1k; leave it out");
    assertThat(limited().job("run noop@1 --rate 100 --for 100ms --warmup 0s")).hasExitCode(0);
  }

  @Test
  void aSiteLimitsTheBytesOfAllStepsOfASearch() {
    Configuration site = new Configuration();
    site.set("hbench.max.write.bytes", "1G");
    site.set("hbench.max.rate", "300");
    Hbench hbench = Hbench.ofSite(site, dir);
    String search = "findmax put --table t1 --objective 'p99 < 20ms' --step-time 20s --warmup 0s ";
    hbench.job(search + "--value-size 10KB");
    assertThat(hbench.last().err())
        .startsWith("hbench: --max-steps 40: the search may write 2,4")
        .contains(" bytes, and this site allows 1,000,000,000 (hbench.max.write.bytes); try")
        .endsWith("; try --max-steps 16\n");
    assertThat(hbench.last()).hasExitCode(2);
    hbench.job(search + "--value-size 10KB --confirm 10m");
    assertThat(hbench.last().err()).contains("--max-steps 40: the search may write 7");
    hbench.job(search + "--value-size 100MB");
    assertThat(hbench.last().err()).endsWith("; try --threads 1 --step-time 1s\n");
    for (String small : new String[] {"--value-size 10KB --max-steps 16", "--value-size 100"}) {
      hbench.job(search + small);
      assertThat(hbench.last().err()).contains("no HBase configuration found");
    }
  }

  @Test
  void aSearchEndsAtTheRateThatTheSiteAllows() {
    Configuration site = new Configuration();
    site.set("hbench.max.rate", "300");
    Hbench hbench = Hbench.ofSite(site, dir);
    assertThat(
            hbench.job(
                "findmax noop@1 --threads 1 --start-rate 100 --step-time 1s --warmup 0s"
                    + " --objective 'p99 < 1s'"))
        .hasExitCode(0);
    assertThat(RATE_OF_A_STEP.matcher(hbench.last().out()).results().map(step -> step.group(1)))
        .contains("300")
        .doesNotContain("400");
    assertThat(hbench.last().out()).doesNotContain("the servers");
  }

  @Test
  void aLoadOfManyGigabytesIsAskedFor() {
    String load = "load --table t1 --rows 1G --value-size 1KB ";
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job(load)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("the run writes about 1,0");
    for (String asked : new String[] {"--yes=size", "--yes=t2,size", "--dry-run"}) {
      hbench.job(load + asked);
      assertThat(hbench.last().err()).contains("no HBase configuration found"); // the next check
    }
  }

  /** A script that has to write into one table says nothing about the size. */
  @Test
  void consentToATableIsNotConsentToASize() {
    String load = "load --table t1 --rows 1G --value-size 1KB ";
    Hbench hbench = new Hbench(dir);
    for (String asked : new String[] {"--yes", "--yes=t1", "--yes=servers", "--yes=default:size"}) {
      assertThat(hbench.job(load + asked)).hasExitCode(2);
      assertThat(hbench.last().err()).endsWith("; try --yes=size\n");
    }
  }

  @Test
  void consentGivenWhenALoadIsResumedAddsToThatOfTheLoad() throws IOException {
    Path load = Files.createDirectory(dir.resolve("load"));
    Files.writeString(
        load.resolve("plan.xml"),
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>theirs</value></property>
        <property><name>hbench.rows</name><value>1G</value></property>
        <property><name>hbench.yes</name><value>theirs,size</value></property>
        </configuration>
        """);
    Hbench hbench = new Hbench(dir);
    for (String yes : new String[] {"", " --yes=size", " --yes=theirs", " --yes=other"}) {
      assertThat(hbench.run("load --resume " + load + yes).err())
          .contains("no HBase configuration found"); // the check after that of the size
    }
    assertThat(hbench.run("load --resume " + load + " --yes=false").err()).contains(" --yes=size");
  }

  /** It may be the plan of another user's run. */
  @Test
  void aConfigurationFileBringsInNoConsent() throws IOException {
    Path file = dir.resolve("plan.xml");
    Files.writeString(
        file,
        "<configuration><property><name>hbench.yes</name><value>t1,size</value></property>"
            + "</configuration>");
    String load = "load --table t1 --rows 1G --value-size 1KB -conf " + file;
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job(load)).hasExitCode(2);
    assertThat(hbench.last().err()).endsWith(" --yes=size\n");
    assertThat(hbench.job("run noop@1 --ops 10 --table t2 --yes --yes=size")).hasExitCode(0);
    assertThat(hbench.last().dir().resolve("plan.xml"))
        .content()
        .contains("<name>hbench.yes</name><value>t2,size</value>"); // not for another table
    hbench.job(load + " -D hbench.yes=size");
    assertThat(hbench.last().err()).contains("no HBase configuration found");
  }

  /** A table of this user may be dropped: that is what a file for loads is for. */
  @Test
  void aConfigurationFileNamesNoTableToDropAndNoWritesToMeta() throws IOException {
    Path file = dir.resolve("plan.xml");
    Files.writeString(
        file,
        "<configuration><property><name>hbench.recreate</name><value>prod</value></property>"
            + "<property><name>hbench.user</name><value>web</value></property>"
            + "<property><name>hbench.i-know-this-writes-to-meta</name><value>true</value>"
            + "</property></configuration>");
    List<String> words = List.of("-conf", file.toString());
    Configuration conf =
        CommandLine.parse(new Configuration(), words, List.copyOf(Settings.flags())).merged();
    assertThat(Settings.RECREATE.text(conf)).isEqualTo("true"); // drops no table of web
    assertThat(Settings.USER.text(conf)).isEqualTo("web");
    assertThat(Settings.WRITES_TO_META.get(conf)).isFalse();
    List<String> typed = List.of("-conf", file.toString(), "--recreate=prod");
    conf = CommandLine.parse(new Configuration(), typed, List.copyOf(Settings.flags())).merged();
    assertThat(Settings.RECREATE.text(conf)).isEqualTo("prod");
  }

  @Test
  void aClosedLoopThatMayWriteManyGigabytesIsAskedFor() {
    Hbench hbench = new Hbench(dir);
    String run = "run put@40 --table t1 --threads 64 --for ";
    assertThat(hbench.job(run + "10h")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("run put@40: the run writes up to 9")
        .endsWith(" GB; try --yes=size\n");
    for (String small :
        new String[] {
          run + "10h --yes=size", run + "20s", "run put:5,get:95@40 --table t1 --for 15m"
        }) {
      hbench.job(small);
      assertThat(hbench.last().err()).contains("no HBase configuration found");
    }
  }

  @Test
  void aWarmupThatMayWriteManyGigabytesIsAskedForAndLimited() {
    Hbench hbench = new Hbench(dir);
    String run = "run put@40 --table t1 --threads 64 --ops 1M ";
    assertThat(hbench.job(run + "--warmup 10h")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("run put@40: the run writes with its warm-up of 10h up to 9")
        .endsWith(" GB; try --yes=size\n");
    hbench.job("run put@40 --table t1 --threads 256 --ops 20k");
    assertThat(hbench.last().err()).contains("the run writes with its warm-up of 10s up to 1");
    hbench.job(run);
    assertThat(hbench.last().err()).contains("no HBase configuration found");
    Configuration site = new Configuration();
    site.set("hbench.max.write.bytes", "2G");
    hbench = Hbench.ofSite(site, dir);
    assertThat(hbench.job(run)).hasExitCode(2);
    assertThat(hbench.last().err())
        .startsWith("hbench: --warmup 10s: without a rate, the run may write 2")
        .endsWith(
            " with it, and this site allows 2,000,000,000 (hbench.max.write.bytes); try"
                + " --warmup 0s\n");
    hbench.job(run + "--warmup 0s");
    assertThat(hbench.last().err()).contains("no HBase configuration found");
  }

  @Test
  void aSearchThatMayWriteManyGigabytesIsAskedFor() {
    Hbench hbench = new Hbench(dir);
    String search = "findmax put@40 --table t1 --threads 64 --objective 'p99 < 20ms' --step-time ";
    assertThat(hbench.job(search + "1m")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("the run writes up to ")
        .endsWith("; try --yes=size\n");
    for (String small : new String[] {search + "1m --yes=size", search + "1s --max-steps 5"}) {
      hbench.job(small);
      assertThat(hbench.last().err()).contains("no HBase configuration found");
    }
  }

  @Test
  void consentToTheCommandIsWrittenForBothTablesOfALiveComparison() throws IOException {
    Hbench hbench = new Hbench(dir);
    Hbench.Result run =
        hbench.job(
            "compare --live run noop@1 --warmup 400ms --interval 100ms --for 2s --table t1,t2"
                + " --yes");
    assertThat(run.dir().resolve("plan.xml"))
        .content()
        .contains("<name>hbench.yes</name><value>t1,t2</value>");
  }

  /** {@code --yes} alone was consent to a table that a file names. */
  @Test
  void consentToTheCommandIsNoneToASideOutOfAFile() throws IOException {
    Path file = dir.resolve("plan.xml");
    Files.writeString(
        file,
        "<configuration><property><name>hbench.candidate</name><value>table=prod</value></property>"
            + "</configuration>");
    Hbench hbench = new Hbench(dir);
    String run = "run noop@1 --warmup 0s --interval 100ms --for 1s --table mine --yes -conf ";
    assertThat(hbench.job(run + file).dir().resolve("plan.xml"))
        .content()
        .contains("<name>hbench.candidate</name><value>table=prod</value>")
        .contains("<name>hbench.yes</name><value>mine</value>");
  }

  /** The command would check another run than its tasks drive. */
  @Test
  void whatAJobTellsItsTasksIsNotTaken() {
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.run("run noop@1 -D io.hbench.tenants=[]")).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo("hbench: io.hbench.tenants: set by hbench alone; leave it out\n");
  }

  @Test
  void eachSideOfALiveComparisonIsAskedForItsSize() {
    Hbench hbench = new Hbench(dir);
    String words = "compare --live run put@1 --table t1 --value-size 1KB --threads 1 --for 1h";
    assertThat(hbench.run(words + " --client async --in-flight 1,1k")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("the run writes up to 3,", "; try --yes=size");
  }

  @Test
  void aRunThatTakesTooLongIsEnded() {
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job("run noop@1 --rate 10 --for 10m --deadline 3s")).hasExitCode(1);
    assertThat(hbench.last().err()).contains("it exceeded its --deadline of 3s").hasLineCount(1);
  }

  @Test
  void aDryRunSaysWhatWouldBeDoneAndDoesNothing() throws IOException {
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job("run noop@2 --threads 3 --for 10s --warmup 2s --rate 50 --dry-run"))
        .hasExitCode(0);
    assertThat(hbench.last().out())
        .contains("load: run noop@2\n")
        .contains("requests: 600\n")
        .contains("bytes written: about 0\n")
        .contains("tasks: 2, each of 3 threads\n")
        .contains("containers: none, tasks are threads of this JVM\n")
        .contains("time limit: 1h\n")
        .endsWith("dry run: nothing was submitted or changed\n");
    assertThat(hbench.last().dir()).doesNotExist();
    try (Stream<Path> left = Files.list(dir)) {
      assertThat(left.filter(f -> f.getFileName().toString().startsWith("run"))).isEmpty();
    }
  }

  @Test
  void severalRunsHaveNoDryRun() throws IOException {
    assertThat(new Hbench(dir).run("run noop --threads 1,2 --dry-run")).hasExitCode(2);
  }

  private Hbench limited() {
    Configuration site = new Configuration();
    site.set("hbench.max.tasks", "4");
    site.set("hbench.max.rate", "1k");
    site.set("hbench.max.write.bytes", "1G");
    return Hbench.ofSite(site, dir);
  }

  private void refused(String words, String message) {
    Hbench hbench = limited();
    assertThat(hbench.job(words)).hasExitCode(2);
    assertThat(hbench.last().err()).contains(message).hasLineCount(1);
  }
}
