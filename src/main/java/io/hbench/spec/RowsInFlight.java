package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.row.CellLayout;
import io.hbench.row.ColumnChoice;
import io.hbench.row.RowRequests;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;

/**
 * Bytes of the rows that a task has in flight. They may take a quarter of its heap: the G1
 * collector gives a large cell up to twice its size, and HBase's client copies what it sends.
 */
public final class RowsInFlight {
  private static final int SHARE_OF_HEAP = 4;
  private static final String MAX_CELL = "hbase.client.keyvalue.maxsize";
  private static final int DEFAULT_MAX_CELL = 10 << 20;

  /** A setting of the servers, of which the client may have a copy. */
  private static final String MAX_REQUEST = "hbase.ipc.max.request.size";

  private static final int DEFAULT_MAX_REQUEST = 256 << 20;
  private static final String MAX_RESULT = "hbase.client.scanner.max.result.size";
  private static final int DEFAULT_MAX_RESULT = 2 << 20;

  /** Bytes of a row in a request besides key and cells. */
  private static final int MUTATION_BYTES = 64;

  private final RunSpec spec;
  private final Configuration conf;
  private final long heap;
  private final Size all;
  private final Size one;

  /** How many of each a task has: rows of a request first, which say least of a load. */
  private final Map<Setting<Integer>, Long> counts = new LinkedHashMap<>();

  /**
   * The largest size of a row, in bytes.
   *
   * @param heap of its mutation, as HBase counts it
   * @param wire of its mutation in a request
   * @param cell of its largest cell
   */
  public record Size(long heap, long wire, long cell) {
    /** The size of a row with all columns, or with one. */
    public static Size of(RunSpec spec, ColumnChoice columns) {
      CellLayout cells = spec.data().cells();
      boolean whole = columns == ColumnChoice.ALL;
      CellLayout empty =
          new CellLayout(
              whole ? cells.families() : cells.families().subList(0, 1),
              whole ? cells.columns() : 1,
              cells.columnPrefix(),
              0,
              0,
              ValueLengths.FIXED,
              Optional.empty(),
              ValueBytes.LETTERS,
              1,
              cells.tags(),
              cells.version());
      RowRequests requests =
          RowRequests.of(
              spec.keys().format(),
              empty,
              spec.data().reads(),
              spec.data().scans(),
              spec.data().writes(),
              1,
              0,
              Map.of(),
              spec.data().expected());
      Put put = requests.writes().newRow(spec.keys().range().end() - 1);
      List<Cell> keys = put.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
      long value =
          cells.histogram().map(h -> (long) h.maxLength()).orElse((long) cells.valueSize());
      long cell = keys.stream().mapToLong(Cell::getSerializedSize).max().orElse(0) + value;
      return new Size(
          put.heapSize() + keys.size() * value,
          keys.size() * (cell + Integer.BYTES) + put.getRow().length + MUTATION_BYTES,
          cell);
    }
  }

  private RowsInFlight(RunSpec spec, Configuration conf, long heap) {
    this.spec = spec;
    this.conf = conf;
    this.heap = heap;
    this.all = Size.of(spec, ColumnChoice.ALL);
    this.one = Size.of(spec, ColumnChoice.ONE);
    counts.put(Settings.BATCH, (long) spec.data().batch());
    counts.put(Settings.IN_FLIGHT, (long) spec.load().inFlight());
    counts.put(Settings.THREADS, (long) spec.load().threads());
  }

  /**
   * Makes defaults that are not set small enough for the heap of a task and the limits of HBase.
   *
   * @param conf settings and HBase's properties; gets what is smaller than its default
   * @param heap of a task, in bytes
   * @return a line for each of them
   * @throws UsageException for what is set and too large, with the number that would fit
   */
  public static List<String> fit(RunSpec spec, Configuration conf, long heap) {
    RowsInFlight rows = new RowsInFlight(spec, conf, heap);
    rows.checkCell();
    return rows.shrink();
  }

  private void checkCell() {
    long max = conf.getLong(MAX_CELL, DEFAULT_MAX_CELL);
    boolean writes = spec.operations().anyMatch(o -> o.effect() == OperationType.Effect.WRITES);
    if (writes && !spec.bulk() && max > 0 && all.cell > max) {
      long value = spec.data().cells().valueSize();
      throw Settings.VALUE_SIZE.bad(
          value,
          format("a cell of %,d bytes, and HBase takes %,d (%s)", all.cell, max, MAX_CELL),
          Settings.VALUE_SIZE.flag() + " " + Math.max(1, max - (all.cell - value)));
    }
  }

  private List<String> shrink() {
    List<String> notes = new ArrayList<>();
    Map<Setting<Integer>, Long> tooMany = new LinkedHashMap<>();
    String reason = reason();
    for (Map.Entry<Setting<Integer>, Long> count : counts.entrySet()) {
      Setting<Integer> setting = count.getKey();
      long max = Math.max(1, max(setting));
      if (max < count.getValue()) {
        if (setting.isSet(conf)) {
          tooMany.put(setting, count.getValue());
        } else {
          notes.add(format("%s %d, not %d: %s", setting.flag(), max, count.getValue(), reason));
          setting.set(conf, Long.toString(max));
        }
        count.setValue(max);
      }
    }
    if (inFlight() > budget()) {
      throw Settings.VALUE_SIZE.bad(
          spec.data().cells().valueSize(),
          reason(),
          Settings.VALUE_SIZE.flag()
              + " "
              + (long) (spec.data().cells().valueSize() * 0.99 * budget() / inFlight()));
    }
    if (!tooMany.isEmpty()) {
      Setting<Integer> first = tooMany.keySet().iterator().next();
      String example =
          tooMany.keySet().stream()
              .map(setting -> setting.flag() + " " + counts.get(setting))
              .collect(Collectors.joining(" "));
      throw first.bad(tooMany.get(first), reason, example);
    }
    return notes;
  }

  /** Why the counts are too large. */
  private String reason() {
    long request = counts.get(Settings.BATCH) * rowInBatch(true);
    long most = maxRequest();
    return request > most
        ? format("a request of %,d bytes, and HBase takes %,d (%s)", request, most, MAX_REQUEST)
        : format(
            "%,d bytes of rows in flight, more than a quarter of a task's heap of %,d MB",
            inFlight(), heap >> 20);
  }

  /** How many of a setting fit beside the others. */
  private long max(Setting<Integer> setting) {
    long others = inFlight() / counts.get(setting);
    if (!setting.equals(Settings.BATCH)) {
      return others == 0 ? Long.MAX_VALUE : budget() / others;
    }
    long row = slots() * rowInBatch(false);
    return row == 0
        ? Long.MAX_VALUE
        : Math.min(budget() / row, maxRequest() / Math.max(1, rowInBatch(true)));
  }

  private long budget() {
    return heap / SHARE_OF_HEAP;
  }

  private long maxRequest() {
    return spec.bulk() ? Long.MAX_VALUE : conf.getLong(MAX_REQUEST, DEFAULT_MAX_REQUEST);
  }

  private long slots() {
    return counts.get(Settings.THREADS) * counts.get(Settings.IN_FLIGHT);
  }

  private long inFlight() {
    long other = operations().mapToLong(this::withoutBatch).max().orElse(0);
    return slots() * Math.max(counts.get(Settings.BATCH) * rowInBatch(false), other);
  }

  private Stream<Operations> operations() {
    return spec.operations().filter(Operations.class::isInstance).map(Operations.class::cast);
  }

  /** The largest row in a batch: on the heap, or in a request, where reads are small. */
  private long rowInBatch(boolean wire) {
    return operations()
        .mapToLong(
            operation ->
                switch (operation) {
                  case GET -> wire ? 0 : size(spec.data().reads().columns()).heap;
                  case PUT ->
                      wire
                          ? size(spec.data().writes().columns()).wire
                          : size(spec.data().writes().columns()).heap;
                  case INSERT -> wire ? all.wire : all.heap;
                  default -> 0;
                })
        .max()
        .orElse(0);
  }

  /** Bytes of a request that has no batch. */
  private long withoutBatch(Operations operation) {
    long read = size(spec.data().reads().columns()).heap;
    long result =
        Math.min(
            spec.data().scans().caching() * read, conf.getLong(MAX_RESULT, DEFAULT_MAX_RESULT));
    return switch (operation) {
      case BUFFERED_PUT ->
          spec.data().writes().buffer() + size(spec.data().writes().columns()).heap;
      case SCAN, SCAN_RANGE, SCAN_ALL, SCAN_ALL_REVERSED, SCAN_FILTERED, VERIFY -> result + read;
      case CHECK_AND_PUT, CHECK_AND_MUTATE, CHECK_AND_DELETE -> one.heap;
      case READ_MODIFY_WRITE -> all.heap + read;
      default -> 0;
    };
  }

  private Size size(ColumnChoice columns) {
    return columns == ColumnChoice.ONE ? one : all;
  }
}
