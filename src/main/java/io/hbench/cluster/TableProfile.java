package io.hbench.cluster;

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
 * metrics pages of its servers at the begin and the end, and the schema.
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
  private final RowSample sample;

  private Map<String, HRegionLocation> locations;
  private final RegionLoads regions;
  private final Map<ServerName, Map<String, Double>> firstPages = new HashMap<>();
  private final long begin;
  private long last;

  /** Whether all regions were in the last reading. */
  private boolean isWhole = true;

  private final Map<String, String> unknown =
      new TreeMap<>(Map.of("keys", "HBase counts requests by region, not by row"));

  private TableProfile(Cluster cluster, TableName table, int sampled) throws IOException {
    this.cluster = cluster;
    this.table = table;
    this.time = cluster.paces().pages().time();
    this.pace = new Pace(time, CALLS_PER_SECOND, CALLS_PER_SECOND * INTERVAL.toSeconds());
    this.pages = new CallPages(cluster, table);
    // before the begin, as its scans are requests, too
    this.sample = sampled == 0 ? RowSample.none() : RowSample.of(cluster, table, sampled, pace);
    this.locations = locate();
    Map<String, Reading> now = read();
    if (now.isEmpty()) {
      throw new IOException("no region server tells the requests of table " + table);
    }
    readNewPages();
    this.regions = new RegionLoads(locations.keySet(), now);
    this.begin = time.nanos();
    this.last = begin;
  }

  /**
   * Begins to observe a table.
   *
   * @param sampled number of rows of which the lengths are read; 0 for none
   */
  public static TableProfile begin(Cluster cluster, TableName table, int sampled)
      throws IOException {
    if (!cluster.admin().tableExists(table)) {
      throw Settings.TABLE.bad(table, "does not exist", "--table ns:" + table);
    }
    return new TableProfile(cluster, table, sampled);
  }

  /** Observes for a time, or until the thread is interrupted. */
  public void observe(Duration length) throws IOException, InterruptedException {
    long end = time.nanos() + length.toNanos();
    for (long left = length.toNanos(); left > 0; left = end - time.nanos()) {
      Duration due = pace.untilDue();
      long interval = Math.max(due.toNanos(), INTERVAL.toNanos());
      time.sleep(Duration.ofNanos(Math.min(interval, left)));
      try {
        tick();
      } catch (IOException e) { // a master that restarts: the next reading has the requests, too
        ExceptionUtil.rethrowIfInterrupt(e);
        isWhole = false;
      }
    }
  }

  private void tick() throws IOException {
    Map<String, Reading> now = read();
    long at = time.nanos();
    isWhole = now.keySet().containsAll(locations.keySet());
    regions.add(now, (at - last) / NANOS, isWhole);
    last = at;
    if (!isWhole) { // moved, split, or without an answer
      locations = locate();
    }
    readNewPages();
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
    Map<ServerName, Integer> ports = new HashMap<>(cluster.servers().ports());
    ports.keySet().retainAll(servers);
    return pages.read(ports);
  }

  public Duration observed() {
    return Duration.ofNanos(time.nanos() - begin);
  }

  /**
   * Ends to observe.
   *
   * @param names whether the names of the table and its families are in it
   */
  public Twin end(boolean names) throws IOException, InterruptedException {
    boolean isOld = regions.curve().isEmpty() || time.nanos() - last > NANOS;
    for (int i = 0; i < TRIES && (isOld || !isWhole); i++) {
      isOld = false;
      time.sleep(PAUSE);
      tick();
    }
    double pageSeconds = (time.nanos() - begin) / NANOS;
    Map<String, Double> counted = CallPages.growth(firstPages, pages(firstPages.keySet()), unknown);
    double seconds = (last - begin) / NANOS;
    Set<String> primaries =
        Cluster.primaries(locations.values()).stream()
            .map(RegionInfo::getEncodedName)
            .collect(Collectors.toSet());
    List<Region> all = regions.regions(primaries);
    Optional<String> problem = regions.problem(primaries);
    problem.ifPresent(why -> unknown.put("regions", why));
    regions.curveProblem().ifPresent(why -> unknown.put("curve", why));
    CallCounts calls =
        new CallCounts(
            servers().size(),
            counted,
            pageSeconds,
            problem.isPresent() ? null : all.stream().mapToLong(Region::requests).sum() / seconds);
    List<Calls> byKind = calls.calls();
    Servers servers = calls.servers();
    unknown.putAll(calls.unknown());
    Table schema = schema(names);
    return new Twin(
        Twin.SCHEMA,
        seconds,
        schema,
        all,
        byKind,
        sample.rowKeys(),
        regions.curve(),
        servers,
        unknown);
  }

  /** The schema, with the lengths of cells. */
  private Table schema(boolean names) throws IOException {
    Optional<TableDescriptor> schema = cluster.schema(table);
    if (schema.isEmpty()) {
      unknown.put("table", "the user lacks the right C on the table, by which the schema is read");
    }
    sample
        .problem()
        .ifPresent(
            why -> List.of("rowKeys", "table.families").forEach(path -> unknown.put(path, why)));
    Set<String> all = new TreeSet<>(sample.families());
    schema.ifPresent(s -> s.getColumnFamilyNames().forEach(name -> all.add(Bytes.toString(name))));
    List<Family> families = new ArrayList<>();
    for (String name : all) {
      families.add(
          sample.family(
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
