package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.replay.RecordedLoad;
import io.hbench.row.CellLayout;
import io.hbench.row.ColumnChoice;
import io.hbench.row.RowRequests;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.ArrayList;
import java.util.Collection;
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
  /** The heap of a task, divided by what rows in flight may take of it. */
  public static final int SHARE_OF_HEAP = 4;

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

  /** What was set before anything was fitted. */
  private final Configuration given;

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
      if (spec.replay().isPresent()) {
        RecordedLoad load = spec.replay().get().load();
        return new Size(load.largestRequest(), load.largestRequest(), load.largestCell());
      }
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

  private RowsInFlight(RunSpec spec, Configuration given, Configuration conf, long heap) {
    this.spec = spec;
    this.given = given;
    this.conf = conf;
    this.heap = heap;
    this.all = Size.of(spec, ColumnChoice.ALL);
    this.one = Size.of(spec, ColumnChoice.ONE);
    counts.put(Settings.BATCH, (long) spec.data().batch());
    counts.put(Settings.CACHING, (long) spec.data().scans().caching());
    counts.put(Settings.WRITE_BUFFER, (long) spec.data().writes().buffer());
    counts.put(Settings.IN_FLIGHT, (long) spec.load().inFlight());
    counts.put(Settings.THREADS, (long) spec.load().threads());
  }

  /**
   * Makes defaults that are not set small enough for the heap of a task and the limits of HBase: of
   * a duet for both sides, which share what neither has set.
   *
   * @param conf settings and HBase's properties; gets what is smaller than its default
   * @param heap of a task, in bytes
   * @return a line for each of them
   * @throws UsageException for what is set and too large, with the number that would fit
   */
  public static List<String> fit(RunSpec spec, Configuration conf, long heap) {
    Configuration given = new Configuration(conf);
    List<String> notes = new ArrayList<>(new RowsInFlight(spec, given, conf, heap).fit());
    if (spec.candidate().isPresent()) { // which shares what was fitted for the baseline
      RunSpec candidate = RunSpec.from(conf).candidate().orElseThrow();
      Configuration ofCandidate = DuetReader.candidate(given);
      notes.addAll(new RowsInFlight(candidate, ofCandidate, conf, heap).fit());
    }
    return notes;
  }

  private List<String> fit() {
    checkCell();
    return shrink();
  }

  private void checkCell() {
    long max = conf.getLong(MAX_CELL, DEFAULT_MAX_CELL);
    boolean writes = spec.operations().anyMatch(o -> o.effect() == OperationType.Effect.WRITES);
    if (writes && !spec.bulk() && max > 0 && all.cell > max) {
      if (spec.replay().isPresent()) {
        throw spec.replay()
            .get()
            .bad(
                format(
                    "has a cell of %,d bytes, and HBase takes %,d (%s)", all.cell, max, MAX_CELL),
                "replay requests.csv -D " + MAX_CELL + "=" + all.cell);
      }
      long value = spec.data().cells().valueSize();
      throw Settings.VALUE_SIZE.bad(
          value,
          format("a cell of %,d bytes, and HBase takes %,d (%s)", all.cell, max, MAX_CELL),
          Settings.VALUE_SIZE.flag() + " " + Math.max(1, max - (all.cell - value)));
    }
  }

  private List<String> shrink() {
    List<String> notes = new ArrayList<>();
    String reason = reason();
    List<Setting<Integer>> chosen = counts.keySet().stream().filter(s -> s.isSet(given)).toList();
    String beside = chosen.isEmpty() || request() > maxRequest() ? "" : ", for " + flags(chosen);
    for (Setting<Integer> setting : counts.keySet()) { // what nobody chose goes first
      long count = counts.get(setting);
      if (!chosen.contains(setting) && max(setting) < count) {
        long max = counts.get(setting);
        notes.add(format("%s %d, not %d%s: %s", setting.flag(), max, count, beside, reason));
        setting.set(conf, Long.toString(max));
      }
    }
    Map<Setting<Integer>, Long> tooMany = new LinkedHashMap<>();
    for (Setting<Integer> setting : chosen) {
      long count = counts.get(setting);
      if (max(setting) < count) {
        tooMany.put(setting, count);
      }
    }
    double share =
        Math.min((double) budget() / inFlight(), (double) maxRequest() / Math.max(1, request()));
    if (share < 1 && spec.replay().isPresent()) {
      throw spec.replay()
          .get()
          .bad(reason(), "replay requests.csv -D mapreduce.map.memory.mb=4096");
    }
    if (share < 1) { // of a single row
      long value = spec.data().cells().valueSize();
      throw Settings.VALUE_SIZE.bad(
          value, reason(), Settings.VALUE_SIZE.flag() + " " + (long) (value * 0.99 * share));
    }
    if (!tooMany.isEmpty()) {
      Setting<Integer> first = tooMany.keySet().iterator().next();
      throw first.bad(tooMany.get(first), reason, flags(tooMany.keySet()));
    }
    return notes;
  }

  private String flags(Collection<Setting<Integer>> settings) {
    return settings.stream()
        .map(setting -> setting.flag() + " " + counts.get(setting))
        .collect(Collectors.joining(" "));
  }

  /** Why the counts are too large. */
  private String reason() {
    return request() > maxRequest()
        ? format(
            "a request of %,d bytes, and HBase takes %,d (%s)",
            request(), maxRequest(), MAX_REQUEST)
        : format(
            "%,d bytes of rows in flight, more than a quarter of a task's heap of %,d MB",
            inFlight(), heap >> 20);
  }

  /** Lets a count be what fits beside the others, or less than those need by themselves. */
  private long max(Setting<Integer> setting) {
    long high = counts.put(setting, 1L);
    long mostInFlight = Math.max(budget(), inFlight());
    long mostInRequest = Math.max(maxRequest(), request());
    long low = 1;
    while (low < high) {
      long middle = (low + high + 1) / 2;
      counts.put(setting, middle);
      if (inFlight() <= mostInFlight && request() <= mostInRequest) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    counts.put(setting, low);
    return low;
  }

  private long budget() {
    return heap / SHARE_OF_HEAP;
  }

  private long maxRequest() {
    return spec.bulk() ? Long.MAX_VALUE : conf.getLong(MAX_REQUEST, DEFAULT_MAX_REQUEST);
  }

  private long inFlight() {
    return counts.get(Settings.THREADS)
        * counts.get(Settings.IN_FLIGHT)
        * operations().mapToLong(this::inFlight).max().orElse(0);
  }

  private long request() {
    return operations().mapToLong(this::request).max().orElse(0);
  }

  private Stream<Operations> operations() {
    return spec.operations().filter(Operations.class::isInstance).map(Operations.class::cast);
  }

  /** Bytes on the heap for a request. */
  private long inFlight(Operations operation) {
    long read = size(spec.data().reads().columns()).heap;
    long written = size(spec.data().writes().columns()).heap;
    long batch = counts.get(Settings.BATCH);
    long result =
        Math.min(counts.get(Settings.CACHING) * read, conf.getLong(MAX_RESULT, DEFAULT_MAX_RESULT));
    return switch (operation) {
      case GET -> batch * read;
      case EXISTS -> batch > 1 ? batch * read : 0; // HBase's batches bring cells
      case PUT -> batch * written;
      case INSERT -> batch * all.heap;
      case BUFFERED_PUT -> counts.get(Settings.WRITE_BUFFER) + written;
      case BUFFERED_DELETE -> counts.get(Settings.WRITE_BUFFER);
      case SCAN, SCAN_RANGE, SCAN_ALL, SCAN_ALL_REVERSED, SCAN_FILTERED, VERIFY -> result + read;
      case CHECK_AND_PUT, CHECK_AND_MUTATE, CHECK_AND_DELETE -> one.heap;
      case READ_MODIFY_WRITE -> all.heap + read;
      default -> 0;
    };
  }

  /** Bytes of a request to a server; reads are small. */
  private long request(Operations operation) {
    Size written = size(spec.data().writes().columns());
    long batch = counts.get(Settings.BATCH);
    long buffer = counts.get(Settings.WRITE_BUFFER);
    return switch (operation) {
      case PUT -> batch * written.wire;
      case INSERT -> batch * all.wire;
      case BUFFERED_PUT -> (buffer / written.heap + 1) * written.wire;
      case BUFFERED_DELETE -> buffer; // by the heap, where a delete is larger
      default -> 0;
    };
  }

  private Size size(ColumnChoice columns) {
    return columns == ColumnChoice.ONE ? one : all;
  }
}
