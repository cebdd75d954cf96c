package io.hbench.figure;

import static io.hbench.figure.Figure.Better.LESS;
import static io.hbench.figure.Figure.Better.MORE;
import static io.hbench.figure.Figure.Role.COMPARED;
import static io.hbench.figure.Figure.Role.JUDGED;
import static io.hbench.figure.Figure.Role.SHOWN;
import static io.hbench.figure.Figure.Role.WATCHED;
import static io.hbench.figure.Figure.Scope.OPERATION;
import static io.hbench.figure.Figure.Scope.SEARCH;
import static io.hbench.figure.Figure.Scope.SERVER;
import static io.hbench.figure.Figure.Scope.SERVERS;
import static io.hbench.figure.Figure.Scope.TABLE;
import static io.hbench.figure.Figure.Scope.WINDOW;
import static io.hbench.figure.Unit.BYTES;
import static io.hbench.figure.Unit.COUNT;
import static io.hbench.figure.Unit.MICROS;
import static io.hbench.figure.Unit.MULTIPLE;
import static io.hbench.figure.Unit.PER_SECOND;
import static io.hbench.figure.Unit.SHARE;

import java.util.Arrays;
import java.util.Optional;

/**
 * The register of figures: what hbench measures, aims at, compares, follows and exports. Each is
 * declared here, and taken out of a report in {@code report.RunFigures}; all else follows. The
 * order is that of tables; percentiles ascend.
 */
public enum Figure {
  RATE("rate", PER_SECOND, MORE, SEARCH, JUDGED, "highest sustainable rate that findmax found"),
  REQUESTS("ops", COUNT, MORE, OPERATION, SHOWN, "requests, including failed ones"),
  THROUGHPUT("ops/s", PER_SECOND, MORE, OPERATION, JUDGED, "successful requests per second"),
  ROWS("rows", COUNT, MORE, OPERATION, SHOWN, "rows read or written"),
  ROWS_PER_SECOND("rows/s", PER_SECOND, MORE, OPERATION, JUDGED, "rows read or written per second"),
  ROWS_PER_HOST("rows/s/host", PER_SECOND, "rows per second and client host"),
  ROWS_PER_THREAD("rows/s/thread", PER_SECOND, "rows per second and client thread"),
  BYTES_PER_SECOND(
      "bytes/s", Unit.BYTES_PER_SECOND, MORE, OPERATION, SHOWN, "bytes of cells per second"),
  BYTES_PER_HOST("bytes/s/host", Unit.BYTES_PER_SECOND, "bytes per second and client host"),
  BYTES_PER_THREAD("bytes/s/thread", Unit.BYTES_PER_SECOND, "bytes per second and client thread"),
  SECONDS("seconds", Unit.SECONDS, LESS, WINDOW, SHOWN, "length of the measurement window"),
  MIN("min", MICROS, LESS, OPERATION, SHOWN, "shortest latency (response time with a rate)"),
  MEAN("mean", MICROS, LESS, OPERATION, SHOWN, "mean latency"),
  LEVEL("level", MICROS, LESS, SERVER, COMPARED, "geometric mean of service times"),
  P50("p50", 0.5, JUDGED, "median latency"),
  P75("p75", 0.75, COMPARED, "75th percentile of latency"),
  P90("p90", 0.9, COMPARED, "90th percentile of latency"),
  P95("p95", 0.95, COMPARED, "95th percentile of latency"),
  P99("p99", 0.99, JUDGED, "99th percentile of latency"),
  P999("p99.9", 0.999, JUDGED, "99.9th percentile of latency"),
  P9999("p99.99", 0.9999, COMPARED, "99.99th percentile of latency"),
  P99999("p99.999", 0.99999, COMPARED, "99.999th percentile of latency"),
  MAX("max", MICROS, LESS, OPERATION, SHOWN, "longest latency"),
  NOT_FOUND("not-found", COUNT, LESS, OPERATION, SHOWN, "requested rows that do not exist"),
  FAILED("failed", COUNT, LESS, OPERATION, SHOWN, "requests that failed"),
  ERRORS("errors", SHARE, LESS, OPERATION, JUDGED, "share of sent requests that failed"),
  DROPPED("dropped", SHARE, LESS, OPERATION, JUDGED, "share of scheduled requests never sent"),
  UNAVAILABLE(
      "unavailable", SHARE, LESS, OPERATION, JUDGED, "share of requests not answered in time"),
  AVAILABILITY("availability", SHARE, MORE, OPERATION, SHOWN, "share of requests answered in time"),
  LONGEST_OUTAGE("longest outage", "longest time that a region was unavailable"),
  LOST("region-seconds lost", "times that regions were unavailable, added up"),
  SIZE_ON_DISK(
      "size-on-disk", BYTES, LESS, TABLE, JUDGED, "the table's store files, one copy of each"),
  SLOWEST_SERVER(
      "slowest server",
      MULTIPLE,
      LESS,
      SERVERS,
      JUDGED,
      "p99 of the slowest one by the median of the others"),
  BUSY_HANDLERS(
      "busy-handlers", COUNT, LESS, SERVERS, SHOWN, "mean number of handlers at work together"),
  HOTTEST_SERVER(
      "hottest server-cpu",
      SHARE,
      LESS,
      SERVERS,
      SHOWN,
      "CPU of the busiest region server, of its processors"),
  HOST_CPU("host-cpu", SHARE, LESS, SERVERS, SHOWN, "CPU of the servers' hosts, user and system"),
  SERVER_CPU("server-cpu", MICROS, JUDGED, "CPU time of the servers"),
  CLIENT_CPU("client-cpu", MICROS, SHOWN, "CPU time of the clients"),
  SERVER_GC("server-gc", MICROS, SHOWN, "pauses of the servers for collections"),
  GC_PAUSES("gc-pauses", COUNT, SHOWN, "number of these pauses"),
  ALLOCATED("allocated", BYTES, JUDGED, "memory that the servers allocated"),
  RPC_CALLS("rpc-calls", COUNT, SHOWN, "RPC calls"),
  RPC_IN("rpc-in", BYTES, SHOWN, "received by RPC calls"),
  RPC_OUT("rpc-out", BYTES, SHOWN, "sent as answers to RPC calls"),
  RPC_TIME("rpc-time", MICROS, SHOWN, "time in handlers"),
  QUEUE_TIME("queue-time", MICROS, SHOWN, "time in queues"),
  FAILED_CALLS("failed-calls", COUNT, SHOWN, "calls that failed, or that servers refused"),
  CACHE_HITS("cache-hits", COUNT, SHOWN, "blocks from the block cache"),
  CACHE_MISSES("cache-misses", COUNT, SHOWN, "blocks that the block cache lacked"),
  DATA_HITS("data-hits", COUNT, SHOWN, "blocks of data from the block cache"),
  L1_HITS("l1-hits", COUNT, SHOWN, "blocks from the cache on the heap (L1)"),
  L1_MISSES("l1-misses", COUNT, SHOWN, "blocks that it lacked"),
  L2_HITS("l2-hits", COUNT, SHOWN, "blocks from the bucket cache (L2)"),
  L2_MISSES("l2-misses", COUNT, SHOWN, "blocks that it lacked"),
  EVICTIONS("evictions", COUNT, SHOWN, "blocks that caches gave up for others"),
  FILE_READS("file-reads", COUNT, SHOWN, "reads of files, in sequence"),
  FILE_SEEKS("file-preads", COUNT, SHOWN, "reads of files, by position"),
  FILE_READ_TIME("file-pread-time", MICROS, SHOWN, "time of reads of files by position"),
  WAL_APPENDS("wal-appends", COUNT, SHOWN, "appends to the WAL"),
  WAL_SYNCS("wal-syncs", COUNT, SHOWN, "syncs of the WAL"),
  WAL_SYNC_TIME("wal-sync-time", MICROS, SHOWN, "time of syncs of the WAL"),
  FLUSHED("flushed", BYTES, SHOWN, "written by flushes"),
  COMPACTED_IN("compacted-in", BYTES, SHOWN, "read by compactions"),
  COMPACTED_OUT("compacted-out", BYTES, SHOWN, "written by compactions"),
  HIT_RATIO(
      "hit-ratio", SHARE, MORE, SERVERS, WATCHED, "block-cache hit ratio, including the warm-up"),
  L1_HIT_RATIO("l1-hit-ratio", SHARE, MORE, SERVERS, WATCHED, "hit ratio of L1 in the window"),
  L2_HIT_RATIO("l2-hit-ratio", SHARE, MORE, SERVERS, WATCHED, "hit ratio of L2 in the window"),
  FILES_LOCAL(
      "files-local", SHARE, MORE, SERVERS, WATCHED, "store files on their servers' own machines");

  /** Which end is the better one. */
  enum Better {
    MORE,
    LESS
  }

  /** What has the figure. */
  public enum Scope {
    /** Each operation, and all together. */
    OPERATION,
    /** An operation over the whole window: no interval and no server has it. */
    WINDOW,
    /** What an operation costs, on the mean of all operations of the run. */
    COST,
    TABLE,
    /** The region servers together. */
    SERVERS,
    /** An operation at a region server. */
    SERVER,
    SEARCH
  }

  /** Where a change of the figure is called a regression or an improvement. */
  public enum Role {
    /** In comparisons and trends. */
    JUDGED,
    /** In comparisons alone: its neighbours stand for it in a trend. */
    COMPARED,
    /** Nowhere: a trend shows changes of it, and neither end is the better one. */
    WATCHED,
    /** Nowhere: it depends on more than the cluster's speed. */
    SHOWN
  }

  /** The scale on which two values are compared. */
  private enum Scale {
    /** Logarithms: a difference is a factor. */
    FACTOR,
    /**
     * The logarithm of the share that did not go wrong, so that it has one where nothing did: a
     * difference is, nearly, the difference of the shares.
     */
    REST,
    /** The value itself, which may be 0. */
    DIFFERENCE
  }

  /** Where all requests went wrong: the level of one that did not among a million. */
  private static final double LEAST_REST = 1e-6;

  /** A rest that is no more than the least one, whatever logarithms round. */
  private static final double ALL_WRONG = 1.000_001 * LEAST_REST;

  /** Smallest change of a time without answers that matters, in seconds. */
  private static final double MARGIN_SECONDS = 1;

  private final String label;
  private final Unit unit;
  private final Better better;
  private final Scope scope;
  private final Role role;
  private final Scale scale;
  private final double share;
  private final String help;

  /** A percentile of latencies. */
  Figure(String label, double share, Role role, String help) {
    this(label, Unit.MICROS, Better.LESS, Scope.OPERATION, role, share, help);
  }

  /** A rate of requests, for each host or thread of the clients. */
  Figure(String label, Unit unit, String help) {
    this(label, unit, Better.MORE, Scope.WINDOW, Role.SHOWN, help);
  }

  /** A time without answers, in seconds. */
  Figure(String label, String help) {
    this(label, Unit.SECONDS, Better.LESS, Scope.TABLE, Role.JUDGED, help);
  }

  /** The cost of an operation. */
  Figure(String label, Unit unit, Role role, String help) {
    this(label, unit, Better.LESS, Scope.COST, role, help);
  }

  Figure(String label, Unit unit, Better better, Scope scope, Role role, String help) {
    this(label, unit, better, scope, role, 1, help);
  }

  Figure(
      String label, Unit unit, Better better, Scope scope, Role role, double share, String help) {
    this.label = label;
    this.unit = unit;
    this.better = better;
    this.scope = scope;
    this.role = role;
    this.share = share;
    this.help = help;
    scale =
        unit == Unit.SHARE && better == Better.LESS
            ? Scale.REST
            : unit == Unit.SHARE || unit == Unit.SECONDS ? Scale.DIFFERENCE : Scale.FACTOR;
  }

  /** The figure of a name; empty if this version has none such. */
  public static Optional<Figure> named(String name) {
    return Arrays.stream(values()).filter(figure -> figure.label.equals(name)).findFirst();
  }

  public Unit unit() {
    return unit;
  }

  public Scope scope() {
    return scope;
  }

  public Role role() {
    return role;
  }

  /** The figure in a noun phrase. */
  public String help() {
    return help;
  }

  public boolean moreIsBetter() {
    return better == Better.MORE;
  }

  public boolean isPercentile() {
    return share < 1;
  }

  /** The percentile as a share; 1 for other figures. */
  public double share() {
    return share;
  }

  public boolean isOfRun() {
    return scope != Scope.SEARCH && scope != Scope.SERVER;
  }

  /** Whether any set of requests has it: those of an operation, an interval or a server. */
  public boolean isOfRequests() {
    return scope == Scope.OPERATION;
  }

  public boolean hasOperation() {
    return scope == Scope.OPERATION || scope == Scope.WINDOW || scope == Scope.COST;
  }

  public boolean isLatency() {
    return isOfRequests() && unit == Unit.MICROS;
  }

  /** Whether a comparison has a word on its changes. */
  public boolean isCompared() {
    return role == Role.JUDGED || role == Role.COMPARED;
  }

  /** Whether a trend has a word on its changes. */
  public boolean isFollowed() {
    return role == Role.JUDGED || role == Role.WATCHED;
  }

  /** Whether it is a time in which regions were unavailable. */
  public boolean isOfOutages() {
    return scope == Scope.TABLE && unit == Unit.SECONDS;
  }

  public boolean isCost() {
    return scope == Scope.COST;
  }

  /** Whether it is a share of requests that went wrong. */
  public boolean isShare() {
    return scale == Scale.REST;
  }

  /** Whether it may be 0, so that differences of it count and not ratios. */
  public boolean isDifference() {
    return scale != Scale.FACTOR;
  }

  /** Whether it is 0 if all is well. */
  public boolean isUsuallyZero() {
    return isDifference() && better == Better.LESS;
  }

  /** The smallest change that matters: of differences in their unit, else a share of the value. */
  public double margin(Margins margins) {
    return unit == Unit.SECONDS ? MARGIN_SECONDS : margins.of(isShare());
  }

  public boolean hasLevel(double value) {
    return isDifference() || value > 0;
  }

  /** The level of a value on the scale of the figure. */
  public double level(double value) {
    return switch (scale) {
      case FACTOR -> Math.log(value);
      case REST -> Math.log(Math.max(1 - value, LEAST_REST));
      case DIFFERENCE -> value;
    };
  }

  /** The value of a level. */
  public double value(double level) {
    return switch (scale) {
      case FACTOR -> Math.exp(level);
      case REST -> Math.exp(level) <= ALL_WRONG ? 1 : Math.max(0, -Math.expm1(level));
      case DIFFERENCE -> level;
    };
  }

  /**
   * The change that a difference of levels means: a share of the value before; of shares and times
   * the difference, of shares never more than all.
   *
   * @param from value before
   */
  public double change(double from, double difference) {
    return switch (scale) {
      case FACTOR -> Math.expm1(difference);
      case REST -> Math.max(-1, -Math.max(1 - from, LEAST_REST) * Math.expm1(difference));
      case DIFFERENCE -> difference;
    };
  }

  /** Its name in settings, files and tables. */
  @Override
  public String toString() {
    return label;
  }
}
