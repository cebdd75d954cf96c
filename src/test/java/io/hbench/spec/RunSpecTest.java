package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeyRange;
import io.hbench.row.ReadOptions;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSpecTest {

  @Test
  void aRunLastsAMinuteIfNothingElseIsSaid() {
    RunSpec spec = spec("assignments", "get");
    assertThat(spec.limit().time()).contains(Duration.ofSeconds(60));
    assertThat(spec.warmup()).isEqualTo(Duration.ofSeconds(10));
    assertThat(spec.interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(spec.window().end()).isEqualTo(Duration.ofSeconds(70).toNanos());
  }

  @Test
  void aTimelineHasAtMost600Points() {
    for (String time : List.of("5m", "10m", "59m", "1h", "24h", "99h")) {
      RunSpec spec = spec("assignments", "get", "for", time);
      assertThat(spec.limit().time().orElseThrow().dividedBy(spec.interval()))
          .isLessThanOrEqualTo(600);
    }
  }

  @Test
  void loadWritesEveryRowOnceInBatches() {
    RunSpec spec = spec("command", "load");
    assertThat(spec.everyRowOnce()).isTrue();
    assertThat(spec.batch()).isEqualTo(100);
    assertThat(spec.assignments()).hasToString("[put@4]");
  }

  @Test
  void severalAssignmentsShareOneJob() {
    RunSpec spec = spec("assignments", "get:90,put:10@4 scan@2 delete", "tasks", "3");
    assertThat(spec.tasks()).isEqualTo(9);
    assertThat(spec.assignments()).hasToString("[get:90,put:10@4, scan@2, delete@3]");
  }

  @Property(tries = 200)
  void theTasksOfAnAssignmentCoverEveryRowExactlyOnce(
      @ForAll @LongRange(min = 100) long rows,
      @ForAll @IntRange(min = 1, max = 50) int readers,
      @ForAll @IntRange(min = 1, max = 50) int writers) {
    RunSpec spec =
        spec("assignments", "get@" + readers + " put@" + writers, "rows", Long.toString(rows));
    List<TaskSpec> plan = TaskSpec.plan(spec);
    assertThat(plan).hasSize(readers + writers);
    assertCovers(rows, plan.subList(0, readers));
    assertCovers(rows, plan.subList(readers, plan.size()));
  }

  @Property(tries = 200)
  void everyRequestIsAssignedToOneThread(
      @ForAll @LongRange(min = 2_500, max = Long.MAX_VALUE) long requests,
      @ForAll @IntRange(min = 1, max = 50) int tasks,
      @ForAll @IntRange(min = 1, max = 50) int threads) {
    RunSpec spec =
        spec(
            "assignments", "get@" + tasks,
            "threads", Integer.toString(threads),
            "ops", Long.toString(requests));
    long sum = 0;
    for (TaskSpec task : TaskSpec.plan(spec)) {
      for (int i = 0; i < threads; i++) {
        long share = task.requests(i, threads).orElseThrow();
        assertThat(share).isPositive();
        sum += share;
      }
    }
    assertThat(sum).isEqualTo(requests);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rows | 0      | --rows 0: not a count of 1 or more; try --rows 200k",
        "rows | -5     | --rows -5: not a count of 1 or more; try --rows 200k",
        "rows | 10X    | --rows 10X: not a count of 1 or more; try --rows 200k",
        "keys | zipfy  | --keys zipfy: not one of sequential, uniform, permuted, zipfian[:0.99],"
            + " ycsb-zipfian, latest[:0.99], hotspot[:20%:80%], exponential[:95%:85.71428571%],"
            + " sampled; try --keys zipfian:0.99",
        "for  | 30     | --for 30: not a length of time above 0 and up to 1000 days; try --for 30s",
        "rows | 3      | --rows 3: less than the 4 tasks of get@4; try --rows 100k",
        "rows | 9223372036854775808 | --rows 9223372036854775808: not a count of 1 or more; try"
            + " --rows 200k",
        "for  | 3000000h | --for 3000000h: not a length of time above 0 and up to 1000 days; try"
            + " --for 30s",
        "value-size | 2147483647 | --value-size 2147483647: more than 1GB; try --value-size 1KB",
        "presplit | 0   | --presplit 0: not a count of 1 or more; try --presplit 4",
        "presplit | 2000000 | --presplit 2000000: more than the 1000000 rows; try --presplit 16",
        "strict | maybe | --strict maybe: not true or false; try --strict true",
        "ops  | 5      | --ops 5: less than the 32 threads of all tasks; try --ops 100k",
        "interval | 2m | --interval 120000ms: longer than the run; try --interval 1s",
      })
  void anInvalidSettingIsAnErrorOfOneLine(String name, String value, String message) {
    assertThatThrownBy(() -> spec("assignments", "get", name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gte          | 'gte': no operation 'gte'; did you mean get? (see 'operations')",
        "@4           | '': an operation is missing; try get:95,put:5@40",
        "get,         | 'get,': an operation is missing; try get:95,put:5@40",
        "get:0        | 'get:0': '0' is not a weight of 1 or more; try get:95,put:5",
        "get:-1,put:1 | 'get:-1,put:1': '-1' is not a weight of 1 or more; try get:95,put:5",
        "get,get      | 'get,get': 'get' is there twice; try get:95,put:5",
        "get@0        | 'get@0': '0' is not a number of tasks; try get:95,put:5@40",
        "get@many     | 'get@many': 'many' is not a number of tasks; try get:95,put:5@40",
      })
  void anInvalidAssignmentIsAnErrorOfOneLine(String text, String message) {
    assertThatThrownBy(() -> spec("assignments", text))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void aMisspeltPropertyIsNotIgnored() {
    assertThatThrownBy(() -> spec("assignments", "get", "treads", "8"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("hbench.treads")
        .hasMessageContaining("did you mean hbench.threads?");
  }

  @Test
  void insertsNeedRoomAfterTheLastRow() {
    assertThatThrownBy(() -> spec("assignments", "insert", "rows", "9223372036854775807"))
        .hasMessage("--rows 9223372036854775807: leaves no room for inserts; try --rows 10M");
    assertThat(spec("assignments", "get", "rows", "9223372036854775807").rows())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void namesOfFamiliesSayHowManyThereAre() {
    assertThat(spec("assignments", "get", "families", "2").cells().families())
        .containsExactly("info0", "info1");
    assertThat(spec("assignments", "get", "family-names", "cf1,cf2").cells().families())
        .containsExactly("cf1", "cf2");
    assertThatThrownBy(() -> spec("assignments", "get", "families", "3", "family-names", "cf1,cf2"))
        .hasMessage(
            "--family-names cf1,cf2: not one name for each of --families 3; try --family-names"
                + " cf1,cf2 alone");
    for (String names : List.of("cf,cf", "cf,", "a:b", ".cf")) {
      assertThatThrownBy(() -> spec("assignments", "get", "family-names", names))
          .hasMessage(
              "--family-names: '"
                  + names
                  + ": not a list of distinct column families; try --family-names cf1,cf2");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get | user | --key-format: 'user' is not a key of 32767 bytes at most with one {row:DIGITS} or {hash:DIGITS}, at the end if it has no number, and one {salt:BUCKETS} at most; try {row:26}, user{hash} or {salt:16}-{row:10}",
        "get | user{row:3} | --key-format: 'user{row:3}' is too short for row 999999; try {row:26}",
        "insert | user{row:6} | --key-format: 'user{row:6}' leaves no room for inserts behind row 999999; try {row:26}",
        "get:1,scanRange:1 | user{hash} | --key-format: 'user{hash}' has keys that don't sort as rows do, and scanRange needs that; try user{row:12}",
        "scanAllReversed | {salt:4}{row:9} | --key-format: '{salt:4}{row:9}' has keys that don't sort as rows do, and scanAllReversed needs that; try user{row:12}",
      })
  void aKeyFormatMustDoForRowsAndOperations(String lengths, String min, String message) {
    assertThatThrownBy(() -> spec("assignments", lengths, "key-format", min))
        .hasMessage(message);
    assertThat(spec("assignments", "scan", "key-format", "user{hash}").keyFormat())
        .hasToString("user{hash}");
    assertThat(spec("assignments", "scanAll", "key-format", "user{row:6}").keyFormat().isOrdered())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load | bulk | true | {salt:4}{row:9} | --key-format: '{salt:4}{row:9}' has keys that don't sort as rows do, and HFiles need that; try user{row:12}, or load without --bulk",
        "run | check | 1% | user{hash} | --key-format: 'user{hash}' hides which row it is, and --check needs to know; try user{row:12}, or no --check",
      })
  void aKeyFormatMustDoForFilesAndChecks(
      String command, String name, String value, String format, String message) {
    Configuration conf = conf("command", command, name, value, "key-format", format);
    if (command.equals("run")) {
      Settings.ASSIGNMENTS.set(conf, "get");
    }
    assertThatThrownBy(() -> RunSpec.from(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  /** {@code acknowledged} is what {@code load --resume DIR} and {@code verify DIR} find there. */
  @ParameterizedTest
  @CsvSource({"load, bulk, true", "load, acknowledged, 0-9", "verify, acknowledged, 0-9"})
  void rowsInRandomOrderAreNoFilesAndNoRanges(String command, String name, String value) {
    assertThatThrownBy(() -> spec("command", command, "keys", "permuted", name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--keys: 'permuted' is not the order in which HFiles are written, or a load is gone on"
                + " with; try sequential");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed   | 5    | --least-value-size: '5' is for lengths that vary, not for fixed ones; try --value-lengths uniform",
        "uniform | 1000 | --least-value-size: '1000' is not less than --value-size 1000; try 1",
      })
  void theLeastLengthIsOneOfSeveral(String lengths, String min, String message) {
    assertThatThrownBy(
            () -> spec("assignments", "put", "value-lengths", lengths, "least-value-size", min))
        .hasMessage(message);
    assertThat(
            spec("assignments", "put", "value-lengths", "zipfian", "least-value-size", "999")
                .cells()
                .minSize())
        .isEqualTo(999);
  }

  @Test
  void aValueHistogramNeedsHistogramLengths() {
    String histogram = "BlockSize\t10\n0\t1\n";
    assertThat(
            spec(
                    "assignments", "put",
                    "value-lengths", "histogram",
                    "value-histogram", histogram)
                .cells()
                .histogram()
                .orElseThrow()
                .maxLength())
        .isEqualTo(10);
    assertThatThrownBy(() -> spec("assignments", "put", "value-lengths", "histogram"))
        .hasMessage(
            "--value-lengths histogram: needs a file; try --value-lengths histogram"
                + " --value-histogram hist.txt");
    assertThatThrownBy(() -> spec("assignments", "put", "value-histogram", histogram))
        .hasMessageStartingWith("--value-lengths fixed: takes no file");
  }

  @Test
  void hotRowsAreThoseOfTheTableUnlessThereAreNone() {
    assertThat(spec("assignments", "get").keyScope()).isEqualTo(KeyScope.PARTITIONED);
    assertThat(spec("assignments", "get", "keys", "permuted").keyScope()).isEqualTo(KeyScope.PARTITIONED);
    assertThat(spec("assignments", "get", "keys", "zipfian").keyScope()).isEqualTo(KeyScope.TABLE_WIDE);
    for (String scope : List.of("own", "shared")) {
      assertThatThrownBy(() -> spec("assignments", "get", "keys", "latest", "key-scope", scope))
          .hasMessage(
              "--key-scope: '"
                  + scope
                  + "' would give latest keys a hot set for each task instead of one for all;"
                  + " try --key-scope table, or leave it out");
    }
  }

  @Test
  void moreRowsThanCanBeRankedAreRefused() {
    assertThatThrownBy(() -> spec("assignments", "get", "keys", "zipfian:1.2", "rows", "3G"))
        .hasMessage(
            "--keys: 'zipfian:1.2' can choose from no more than 2147483647 rows; try ycsb-zipfian");
    assertThat(spec("assignments", "get", "keys", "ycsb-zipfian", "rows", "3G").rows())
        .isEqualTo(3_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert:1,get:1 |            |            | --keys: 'sampled' has no row behind the last, and insert writes those; try get, scan or put",
        "scanRange      |            |            | --keys: 'sampled' has no ranges of rows, and scanRange needs them; try get, scan or put",
        "scanAll        |            |            | --keys: 'sampled' has no ranges of rows, and scanAll needs them; try get, scan or put",
        "scanFiltered   |            |            | --keys: 'sampled' knows no values, and scanFiltered looks for one; try get, scan or put",
        "get            | check      | 1%         | --keys: 'sampled' brings rows that hbench may not have written, and --check needs to know; try get, scan or put",
        "get            | first-row  | 5          | --first-row: '5' is no row where --keys sampled finds the keys; try --rows 100k",
        "get            | key-format | user{hash} | --key-format: 'user{hash}' makes keys, and --keys sampled finds them; try one of them",
        "get            | key-scope  | own        | --key-scope: 'own' would give sampled keys a hot set for each task instead of one for all; try --key-scope table, or leave it out",
        "get            | rows       | 1G         | --keys: 'sampled' can choose from no more than 10000000 rows; try --rows 1M",
        "               | command    | load       | --keys: 'sampled' does not go over every row once; try permuted",
        "               | command    | verify     | --keys: 'sampled' does not go over every row once; try permuted",
      })
  void keysThatWereFoundAreRefusedToWhatNeedsMore(
      String operations, String name, String value, String message) {
    Configuration conf = conf("keys", "sampled");
    Optional.ofNullable(operations).ifPresent(o -> Settings.ASSIGNMENTS.set(conf, o));
    Optional.ofNullable(name).ifPresent(n -> conf.set(Setting.PREFIX + n, value));
    assertThatThrownBy(() -> RunSpec.from(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  /** Nobody has said which families and columns there are in a table that somebody else made. */
  @ParameterizedTest
  @CsvSource({
    "read-columns, all, true, false",
    "family-names, cf, false, true",
    "whole-families, true, false, true",
    "columns, 10, false, false",
    "column-prefix, q, false, false",
  })
  void rowsWithKeysThatWereFoundAreReadAsFarAsTheyAreNamed(
      String name, String value, boolean rows, boolean families) {
    ReadOptions found = spec("assignments", "get", "keys", "sampled", name, value).reads();
    assertThat(found.wholeRows()).isEqualTo(rows);
    assertThat(found.wholeFamilies()).isEqualTo(families);
    assertThat(spec("assignments", "get", name, value).reads().wholeRows()).isFalse();
  }

  @Test
  void loadWritesEveryRowOnceOrIsRefused() {
    assertThat(spec("command", "load", "keys", "permuted", "key-scope", "table").everyRowOnce())
        .isTrue();
    assertThatThrownBy(() -> spec("command", "load", "keys", "zipfian"))
        .hasMessage("--keys: 'zipfian:0.99' does not go over every row once; try permuted");
    assertThatThrownBy(() -> spec("command", "load", "key-scope", "table"))
        .hasMessage(
            "--key-scope: 'table' would not have each row gone over once; try load --keys"
                + " permuted --key-scope table, or leave it out");
    assertThatThrownBy(() -> spec("command", "load", "keys", "permuted", "key-scope", "shared"))
        .hasMessageContaining("'shared' would not have each row gone over once");
  }

  @Test
  void timeAndNumberTogetherAreRefused() {
    assertThatThrownBy(() -> spec("assignments", "get", "for", "5s", "ops", "1k"))
        .hasMessageContaining("--for, --ops and --draws");
  }

  @Test
  void aSpecIsTheSameAfterItsSettingsWentThroughAFile() {
    assertEqualInAFile(conf("assignments", "get:90,put:10@4", "for", "30s", "value-size", "1KB"));
    assertEqualInAFile(conf("assignments", "get", "keys", "hotspot:5%:50%"));
    assertEqualInAFile(conf("assignments", "get", "keys", "sampled"));
    assertEqualInAFile(
        conf(
            "assignments", "insert:5,get:95",
            "key-format", "user{hash}",
            "family-names", "cf",
            "columns", "10",
            "column-prefix", "field",
            "value-lengths", "histogram",
            "value-histogram", "BlockSize\t10\n0\t1\n3\t7\n",
            "compressible-to", "30%",
            "write-columns", "one"));
    assertEqualInAFile(
        conf("command", "load")); // which refuses settings that a file has by default
  }

  private static void assertEqualInAFile(Configuration conf) {
    Configuration plan = new Configuration(false);
    for (Setting<?> setting : Settings.all()) {
      Optional.of(setting.text(conf))
          .filter(t -> !t.isEmpty())
          .ifPresent(t -> setting.set(plan, t));
    }
    assertThat(RunSpec.from(plan)).isEqualTo(RunSpec.from(conf));
  }

  private static void assertCovers(long rows, List<TaskSpec> tasks) {
    List<KeyRange> ranges = new ArrayList<>(tasks.stream().map(TaskSpec::range).toList());
    long next = 0;
    for (KeyRange range : ranges) {
      assertThat(range.first()).isEqualTo(next);
      assertThat(range.isEmpty()).isFalse();
      next = range.end();
    }
    assertThat(next).isEqualTo(rows);
  }

  private static RunSpec spec(String... namesAndValues) {
    return RunSpec.from(conf(namesAndValues));
  }

  private static Configuration conf(String... namesAndValues) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      conf.set(Setting.PREFIX + namesAndValues[i], namesAndValues[i + 1]);
    }
    return conf;
  }
}
