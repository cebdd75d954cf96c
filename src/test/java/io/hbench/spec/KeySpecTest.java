package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.row.ReadOptions;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Key distributions, scopes and formats that a run accepts or refuses. */
class KeySpecTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get | user | --key-format user: not a key of 32767 bytes at most with one {row:DIGITS} or"
            + " {hash:DIGITS}, at the end if it has no number, and one {salt:BUCKETS} at most; try"
            + " --key-format {row:26}",
        "get | user{row:3} | --key-format user{row:3}: too short for row 999999; try --key-format"
            + " user{row:6}",
        "insert | user{row:6} | --key-format user{row:6}: leaves no room for inserts after row"
            + " 999999; try --key-format user{row:7}",
        "get:1,scanRange:1 | user{hash} | --key-format user{hash}: keys do not sort by row number, which scanRange needs; try run get:1,scan:1@4",
        "scanAllReversed | {salt:4}{row:9} | --key-format {salt:4}{row:9}: keys do not sort by row number, which scanAllReversed needs; try run scan@4",
      })
  void aKeyFormatMustSuitTheRowsAndTheOperations(String operations, String format, String message) {
    assertThatThrownBy(() -> spec("assignments", operations, "key-format", format))
        .hasMessage(message);
    assertThat(spec("assignments", "scan", "key-format", "user{hash}").keys().format())
        .hasToString("user{hash}");
    assertThat(
            spec("assignments", "scanAll", "key-format", "user{row:6}").keys().format().isOrdered())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load | bulk | true | {salt:4}{row:9} | --key-format {salt:4}{row:9}: keys do not sort by row number, which --bulk needs; try load without --bulk",
        "run | verify-reads| 1% | user{hash} | --key-format user{hash}: lacks the row number,"
            + " without which rows of scan are not verified; try --verify-reads 0%",
      })
  void aKeyFormatMustDoForFilesAndChecks(
      String command, String name, String value, String format, String message) {
    Configuration conf = conf("command", command, name, value, "key-format", format);
    if (command.equals("run")) {
      Settings.ASSIGNMENTS.set(conf, "get:9,scan:1");
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
        .hasMessage("--keys permuted: contradicts --bulk and --resume; try --keys sequential");
  }

  @Test
  void hotRowsAreThoseOfTheTableUnlessThereAreNone() {
    assertThat(spec("assignments", "get").keys().scope()).isEqualTo(KeyScope.PARTITIONED);
    assertThat(spec("assignments", "get", "keys", "permuted").keys().scope())
        .isEqualTo(KeyScope.PARTITIONED);
    assertThat(spec("assignments", "get", "keys", "zipfian").keys().scope())
        .isEqualTo(KeyScope.TABLE_WIDE);
    for (String scope : List.of("partitioned", "shared")) {
      assertThatThrownBy(() -> spec("assignments", "get", "keys", "latest", "key-scope", scope))
          .hasMessage(
              "--key-scope "
                  + scope
                  + ": would give latest keys a hot set for each task instead of one for all;"
                  + " try --key-scope table-wide");
    }
  }

  @Test
  void moreRowsThanCanBeRankedAreRefused() {
    assertThatThrownBy(() -> spec("assignments", "get", "keys", "zipfian:1.2", "rows", "3G"))
        .hasMessage("--keys zipfian:1.2: limited to 2147483647 rows; try --keys ycsb-zipfian");
    assertThat(spec("assignments", "get", "keys", "ycsb-zipfian", "rows", "3G").rows())
        .isEqualTo(3_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert:1,get:1 |            |            | --keys sampled: has no row numbers, which insert needs; try run get --keys sampled",
        "scanRange      |            |            | --keys sampled: has no row order, which scanRange needs; try run get --keys sampled",
        "scanAll        |            |            | --keys sampled: has no row order, which scanAll needs; try run get --keys sampled",
        "scanFiltered   |            |            | --keys sampled: has rows of unknown content, which scanFiltered searches; try run get --keys sampled",
        "get            | verify-reads   | 1%         | --keys sampled: has rows of unknown content, which --verify-reads cannot verify; try run get --keys sampled",
        "get            | first-row  | 5          | --first-row 5: contradicts --keys sampled,"
            + " whose rows have no numbers; try --first-row 0",
        "get            | key-format | user{hash} | --key-format user{hash}: contradicts --keys"
            + " sampled, which takes keys from the table; try --keys sampled alone",
        "get            | key-scope  | partitioned      | --key-scope partitioned: would give"
            + " sampled keys a hot set for each task instead of one for all; try --key-scope"
            + " table-wide",
        "get            | rows       | 1G         | --keys sampled: limited to 10000000 rows; try --rows 10000000",
        "               | command    | load       | --keys sampled: does not have every row once; try --keys permuted",
        "               | command    | verify     | --keys sampled: does not have every row once; try --keys permuted",
      })
  void sampledKeysAreRefusedWhereRowNumbersAreNeeded(
      String operations, String name, String value, String message) {
    Configuration conf = conf("keys", "sampled");
    Optional.ofNullable(operations).ifPresent(o -> Settings.ASSIGNMENTS.set(conf, o));
    Optional.ofNullable(name).ifPresent(n -> conf.set(Setting.PREFIX + n, value));
    assertThatThrownBy(() -> RunSpec.from(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  /** The families and columns of a table that hbench did not create are unknown. */
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
    ReadOptions found = spec("assignments", "get", "keys", "sampled", name, value).data().reads();
    assertThat(found.wholeRows()).isEqualTo(rows);
    assertThat(found.wholeFamilies()).isEqualTo(families);
    assertThat(spec("assignments", "get", name, value).data().reads().wholeRows()).isFalse();
  }

  @Test
  void loadWritesEveryRowOnceOrIsRefused() {
    assertThat(
            spec("command", "load", "keys", "permuted", "key-scope", "table-wide")
                .command()
                .isEveryRowOnce())
        .isTrue();
    assertThatThrownBy(() -> spec("command", "load", "keys", "zipfian"))
        .hasMessage("--keys zipfian:0.99: does not have every row once; try --keys permuted");
    assertThatThrownBy(() -> spec("command", "load", "key-scope", "table-wide"))
        .hasMessage(
            "--key-scope table-wide: would not process every row once; try load --keys permuted --key-scope table-wide");
    assertThatThrownBy(() -> spec("command", "load", "keys", "permuted", "key-scope", "shared"))
        .hasMessageContaining("--key-scope shared: would not process every row once");
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
