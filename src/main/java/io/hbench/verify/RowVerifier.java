package io.hbench.verify;

import io.hbench.data.KeyFormat;
import io.hbench.data.ValueSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Compares rows that were read with their expected values. Safe for use by several threads. */
public record RowVerifier(
    KeyFormat keys,
    List<byte[]> families,
    List<byte[]> columns,
    ValueSource values,
    ExpectedRows expected) {
  /** Columns that hbench's own operations add to rows. */
  private static final Pattern ADDED =
      Pattern.compile("(Append|Increment|CheckAnd(Put|Mutate|Delete))Test");

  /** Whether reads verify any rows. */
  public boolean isActive() {
    return expected.share() > 0;
  }

  /** The row number of a key, or empty if it is not the key of an expected row. */
  public OptionalLong row(byte[] key) {
    try {
      long row = keys.row(key);
      return row >= expected.rows().first() && row < expected.rows().end()
          ? OptionalLong.of(row)
          : OptionalLong.empty();
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Verifies a random share of the rows that a read returned. The choice does not affect the
   * requests that are sent.
   *
   * @param numbers of the rows
   */
  public VerificationResult sample(List<Result> rows, ToLongFunction<Result> numbers) {
    VerificationResult.Builder result = new VerificationResult.Builder();
    for (Result row : rows) {
      boolean chosen =
          expected.share() >= 1 || ThreadLocalRandom.current().nextDouble() < expected.share();
      if (chosen && !row.isEmpty()) {
        number(numbers, row)
            .ifPresentOrElse(
                number -> compare(number, row, false, result), // after --rows it was inserted
                () -> unexpected(row, result));
      }
    }
    return result.build();
  }

  /** The number of a row; empty if its key is none of the format, as in a scan of foreign rows. */
  private static OptionalLong number(ToLongFunction<Result> numbers, Result row) {
    try {
      return OptionalLong.of(numbers.applyAsLong(row));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Verifies one row.
   *
   * @param whole whether the result has all cells of the row
   */
  public void compare(long row, Result found, boolean whole, VerificationResult.Builder result) {
    result.compared(1);
    boolean required = expected.required().contains(row);
    int oldest = Integer.MAX_VALUE;
    int column = 0;
    for (byte[] family : families) {
      for (byte[] qualifier : columns) {
        Cell cell = found.getColumnLatestCell(family, qualifier);
        if (cell == null && whole) {
          defect(Defect.CORRUPT, found, "no cell " + name(family, qualifier), result);
          return;
        }
        if (cell != null) {
          OptionalInt version = version(row, column, cell);
          if (version.isEmpty()) {
            defect(Defect.CORRUPT, found, "wrong value in " + name(family, qualifier), result);
            return;
          }
          oldest = Math.min(oldest, version.getAsInt());
        }
        column++;
      }
    }
    Optional<String> more = whole && found.size() > column ? more(found) : Optional.empty();
    if (more.isPresent()) {
      defect(Defect.CORRUPT, found, "unexpected cell " + more.get(), result);
    } else if (whole && required && oldest < expected.version()) {
      defect(Defect.STALE, found, "version " + oldest, result);
    } else if (required || !whole) {
      result.correct();
    } else {
      result.unacknowledged();
    }
  }

  /** The name of a cell that is neither in a column of the rows nor that of an operation. */
  private Optional<String> more(Result found) {
    return found.listCells().stream()
        .filter(cell -> columns.stream().noneMatch(name -> CellUtil.matchingQualifier(cell, name)))
        .filter(cell -> !ADDED.matcher(Bytes.toString(CellUtil.cloneQualifier(cell))).matches())
        .map(cell -> name(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)))
        .findFirst();
  }

  private OptionalInt version(long row, int column, Cell cell) {
    return values.version(
        row,
        column,
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueLength(),
        expected.version());
  }

  /** Counts a row outside the expected rows. */
  public static void unexpected(Result found, VerificationResult.Builder result) {
    defect(Defect.UNEXPECTED, found, null, result);
  }

  private static void defect(
      Defect defect, Result found, String detail, VerificationResult.Builder result) {
    String key = Bytes.toStringBinary(found.getRow());
    result.found(defect, key, key, 1, detail);
  }

  private static String name(byte[] family, byte[] qualifier) {
    return Bytes.toStringBinary(family) + ":" + Bytes.toStringBinary(qualifier);
  }
}
