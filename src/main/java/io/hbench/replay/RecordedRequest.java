package io.hbench.replay;

import io.hbench.data.Seeds;
import io.hbench.op.Operations;
import io.hbench.op.Request;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;

/**
 * A request for one row, without values. Its text is {@code put,row1,f:a=100 f:b=20}; bytes other
 * than printable ASCII, and those that separate its parts, are written as {@code \xNN}.
 *
 * @param micros time in microseconds since the first request
 * @param operation one of {@link #OPERATIONS}
 * @param row the key, one character for each byte
 */
public record RecordedRequest(long micros, Operations operation, String row, List<Column> columns) {
  /** The operations that can be replayed. */
  public static final Set<Operations> OPERATIONS =
      EnumSet.of(Operations.PUT, Operations.DELETE, Operations.GET);

  private static final int HASH_BYTES = 16;
  private static final String SEPARATORS = "\\,:=\"";

  /**
   * A column, or a family.
   *
   * @param qualifier null for all columns of the family
   * @param length of the value of a put in bytes; 1 for a delete of the newest version alone; else
   *     {@link #NONE}
   */
  public record Column(String family, String qualifier, int length) {
    public static final int NONE = -1;

    private static Column parse(String text) {
      String[] sides = text.split("=", -1);
      String[] names = sides[0].split(":", -1);
      if (sides.length > 2 || names.length > 2 || names[0].isEmpty()) {
        throw new IllegalArgumentException("'" + text + "' is not a column such as f:a=100");
      }
      int length = sides.length == 1 ? NONE : length(sides[1]);
      return new Column(
          unescaped(names[0]), names.length == 1 ? null : unescaped(names[1]), length);
    }

    private static int length(String text) {
      if (!text.matches("\\d{1,9}")) {
        throw new IllegalArgumentException("'" + text + "' is not a number of bytes");
      }
      return Integer.parseInt(text);
    }

    private boolean fits(Operations operation) {
      return switch (operation) {
        case PUT -> qualifier != null && length != NONE;
        case DELETE -> length == NONE || (qualifier != null && length == 1);
        default -> length == NONE;
      };
    }

    /** Bytes of the cell that a write adds to the store. */
    private long cellBytes(int row) {
      return KeyValue.getKeyValueDataStructureSize(
          row, family.length(), qualifier == null ? 0 : qualifier.length(), Math.max(0, length));
    }

    @Override
    public String toString() {
      return escaped(family)
          + (qualifier == null ? "" : ":" + escaped(qualifier))
          + (length == NONE ? "" : "=" + length);
    }
  }

  public RecordedRequest {
    columns = List.copyOf(columns);
    if (!OPERATIONS.contains(operation)) {
      throw new IllegalArgumentException(operation + " is none of " + OPERATIONS);
    }
    if (row.isEmpty() || row.length() > Short.MAX_VALUE) {
      throw new IllegalArgumentException("the row has " + row.length() + " bytes");
    }
    if (operation == Operations.PUT && columns.isEmpty()) {
      throw new IllegalArgumentException("a put without columns");
    }
    for (Column column : columns) {
      if (!column.fits(operation)) {
        throw new IllegalArgumentException("'" + column + "' is not a column of a " + operation);
      }
    }
  }

  /**
   * Reads the text of a request.
   *
   * @throws IllegalArgumentException with the reason, if it is none
   */
  static RecordedRequest parse(long micros, String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("not an operation, a row and columns");
    }
    Operations operation =
        Operations.builtIn(parts[0])
            .orElseThrow(
                () -> new IllegalArgumentException(parts[0] + " is none of " + OPERATIONS));
    List<Column> columns =
        parts[2].isEmpty()
            ? List.of()
            : Arrays.stream(parts[2].split(" ", -1)).map(Column::parse).toList();
    return new RecordedRequest(micros, operation, unescaped(parts[1]), columns);
  }

  /** The text without the time, as {@link #parse} reads it. */
  public String text() {
    return operation
        + ","
        + escaped(row)
        + ","
        + columns.stream().map(Column::toString).collect(Collectors.joining(" "));
  }

  /** The same request for a row whose key is a hash of the key, of a fixed length. */
  public RecordedRequest withHashedRow() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes(row));
      String hex = HexFormat.of().formatHex(hash, 0, HASH_BYTES);
      return new RecordedRequest(micros, operation, hex, columns);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has SHA-256
    }
  }

  long bytesWritten() {
    return operation == Operations.GET
        ? 0
        : columns.stream().mapToLong(column -> column.cellBytes(row.length())).sum();
  }

  /** Bytes of the largest cell that it writes, or of the key of one. */
  int largestCell() {
    return (int) columns.stream().mapToLong(c -> c.cellBytes(row.length())).max().orElse(0);
  }

  /**
   * Makes the request, with new values of the recorded lengths.
   *
   * @param rows makes values, and counts what is read
   */
  public Request request(RowRequests rows) {
    byte[] key = bytes(row);
    return switch (operation) {
      case PUT -> {
        Put put = new Put(key);
        long number = Seeds.derive(micros, row.hashCode());
        for (int i = 0; i < columns.size(); i++) {
          Column c = columns.get(i);
          rows.writes().add(put, number, i, bytes(c.family), bytes(c.qualifier), c.length);
        }
        Put durable = put.setDurability(rows.writes().durability());
        yield Request.forRow(
            key, client -> client.put(durable).thenApply(done -> OutcomeCounts.written(durable)));
      }
      case DELETE -> {
        Delete delete = delete(new Delete(key).setDurability(rows.writes().durability()));
        yield Request.forRow(
            key, client -> client.delete(delete).thenApply(done -> OutcomeCounts.written(delete)));
      }
      default -> {
        Get get = new Get(key);
        for (Column column : columns) {
          if (column.qualifier == null) {
            get.addFamily(bytes(column.family));
          } else {
            get.addColumn(bytes(column.family), bytes(column.qualifier));
          }
        }
        yield Request.forRow(
            key, client -> client.get(get).thenApply(r -> rows.reads().outcomes().read(r, 0)));
      }
    };
  }

  private Delete delete(Delete delete) {
    for (Column column : columns) {
      byte[] family = bytes(column.family);
      if (column.qualifier == null) {
        delete.addFamily(family);
      } else if (column.length == Column.NONE) {
        delete.addColumns(family, bytes(column.qualifier));
      } else {
        delete.addColumn(family, bytes(column.qualifier));
      }
    }
    return delete;
  }

  private static byte[] bytes(String latin) {
    return latin.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String escaped(String latin) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < latin.length(); i++) {
      char c = latin.charAt(i);
      boolean plain = c > ' ' && c < 0x7F && SEPARATORS.indexOf(c) < 0;
      text.append(plain ? String.valueOf(c) : "\\x%02X".formatted((int) c));
    }
    return text.toString();
  }

  /** Also takes lower-case hex digits, and separators where they separate nothing. */
  private static String unescaped(String text) {
    StringBuilder latin = new StringBuilder(text.length());
    try {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (text.startsWith("\\x", i)) {
          c = (char) HexFormat.fromHexDigits(text, i + 2, i + 4);
          i += 3;
        } else if (c < ' ' || c >= 0x7F || c == '\\' || c == '"') {
          throw new IllegalArgumentException("a byte that no name has");
        }
        latin.append(c);
      }
      return latin.toString();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "'" + text + "' has bytes that are not written as \\xNN", e);
    }
  }
}
