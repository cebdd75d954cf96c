package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a site allows, in files on the class path. There is no HBase: an allowed run finds none. */
class SitePolicyTest {
  private static final String NO_HBASE = "no HBase configuration found";

  @TempDir Path dir;
  private Path site;

  /**
   * A rule, a command that it refuses and one that it allows.
   *
   * @param refused words, or the hooks of a suite's step from the first brace on
   * @param message a part of the refusal
   */
  record Rule(String property, String value, String refused, String message, String allowed) {
    @Override
    public String toString() {
      return property + "=" + value;
    }
  }

  static Stream<Rule> rules() {
    return Stream.of(
        new Rule(
            "tables.read",
            "bench*,test:*",
            "run get --table prod",
            "--table prod: at this site only bench*, test:* may be read (",
            "run get --table test:a"),
        new Rule(
            "tables.read",
            "bench*",
            "verify --table test:bench1 --rows 10",
            "--table test:bench1: at this site only bench* may be read (",
            "run put --table t1 --rows 10 --ops 1k"),
        new Rule(
            "tables.read",
            "bench1",
            "compare --live run get --table bench1,bench2",
            "--table bench2: at this site only bench1 may be read (",
            "compare --live run get --table bench1 --client blocking,async"),
        new Rule(
            "tables.read",
            "bench*",
            "load --copy-of prod --table t1",
            "--copy-of prod: at this site only bench* may be read (",
            "load --copy-of bench1 --table t1"),
        new Rule(
            "tables.write",
            "bench*",
            "load --table prod --rows 10",
            "--table prod: at this site only bench* may be written (",
            "load --table bench1 --rows 10"),
        new Rule(
            "tables.write",
            "*",
            "run metaWrite --i-know-this-writes-to-meta --ops 1k",
            "--table hbase:meta: at this site only * may be written (",
            "findmax get --table test:a --objective 'p99 < 20ms'"),
        new Rule(
            "tables.drop",
            "none",
            "load --table t1 --rows 10 --recreate=t1",
            "--table t1: at this site no table may be dropped (",
            "load --table t1 --rows 10"),
        new Rule(
            "max.write.bytes",
            "1M",
            "load --table t1 --rows 10k",
            "bytes, and this site allows 1,000,000 (",
            "load --table t1 --copy-of t2"),
        new Rule(
            "tables.act",
            "bench*",
            "run get --table t1 --flush",
            "--table t1: at this site only bench* may be flushed, compacted or cleared from caches (",
            "run get --table bench1 --flush"),
        new Rule(
            "tables.act",
            "bench*",
            "run get --table t1 --clear-cache",
            "--table t1: at this site only bench* may be flushed, compacted or cleared from caches (",
            "run get --table bench1 --clear-cache"),
        new Rule(
            "tables.act",
            "bench*",
            "{after: 10s, action: split 1}",
            "--table t1: at this site only bench* may be acted on (",
            "run get --table t1"),
        new Rule(
            "allow.server.actions",
            "false",
            "{after: 10s, action: balance}",
            "action 'balance': not allowed at this site (",
            "{after: 10s, action: split 1}"),
        new Rule(
            "allow.yes",
            "false",
            "run put --table t1 --ops 1k --yes",
            "--yes: not allowed at this site (",
            "run put --table t1 --ops 1k"),
        new Rule(
            "allow.yes",
            "false",
            "load --table prod --rows 10 --recreate=prod",
            "--recreate prod: consent in words is not allowed at this site (",
            "load --table prod --rows 10 --recreate"),
        new Rule(
            "allow.meta.writes",
            "false",
            "run metaClean --i-know-this-writes-to-meta --ops 1k",
            "run metaClean@4: not allowed at this site (",
            "run get --ops 1k"),
        new Rule(
            "allow.major.compact",
            "false",
            "load --table t1 --rows 10 --major-compact",
            "--major-compact: not allowed at this site (",
            "load --table t1 --rows 10 --flush"),
        new Rule(
            "allow.major.compact",
            "false",
            "{after: 10s, action: compact}",
            "action 'compact': not allowed at this site (",
            "{after: 10s, action: flush}"),
        new Rule(
            "allow.warm",
            "false",
            "run get --warm",
            "--warm: not allowed at this site (",
            "run get --settle 1m"),
        new Rule(
            "allow.metrics.port",
            "false",
            "run get --metrics-port 0",
            "--metrics-port: not allowed at this site (",
            "run get"),
        new Rule(
            "max.tasks", "4", "run get@5", "--tasks 5: this site allows at most 4 (", "run get@4"),
        new Rule(
            "max.rate",
            "1k",
            "verify --rows 10 --table t1 --rate 2k",
            "--rate 2000: this site allows at most 1000 (",
            "findmax get --objective 'p99 < 20ms'"),
        new Rule(
            "max.write.bytes",
            "1M",
            "load --table t1 --rows 10k",
            "bytes, and this site allows 1,000,000 (",
            "load --table t1 --rows 10"),
        new Rule(
            "max.write.bytes",
            "1M",
            "run put@1 --table t1 --rows 1M --ops 10k --warmup 0s",
            "--ops 10000: the run writes 10,530,000 bytes, and this site allows 1,000,000 (",
            "run put@1 --table t1 --rows 1M --ops 949 --warmup 0s"),
        new Rule(
            "max.write.bytes",
            "1M",
            "run put@1 --table t1 --rows 1M --rate 1k --for 1m --warmup 10s",
            "--for 1m: the run writes 73,710,000 bytes, and this site allows 1,000,000 (",
            "run put@1 --table t1 --rows 1M --rate 1k --for 949ms --warmup 0s"),
        new Rule(
            "max.write.bytes",
            "1M",
            "run put@1 --table t1 --rows 1M --rate 10k --for 1h --warmup 0s",
            "--for 1h: the run writes 37,908,000,000 bytes, and this site allows 1,000,000 (",
            "run put@1 --table t1 --rows 1M --rate 10k --for 94ms --warmup 0s"),
        new Rule(
            "max.regions.moved",
            "3",
            "{after: 10s, action: move-regions 2}, {after: 20s, action: unassign 2}",
            "action 'unassign 2': the actions of the step move 4 regions, and this site allows at"
                + " most 3 (",
            "{after: 10s, action: move-regions 2}, {after: 20s, action: unassign 1}"),
        new Rule(
            "max.regions.moved",
            "3",
            "{after: 10s, action: balance}",
            "action 'balance': may move any number of regions, and this site allows at most 3 (",
            "{after: 10s, action: split 9}"),
        new Rule(
            "max.regions.moved",
            "3",
            "{after: 10s, action: move-regions 4 rs1}",
            "action 'move-regions 4 rs1': the actions of the step move 4 regions, and this site"
                + " allows at most 3 (",
            "{after: 10s, action: move-regions 3 rs1}"),
        new Rule(
            "max.rate",
            "20k",
            "load --table t1 --rows 10",
            "--rate none: this site allows at most 20000 (",
            "load --table t1 --rows 10 --bulk"),
        // the clocks of these tests begin at 10:15 UTC
        new Rule(
            "window",
            "20:00-06:00 UTC",
            "run get",
            "run: at 10:15, outside of the hours of this site, 20:00-06:00 UTC (",
            "size"),
        new Rule(
            "window",
            "10:00-11:00 UTC",
            "run get --for 50m",
            "run get@4: would end at 11:05, after the hours of this site, 10:00-11:00 UTC (",
            "run get --for 40m"),
        new Rule(
            "window",
            "12:00-13:00 Europe/Berlin",
            "{after: 10s, action: flush}",
            "suite: at 11:15, outside of the hours of this site, 12:00-13:00 Europe/Berlin (",
            "report nothing"));
  }

  @BeforeEach
  void aClassPath() throws IOException {
    site = Files.createDirectory(dir.resolve("site"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleRefusesWithItsPropertyAndAllowsTheRest(Rule rule) throws IOException {
    file("hbench-site.xml", "hbench." + rule.property(), rule.value(), "");
    for (String dry : new String[] {"", " --dry-run"}) {
      Hbench.Result refused = run(rule.refused(), dry);
      assertThat(refused.err())
          .contains(rule.message() + "hbench." + rule.property() + " in hbench-site.xml)")
          .hasLineCount(1);
      assertThat(refused).hasExitCode(2);
    }
    assertThat(run(rule.allowed(), "").err())
        .doesNotContain("this site")
        .containsAnyOf(NO_HBASE, "--yes", "not a run directory", "does not exist");
  }

  /** They make files of the lengths, or keys and times, of rows. */
  @Test
  void rowsThatMayNotBeReadAreNotSampledOrRecorded() throws IOException {
    file("hbench-site.xml", "hbench.tables.read", "bench*", "");
    for (String words : new String[] {"profile --sample 10", recordWal()}) {
      Hbench.Result refused = hbench().job("refused", words + " --table prod");
      assertThat(refused).hasExitCode(2);
      assertThat(refused.err())
          .startsWith("hbench: --table prod: at this site only bench* may be read (")
          .contains("hbench.tables.read in hbench-site.xml");
      assertThat(refused.dir()).doesNotExist();
    }
    for (String words : new String[] {"profile --sample 10 --table bench1", "profile --table t1"}) {
      assertThat(hbench().job(words.replaceAll("\\W", ""), words).err()).contains(NO_HBASE);
    }
    assertThat(hbench().job("wals", recordWal() + " --table bench1").err())
        .doesNotContain("this site");
    file("hbench-site.xml", "hbench.tables.drop", " ", "");
    for (String words : new String[] {"profile", recordWal()}) {
      assertThat(hbench().job("refused", words + " --table t1").err())
          .contains("hbench.tables.drop in hbench-site.xml: no value");
    }
  }

  private String recordWal() throws IOException {
    return "record-wal " + Files.createDirectories(dir.resolve("old"));
  }

  @Test
  void noWordOfACommandLineLoosensWhatAFileOfTheSiteSays() throws IOException {
    for (String name : new String[] {"core-site.xml", "mapred-site.xml", "hbench-site.xml"}) {
      file(name, "hbench.tables.write", "bench*", "");
      Path own = dir.resolve("own.xml");
      write(own, "hbench.tables.write", "prod", "");
      String load = "load --table prod --rows 10 ";
      assertThat(hbench().job(load + "-D hbench.tables.write=prod").err())
          .isEqualTo(
              "hbench: -D hbench.tables.write=prod: this site sets it to bench* in %s; leave it out\n"
                  .formatted(name));
      assertThat(hbench().job("again", load + "-conf " + own).err())
          .contains("this site sets it to bench* in " + name);
      Files.delete(site.resolve(name));
    }
  }

  @Test
  void doctorSubmitsNoJobThatTheSiteForbids() throws IOException {
    file("hbench-site.xml", "hbench.max.tasks", "10", "");
    Hbench.Result page =
        hbench().run("doctor --containers --tasks 2000 --out " + dir.resolve("run"));
    assertThat(page.out())
        .contains("problem  policy         --tasks 2000: this site allows at most 10")
        .contains("note     containers     not checked, because of policy\n");
  }

  @Test
  void aFinalPropertyHoldsAgainstLaterFiles() throws IOException {
    file("core-site.xml", "hbench.max.tasks", "4", "<final>true</final>");
    file("hbench-site.xml", "hbench.max.tasks", "400", "");
    Path own = dir.resolve("own.xml");
    write(own, "hbench.max.tasks", "500", "");
    assertThat(hbench().job("run noop@5 -conf " + own).err())
        .contains("--tasks 5: this site allows at most 4 (hbench.max.tasks in core-site.xml)");
  }

  @Test
  void aPropertyWithoutAValueOrWithAWrongOneAllowsNothing() throws IOException {
    file("hbench-site.xml", "hbench.tables.drop", " ", "");
    assertThat(hbench().job("run noop").err())
        .isEqualTo(
            "hbench: hbench.tables.drop in hbench-site.xml: no value; set it, such as to"
                + " bench*,test:*, or leave it out\n");
    assertThat(hbench().job("run noop -D hbench.tables.drop=*:*").err())
        .contains("hbench.tables.drop in hbench-site.xml: no value");
    file("hbench-site.xml", "hbench.audit.dir", " ", "");
    assertThat(hbench().job("run noop").err()).contains("hbench.audit.dir").contains("no value");
    file("hbench-site.xml", "hbench.window", "at night", "");
    assertThat(hbench().job("run noop").err())
        .startsWith("hbench: hbench.window 'at night': not hours of a day");
    file("hbench-site.xml", "hbench.tables.wirte", "t1", "");
    assertThat(hbench().job("run noop").err())
        .contains("hbench.tables.wirte (hbench-site.xml): no such setting; did you mean");
  }

  /** The policy that was printed lacked the property, and nothing said so. */
  @Test
  void aMisspeltPropertyIsNamedByCommandsWithoutARun() throws IOException {
    file("hbench-site.xml", "hbench.tables.raed", "bench*", "");
    String named = "hbench.tables.raed (hbench-site.xml): no such setting; did you mean";
    assertThat(hbench().run("policy").err()).contains(named);
    for (String words : new String[] {"profile", recordWal()}) {
      assertThat(hbench().job("refused", words + " --table t1").err()).contains(named);
    }
  }

  @Test
  void aRunOfUnknownLengthEndsWithTheHoursOfTheSite() throws IOException {
    file("hbench-site.xml", "hbench.window", "10:00-10:16 UTC", "");
    Hbench.Result run = hbench().job("run noop@1 --threads 1 --rate 10 --ops 1M");
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .contains("end of the hours of this site (hbench.window in hbench-site.xml)");
  }

  @Test
  void noShellStepOfASuiteRunsOutsideOfTheHoursOfTheSite() throws IOException {
    file("hbench-site.xml", "hbench.window", "10:00-10:16 UTC", "");
    Path suite = dir.resolve("s.yaml");
    Files.writeString(
        suite,
        """
        steps:
        - {name: first, command: run noop@1 --rate 10 --for 57s --warmup 0s}
        - {name: a, shell: sleep 300, must: false}
        - {name: rest, command: run noop@1 --rate 10 --ops 1M --warmup 0s}
        - {name: b, shell: touch %s/started}
        """
            .formatted(dir));
    assertThat(hbench().job("suite " + suite).err())
        .contains(
            "a: `sleep 300`: end of the hours of this site (hbench.window in hbench-site.xml)\n",
            "b: step 'b': at 10:16, outside of the hours of this site, 10:00-10:16 UTC");
    assertThat(dir.resolve("started")).doesNotExist();
  }

  @Test
  void aCommandPrintsWhatHoldsAndWhere() throws IOException {
    file("core-site.xml", "hbench.max.rate", "20k", "<final>true</final>");
    file("hbench-site.xml", "hbench.tables.drop", "bench*", "");
    Hbench.Result policy = hbench().run("policy");
    assertThat(policy).hasExitCode(0);
    assertThat(policy.out())
        .contains("hbench.max.rate               20k  (core-site.xml, final)\n")
        .contains("hbench.tables.drop            bench*  (hbench-site.xml)\n")
        .contains("hbench.tables.write           not set\n")
        .contains("hbench.allow.yes              allowed\n")
        .contains("hbench.min.free.space         5%\n")
        .contains("hbench-site.xml               file:" + site.resolve("hbench-site.xml") + "\n")
        .contains("mapred-site.xml               not on the class path\n");
    assertThat(hbench().run("policy x").err()).contains("policy x: takes no operands; try policy");
  }

  private Hbench.Result run(String words, String dry) throws IOException {
    if (!words.startsWith("{")) {
      return words.startsWith("size") || words.startsWith("report")
          ? hbench().run(words)
          : hbench().job(words + dry);
    }
    Path suite = dir.resolve("s.yaml");
    Files.writeString(
        suite,
        """
        steps:
        - {name: a, shell: touch %s/started}
        - name: b
          command: run get --table t1 --rows 1k --for 1m
          during: [%s]
        """
            .formatted(dir, words));
    Hbench.Result result = hbench().job("suite " + suite + dry);
    assertThat(dir.resolve("started")).doesNotExist();
    return result;
  }

  private Hbench hbench() throws IOException {
    Configuration conf = new Configuration();
    conf.setClassLoader(
        new URLClassLoader(new URL[] {site.toUri().toURL()}, conf.getClassLoader()));
    conf.reloadConfiguration();
    return Hbench.ofSite(conf, dir);
  }

  private void file(String name, String property, String value, String more) throws IOException {
    write(site.resolve(name), property, value, more);
  }

  private static void write(Path file, String property, String value, String more)
      throws IOException {
    Files.writeString(
        file,
        "<configuration><property><name>%s</name><value>%s</value>%s</property></configuration>"
            .formatted(property, value, more));
  }
}
