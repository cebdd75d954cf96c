package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.Quorum;
import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Size on disk of a table whose rows are all in store files, which are added up: HBase tells whole
 * megabytes of each region, and counts a file again in each region that refers to it. A region must
 * have as many as HBase counts, because files that a compaction has replaced stay for minutes.
 *
 * <p>Limit: HBase tells rows in memory in whole megabytes, too, so what others write meanwhile may
 * be missing, up to a megabyte in each region.
 *
 * @param bytes one copy of each file; null if unknown
 * @param note why it is unknown, or null
 */
record TableSize(Long bytes, String note) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Pattern OWN_FILE = Pattern.compile("[0-9a-f]{32}(_SeqId_\\d+_)?");

  /** Not a store: edits of the WAL. */
  private static final String EDITS = "recovered.edits";

  /** Measures the size; never fails. */
  static TableSize measure(Cluster cluster, TableName table) throws InterruptedException {
    try {
      return TimeLimit.call(LIMIT, "no answer", () -> of(cluster, table));
    } catch (IOException e) {
      return unknown(FailureText.of(e));
    }
  }

  private static TableSize unknown(String why) {
    return new TableSize(null, "size on disk unknown: " + why);
  }

  private static TableSize of(Cluster cluster, TableName table) throws IOException {
    Optional<TableDescriptor> schema = cluster.schema(table);
    if (schema.isPresent()
        && List.of(schema.get().getColumnFamilies()).stream()
            .anyMatch(ColumnFamilyDescriptor::isMobEnabled)) {
      return unknown("MOB files are no store files");
    }
    List<HRegionLocation> regions =
        cluster.locations(table).stream()
            .filter(location -> RegionReplicaUtil.isDefaultReplica(location.getRegion()))
            .toList();
    Map<String, RegionMetrics> told = cluster.regionsByName(regions, table);
    told.keySet()
        .retainAll(
            regions.stream().map(r -> r.getRegion().getEncodedName()).collect(Collectors.toSet()));
    if (told.size() < regions.size()) {
      return unknown(format("servers told of %,d of %,d regions", told.size(), regions.size()));
    }
    return of(cluster.connection().getConfiguration(), table, told);
  }

  /**
   * @param regions all of them, by encoded name
   */
  static TableSize of(Configuration conf, TableName table, Map<String, RegionMetrics> regions) {
    if (regions.values().stream().anyMatch(r -> r.getMemStoreSize().get(Size.Unit.BYTE) > 0)) {
      return unknown("rows are in memory, too, as others write");
    }
    if (!Quorum.hasRoot(conf)) {
      return unknown("hbase.rootdir is not that of the cluster of --quorum");
    }
    Path directory = CommonFSUtils.getTableDir(new Path(FreeSpace.root(conf)), table);
    try {
      FileSystem fs = directory.getFileSystem(conf);
      long all = 0;
      for (Map.Entry<String, RegionMetrics> region : regions.entrySet()) {
        int files = region.getValue().getStoreFileCount();
        Optional<Long> size = ofRegion(fs, new Path(directory, region.getKey()), files);
        if (size.isEmpty()) {
          return unknown(
              "region %s has other files in %s, too".formatted(region.getKey(), directory));
        }
        all += size.get();
      }
      return new TableSize(all, null);
    } catch (IOException e) {
      return unknown("its files can't be listed: " + FailureText.of(e));
    }
  }

  /**
   * The bytes of a region's files.
   *
   * @return empty if it is unknown which of the files those are
   */
  private static Optional<Long> ofRegion(FileSystem fs, Path region, int count) throws IOException {
    List<FileStatus> all = new ArrayList<>();
    List<FileStatus> newest = new ArrayList<>();
    for (List<FileStatus> files : stores(fs, region).values()) {
      all.addAll(files);
      files.stream()
          .max(Comparator.comparingLong(FileStatus::getModificationTime))
          .ifPresent(newest::add);
    }
    // where each store has one file, compactions have replaced the older ones
    List<FileStatus> own = all.size() == count ? all : newest;
    return own.size() == count && all.stream().allMatch(TableSize::isOwn)
        ? Optional.of(own.stream().mapToLong(FileStatus::getLen).sum())
        : Optional.empty();
  }

  /** The files of a region by family; some may have been replaced by others. */
  static Map<String, List<FileStatus>> stores(FileSystem fs, Path region) throws IOException {
    Map<String, List<FileStatus>> stores = new TreeMap<>();
    for (FileStatus store : fs.listStatus(region, TableSize::isVisible)) {
      if (store.isDirectory() && !store.getPath().getName().equals(EDITS)) {
        stores.put(
            store.getPath().getName(),
            List.of(fs.listStatus(store.getPath(), TableSize::isVisible)));
      }
    }
    return stores;
  }

  /** Whether a file is an HFile of its region, not a reference to one of another region. */
  static boolean isOwn(FileStatus file) {
    return OWN_FILE.matcher(file.getPath().getName()).matches();
  }

  private static boolean isVisible(Path path) {
    return !path.getName().startsWith(".") && !path.getName().startsWith("_");
  }
}
