package io.hbench.cluster.action;

import io.hbench.client.Quorum;
import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of a cluster in which no action starts: what is wrong already would become worse. */
final class Preconditions {
  /** An earlier action of the run, or a table that is created or dropped, may be about to end. */
  private static final Duration SETTLING = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(Preconditions.class);

  private Preconditions() {}

  /**
   * Checks that no region of any table is in transition.
   *
   * @throws IOException naming one that is, after a minute
   */
  static void checkRegions(ActionCluster cluster) throws IOException, InterruptedException {
    AtomicReference<List<RegionState>> moving = new AtomicReference<>(List.of());
    try {
      Await.until(
          SETTLING,
          cluster.paces().masterBytes(),
          () -> {
            moving.set(inTransition(cluster));
            return moving.get().isEmpty();
          },
          "regions are in transition");
    } catch (IOException e) {
      if (moving.get().isEmpty()) {
        throw e; // no answer
      }
      RegionState first = moving.get().get(0);
      throw new IOException(
          "not performed: regions in transition: %d, first %s %s (%s)"
              .formatted(
                  moving.get().size(),
                  first.getRegion().getTable(),
                  first.getRegion().getEncodedName(),
                  first.getState()),
          e);
    }
  }

  static Set<String> namesInTransition(ActionCluster cluster) throws IOException {
    return inTransition(cluster).stream()
        .map(state -> state.getRegion().getEncodedName())
        .collect(Collectors.toSet());
  }

  static List<RegionState> inTransition(ActionCluster cluster) throws IOException {
    return cluster
        .admin()
        .getClusterMetrics(EnumSet.of(Option.REGIONS_IN_TRANSITION))
        .getRegionStatesInTransition();
  }

  /**
   * Checks that HDFS misses no blocks: a server that stops may have the last copy of others. What
   * is no HDFS, or of another cluster, or does not tell this user, is not checked.
   */
  static void checkBlocks(Configuration conf) throws IOException {
    if (Quorum.hasRoot(conf) && fileSystem(conf) instanceof DistributedFileSystem hdfs) {
      try {
        long missing = hdfs.getMissingBlocksCount();
        if (missing > 0) {
          throw new IOException(
              "not performed: blocks that HDFS %s misses: %d".formatted(hdfs.getUri(), missing));
        }
      } catch (AccessControlException e) {
        return;
      }
    }
  }

  /** HBase's file system, or else the default one; null if this client can't know it. */
  private static FileSystem fileSystem(Configuration conf) throws IOException {
    try {
      FileSystem fs = new Path(conf.get(HConstants.HBASE_DIR, "/")).getFileSystem(conf);
      return fs instanceof DistributedFileSystem ? fs : FileSystem.get(conf);
    } catch (UnsupportedFileSystemException | RuntimeException e) { // no class, or unknown HDFS
      LOG.warn("missing blocks are not looked for: {}", FailureText.of(e));
      return null;
    }
  }
}
