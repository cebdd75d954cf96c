package io.hbench.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Keys, values, lengths and draws, compared with a file. They must not change, not with another
 * version of a library either: {@code verify} would call every row of an older table corrupt.
 */
class PinnedDataTest {
  private static final Path PINNED = Path.of("src/test/resources/pinned-data.txt");
  private static final long[] ROWS = {0, 1, 999, 12_345_678_901L};

  @Test
  void dataOfEarlierVersionsIsMadeAgain() throws IOException {
    assertThat(lines()).containsExactlyElementsOf(Files.readAllLines(PINNED));
  }

  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String format : List.of("{row:26}", "user{hash}", "{salt:16}-{row:12}")) {
      KeyFormat keys = KeyFormat.parse(format);
      lines.add(line("key " + format, LongStream.of(ROWS), row -> text(keys.key(row))));
    }
    for (ValueLengths lengths :
        List.of(ValueLengths.FIXED, ValueLengths.UNIFORM, ValueLengths.ZIPFIAN)) {
      for (ValueBytes bytes : ValueBytes.values()) {
        ValueSource values = new ValueSource(7, 0, 100, lengths, bytes, 1);
        lines.add(
            line(
                "length " + lengths + " " + bytes,
                LongStream.range(0, 10),
                row -> Integer.toString(values.length(row, 1))));
        lines.add("value " + lengths + " " + bytes + ": " + hash(values));
      }
    }
    lines.add("value compressible: " + hash(halfRandom()));
    KeyRange rows = new KeyRange(1_000, 3_000);
    Permutation order = new Permutation(rows, 42);
    lines.add(line("permutation", LongStream.range(0, 10), i -> Long.toString(order.row(i))));
    for (KeyDistributionType type : KeyDistributionType.values()) {
      if (type != KeyDistributionType.SAMPLED) { // of a table's keys
        KeySequence keys =
            KeyDistribution.parse(type.toString())
                .sequence(new KeySpace(rows, rows.part(1, 3), 42, 1, new FixedRows(rows)));
        lines.add(line("draws " + type, LongStream.range(0, 10), i -> Long.toString(keys.next())));
      }
    }
    for (ScanLengths lengths : ScanLengths.values()) {
      lines.add(
          line(
              "scan " + lengths,
              LongStream.range(0, 10),
              i -> Integer.toString(lengths.rows(100, i << 40))));
    }
    return lines;
  }

  private static ValueSource halfRandom() {
    return new ValueSource(7, 0, 100, ValueLengths.FIXED, ValueBytes.RANDOM, 0.5);
  }

  /** Of 100 rows, two columns and two versions. */
  private static String hash(ValueSource values) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (long row = 0; row < 100; row++) {
      for (int column = 0; column < 2; column++) {
        for (int version = 0; version < 2; version++) {
          all.writeBytes(values.value(row * 1_000_003, column, version));
        }
      }
    }
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(all.toByteArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String line(String name, LongStream rows, LongFunction<String> text) {
    return rows.mapToObj(text).collect(Collectors.joining(" ", name + ": ", ""));
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }
}
