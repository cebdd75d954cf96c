package io.hbench.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The format of row keys, as a template of text and fields in braces, made of the row number.
 *
 * <ul>
 *   <li><code>{row:26}</code>: the row number in 26 digits, with leading zeros: the format of
 *       HBase's PerformanceEvaluation, so that both can read each other's tables. <code>{row}
 *       </code> has no leading zeros: its keys do not sort like the row numbers.
 *   <li><code>{hash}</code>: the FNV-1a hash of the row number, decimal. <code>user{hash}</code> is
 *       YCSB's format; <code>{hash:20}</code> has leading zeros.
 *   <li><code>{salt:16}</code>: the row number modulo 16 buckets, with leading zeros.
 * </ul>
 *
 * <p>Formats are equal if their templates are. Safe for use by several threads.
 */
public final class KeyFormat {
  /** {@code PerformanceEvaluation.ROW_LENGTH}: the digits of Integer.MAX_VALUE, plus 16. */
  private static final int PE_DIGITS = 26;

  /** {@code HConstants.MAX_ROW_LENGTH}. */
  private static final int MAX_LENGTH = Short.MAX_VALUE;

  /** Digits of Long.MAX_VALUE. */
  private static final int MAX_DIGITS = 19;

  private static final Pattern PART =
      Pattern.compile("\\{(?<source>row|hash|salt)(:(?<number>[1-9]\\d{0,8}))?}|(?<text>[^{}]+)");

  /** Sampled keys for each region: the sizes of regions differ by a few percent. */
  private static final int SAMPLE_PER_REGION = 1_000;

  private static final int MAX_SAMPLE = 1_000_000;

  private enum Source {
    ROW,
    HASH,
    SALT
  }

  /**
   * A field of digits in a key.
   *
   * @param buckets of a salt
   * @param end of the digits; negative for a field without leading zeros at the end of the key
   */
  private record Field(Source source, long buckets, int begin, int end) {
    boolean isOpen() {
      return end < 0;
    }

    long of(long row) {
      if (source == Source.ROW) {
        return row;
      }
      return source == Source.HASH ? Fnv.hash(row) : row % buckets;
    }
  }

  private final String template;

  /** A key with zeros for digits, without the open field. */
  private final byte[] blank;

  private final Field[] fields;
  private final Field last;

  private final Optional<Field> number;

  private final long maxRow;

  private final boolean isPeFormat;

  private KeyFormat(String template, byte[] blank, List<Field> fields) {
    this.template = template;
    this.blank = blank;
    this.fields = fields.toArray(Field[]::new);
    this.last = fields.get(fields.size() - 1);
    this.isPeFormat = template.equals("{row:" + PE_DIGITS + "}");
    this.number = fields.stream().filter(f -> f.source() == Source.ROW).findFirst();
    this.maxRow =
        number
            .filter(f -> !f.isOpen() && f.end() - f.begin() < MAX_DIGITS)
            .map(f -> Long.parseLong("9".repeat(f.end() - f.begin())))
            .orElse(Long.MAX_VALUE);
  }

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException if it does not have exactly one row or hash; has two salts, or
   *     too few digits for a hash; if anything follows a field without a length; or if keys would
   *     be longer than HBase allows
   */
  public static KeyFormat parse(String template) {
    ByteArrayOutputStream blank = new ByteArrayOutputStream();
    List<Field> fields = new ArrayList<>();
    boolean open = false;
    int end = 0;
    for (Matcher m = PART.matcher(template); m.find(); end = m.end()) {
      require(m.start() == end && !open, template);
      if (m.group("text") != null) {
        blank.writeBytes(m.group("text").getBytes(UTF_8));
        continue;
      }
      Source source = Source.valueOf(m.group("source").toUpperCase(Locale.ROOT));
      long number = m.group("number") == null ? 0 : Long.parseLong(m.group("number"));
      require(source != Source.SALT || number > 0, template);
      require(source != Source.HASH || number == 0 || number >= MAX_DIGITS, template);
      open = number == 0;
      int length = source == Source.SALT ? digits(number - 1) : (int) number;
      int begin = blank.size();
      require(begin + Math.max(length, open ? MAX_DIGITS : 0) <= MAX_LENGTH, template);
      blank.writeBytes("0".repeat(length).getBytes(UTF_8));
      fields.add(new Field(source, number, begin, open ? -1 : blank.size()));
    }
    require(end == template.length() && blank.size() <= MAX_LENGTH, template);
    require(fields.stream().filter(f -> f.source() == Source.SALT).count() <= 1, template);
    require(fields.stream().filter(f -> f.source() != Source.SALT).count() == 1, template);
    return new KeyFormat(template, blank.toByteArray(), fields);
  }

  private static void require(boolean holds, String template) {
    if (!holds) {
      throw new IllegalArgumentException("not a key format: " + template);
    }
  }

  /** The largest row number that has a key. */
  public long maxRow() {
    return maxRow;
  }

  /** The template with as many digits as a row needs, if it has fewer. */
  public String wideFor(long row) {
    return template.replaceFirst("\\{row:\\d+}", "{row:" + digits(row) + "}");
  }

  /** Whether {@link #row} can compute the row number of a key. */
  public boolean isReversible() {
    return number.isPresent();
  }

  /** Whether keys sort like their row numbers. */
  public boolean isOrdered() {
    return fields[0].source() == Source.ROW && !fields[0].isOpen();
  }

  /**
   * The key of a row.
   *
   * @param row from 0 to {@link #maxRow}
   * @return a new array
   */
  public byte[] key(long row) {
    if (row < 0 || row > maxRow) {
      throw new IllegalArgumentException("row " + row + " has no key of the format " + template);
    }
    if (isPeFormat) {
      byte[] digits = new byte[PE_DIGITS]; // constant length: half the time
      Arrays.fill(digits, (byte) '0');
      write(row, digits, PE_DIGITS);
      return digits;
    }
    int open = last.isOpen() ? digits(last.of(row)) : 0;
    byte[] key = Arrays.copyOf(blank, blank.length + open);
    for (Field field : fields) {
      write(field.of(row), key, field.isOpen() ? key.length : field.end());
    }
    return key;
  }

  /** Writes digits from the end; the leading zeros are there. */
  private static void write(long number, byte[] key, int end) {
    int i = end;
    long rest = number;
    do {
      long tenth = rest / 10;
      key[--i] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    } while (rest > 0);
  }

  /** The number of digits; 0 has one. */
  private static int digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /**
   * The row number of a key.
   *
   * @throws IllegalArgumentException if the key does not have this format
   * @throws UnsupportedOperationException if the format hashes rows
   */
  public long row(byte[] key) {
    Field field =
        number.orElseThrow(
            () -> new UnsupportedOperationException(template + " does not contain the row number"));
    int end = field.isOpen() ? key.length : field.end();
    long row = 0;
    for (int i = field.begin(); i < Math.min(end, key.length); i++) {
      row = row * 10 + key[i] - '0'; // a wrong key gives some row, whose key differs
    }
    if (row < 0 || row > maxRow || !Arrays.equals(key, key(row))) {
      throw new IllegalArgumentException(
          "not a key of the format " + template + ": " + new String(key, UTF_8));
    }
    return row;
  }

  /**
   * The exclusive bound of a scan that stops before a row, or of a reverse scan that starts there:
   * the key of the row, or, if it has none, a bound above all keys. Only for an ordered format.
   */
  public byte[] bound(long row) {
    return row <= maxRow ? key(row) : end();
  }

  /** The smallest key above all keys of the format. Only for an ordered format. */
  public byte[] end() {
    return Arrays.copyOf(key(maxRow), blank.length + 1);
  }

  /**
   * The split points that give each region an equal share of the rows.
   *
   * <p>Those of an ordered format are those of {@code PerformanceEvaluation.getSplits}, so that its
   * tables fit; the last region has the remainder. For other formats they are quantiles of a sample
   * of the keys, the same one each time.
   *
   * @param regions not more than rows
   * @return {@code regions - 1} keys, ascending
   */
  public byte[][] splitPoints(KeyRange rows, int regions) {
    if (isOrdered()) {
      long share = rows.size() / regions;
      return LongStream.range(1, regions)
          .mapToObj(i -> key(rows.first() + share * i))
          .toArray(byte[][]::new);
    }
    long size =
        Math.min(
            rows.size(),
            Math.max(regions, Math.min((long) SAMPLE_PER_REGION * regions, MAX_SAMPLE)));
    byte[][] sample = sample(rows, Math.toIntExact(size));
    Arrays.sort(sample, Arrays::compareUnsigned);
    return LongStream.range(1, regions)
        .mapToObj(i -> sample[(int) (sample.length * i / regions)])
        .toArray(byte[][]::new);
  }

  /**
   * A random sample of the range's keys, without duplicates, the same one each time.
   *
   * @param size not more than rows
   */
  public byte[][] sample(KeyRange rows, int size) {
    Permutation order = new Permutation(rows, 0);
    return LongStream.range(0, size).mapToObj(i -> key(order.row(i))).toArray(byte[][]::new);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyFormat format && format.template.equals(template);
  }

  @Override
  public int hashCode() {
    return template.hashCode();
  }

  @Override
  public String toString() {
    return template;
  }
}
