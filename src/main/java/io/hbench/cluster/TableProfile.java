package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.RegionLoads.Reading;
import io.hbench.settings.Settings;
import io.hbench.time.Pace;
import io.hbench.time.Time;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import io.hbench.twin.Twin.Region;
import io.hbench.twin.Twin.Servers;
import io.hbench.twin.Twin.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/**
 * Observer of the load of a table. It only reads: the counters of its regions at intervals, the
 * metrics pages of its servers at the begin and the end of each part of the time, and the schema.
 */
public final class TableProfile {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Of the servers, with all that is asked of them; the intervals of large clusters are longer. */
  private static final int CALLS_PER_SECOND = 5;

  /** Readings at the end until all regions are in one. */
  private static final int TRIES = 5;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final double NANOS = 1e9;

  private final Cluster cluster;
  private final TableName table;
  private final Time time;
  private final Pace pace;
  private final CallPages pages;
  private final CellLengths lengths;

  private final Optional<TableDescriptor> schema;
  private Map<String, HRegionLocation> locations;
  private final RegionLoads regions;
  private final long begin;
  private long last;

  private final CountedParts calls = new CountedParts();
  private final CountedParts cost = new CountedParts();
  private final Map<ServerName, Map<String, Double>> firstPages = new HashMap<>();
  private Part part;

  /** Whether all regions were in the last reading. */
  private boolean isWhole = true;

  /** Whether no region was in it. */
  private boolean isSilent;

  /** Whether the table has been dropped: the regions before that are kept. */
  private boolean isGone;

  /**
   * The begin of a part of the time.
   *
   * @param at when the pages were read
   * @param last reading of the regions by then, with the requests and opened regions until it
   * @param whole whether all regions were in it
   */
  private record Part(long at, long last, long requests, int opened, boolean whole) {}

  private TableProfile(Cluster cluster, TableName table, int sampled)
      throws IOException, InterruptedException {
    this.cluster = cluster;
    this.table = table;
    this.time = cluster.paces().pages().time();
    this.pace = new Pace(time, CALLS_PER_SECOND, CALLS_PER_SECOND * INTERVAL.toSeconds());
    this.pages = new CallPages(cluster, table);
    this.schema = cluster.schema(table);
    // before the begin, as the scans of a sample are requests, too
    this.lengths =
        sampled > 0
            ? RowSample.of(cluster, table, sampled, pace)
            : StoreFileLengths.of(
                cluster.connection().getConfiguration(),
                table,
                Cluster.primaries(cluster.locations(table)));
    this.locations = locate();
    Map<String, Reading> now = read();
    if (now.isEmpty()) {
      throw silent(table);
    }
    this.begin = time.nanos(); // the pages of a large cluster take their time
    readNewPages();
    this.regions = new RegionLoads(locations.keySet(), now);
    this.last = begin;
    this.part = new Part(begin, begin, 0, 0, true);
  }

  private static IOException silent(TableName table) {
    return new IOException("no region server tells the requests of table " + table);
  }

  /**
   * Begins to observe a table.
   *
   * @param sampled number of rows of which the lengths are read; 0: lengths of store files
   */
  public static TableProfile begin(Cluster cluster, TableName table, int sampled)
      throws IOException, InterruptedException {
    if (!cluster.admin().tableExists(table)) {
      throw Settings.TABLE.bad(table, "does not exist", "--table ns:" + table);
    }
    return new TableProfile(cluster, table, sampled);
  }

  /**
   * Observes for a time, or until the thread is interrupted.
   *
   * @return this
   */
  public TableProfile observe(Duration length) throws IOException, InterruptedException {
    long end = time.nanos() + length.toNanos();
    for (long left = length.toNanos(); left > 0; left = end - time.nanos()) {
      Duration due = pace.untilDue();
      long interval = Math.max(due.toNanos(), INTERVAL.toNanos());
      time.sleep(Duration.ofNanos(Math.min(interval, left)));
      tick();
    }
    return this;
  }

  private void tick() throws IOException {
    try {
      Map<String, Reading> now = read();
      isSilent = now.isEmpty();
      long at = isSilent ? last : time.nanos(); // requests are known until an answer
      isWhole = now.keySet().containsAll(locations.keySet());
      regions.add(now, (at - last) / NANOS, isWhole);
      last = at;
      if (!isWhole || hasMoved(now)) {
        Map<String, HRegionLocation> found = locate();
        isGone = found.isEmpty();
        locations = isGone ? locations : found;
      }
      readNewPages();
    } catch (IOException e) { // a master that restarts: the next reading has the requests, too
      ExceptionUtil.rethrowIfInterrupt(e);
      isWhole = false;
    }
  }

  /** Whether a region has another server: the one before may have ended, and would be asked on. */
  private boolean hasMoved(Map<String, Reading> now) {
    return locations.values().stream()
        .anyMatch(
            region ->
                !now.get(region.getRegion().getEncodedName())
                    .server()
                    .equals(region.getServerName().toString()));
  }

  private Map<String, HRegionLocation> locate() throws IOException {
    Map<String, HRegionLocation> all = new HashMap<>();
    cluster.locations(table).forEach(one -> all.put(one.getRegion().getEncodedName(), one));
    return all;
  }

  private Set<ServerName> servers() {
    return Cluster.servers(locations.values());
  }

  /** Reads the counters of all regions, by encoded name. */
  private Map<String, Reading> read() throws IOException {
    pace.took(servers().size());
    Map<String, Reading> readings = new HashMap<>();
    cluster
        .regions(servers(), table)
        .forEach(
            (server, answer) ->
                answer.forEach(
                    region ->
                        readings.put(
                            RegionInfo.encodeRegionName(region.getRegionName()),
                            reading(server, region))));
    return readings;
  }

  private static Reading reading(ServerName server, RegionMetrics region) {
    byte[] start;
    try {
      start = RegionInfo.getStartKey(region.getRegionName());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // HBase's own name is not one
    }
    return new Reading(
        start,
        server.toString(),
        new Region(
            bytes(region.getMemStoreSize()) + bytes(region.getStoreFileSize()),
            bytes(region.getMemStoreSize()) + bytes(region.getUncompressedStoreFileSize()),
            region.getReadRequestCount(),
            region.getFilteredReadRequestCount(),
            region.getWriteRequestCount()));
  }

  private static long bytes(Size size) {
    return (long) size.get(Size.Unit.BYTE);
  }

  /** Reads the pages of servers that had no region of the table before. */
  private void readNewPages() throws IOException {
    Set<ServerName> fresh = servers();
    fresh.removeAll(firstPages.keySet());
    if (!fresh.isEmpty()) {
      firstPages.putAll(pages(fresh));
      fresh.forEach(server -> firstPages.putIfAbsent(server, Map.of()));
    }
  }

  private Map<ServerName, Map<String, Double>> pages(Set<ServerName> servers) throws IOException {
    try {
      Map<ServerName, Integer> ports = new HashMap<>(cluster.servers().ports());
      ports.keySet().retainAll(servers);
      return pages.read(ports);
    } catch (IOException e) { // a master that restarts
      ExceptionUtil.rethrowIfInterrupt(e);
      return Map.of();
    }
  }

  public Duration observed() {
    return Duration.ofNanos(time.nanos() - begin);
  }

  /** Ends a part of the time: what its pages count is known or not, whatever the others do. */
  private void endPart() throws IOException {
    long at = time.nanos();
    Map<ServerName, Map<String, Double>> now = pages(firstPages.keySet());
    double seconds = (at - part.at) / NANOS;
    List<String> problem = new ArrayList<>();
    Map<String, Double> more = CallPages.growth(firstPages, now, problem);
    Optional<String> stopped = CallPages.stopped(firstPages, now, regions.takeByServer());
    double perSecond = (regions.requests() - part.requests) / ((last - part.last) / NANOS);
    if (more == null || last == part.last) {
      String why = problem.isEmpty() ? "no region server told the requests" : problem.get(0);
      calls.leaveOut(seconds, why);
      cost.leaveOut(seconds, why);
    } else {
      if (stopped.isPresent()) {
        calls.leaveOut(seconds, stopped.get());
      } else {
        calls.add(seconds, more, perSecond);
      }
      boolean same = part.whole && isWhole && regions.opened() == part.opened;
      cost.addIf(same, seconds, more, perSecond);
    }
    part = new Part(at, last, regions.requests(), regions.opened(), isWhole);
    firstPages.clear();
    firstPages.putAll(now);
    firstPages.keySet().retainAll(servers());
    readNewPages(); // and those without an answer once more
  }

  /**
   * The load until now; ends a part of the time.
   *
   * @param names whether the names of the table and its families are in it
   * @throws IOException if no server has told requests since the begin
   */
  public Twin twin(boolean names) throws IOException, InterruptedException {
    boolean isOld = last == part.last || time.nanos() - last > NANOS;
    for (int i = 0; i < TRIES && (isOld || !isWhole); i++) {
      isOld = false;
      time.sleep(PAUSE);
      tick();
    }
    if (last == begin) {
      throw silent(table);
    }
    endPart();
    Map<String, String> unknown =
        new TreeMap<>(Map.of("keys", "HBase counts requests by region, not by row"));
    Set<String> primaries =
        Cluster.primaries(locations.values()).stream()
            .map(RegionInfo::getEncodedName)
            .collect(Collectors.toSet());
    if (isGone) {
      add(unknown, "regions", "the table has no regions any more");
    }
    if (isSilent) {
      double missing = (part.at - last) / NANOS;
      add(unknown, "regions", format("no server answered in the last %.0f s: left out", missing));
    }
    regions.problem(primaries).ifPresent(why -> add(unknown, "regions", why));
    regions.curveProblem().ifPresent(why -> unknown.put("curve", why));
    CallCounts ofCalls = calls.counts(servers().size(), "calls", unknown);
    CallCounts ofCost = cost.counts(servers().size(), "servers", unknown);
    List<Calls> byKind = ofCalls.calls();
    Servers servers = ofCost.servers();
    ofCalls.unknown().forEach((path, why) -> add(unknown, path, why));
    ofCost.unknown().forEach((path, why) -> add(unknown, path, why));
    return new Twin(
        Twin.SCHEMA,
        (last - begin) / NANOS,
        table(names, unknown),
        regions.regions(primaries),
        byKind,
        lengths.rowKeys(),
        regions.curve(),
        servers,
        unknown);
  }

  private static void add(Map<String, String> unknown, String path, String why) {
    unknown.merge(path, why, (one, other) -> one + "; " + other);
  }

  /** The schema, with the lengths of cells. */
  private Table table(boolean names, Map<String, String> unknown) {
    if (schema.isEmpty()) {
      unknown.put(
          "table",
          "the user lacks the right C on the table, by which the schema is read; families without"
              + " cells may be missing");
    }
    unknown.putAll(lengths.unknown());
    Set<String> all = new TreeSet<>(lengths.families());
    schema.ifPresent(s -> s.getColumnFamilyNames().forEach(name -> all.add(Bytes.toString(name))));
    List<Family> families = new ArrayList<>();
    for (String name : all) {
      families.add(
          lengths.family(
              name,
              names ? name : "f" + (families.size() + 1),
              schema
                  .map(s -> s.getColumnFamily(Bytes.toBytes(name)))
                  .map(TableProfile::settings)
                  .orElse(null)));
    }
    return new Table(
        names ? table.getNameAsString() : null,
        schema.map(TableDescriptor::getRegionReplication).orElse(null),
        schema.map(TableDescriptor::isSplitEnabled).orElse(null),
        families);
  }

  private static FamilySettings settings(ColumnFamilyDescriptor family) {
    String prefix = family.getConfigurationValue(BloomFilterUtil.PREFIX_LENGTH_KEY);
    return new FamilySettings(
        word(family.getCompressionType()),
        word(family.getDataBlockEncoding()),
        word(family.getBloomFilterType()),
        prefix == null ? null : Integer.valueOf(prefix),
        family.getBlocksize(),
        family.isBlockCacheEnabled(),
        family.isInMemory(),
        family.getInMemoryCompaction() == null ? null : word(family.getInMemoryCompaction()),
        family.getMaxVersions(),
        family.getTimeToLive() == HConstants.FOREVER ? null : family.getTimeToLive(),
        family.isMobEnabled() ? family.getMobThreshold() : null,
        family.isPrefetchBlocksOnOpen());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
