package io.hbench.twin;

import io.hbench.json.JsonFormat;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The load of a table over some time and the shape of its data, without the data: the content of
 * {@code twin.json}. It has no row key, no column name and no host, and the names of the table and
 * its families only if the user asked for them. What could not be known is null.
 *
 * @param schema {@link #SCHEMA}
 * @param seconds length of the time that was observed
 * @param table the table
 * @param regions regions of the table at the end, in the order of their keys
 * @param calls calls of each kind, in the order of {@link Kind}
 * @param rowKeys lengths of row keys in bytes, or null
 * @param curve requests over the time, interval by interval: at most 1,000, as neighbours of more
 *     are one
 * @param servers what the region servers of the table spent
 * @param unknown reasons why figures are unknown or incomplete, by path: {@code calls.multi-get}
 */
public record Twin(
    String schema,
    double seconds,
    Table table,
    List<Region> regions,
    List<Calls> calls,
    Law rowKeys,
    List<Interval> curve,
    Servers servers,
    Map<String, String> unknown) {
  public static final String SCHEMA = "hbench.twin/1";

  /** Share of a kind in the calls below which its rows are no cause of differences. */
  private static final double FEW = 0.02;

  /** Name of the file in the directory of a profile. */
  public static final String FILE = "twin.json";

  /** A day is in steps of a minute and a half, and the file can still be read in an editor. */
  private static final int MAX_INTERVALS = 1_000;

  public Twin {
    regions = List.copyOf(regions);
    calls = List.copyOf(calls);
    curve = Interval.atMost(MAX_INTERVALS, curve);
    unknown = Collections.unmodifiableMap(new TreeMap<>(unknown));
  }

  /**
   * Reads the text of a file.
   *
   * @throws IllegalArgumentException if it is not such a file, or a later version of one
   */
  public static Twin parse(String text) {
    Twin twin;
    try {
      twin = JsonFormat.INDENTED.fromJson(text, Twin.class);
    } catch (RuntimeException e) { // that of Gson, or of a constructor without its list
      throw new IllegalArgumentException("not a file of schema " + SCHEMA, e);
    }
    if (twin == null || !SCHEMA.equals(twin.schema)) {
      throw new IllegalArgumentException("not a file of schema " + SCHEMA);
    }
    if (!twin.isWhole()) {
      throw new IllegalArgumentException("a field is missing, or out of range");
    }
    return twin;
  }

  private boolean isWhole() {
    return seconds > 0
        && table != null
        && servers != null
        && !regions.isEmpty()
        && regions.stream().allMatch(Region::isWhole)
        && calls.stream().map(Calls::kind).toList().equals(List.of(Kind.values()))
        && calls.stream().allMatch(one -> isCount(one.perSecond) && isCount(one.rows))
        && Stream.concat(Stream.of(rowKeys), table.families.stream().flatMap(Family::laws))
            .allMatch(law -> law == null || law.isWhole())
        && curve.stream().allMatch(one -> one.seconds > 0 && one.reads >= 0 && one.writes >= 0);
  }

  private static boolean isCount(Double number) {
    return number == null || number >= 0;
  }

  /** Calls of a kind; their figures may be null. */
  public Calls calls(Kind kind) {
    return calls.stream().filter(one -> one.kind == kind).findFirst().orElseThrow();
  }

  /** Calls of a kind a second; 0 if they are unknown. */
  double rate(Kind kind) {
    return calls(kind).rate();
  }

  /** Requests of all regions, in rows. */
  public long requests() {
    return sum(Region::requests);
  }

  /**
   * Standard error of the rows that are requested in some seconds, as a share of them, if calls of
   * all kinds come by chance at constant rates. Where no kind is known, each row is a call. Kinds
   * of few calls make none: by their rows, they could explain any difference.
   */
  public double noise(double seconds) {
    double all = calls.stream().mapToDouble(Calls::rate).sum();
    double rows = 0;
    double squares = 0;
    for (Calls one : calls) {
      double each = one.rows == null ? 1 : one.rows;
      rows += one.rate() * each;
      squares += one.rate() < FEW * all ? 0 : one.rate() * each * each;
    }
    return Math.sqrt(
        rows > 0
            ? squares / seconds / rows / rows
            : this.seconds / seconds / Math.max(1, requests()));
  }

  public long sum(ToLongFunction<Region> figure) {
    return regions.stream().mapToLong(figure).sum();
  }

  /**
   * The table.
   *
   * @param name null without {@code --names}
   * @param replicas replicas of each region, the primary included; null if the user may not read
   *     the schema
   * @param splits whether regions split by themselves, or null likewise
   * @param families column families in the order of their names
   */
  public record Table(String name, Integer replicas, Boolean splits, List<Family> families) {
    public Table {
      families = List.copyOf(families);
    }
  }

  /**
   * A column family: its settings, and its cells: those of a sample, or what store files say of
   * theirs.
   *
   * @param name {@code f1}, {@code f2}, … without {@code --names}
   * @param settings null if the user may not read the schema
   * @param columns cells of the family in a row that has some, or null
   * @param rows share of the rows that have cells of it, 0 to 1
   * @param qualifiers lengths of column qualifiers in bytes, or null
   * @param values lengths of values in bytes, or null
   * @param keys lengths of a cell's row key and qualifier together, in bytes: of store files, whose
   *     cells can't tell them apart; null with a sample
   * @param compressibleTo size of the values after DEFLATE by their size before, 0 to 1
   */
  public record Family(
      String name,
      FamilySettings settings,
      Law columns,
      Double rows,
      Law qualifiers,
      Law values,
      Law keys,
      Double compressibleTo) {
    private Stream<Law> laws() {
      return Stream.of(columns, qualifiers, values, keys);
    }
  }

  /**
   * Settings of a family, in the words of hbench's flags.
   *
   * @param compression of its files
   * @param blockEncoding data block encoding
   * @param bloomFilter of its files
   * @param bloomPrefix bytes of the prefix, or null
   * @param blockSize bytes of a data block
   * @param blockCache whether its data is in the block cache
   * @param inMemory whether its blocks have priority
   * @param inMemoryCompaction of its memstore; null if it is the servers' own
   * @param versions maximum number of versions
   * @param ttlSeconds time to live; null for no limit
   * @param mobThreshold bytes above which values go into MOB files; null without them
   * @param prefetchOnOpen whether blocks are read when a region opens
   */
  public record FamilySettings(
      String compression,
      String blockEncoding,
      String bloomFilter,
      Integer bloomPrefix,
      int blockSize,
      boolean blockCache,
      boolean inMemory,
      String inMemoryCompaction,
      int versions,
      Integer ttlSeconds,
      Long mobThreshold,
      boolean prefetchOnOpen) {}

  /**
   * A region: its size, and its requests while it was observed.
   *
   * @param bytes of store files and memstore, in steps of 1 MiB
   * @param uncompressedBytes the same before compression of the files
   * @param reads rows that were read
   * @param filtered rows that a filter dropped, or that were deleted or expired
   * @param writes rows that were written
   */
  public record Region(long bytes, long uncompressedBytes, long reads, long filtered, long writes) {
    /** Rows read and written. */
    public long requests() {
      return reads + writes;
    }

    /** The size of this region, and the requests of both. */
    public Region plus(Region other) {
      return new Region(
          bytes,
          uncompressedBytes,
          reads + other.reads,
          filtered + other.filtered,
          writes + other.writes);
    }

    private boolean isWhole() {
      return LongStream.of(bytes, uncompressedBytes, reads, filtered, writes)
          .allMatch(number -> number >= 0);
    }
  }

  /**
   * Kinds of calls. A batch is what a client sends to a region in one call; a scan of more rows
   * than an answer has is several calls.
   */
  public enum Kind {
    GET,
    MULTI_GET,
    SCAN,
    PUT,
    PUT_BATCH,
    DELETE,
    DELETE_BATCH,
    APPEND,
    INCREMENT,
    CHECK_AND_MUTATE;

    /** As in files: {@code multi-get}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Calls of a kind.
   *
   * @param kind of the calls
   * @param perSecond null if unknown
   * @param rows mean number of rows in a call, or null
   */
  public record Calls(Kind kind, Double perSecond, Double rows) {
    /** Calls per second, 0 if they are unknown. */
    public double rate() {
      return perSecond == null ? 0 : perSecond;
    }
  }

  /**
   * Requests of the table in an interval.
   *
   * @param seconds its length
   * @param reads rows read a second
   * @param writes rows written a second
   */
  public record Interval(double seconds, double reads, double writes) {
    /** All of them, or fewer, each in place of as many neighbours. */
    private static List<Interval> atMost(int max, List<Interval> all) {
      int each = (all.size() + max - 1) / max;
      return each <= 1
          ? List.copyOf(all)
          : IntStream.range(0, (all.size() + each - 1) / each)
              .mapToObj(i -> all.subList(i * each, Math.min(all.size(), (i + 1) * each)))
              .map(some -> some.stream().reduce(Interval::plus).orElseThrow())
              .toList();
    }

    private Interval plus(Interval next) {
      double both = seconds + next.seconds;
      return new Interval(
          both,
          (seconds * reads + next.seconds * next.reads) / both,
          (seconds * writes + next.seconds * next.writes) / both);
    }
  }

  /**
   * The region servers that had regions of the table.
   *
   * @param count number of servers
   * @param share share of the table in all their requests, 0 to 1; where it is less than 90 %, the
   *     next figures are null, as they are of all tables
   * @param hitRatio share of blocks that were in the block cache, 0 to 1
   * @param cpuMicros CPU time of their processes by call, in microseconds
   * @param flushedBytes bytes that memstores wrote to files, a second
   */
  public record Servers(
      int count, Double share, Double hitRatio, Double cpuMicros, Double flushedBytes) {}
}
