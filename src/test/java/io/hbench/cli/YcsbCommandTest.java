package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compat.ycsb.YcsbProperties;
import io.hbench.driver.ExitCode;
import io.hbench.house.MarkedPage;
import io.hbench.kit.Hbench;
import io.hbench.settings.Setting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** YCSB's command line and property files, and what they become. */
class YcsbCommandTest {
  private static final String OURS = "job-conf/ycsb";
  private static final String YCSBS = "src/test/resources/io/hbench/cli";

  @TempDir static Path dir;

  static Stream<String> workloads() {
    return Stream.of(OURS, YCSBS).flatMap(YcsbCommandTest::files);
  }

  private static Stream<String> files(String directory) {
    return Arrays.stream(
            Optional.ofNullable(new File(directory).listFiles(f -> f.getName().startsWith("work")))
                .orElseThrow())
        .map(File::getPath)
        .sorted();
  }

  @Test
  void allWorkloadsAreThere() {
    assertThat(files(OURS)).hasSize(7);
    assertThat(files(YCSBS)).hasSize(6);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void everyWorkloadIsLoadedAndRun(String file) {
    assertThat(print("load hbase2 -p columnfamily=cf -s -P " + file))
        .isEqualTo(
            "hadoop jar hbench.jar load --table usertable --tasks 1 --threads 1 --rows 1000"
                + " --key-format 'user{hash}' --family-names cf --columns 10"
                + " --column-prefix field --value-size 100 --batch 1\n");
    Hbench.Result run = ycsb("run hbase2 --print -p columnfamily=cf -P " + file);
    assertThat(run.err())
        .isEqualTo(
            file.endsWith("workloade")
                ? "hbench: requestdistribution zipfian asks for rows of the recordcount alone; YCSB"
                    + " also for rows that it inserts\n"
                : "");
    assertThat(run.out())
        .matches(
            "hadoop jar hbench.jar run \\S+ --table usertable --tasks 1 --threads 1 --rows 1000"
                + " --key-format 'user\\{hash}' --family-names cf --columns 10"
                + " --column-prefix field --value-size 100 --ops 1000 --keys (ycsb-zipfian|latest)"
                + " --whole-families( --scan-lengths uniform)? --write-columns one --warmup 0s\n");
  }

  @Test
  void ourWorkloadsAreYcsbs() {
    files(YCSBS)
        .forEach(
            file ->
                assertThat(print("run -p columnfamily=family -P " + file))
                    .isEqualTo(print("run -P " + OURS + "/" + Path.of(file).getFileName())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workloada | get:1,put:1",
        "workloadb | get:19,put:1",
        "workloadc | get",
        "workloadd | get:19,insert:1",
        "workloade | insert:1,scan:19",
        "workloadf | get:1,readModifyWrite:1",
        "workload-update-only | put"
      })
  void proportionsAreWeights(String workload, String mix) {
    assertThat(print("run -P " + OURS + "/" + workload)).contains(" run " + mix + " --");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-threads 8 -target 5000 | --threads 8 --rate 5000",
        "-p threadcount=3 -p target=70 | --threads 3 --rate 70",
        "-p maxexecutiontime=90 | --for 90s",
        "-p table=t -p columnfamily=cf | --family-names cf",
        "-p insertstart=400 | --first-row 400 --rows 600",
        "-p insertstart=400 -p insertcount=100 | --first-row 400 --rows 100",
        "-p fieldcount=2 -p fieldnameprefix=f -p fieldlength=7 | --columns 2 --column-prefix f"
            + " --value-size 7",
        "-p fieldlengthdistribution=uniform | --value-size 101 --value-lengths uniform"
            + " --min-value-size 1",
        "-p fieldlengthdistribution=uniform -p minfieldlength=50 | --value-size 101 --value-lengths"
            + " uniform --min-value-size 50",
        "-p fieldlengthdistribution=zipfian -p fieldlength=70 | --value-size 71 --value-lengths"
            + " zipfian",
        "-p fieldlengthdistribution=histogram | --value-lengths histogram --value-histogram"
            + " hist.txt",
        "-p readallfields=false | --read-columns one",
        "-p dataintegrity=true | --verify-reads 100%",
        "-p requestdistribution=uniform | --key-scope table-wide",
        "-p requestdistribution=hotspot -p hotspotdatafraction=0.1 | --keys hotspot:10%:80%",
        "-p requestdistribution=exponential | --keys exponential:95%:85.71428571%",
        "-p requestdistribution=sequential | --keys sequential",
        "-p insertorder=ordered | --key-format 'user{row}'",
        "-p insertorder=ordered -p zeropadding=12 | --key-format 'user{row:12}'",
        "-p zeropadding=7 | --key-format 'user{hash}'",
        "-p insertorder=uniform | --key-format 'user{row}'",
        "-p zeropadding=20 | --key-format 'user{hash:20}'",
        "-p durability=SKIP_WAL | --durability skip_wal",
        "-p scanproportion=1 -p maxscanlength=50 -p minscanlength=50 | --scan-rows 50",
        "-p scanproportion=1 -p scanlengthdistribution=zipfian | --scan-rows 1000 --scan-lengths"
            + " zipfian",
        "--tasks 4 --for 5m | --for 5m",
        "--rows 10M | --rows 10M",
      })
  void aPropertyIsTranslatedIntoASetting(String words, String settings) {
    assertThat(print("run -P " + OURS + "/workloada " + words)).contains(" " + settings);
  }

  @Test
  void namedPropertiesHaveTheDefaultOfHbench() {
    assertThat(print("run -P " + OURS + "/workloada -p writeallfields=true"))
        .doesNotContain("--write-columns");
    assertThat(print("run -P " + OURS + "/workloada -p readallfieldsbyname=true"))
        .doesNotContain("--whole-families");
  }

  @Test
  void aBufferOfALoadIsABatchOfRows() {
    assertThat(
            print(
                "load -P " + OURS + "/workloada -p clientbuffering=true -p writebuffersize=50000"))
        .contains(" --batch 21"); // with keys, names and objects
  }

  @Test
  void laterFilesWinAndPropertiesOfTheLineWinOverThemAndSettingsOverAll() {
    assertThat(print("run -P " + OURS + "/workloadc -P " + OURS + "/workloade"))
        .contains(" run insert:1,scan:19 ");
    assertThat(
            print(
                "run -p recordcount=5 -p recordcount=7 -P "
                    + OURS
                    + "/workloadc -p operationcount=50"))
        .contains(" --rows 7 ")
        .contains(" --ops 50 ");
    assertThat(
            print(
                "run -P "
                    + OURS
                    + "/workloadc -p recordcount=7 -threads 2 -p target=5 --rows 8 --threads=9"
                    + " --rate 5k --keys zipfian --ops 20k"))
        .contains(" --rows 8 ")
        .contains(" --threads 9 ")
        .contains(" --rate 5k ")
        .contains(" --keys zipfian ")
        .contains(" --ops 20k");
  }

  @Test
  void propertiesWithoutEffectAreOneNote() {
    Hbench.Result result =
        ycsb(
            "run --print -P "
                + OURS
                + "/workloadc -p debug=true -p tagcount=4 -p htrace.a=b -p label=x");
    assertThat(result.err()).isEqualTo("hbench: label, debug, tagcount: no effect\n");
  }

  /** The scope of the file's distribution had all threads ask for the same rows in step. */
  @Test
  void anotherOrderOfKeysHasItsOwnScope() {
    String line = "run --print -P " + OURS + "/workloadc -p requestdistribution=uniform";
    assertThat(ycsb(line).out()).contains(" --key-scope table-wide");
    assertThat(ycsb(line + " --keys sequential").out()).doesNotContain("--key-scope");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-p fieldcont=3 | warning: fieldcont: not a property of YCSB, no effect; did you mean"
            + " fieldcount?",
        "-p principal=me -p keytab=k | principal, keytab: no effect: say --principal and --keytab, or run kinit",
        "-p insertorder=uniform | insertorder uniform: ordered, as all but hashed in YCSB",
        "-p clientbuffering=true | warning: clientbuffering: no effect on a run: a buffered"
            + " update cannot be timed",
        "-jvm-args -Xmx4g | -jvm-args: no effect: -D mapreduce.map.java.opts has the options of the tasks",
        "-p requestdistribution=zipfian -p insertproportion=0.05 | requestdistribution zipfian asks"
            + " for rows of the recordcount alone; YCSB also for rows that it inserts",
        "-p maxexecutiontime=5 | operationcount has no effect: maxexecutiontime limits the"
            + " run",
      })
  void misleadingPropertiesAreWarnings(String words, String note) {
    Hbench.Result result = ycsb("run --print -P " + OURS + "/workloadc " + words);
    assertThat(result.err()).isEqualTo("hbench: " + note + "\n");
    assertThat(result).hasExitCode(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start | ycsb start: not load or run; try ycsb load -P job-conf/ycsb/workloada",
        "run mongodb | ycsb mongodb: not a binding for HBase; try ycsb run hbase2"
            + " -P job-conf/ycsb/workloada",
        "load -p recordcount=9 -p table=/t/y | table /t/y: not a table name; try -p table=usertable",
        "run asynchbase | ycsb asynchbase: not supported; try ycsb run hbase2"
            + " -P job-conf/ycsb/workloada",
        "run hbase2 –threads 10 | ycsb –threads: unexpected word; did you mean -threads?",
        "run hbase2 pom.xml | ycsb pom.xml: unexpected word; did you mean -P pom.xml?",
        "run -P job-conf/ycsb/workloada -thread 4 | -thread: no such option; did you mean -threads?",
        "run hbase2 more | ycsb more: unexpected word after the binding; leave it out",
        "run | recordcount: missing; try -p recordcount=1000000",
        "run -p recordcount=9 -p insertstart=9 | insertstart 9: not below recordcount 9; try -p recordcount=18"
            + " -p insertcount=9",
        "run -p recordcount=9 -p insertcount=10 | insertcount 10: more than the rows from"
            + " insertstart 0 to recordcount 9; try -p recordcount=10",
        "run -p recordcount | -p recordcount: not name=value; try -p recordcount=1000000",
        "run -P | -P: no value; try -P job-conf/ycsb/workloada",
        "run -p recordcount=9 -p readproportion=0 -p updateproportion=0 | readproportion: 0,"
            + " as all other proportions; try -p readproportion=1",
        "run -p recordcount=9 -p zeropadding=18 | zeropadding 18: pads some hashes, and hbench all"
            + " to 19 digits or none; try -p zeropadding=1",
        "load -p recordcount=1000000000 -p zeropadding=12 | zeropadding 12: pads some hashes, and"
            + " hbench all to 19 digits or none; try -p zeropadding=1",
        "run -p recordcount=9 -p fieldlengthdistribution=uniform -p minfieldlength=101 |"
            + " minfieldlength 101: more than fieldlength 100; try -p minfieldlength=1",
        "run -p recordcount=9 -cp conf/ | -cp conf/: no directory with an"
            + " hbase-site.xml; try -conf /etc/hbase/conf/hbase-site.xml",
        "run -p recordcount=9 -cp=lib/* | -cp lib/*: no directory with an"
            + " hbase-site.xml; try -conf /etc/hbase/conf/hbase-site.xml",
        "run --rws 5 | --rws: no such option; did you mean --rows?",
      })
  void anErrorIsOneLineAndExitCode2(String words, String line) {
    Hbench.Result result = ycsb(words);
    assertThat(result.err()).isEqualTo("hbench: " + line + "\n");
    assertThat(result).hasExitCode(ExitCode.USAGE);
  }

  @Test
  void allErrorsAreReportedTogether() throws IOException {
    Path odd = Files.writeString(dir.resolve("odd"), "a=\\u12\n");
    Hbench.Result result =
        ycsb("run -P none -P " + odd + " -p fieldcount=ten -p requestdistribution=zipf");
    assertThat(result.err())
        .isEqualTo(
            """
            hbench: -P none: not a file; try -P job-conf/ycsb/workloada
            hbench: -P %s: not a file of properties; try -P job-conf/ycsb/workloada
            hbench: fieldcount ten: not a count of 1 or more; try -p fieldcount=4
            hbench: requestdistribution zipf: not one of uniform, zipfian, latest, hotspot,\
             exponential, sequential; try -p requestdistribution=uniform
            """
                .formatted(odd));
    assertThat(result).hasExitCode(ExitCode.USAGE);
  }

  @Test
  void everyPropertyAndFlagOfYcsbIsSorted() throws IOException {
    Set<String> names = new TreeSet<>();
    Files.readAllLines(Path.of(YCSBS + "/ycsb-properties.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> names.addAll(List.of(line.replaceFirst(".*?: ", "").split(" ", -1))));
    assertThat(YcsbProperties.all().stream().map(Setting::name))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(names);
  }

  /** The suggestions come from the register; a run with scans and inserts takes most of them. */
  @Test
  void whatIsSuggestedInsteadOfAWrongValueIsTaken() {
    int wrong = 0;
    for (Setting<?> property : YcsbProperties.all()) {
      String line =
          "run --print -P " + OURS + "/workloade -p recordcount=1000000 -p insertorder=ordered ";
      Hbench.Result refused = ycsb(line + "-p " + property.name() + "=?");
      if (refused.exitCode() == ExitCode.USAGE) {
        wrong++;
        String instead = refused.err().replaceFirst("(?s).*; try (.*)\n", "$1");
        if (!instead.matches("YCSB itself|-conf .*")) { // another program, a file
          assertThat(ycsb(line + instead.replaceFirst(" > .*", ""))).hasExitCode(0);
        }
      }
    }
    assertThat(wrong).isGreaterThan(40);
  }

  @Test
  void thePageForUsersOfYcsbIsTheRegister() throws IOException {
    MarkedPage page = new MarkedPage(Path.of("src/docs/migrating-from-ycsb.md"));
    page.holds("properties", SortedOptions.of(YcsbProperties.groups(), Setting::name));
    StringBuilder workloads = new StringBuilder("| workload | becomes |\n|---|---|\n");
    files(OURS)
        .forEach(
            file ->
                workloads.append(
                    "| `%s` | `%s` |\n"
                        .formatted(
                            Path.of(file).getFileName(),
                            print("run -P " + file)
                                .trim()
                                .replaceAll("hadoop jar hbench.jar ", "")
                                .replaceAll(
                                    " --(table|tasks|threads|rows|ops|key-format|family-names"
                                        + "|columns|column-prefix|value-size|warmup) \\S+",
                                    ""))));
    page.holds("workloads", workloads.toString());
  }

  private static String print(String words) {
    Hbench.Result result = ycsb(words + " --print");
    assertThat(result).hasExitCode(0);
    return result.out();
  }

  private static Hbench.Result ycsb(String words) {
    return Hbench.run(new Configuration(false), ("ycsb " + words).split(" "));
  }
}
