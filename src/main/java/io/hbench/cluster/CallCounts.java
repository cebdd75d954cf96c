package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Servers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Calls of a table by kind, and their cost, from what the metrics pages of its servers have counted
 * between two readings.
 *
 * <p>HBase counts each row of a multi-get as a get of its table, and a batch of writes to a region
 * once, with its rows among all rows that were written. Calls with several rows are counted for all
 * tables together: what they say counts only where the table has most of the requests.
 */
final class CallCounts {
  /** Share of the servers' requests above which their figures are taken for those of the table. */
  private static final double MIN_SHARE = 0.9;

  /** Share of gets or of calls up to which a difference of counters, read one by one, is noise. */
  private static final double FEW = 0.01;

  /** Share of rows in batches up to which those of checks are few: HBase counts them together. */
  private static final double FEW_CHECKS = 0.05;

  /** Share of the table's requests of which the servers can't have fewer: pages are of before. */
  private static final double LOST = 0.5;

  /** By so much a page may be older than the counters of regions, at the begin and at the end. */
  private static final double PAGE_SECONDS = 10;

  /** End of the names of counters of calls. */
  static final String COUNT = "_num_ops";

  private static final String CALLS = "calls";
  private static final String GETS = "Get";
  static final String GETS_OF_TABLE = nameOfTable(GETS);

  private final int servers;
  private final double seconds;
  private final Map<String, Double> counted;
  private final double requests;
  private final Map<String, String> unknown = new TreeMap<>();

  /**
   * @param counted growth of the counters of all of them; null if it is not known
   * @param seconds between the two readings
   * @param requests of the table's regions a second
   */
  CallCounts(int servers, Map<String, Double> counted, double seconds, double requests) {
    this.servers = servers;
    this.counted = counted;
    this.seconds = seconds;
    this.requests = requests;
  }

  /** What could not be known, by its path in the file. */
  Map<String, String> unknown() {
    return unknown;
  }

  /** The calls of all kinds, in their order. */
  List<Calls> calls() {
    if (counted == null || !counted.containsKey(GETS_OF_TABLE)) {
      if (counted != null) {
        unknown.put(
            CALLS,
            "the servers' metrics pages count no calls of the table:"
                + " hbase.regionserver.enable.table.latencies");
      }
      return Arrays.stream(Kind.values()).map(kind -> new Calls(kind, null, null)).toList();
    }
    double checks =
        Math.max(ofTable("CheckAndMutate"), ofTable("CheckAndPut") + ofTable("CheckAndDelete"));
    double appends = ofTable("Append");
    double increments = ofTable("Increment");
    double puts = ofTable("Put");
    double deletes = ofTable("Delete");
    double putBatches = ofTable("PutBatch");
    double deleteBatches = ofTable("DeleteBatch");
    double batched = rows("Write") - puts - deletes - appends - increments - checks;
    if (putBatches > 0 && deleteBatches > 0) {
      batched = -1;
      for (Kind kind : List.of(Kind.PUT_BATCH, Kind.DELETE_BATCH)) {
        unknown.put(path(kind), "HBase counts the rows in batches of puts and of deletes together");
      }
    } else if (putBatches + deleteBatches > 0 && checks > Math.max(0, FEW_CHECKS * batched)) {
      batched = -1;
      unknown.put(
          path(putBatches > 0 ? Kind.PUT_BATCH : Kind.DELETE_BATCH),
          "rows that checks write are in the same counter, and checks that fail write none");
    }
    // of all tables, as the calls with several rows are
    double batches = rate("PutBatch" + COUNT) + rate("DeleteBatch" + COUNT);
    List<Calls> all = new ArrayList<>(gets(Math.max(batches, putBatches + deleteBatches)));
    double scans = ofTable("Scan");
    all.add(calls(Kind.SCAN, scans, rows("Read") - ofTable(GETS)));
    all.add(calls(Kind.PUT, puts, puts));
    all.add(calls(Kind.PUT_BATCH, putBatches, batched));
    all.add(calls(Kind.DELETE, deletes, deletes));
    all.add(calls(Kind.DELETE_BATCH, deleteBatches, batched));
    all.add(calls(Kind.APPEND, appends, appends));
    all.add(calls(Kind.INCREMENT, increments, increments));
    all.add(calls(Kind.CHECK_AND_MUTATE, checks, checks));
    return all;
  }

  /** Gets and multi-gets: what came in calls with several rows, and in how many of them. */
  private List<Calls> gets(double batches) {
    double rows = ofTable(GETS);
    double ofAllTables = rate(GETS + COUNT);
    double inBatches = ofAllTables - rate("rpcGetRequestCount");
    if (rows == 0 || inBatches <= FEW * ofAllTables) {
      return List.of(calls(Kind.GET, rows, rows), calls(Kind.MULTI_GET, 0, 0));
    }
    Optional<String> reason =
        rows < MIN_SHARE * ofAllTables
            ? Optional.of(
                format("other tables have %.0f %% of the gets", 100 * (1 - rows / ofAllTables)))
            : batches > 0
                ? Optional.of("batches of writes are in the same counter")
                : Optional.empty();
    if (reason.isPresent()) {
      unknown.put(CALLS + "." + Kind.MULTI_GET, "its rows are among the gets: " + reason.get());
      return List.of(calls(Kind.GET, rows, rows), new Calls(Kind.MULTI_GET, null, null));
    }
    double multi = rate("rpcMultiRequestCount");
    double rest = Math.min(rows - inBatches, rate("rpcGetRequestCount"));
    double single = rest <= FEW * multi ? 0 : rest;
    return List.of(calls(Kind.GET, single, single), calls(Kind.MULTI_GET, multi, rows - single));
  }

  /**
   * Calls of a kind.
   *
   * @param rows in all of them, a second; negative if unknown
   */
  private Calls calls(Kind kind, double perSecond, double rows) {
    if (perSecond > 0 && rows < 0) {
      unknown.putIfAbsent(path(kind), "no counter of the metrics pages tells it");
    }
    return new Calls(kind, perSecond, perSecond > 0 && rows >= 0 ? rows / perSecond : null);
  }

  private static String path(Kind kind) {
    return "%s.%s.rows".formatted(CALLS, kind);
  }

  /** What the servers spent. */
  Servers servers() {
    if (counted == null) {
      return new Servers(servers, null, null, null, null);
    }
    double all = rate("totalRowActionRequestCount");
    if (all <= 0 || all < requests * Math.max(LOST, 1 - 2 * PAGE_SECONDS / seconds)) {
      unknown.put(
          "servers.share",
          requests == 0 && all == 0
              ? "the servers had no requests"
              : "the metrics pages are older than the counters of regions, or regions have closed,"
                  + " whose requests their servers no longer count");
      return new Servers(servers, null, null, null, null);
    }
    double share = Math.min(1, requests / all);
    if (share < MIN_SHARE) {
      unknown.put(
          "servers",
          format(
              "other tables have %.0f %% of the servers' requests; their cost is that of all",
              100 * (1 - share)));
      return new Servers(servers, share, null, null, null);
    }
    double blocks = rate("blockCacheHitCount") + rate("blockCacheMissCount");
    double calls = rate("totalRequestCount");
    if (blocks <= 0) {
      unknown.put("servers.hitRatio", "no block was asked for");
    }
    return new Servers(
        servers,
        share,
        blocks > 0 ? rate("blockCacheHitCount") / blocks : null,
        calls > 0 ? rate("ProcessCpuTime") / 1e3 / calls : null,
        rate("flushedOutputBytes"));
  }

  /** Rows that were read or written; negative, so that no rest is left, if they are not counted. */
  private double rows(String which) {
    String counter = CallPages.OF_TABLE + "Table" + which + "QueryPerSecond_count";
    return counted.containsKey(counter) ? rate(counter) : Double.NEGATIVE_INFINITY;
  }

  private double ofTable(String call) {
    return rate(nameOfTable(call));
  }

  private static String nameOfTable(String call) {
    return CallPages.OF_TABLE + call + "Time" + COUNT;
  }

  private double rate(String counter) {
    return counted.getOrDefault(counter, 0.0) / seconds;
  }
}
