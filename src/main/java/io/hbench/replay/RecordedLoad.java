package io.hbench.replay;

import com.google.gson.JsonObject;
import io.hbench.json.JsonFormat;
import io.hbench.op.Operations;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a file of requests asks for.
 *
 * @param rows the keys of its rows in a replay
 * @param requests number of requests by operation
 * @param micros time of the last request in microseconds since the start
 * @param peak largest number of requests in a second of the recorded time
 * @param bytes bytes of all cells that are written
 * @param largestRequest bytes of the largest write
 * @param largestCell bytes of the largest cell
 */
public record RecordedLoad(
    String file,
    RowKeys rows,
    Map<Operations, Long> requests,
    long micros,
    long peak,
    List<String> families,
    long bytes,
    long largestRequest,
    int largestCell) {
  private static final long SECOND_MICROS = 1_000_000;

  /** The keys of the rows in a replay. */
  public enum RowKeys {
    AS_THEY_ARE,
    HASHED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public RecordedLoad {
    Objects.requireNonNull(rows, "no rows");
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("has no requests");
    }
    // in one order, which the text has in each process
    requests = Collections.unmodifiableMap(new EnumMap<>(Map.copyOf(requests)));
    families = List.copyOf(families);
  }

  /**
   * Reads a file from its start to its end.
   *
   * @throws IllegalArgumentException with the reason, if it is no file of requests
   */
  public static RecordedLoad of(Configuration conf, Path file, RowKeys rows) throws IOException {
    Map<Operations, Long> requests = new EnumMap<>(Operations.class);
    SortedSet<String> families = new TreeSet<>();
    long micros = 0;
    long second = 0;
    long inSecond = 0;
    long peak = 0;
    long bytes = 0;
    long largest = 0;
    int cell = 0;
    try (RequestFile.Reader reader = new RequestFile(conf, file).open()) {
      for (RecordedRequest r = reader.next(); r != null; r = reader.next()) {
        RecordedRequest request = rows == RowKeys.HASHED ? r.withHashedRow() : r;
        micros = request.micros();
        inSecond = micros / SECOND_MICROS == second ? inSecond + 1 : 1;
        second = micros / SECOND_MICROS;
        peak = Math.max(peak, inSecond);
        requests.merge(request.operation(), 1L, Long::sum);
        request.columns().forEach(column -> families.add(column.family()));
        bytes += request.bytesWritten();
        largest = Math.max(largest, request.bytesWritten());
        cell = Math.max(cell, request.largestCell());
      }
    }
    return new RecordedLoad(
        file.toString(), rows, requests, micros, peak, List.copyOf(families), bytes, largest, cell);
  }

  /**
   * Reads what {@link #toString} has written.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static RecordedLoad parse(String json) {
    try {
      JsonObject parts = JsonFormat.LINE.fromJson(json, JsonObject.class);
      for (RecordComponent part : RecordedLoad.class.getRecordComponents()) {
        if (!parts.has(part.getName()) || parts.get(part.getName()).isJsonNull()) {
          throw new IllegalArgumentException("has no " + part.getName());
        }
      }
      return JsonFormat.LINE.fromJson(parts, RecordedLoad.class);
    } catch (RuntimeException e) { // not only of Gson: a part may be missing
      throw new IllegalArgumentException(e);
    }
  }

  /** Number of requests of all operations. */
  public long total() {
    return requests.values().stream().mapToLong(Long::longValue).sum();
  }

  /** JSON in one line. */
  @Override
  public String toString() {
    return JsonFormat.LINE.toJson(this);
  }
}
