package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.Quorum;
import io.hbench.twin.Law;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.security.AccessControlException;

/**
 * Mean lengths of cells as store files tell them at their ends: of each family, the largest file in
 * some regions. No cell is read, and no right in HBase is needed.
 *
 * <p>Limits: the means of a file are whole bytes, rounded down. Old versions and deletes are cells,
 * too; what is in memory is left out. Of a value in a MOB file, the store has the name of the file.
 */
final class StoreFileLengths implements CellLengths {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MAX_REGIONS = 20;

  private final Map<String, Law> values = new TreeMap<>();
  private final Map<String, Law> keys = new TreeMap<>();
  private final Set<String> families = new TreeSet<>();
  private final Set<String> mob = new TreeSet<>();
  private int files;
  private String problem = "there are none below the hbase.rootdir of this client";

  private StoreFileLengths() {}

  /**
   * Reads the lengths, or why there are none.
   *
   * @param regions of the table, in the order of their keys, without replicas
   */
  static StoreFileLengths of(Configuration conf, TableName table, List<RegionInfo> regions)
      throws InterruptedException {
    try {
      return TimeLimit.call(LIMIT, "store files of " + table, () -> read(conf, table, regions));
    } catch (IOException e) { // whose text has the table's name
      StoreFileLengths none = new StoreFileLengths();
      none.problem =
          ExceptionUtils.indexOfType(e, AccessControlException.class) >= 0
              ? "the user lacks the right to read HBase's root directory"
              : ExceptionUtils.getRootCause(e).getClass().getSimpleName();
      return none;
    }
  }

  private static StoreFileLengths read(
      Configuration conf, TableName table, List<RegionInfo> regions) throws IOException {
    StoreFileLengths all = new StoreFileLengths();
    if (!Quorum.hasRoot(conf)) {
      all.problem = "hbase.rootdir is not that of the cluster of --quorum";
      return all;
    }
    Path directory = CommonFSUtils.getTableDir(new Path(FreeSpace.root(conf)), table);
    FileSystem fs = directory.getFileSystem(conf);
    int some = Math.min(MAX_REGIONS, regions.size());
    for (int i = 0; i < some; i++) {
      String region = regions.get((int) ((long) i * regions.size() / some)).getEncodedName();
      try {
        for (var store : TableSize.stores(fs, new Path(directory, region)).entrySet()) {
          all.families.add(store.getKey());
          Optional<FileStatus> largest =
              store.getValue().stream()
                  .filter(TableSize::isOwn)
                  .max(Comparator.comparingLong(FileStatus::getLen));
          if (largest.isPresent()) {
            Path path = largest.get().getPath();
            all.add(store.getKey(), HFile.createReader(fs, path, CacheConfig.DISABLED, true, conf));
          }
        }
      } catch (FileNotFoundException e) {
        // the region has split, or a file was compacted
      }
    }
    List.of(all.values, all.keys).forEach(laws -> laws.keySet().removeAll(all.mob));
    return all;
  }

  private void add(String family, HFile.Reader file) throws IOException {
    try (file) {
      HFileInfo info = file.getHFileInfo();
      int others = KeyValue.KEY_INFRASTRUCTURE_SIZE + Bytes.toBytes(family).length;
      if (info.containsKey(HStoreFile.MOB_CELLS_COUNT)) {
        mob.add(family);
      } else if (file.getEntries() > 0) {
        add(keys, family, file.getEntries(), info.getAvgKeyLen() - others);
        add(values, family, file.getEntries(), info.getAvgValueLen());
        files++;
      }
    }
  }

  private static void add(Map<String, Law> laws, String family, long count, int mean) {
    laws.merge(
        family,
        new Law(count, mean, null),
        (a, b) -> {
          long both = a.count() + b.count();
          return new Law(both, (a.count() * a.mean() + b.count() * b.mean()) / both, null);
        });
  }

  @Override
  public Set<String> families() {
    return families;
  }

  @Override
  public Family family(String name, String shown, FamilySettings settings) {
    return new Family(shown, settings, null, null, null, values.get(name), keys.get(name), null);
  }

  @Override
  public Map<String, String> unknown() {
    String sampled = "lengths of cells are read by --sample";
    if (files == 0 && mob.isEmpty()) {
      String why = "%s; by store files: %s".formatted(sampled, problem);
      return Map.of("rowKeys", why, "table.families", why);
    }
    return Map.of(
        "rowKeys",
        sampled + "; store files tell row key and qualifier together",
        "table.families",
        format(
                "means of %d store file%s, rounded down to bytes; other ",
                files, files == 1 ? "" : "s")
            + sampled
            + (mob.isEmpty() ? "" : "; those of MOB files are unknown"));
  }
}
