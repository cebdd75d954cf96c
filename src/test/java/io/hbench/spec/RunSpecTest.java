package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeyRange;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSpecTest {

  @Test
  void aRunLastsAMinuteIfNothingElseIsSaid() {
    RunSpec spec = spec("assignments", "get");
    assertThat(spec.limit().time()).contains(Duration.ofSeconds(60));
    assertThat(spec.measurement().warmup()).isEqualTo(Duration.ofSeconds(10));
    assertThat(spec.measurement().interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(spec.window().end()).isEqualTo(Duration.ofSeconds(70).toNanos());
  }

  /** The ten seconds of other runs took all rows of a small budget, and none was measured. */
  @Test
  void noWarmUpTakesRowsOfABudgetUnlessItIsAskedFor() {
    RunSpec spec = spec("assignments", "get", "row-budget", "50k");
    assertThat(spec.measurement().warmup()).isZero();
    spec = spec("assignments", "get", "row-budget", "50k", "warmup", "3s");
    assertThat(spec.measurement().warmup()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aTimelineHasAtMost600Points() {
    for (String time : List.of("5m", "10m", "59m", "1h", "24h", "99h")) {
      RunSpec spec = spec("assignments", "get", "for", time);
      assertThat(spec.limit().time().orElseThrow().dividedBy(spec.measurement().interval()))
          .isLessThanOrEqualTo(600);
    }
  }

  @Test
  void loadWritesEveryRowOnceInBatches() {
    RunSpec spec = spec("command", "load");
    assertThat(spec.command().isEveryRowOnce()).isTrue();
    assertThat(spec.data().batch()).isEqualTo(100);
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
        "for  | 30     | --for 30: not a length of time above 0 and up to 1000 days, a minimum and"
            + " a maximum (1m..30m), or auto; try --for 5m",
        "rows | 3      | --rows 3: less than the 4 tasks of get@4; try run get@3",
        "rows | 9223372036854775808 | --rows 9223372036854775808: not a count of 1 or more; try"
            + " --rows 200k",
        "for  | 3000000h | --for 3000000h: not a length of time above 0 and up to 1000 days, a minimum"
            + " and a maximum (1m..30m), or auto; try --for 5m",
        "value-size | 2147483647 | --value-size 2147483647: more than 1GB; try --value-size 1KB",
        "presplit | 0   | --presplit 0: not a count of 1 or more; try --presplit 4",
        "presplit | 2000000 | --presplit 2000000: more than the 1000000 rows; try --presplit 16",
        "strict | maybe | --strict maybe: not true or false; try --strict=true",
        "ops  | 5      | --ops 5: less than the 32 threads of all tasks; try --ops 100k",
        "interval | 2m | --interval 2m: longer than the run; try --interval 1m",
      })
  void anInvalidSettingIsAnErrorOfOneLine(String name, String value, String message) {
    assertThatThrownBy(() -> spec("assignments", "get", name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void aTableWithoutABlockCacheIsNotPrefetchedIntoIt() {
    assertThatThrownBy(
            () -> spec("assignments", "put", "block-cache", "false", "prefetch-on-open", "true"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--prefetch-on-open true: fills the block cache, and reads use it, whatever --block-cache"
                + " says; try --block-cache false without --prefetch-on-open");
  }

  /**
   * Each was reported as what it was not: replicas that were not asked, files of another schema.
   */
  @Test
  void batchesOfReplicasAndHFilesOfAnotherSchemaAreRefused() {
    String[] replica = {
      "assignments", "get", "replica", "1", "consistency", "timeline", "batch", "10"
    };
    assertThatThrownBy(() -> spec(replica))
        .hasMessageContaining("HBase's clients send batches of reads to the primaries");
    replica[replica.length - 1] = "1";
    assertThat(spec(replica).data().reads().replica()).isEqualTo(1);
    for (String[] schema : new String[][] {{"encryption", "AES"}, {"mob-threshold", "100KB"}}) {
      assertThatThrownBy(() -> spec("command", "load", "bulk", "true", schema[0], schema[1]))
          .hasMessageContaining("HFiles are made without --encryption and --mob-threshold");
    }
  }

  @Test
  void aNewTableHasWhatNoFlagSets() {
    TableDescriptor table =
        spec(
                "command", "load",
                "families", "2",
                "family-config", "MIN_VERSIONS=1,hbase.hstore.engine.class=a.B,hbase.hosts=a,b",
                "table-config", "MAX_FILESIZE=5368709120,hbase.hstore.blockingStoreFiles=20")
            .tableSpec()
            .newTable();
    assertThat(table.getMaxFileSize()).isEqualTo(5L << 30);
    assertThat(table.getValue("hbase.hstore.blockingStoreFiles")).isEqualTo("20");
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      assertThat(family.getMinVersions()).isEqualTo(1);
      assertThat(family.getConfiguration())
          .isEqualTo(Map.of("hbase.hstore.engine.class", "a.B", "hbase.hosts", "a,b"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "family-config | COMPRESSION=GZ | --family-config COMPRESSION=GZ: has a flag; try"
            + " --compression",
        "table-config | DURABILITY=SKIP_WAL,SPLIT_ENABLED=false | --table-config"
            + " SPLIT_ENABLED=false: has a flag; try --region-splits",
        "family-config | MIN_VERSION=1 | --family-config MIN_VERSION=1: neither an attribute of"
            + " HBase nor a property with a dot; try --family-config MIN_VERSIONS=1",
        "family-config | MIN_VERSIONS | --family-config MIN_VERSIONS: not a list of distinct"
            + " KEY=VALUE; try --family-config MIN_VERSIONS=1",
        "table-config | a.b=1,a.b=2 | --table-config a.b=1,a.b=2: not a list of distinct KEY=VALUE;"
            + " try --table-config MAX_FILESIZE=10737418240",
      })
  void whatHasAFlagOrNoEffectIsNoConfigurationOfATable(String name, String value, String message) {
    assertThatThrownBy(() -> spec("command", "load", name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void aUserHasAShortNameAndNoHFiles() {
    assertThat(spec("assignments", "get", "user", "web").user().proxied()).contains("web");
    assertThatThrownBy(() -> spec("assignments", "get", "user", "web@A.COM"))
        .hasMessage(
            "--user web@A.COM: not the short name of a user, without a realm; try --user web");
    assertThatThrownBy(() -> spec("command", "load", "bulk", "true", "user", "web"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--user web: the HFiles of --bulk are the submitter's; try load without --bulk");
    assertThatThrownBy(() -> spec("assignments", "noop", "user", "web"))
        .hasMessage("--user web: asks no HBase; try run get");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run  | copy-of | t1     | --copy-of t1: only load takes it; try load --copy-of t1",
        "verify | replace-values | true | --replace-values true: only load takes it; try load"
            + " --copy-of t1",
        "load | copy-of | hbench | --table hbench: the table that is copied; try --table hbench2",
        "load | copy-of | default:hbench | --table hbench: the table that is copied; try --table"
            + " hbench2",
        "load | copy-of | a:b:c | --copy-of a:b:c: not a table name; try --copy-of t1",
        "load | replace-values | true | --replace-values true: needs a table whose values are"
            + " replaced; try --copy-of t1 --replace-values",
      })
  void aCopyHasASource(String command, String name, String value, String message) {
    String words = command.equals("run") ? "get" : "";
    assertThatThrownBy(() -> spec("command", command, "assignments", words, name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "value-size,5",
    "key-format,user{hash}",
    "keys,permuted",
    "key-scope,table-wide",
    "bulk,true",
    "resume,a",
    "tags,1"
  })
  void aCopyTakesItsRowsAsTheyAre(String name, String value) {
    assertThatThrownBy(() -> spec("command", "load", "copy-of", "t1", name, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--%1$s %2$s: contradicts --copy-of, which takes rows from a table; try --copy-of t1"
                + " without --%1$s",
            name, value);
  }

  @ParameterizedTest
  @CsvSource({"run,get,flush", "load,'',warm"})
  void theSizeOfATableIsAnObjectiveOfALoadThatWritesFiles(
      String command, String words, String preparation) {
    assertThatThrownBy(
            () ->
                spec(
                    "command",
                    command,
                    "assignments",
                    words,
                    preparation,
                    "true",
                    "objective",
                    "size-on-disk < 1kB"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--objective 'size-on-disk < 1kB': the size of a load that is flushed or compacted; try"
                + " load --flush --objective 'size-on-disk < 1kB'");
    spec("command", "load", "flush", "true", "objective", "size-on-disk < 1kB");
  }

  @Test
  void aSuggestionKeepsTheOtherAssignments() {
    assertThatThrownBy(() -> spec("assignments", "get@2 put@5", "rows", "3"))
        .hasMessage("--rows 3: less than the 5 tasks of put@5; try run get@2 put@3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gte          | run gte: no operation 'gte' ('operations' lists all); try run get",
        "get:9,pt:1@4 | run get:9,pt:1@4: no operation 'pt' ('operations' lists all); try run"
            + " get:9,put:1@4",
        "frobnicating | run frobnicating: no operation 'frobnicating' ('operations' lists all);"
            + " try run get:95,put:5@40",
        "a.NoClass    | run a.NoClass: no operation 'a.NoClass': class not found; try run"
            + " a.NoClass --jar my-operations.jar",
        "@4           | run @4: an operation is missing; try run get:95,put:5@40",
        "get,         | run get,: an operation is missing; try run get:95,put:5@40",
        "get:0        | run get:0: '0' is not a weight of 1 or more; try run get:95,put:5@40",
        "get:-1,put:1 | run get:-1,put:1: '-1' is not a weight of 1 or more; try run"
            + " get:95,put:5@40",
        "get,get      | run get,get: operation 'get' is listed twice; try run get:95,put:5@40",
        "get@0        | run get@0: '0' is not a number of tasks; try run get:95,put:5@40",
        "get@many     | run get@many: 'many' is not a number of tasks; try run get:95,put:5@40",
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
  void familyNamesDetermineTheNumberOfFamilies() {
    assertThat(spec("assignments", "get", "families", "2").data().cells().families())
        .containsExactly("info0", "info1");
    assertThat(spec("assignments", "get", "family-names", "cf1,cf2").data().cells().families())
        .containsExactly("cf1", "cf2");
    assertThatThrownBy(() -> spec("assignments", "get", "families", "3", "family-names", "cf1,cf2"))
        .hasMessage(
            "--family-names cf1,cf2: not one name for each of --families 3; try --family-names"
                + " cf1,cf2 alone");
    for (String names : List.of("cf,cf", "cf,", "a:b", ".cf")) {
      assertThatThrownBy(() -> spec("assignments", "get", "family-names", names))
          .hasMessage(
              "--family-names "
                  + names
                  + ": not a list of distinct column families; try --family-names cf1,cf2");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed   | 5    | --min-value-size 5: needs lengths that vary, not fixed ones; try --value-lengths uniform",
        "uniform | 1000 | --min-value-size 1000: not less than --value-size 1000; try"
            + " --min-value-size 1",
      })
  void theMinimumLengthNeedsLengthsThatVary(String lengths, String min, String message) {
    assertThatThrownBy(
            () -> spec("assignments", "put", "value-lengths", lengths, "min-value-size", min))
        .hasMessage(message);
    assertThat(
            spec("assignments", "put", "value-lengths", "zipfian", "min-value-size", "999")
                .data()
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
                .data()
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
  void weightsOfRegionsNeedOrderedKeysOfAnyRows() {
    String name = "region-weights";
    String weights = "rows reads writes\n3 1 1\n1 1 1\n";
    assertThat(spec("command", "load", "rows", "10", name, weights).splitPoints())
        .isDeepEqualTo(
            new byte[][] {"00000000000000000000000007".getBytes(StandardCharsets.UTF_8)});
    assertThat(spec("assignments", "get", name, weights).keys().scope())
        .isEqualTo(KeyScope.TABLE_WIDE);
    assertThatThrownBy(() -> spec("assignments", "get", name, weights, "key-scope", "partitioned"))
        .hasMessage(
            "--key-scope partitioned: would leave a task regions without rows, and --region-weights"
                + " draws from all; try --key-scope table-wide");
    assertThatThrownBy(() -> spec("assignments", "get", name, weights, "keys", "latest"))
        .hasMessage(
            "--keys latest:0.99: has no rows of each region, which --region-weights needs; try"
                + " --keys uniform");
    assertThatThrownBy(() -> spec("assignments", "get", name, weights, "key-format", "user{hash}"))
        .hasMessage(
            "--key-format user{hash}: keys do not sort by row number, which --region-weights needs;"
                + " try --key-format {row:26}");
    assertThatThrownBy(() -> spec("command", "load", name, weights, "rows", "1", "tasks", "1"))
        .hasMessage("--rows 1: less than the 2 regions of --region-weights; try --rows 2000");
    assertThatThrownBy(() -> spec("command", "load", name, weights, "presplit", "3"))
        .hasMessage(
            "--presplit 3: contradicts --region-weights, which has 2 regions; try --presplit 2");
  }

  @Test
  void aRunHasOneLimit() {
    assertThatThrownBy(() -> spec("assignments", "get", "for", "5s", "ops", "1k"))
        .hasMessage("--ops 1k: contradicts --for, because a run has one limit; try --ops 1k alone");
  }

  @Test
  void aSpecFromSettingsInAFileIsEqual() {
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

  static RunSpec spec(String... namesAndValues) {
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
