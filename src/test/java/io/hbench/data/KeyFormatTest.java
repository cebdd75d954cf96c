package io.hbench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormatTest {
  private static final KeyFormat PE = KeyFormat.parse("{row:26}");

  @ParameterizedTest
  @CsvSource({
    "{row:26},             12345,   00000000000000000000012345",
    "{row:26},             0,       00000000000000000000000000",
    "user{row},            0,       user0",
    "user{row},            12345,   user12345",
    "user{row:12},         12345,   user000000012345",
    "t-{row:4}/x,          12,      t-0012/x",
    "{salt:16}-{row:10},   35,      03-0000000035",
    "{salt:10}{row},       35,      535",
    "{row:4}-{salt:7},     35,      0035-0",
    "{salt:1}{row:2},      35,      035",
    // as site.ycsb.Utils.hash has them
    "user{hash},           0,       user6284781860667377211",
    "user{hash},           1,       user8517097267634966620",
    "{hash:20},            1,       08517097267634966620",
  })
  void aTemplateDefinesTheKeyOfARow(String template, long row, String key) {
    assertThat(new String(KeyFormat.parse(template).key(row), US_ASCII)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user",
        "{row",
        "row}",
        "{ROW}",
        "{row:0}",
        "{row:-1}",
        "{row:x}",
        "{row}{row}",
        "{}",
        "{row}{hash}",
        "{row}-",
        "{row}{salt:3}",
        "{hash}x",
        "{hash:18}",
        "{salt:16}",
        "{salt}{row:3}",
        "{salt:2}{salt:2}{row:3}",
        "{row:32768}",
        "{salt:0}{row:3}",
        "{row:3}}"
      })
  void anInvalidTemplateIsRefused(String template) {
    assertThatThrownBy(() -> KeyFormat.parse(template))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keysMayBeAsLongAsHBaseAllows() {
    KeyFormat longest = KeyFormat.parse("user{row:32763}");
    assertThat(longest.key(7)).hasSize(32_767);
    assertThat(longest.row(longest.key(7))).isEqualTo(7);
    assertThatThrownBy(() -> KeyFormat.parse("users{row:32763}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Provide
  Arbitrary<String> templates() {
    return Arbitraries.of(
        "{row:26}",
        "{row:19}",
        "{row}",
        "user{row}",
        "user{row:12}",
        "a{row:5}b",
        "{salt:16}-{row:10}",
        "{salt:1000}{row}",
        "{row:12}{salt:3}");
  }

  @Property
  void everyRowIsReadBackFromItsKey(
      @ForAll @From("templates") String template, @ForAll @LongRange(min = 0) long any) {
    KeyFormat format = KeyFormat.parse(template);
    long row = format.maxRow() == Long.MAX_VALUE ? any : any % (format.maxRow() + 1);
    assertThat(format.row(format.key(row))).isEqualTo(row);
  }

  @Property
  void orderedKeysSortLikeTheirRowNumbers(
      @ForAll @From("templates") String template,
      @ForAll @LongRange(min = 0) long a,
      @ForAll @LongRange(min = 0) long b) {
    KeyFormat format = KeyFormat.parse(template);
    if (format.isOrdered()) {
      long rows = Math.min(format.maxRow(), Long.MAX_VALUE - 1) + 1;
      assertThat(order(format.key(a % rows), format.key(b % rows)))
          .isEqualTo(Long.compare(a % rows, b % rows));
      assertThat(order(format.key(a % rows), format.end())).isNegative();
      assertThat(order(format.key(a % rows), format.bound(rows))).isNegative();
    }
  }

  private static int order(byte[] a, byte[] b) {
    return Integer.signum(Arrays.compareUnsigned(a, b));
  }

  @Test
  void onlyAFormatThatStartsWithARowOfFixedLengthIsOrdered() {
    for (String ordered :
        new String[] {"{row:26}", "user{row:12}", "a{row:5}b", "{row:12}{salt:3}"}) {
      assertThat(KeyFormat.parse(ordered).isOrdered()).as(ordered).isTrue();
    }
    for (String not : new String[] {"{row}", "user{hash}", "{hash:20}", "{salt:16}-{row:10}"}) {
      assertThat(KeyFormat.parse(not).isOrdered()).as(not).isFalse();
    }
  }

  @Test
  void splitPointsDivideTheRowsOfTheRange() {
    byte[][] points = PE.splitPoints(KeyRange.ofRows(100), 4);
    assertThat(Arrays.stream(points).map(PE::row)).containsExactly(25L, 50L, 75L);
  }

  /** jump = totalRows / presplit; format(jump * (k + 1)). */
  @Test
  void splitPointsAreThoseOfPerformanceEvaluation() {
    byte[][] points = PE.splitPoints(KeyRange.ofRows(200), 3);
    assertThat(Arrays.stream(points).map(PE::row)).containsExactly(66L, 132L);
  }

  @ParameterizedTest
  @CsvSource({
    "user{hash}, 100000, 7", "user{row}, 100000, 7", "{salt:16}-{row:10}, 100000, 16",
    "user{hash}, 3000000, 10", "{salt:16}-{row:10}, 3000000, 16", "user{hash}, 5, 5"
  })
  void regionsOfKeysThatAreNotInOrderGetEqualShares(String template, int rows, int regions) {
    KeyFormat format = KeyFormat.parse(template);
    byte[][] points = format.splitPoints(KeyRange.ofRows(rows), regions);
    assertThat(points.length).isEqualTo(regions - 1);
    assertThat(Arrays.asList(points)).isSortedAccordingTo(Arrays::compareUnsigned);
    int[] shares = new int[regions];
    LongStream.range(0, rows)
        .forEach(
            row -> {
              int found = Arrays.binarySearch(points, format.key(row), Arrays::compareUnsigned);
              shares[found < 0 ? -found - 1 : found + 1]++;
            });
    double fair = rows / (double) regions;
    assertThat(IntStream.of(shares).boxed().toList())
        .allSatisfy(share -> assertThat(share / fair).isBetween(0.85, 1.15));
  }

  @Test
  void anInvalidKeyIsRefused() {
    for (String key : new String[] {"user1", "0000000000000000000000000x", "", "9".repeat(26)}) {
      assertThatThrownBy(() -> PE.row(key.getBytes(US_ASCII)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    KeyFormat salted = KeyFormat.parse("{salt:16}-{row:4}");
    assertThat(salted.row("03-0035".getBytes(US_ASCII))).isEqualTo(35);
    for (String key : new String[] {"04-0035", "03-035", "03:0035", "03-00350", "03-"}) {
      assertThatThrownBy(() -> salted.row(key.getBytes(US_ASCII)))
          .as(key)
          .isInstanceOf(IllegalArgumentException.class);
    }
    KeyFormat ycsb = KeyFormat.parse("user{row}");
    assertThatThrownBy(() -> ycsb.row("user07".getBytes(US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aHashedKeyDoesNotGiveItsRow() {
    assertThatThrownBy(() -> KeyFormat.parse("user{hash}").row("user1".getBytes(US_ASCII)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aRowThatDoesNotFitHasNoKey() {
    KeyFormat format = KeyFormat.parse("user{row:3}");
    assertThat(format.maxRow()).isEqualTo(999);
    assertThat(new String(format.key(999), US_ASCII)).isEqualTo("user999");
    assertThat(format.bound(1_000)).isEqualTo("user999\0".getBytes(US_ASCII));
    assertThatThrownBy(() -> format.key(1_000))
        .hasMessageContaining("row 1000 has no key of the format user{row:3}");
    assertThatThrownBy(() -> PE.key(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
