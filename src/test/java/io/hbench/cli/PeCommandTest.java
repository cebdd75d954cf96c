package io.hbench.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.pe.PeWorkload;
import io.hbench.driver.ExitCode;
import io.hbench.house.MarkedPage;
import io.hbench.kit.Hbench;
import io.hbench.settings.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line of PerformanceEvaluation, and what it becomes. */
class PeCommandTest {

  @Test
  void everyCommandOfPerformanceEvaluationIsThere() throws ReflectiveOperationException {
    Field commands = PerformanceEvaluation.class.getDeclaredField("COMMANDS");
    commands.setAccessible(true);
    Set<?> names = ((Map<?, ?>) commands.get(null)).keySet();
    assertThat(names).hasSize(27);
    assertThat(new TreeSet<>(PeWorkload.labels())).isEqualTo(new TreeSet<>(names));
  }

  /** Its parser holds each option as a text of its own: they are in the constants of the class. */
  @Test
  void everyOptionOfPerformanceEvaluationIsThere() throws IOException {
    Set<String> names = new TreeSet<>();
    String file = PerformanceEvaluation.class.getSimpleName() + ".class";
    try (InputStream in = PerformanceEvaluation.class.getResourceAsStream(file)) {
      Matcher option =
          Pattern.compile("--([a-zA-Z]{2,})=?(?![a-zA-Z])")
              .matcher(new String(in.readAllBytes(), ISO_8859_1));
      while (option.find()) {
        names.add(option.group(1));
      }
    }
    assertThat(names).hasSize(45).contains("rows", "startRow", "commandPropertiesFile");
    assertThat(PeOptions.all().stream().map(Setting::name)).containsAll(names);
  }

  /** Numbers and the name of the command aside. */
  @Test
  void theLinesThatScriptsLookForAreThoseOfThePage(@TempDir Path dir) throws IOException {
    String page = Files.readString(Path.of("src/docs/migrating-from-pe.md"));
    String lines = StringUtils.substringBetween(page, "## Output", "\n| ").split("```\n", -1)[1];
    String command = BatchTimeOperation.class.getName();
    Hbench.Result run =
        new Hbench(dir).job("run", "pe --nomapred --rows=50 " + command + " 2 --quiet");
    assertThat(shape(run.out())).as(run.err()).endsWith("\n" + shape(lines));
  }

  private static String shape(String lines) {
    return lines.replaceAll("\\d+", "1").replaceAll("(?m)^\\[\\w.*?(?= duration|])", "[Test");
  }

  @Test
  void aRandomReadIsAGetOfRowsFromTheWholeTable() {
    assertThat(print("--rows=1000 --multiGet=10 --replicas=2 randomRead 4"))
        .isEqualTo(
            "hadoop jar hbench.jar run get --table TestTable --threads 1 --rows 4000 --row-budget"
                + " 4000 --key-scope table-wide --replicas 2 --batch 10 --consistency timeline"
                + " --warmup 0s\n");
    assertThat(print("--rows=1000 --multiGet=10 --randomSleep=5 randomRead 4"))
        .as("it sleeps before it adds a row to the batch")
        .contains(" --think-time 50ms");
  }

  @Test
  void aSequentialWriteIsBufferedUnlessItIsToldOtherwise() {
    assertThat(print("sequentialWrite 1"))
        .contains(" run bufferedPut ")
        .contains(" --keys sequential ")
        .contains(" --durability sync_wal");
    assertThat(print("--autoFlush=true --multiPut=5 --writeToWAL=false sequentialWrite 1"))
        .contains(" run put ")
        .contains(" --batch 5")
        .contains(" --durability skip_wal");
  }

  @Test
  void withoutMapReduceTheClientsAreThreadsWithAConnectionEach() {
    assertThat(print("--nomapred --rows=10 randomRead 8"))
        .contains(" --tasks 1 --threads 8 --local --connections 8 ");
    assertThat(print("--nomapred --oneCon=true --rows=10 randomRead 8"))
        .contains(" --local ")
        .doesNotContain("--connections");
  }

  @Test
  void nomapredThatIsFalseIsFalse() {
    assertThat(print("--nomapred=false --rows=10 randomRead 8")).doesNotContain("--local");
  }

  @Test
  void clientsThatOverlapAllWalkTheSameRows() {
    assertThat(print("--rows=10 increment 20"))
        .contains(" --tasks 20 ")
        .contains(" --rows 200 --row-budget 200 --keys sequential --key-scope shared");
  }

  @Test
  void moreRowsThanAnIntCanCountAreCounted() {
    assertThat(print("--rows=1073741824 randomWrite 20"))
        .contains(" --rows 21474836480 --row-budget 21474836480 ");
  }

  @ParameterizedTest
  @CsvSource({
    "--size=1, 1048576",
    "--size=2.9, 3040870",
    "--size=0.5, 524288",
    "--size=3000, 3145728000",
    "--size=1 --valueSize=100, 10485760",
    "--size=1 --valueRandom, 2097152",
    "--size=1 --families=2 --columns=3, 174762",
    "--size=1 --valueSize=1 --valueRandom, 1048576000",
  })
  void everySizeWorks(String options, long rows) {
    assertThat(print(options + " sequentialWrite 1")).contains(" --rows " + rows + " ");
  }

  @Test
  void randomReadsTakeTheSizeOfTheTableAndTheNumberOfRowsApart() {
    assertThat(print("--size=10 --rows=1000 randomRead 4"))
        .contains(" --rows 10485760 --row-budget 4000 ");
  }

  @Test
  void aSampleIsAShareOfTheRows() {
    assertThat(print("--rows=1000 --sampleRate=0.7 randomRead 2")).contains(" --row-budget 1400 ");
    assertThat(print("--rows=1000 --sampleRate=0.1 sequentialRead 2"))
        .contains(" --stride 10 --rows 2000 --row-budget 200 ");
  }

  /** PerformanceEvaluation counts the rows that it leaves out. */
  @Test
  void rowsThatAreNotMeasuredAreThoseOfTheWholeSequence() {
    assertThat(print("--rows=1000 --measureAfter=100 randomRead 2"))
        .contains(" --warmup-rows 100 ");
    assertThat(print("--rows=1000 --sampleRate=0.1 --measureAfter=100 randomRead 2"))
        .contains(" --warmup-rows 10 ");
    assertThat(print("--rows=1000 --sampleRate=0.1 --measureAfter=100 sequentialRead 2"))
        .contains(" --warmup-rows 10 ");
  }

  @Test
  void anotherOrderOfKeysHasItsOwnScope() {
    assertThat(print("randomRead 1")).contains(" --key-scope table-wide");
    assertThat(print("--keys sequential randomRead 1")).doesNotContain("--key-scope");
  }

  @Test
  void rowsStartWhereTheyAreInOrderOnly() {
    assertThat(print("--rows=10 --startRow=500 sequentialRead 1")).contains(" --first-row 500");
    assertThat(print("--rows=10 --startRow=500 randomRead 1")).doesNotContain("--first-row");
    assertThat(print("--rows=10 --startRow=500 increment 1")).doesNotContain("--first-row");
  }

  @Test
  void aTimeEndsTheRunInsteadOfTheRows() {
    assertThat(print("--rows=10 --for=60s randomRead 1"))
        .contains(" --for 60s")
        .doesNotContain("--row-budget");
  }

  @Test
  void aUserDefinedOperationAcceptsAllOptions() {
    assertThat(
            print(
                "--rows=10 --writeToWAL=false --multiGet=3 --caching=7 --replicas=2"
                    + " --randomSleep=5 com.example.Mine 1"))
        .contains(" run com.example.Mine ")
        .contains(" --durability skip_wal")
        .contains(" --batch 3")
        .contains(" --caching 7")
        .contains(" --consistency timeline")
        .contains(" --think-time 5ms");
  }

  @Test
  void theLineThatIsPrintedCanBeTyped() {
    assertThat(print("--rows=10 --recreate=TestTable sequentialWrite 1"))
        .contains(" --recreate=TestTable");
  }

  @Test
  void cacheBlocksReachesScansOnly() {
    assertThat(print("--cacheBlocks=false scanRange100 1")).contains(" --cache-blocks false");
    assertThat(print("--cacheBlocks=false randomRead 1")).doesNotContain("cache-blocks");
  }

  @Test
  void cyclesAreCounted() {
    assertThat(print("--rows=1000 --cycles=3 sequentialRead 2"))
        .contains(" --rows 2000 --row-budget 6000 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--row=10 randomRead 1 | --row: no such option; did you mean --rows?",
        "--rows=ten randomRead 1 | --rows ten: not a count of 1 or more; try --rows 200k",
        "--nomapred=yes randomRead 1 | --nomapred yes: not true or false; try --nomapred=true",
        "randomReed 1 | pe randomReed: no such command; did you mean randomRead?",
        "randomRead | pe: no number of clients; try pe randomRead 10",
        "randomRead many | pe many: not a number of clients; try pe randomRead 10",
        "randomRead 0 | pe 0: not a number of clients; try pe randomRead 10",
        "randomRead 1 2 | pe 2: unexpected word after the number of clients; leave it out",
        "--size=10000000000000 sequentialWrite 1 | --size 10000000000000: more rows than a"
            + " long holds; try --size 100",
        "--multiPut=3 sequentialWrite 1 | --multiPut: needs --autoFlush=true, else all puts go"
            + " through one buffer; try --multiPut=100 --autoFlush=true",
        "--valueZipf --valueRandom sequentialWrite 1 | --valueZipf: contradicts --valueRandom;"
            + " leave out one of the two",
        "--oneCon --connCount=2 randomRead 1 | --connCount: contradicts --oneCon; leave out one of the two",
        "--sampleRate=2 randomRead 1 | --sampleRate 2: not a share above 0 and up to 1; try"
            + " --sampleRate 0.1",
        "--rows=9223372036854775807 randomRead 2 | pe: 9223372036854775807 rows × 2: more rows"
            + " than a long holds; try --rows 1000",
      })
  void anErrorIsOneLineAndExitCode2(String words, String line) {
    Hbench.Result result = pe(words);
    assertThat(result.err()).isEqualTo("hbench: " + line + "\n");
    assertThat(result).hasExitCode(ExitCode.USAGE);
  }

  @Test
  void optionsWithoutEffectAreAcceptedWithANote() {
    Hbench.Result result =
        pe("--print --latency --traceRate=0.1 --flushCommits=true --period=9 randomRead 1");
    assertThat(result).hasExitCode(0);
    assertThat(result.err().lines()).hasSize(4).allMatch(line -> line.contains("has no effect"));
  }

  @Test
  void hbenchsOwnSettingsStandBesideThem() {
    assertThat(print("--rows=10 --out=/runs/a --rate=5k randomRead 1"))
        .contains(" --rate 5k --out /runs/a");
  }

  @Test
  void metaIsNotWrittenByAccident() {
    Hbench.Result result = pe("--rows=10 metaWrite 1");
    assertThat(result).hasExitCode(ExitCode.USAGE);
    assertThat(result.err()).contains("--i-know-this-writes-to-meta");
  }

  @Test
  void thePageForUsersOfPerformanceEvaluationIsTheRegister() throws IOException {
    MarkedPage page = new MarkedPage(Path.of("src/docs/migrating-from-pe.md"));
    StringBuilder commands = new StringBuilder("| command | becomes |\n|---|---|\n");
    for (String command : PeWorkload.labels()) {
      String meta = command.matches("metaWrite|cleanMeta") ? " --i-know-this-writes-to-meta" : "";
      String line =
          print("--rows=1000" + meta + " " + command + " 10")
              .trim()
              .replaceAll("hadoop jar hbench.jar ", "")
              .replaceAll(" --(table|tasks|threads|rows|row-budget|warmup) \\S+", "")
              .replace(" --client async --in-flight 1", "");
      commands.append("| `%s` | `%s` |\n".formatted(command, line));
    }
    page.holds("commands", commands.toString());
    page.holds("options", SortedOptions.of(PeOptions.groups(), Setting::flag));
  }

  private static String print(String words) {
    Hbench.Result result = pe("--print " + words);
    assertThat(result).hasExitCode(0);
    return result.out();
  }

  private static Hbench.Result pe(String words) {
    return Hbench.run(new Configuration(false), ("pe " + words).split(" "));
  }
}
