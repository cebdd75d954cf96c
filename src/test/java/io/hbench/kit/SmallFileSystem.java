package io.hbench.kit;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A file system {@code small:///} on the local disk, of 1,000 GB, of which a test says how much is
 * free, with three replicas. A directory may have a quota, as those of HDFS.
 */
public final class SmallFileSystem extends RawLocalFileSystem {
  private static final URI NAME = URI.create("small:///");
  private static final String FREE = "fs.small.free";
  private static final String SPACE = "fs.small.quota.space.";
  private static final String NAMES = "fs.small.quota.names.";
  private static final String HANGS = "fs.small.hangs";
  private static final long GB = 1_000_000_000L;

  /**
   * The same settings with this file system as HBase's.
   *
   * @param free local file with the number of free gigabytes, which may change; if it is empty, the
   *     file system does not answer
   */
  public static Configuration in(Configuration conf, java.nio.file.Path free) {
    Configuration with = new Configuration(conf);
    with.setClass("fs.small.impl", SmallFileSystem.class, RawLocalFileSystem.class);
    with.setBoolean("fs.small.impl.disable.cache", true);
    with.set(FREE, free.toString());
    with.set("hbase.rootdir", "small:///hbase");
    return with;
  }

  /** Sets the quotas of a directory: what is left of gigabytes, and of names. */
  public static void limit(Configuration conf, Path directory, long gigabytes, long names) {
    conf.setLong(SPACE + directory.toUri().getPath(), gigabytes);
    conf.setLong(NAMES + directory.toUri().getPath(), names);
  }

  /** Has the file system answer no question about a directory of HBase's, for years. */
  public static void hang(Configuration conf, Path directory) {
    conf.set(HANGS, directory.toUri().getPath());
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public String getScheme() {
    return NAME.getScheme();
  }

  @Override
  @SuppressWarnings("deprecation") // what HDFS has
  public short getDefaultReplication() {
    return 3;
  }

  @Override
  public FsStatus getStatus(Path path) throws IOException {
    if (path.toUri().getPath().equals(getConf().get(HANGS))) {
      Pause.nanos(Duration.ofDays(10_000).toNanos());
    }
    String free = Files.readString(java.nio.file.Path.of(getConf().get(FREE))).trim();
    if (free.isEmpty()) {
      new Semaphore(0).acquireUninterruptibly(); // as a client that tries again
    }
    long left = Long.parseLong(free) * GB;
    return new FsStatus(1_000 * GB, 1_000 * GB - left, left);
  }

  @Override
  public QuotaUsage getQuotaUsage(Path directory) {
    String path = directory.toUri().getPath();
    long space = getConf().getLong(SPACE + path, -1);
    long names = getConf().getLong(NAMES + path, -1);
    return new QuotaUsage.Builder()
        .spaceQuota(space < 0 ? -1 : space * GB + 1)
        .spaceConsumed(1)
        .quota(names < 0 ? -1 : names + 7)
        .fileAndDirectoryCount(7)
        .build();
  }
}
