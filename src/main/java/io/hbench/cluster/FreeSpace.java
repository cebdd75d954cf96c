package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.Quorum;
import io.hbench.data.ValueBytes;
import io.hbench.rundir.FailureText;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Space of the file systems that a run fills: HBase's, and that of the run directory. A load that
 * does not fit is refused; a run that writes ends when too little is free.
 *
 * <p>Left out: file systems without a capacity, such as object stores, and the local disk; a
 * cluster whose file system the configuration does not name.
 */
public final class FreeSpace implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FreeSpace.class);
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final double GB = 1e9;

  /** Where HBase's files usually are, if the configuration does not say it. */
  private static final String USUAL_ROOT = "/hbase";

  /**
   * A file system that the run fills.
   *
   * @param path one of its directories, which need not exist
   * @param limited directories that may have a quota
   * @param takesRows whether the rows of a load are written there
   */
  private record Place(FileSystem fs, Path path, List<Path> limited, boolean takesRows) {
    /** Capacity and free space; empty if the file system does not know them. */
    Optional<FsStatus> status() throws IOException {
      FsStatus status = fs.getStatus(path);
      return status.getCapacity() > 0 && status.getCapacity() < Long.MAX_VALUE
          ? Optional.of(status)
          : Optional.empty();
    }
  }

  private RunSpec spec;
  private final double min;
  private final List<Place> places;
  private Optional<ScheduledExecutorService> thread = Optional.empty();

  /** Bytes of rows of another table. */
  private long copied;

  private volatile String shortage;

  /**
   * Measures nothing yet.
   *
   * @param min share that has to stay free
   */
  public FreeSpace(RunSpec spec, Configuration conf, Path run, double min) {
    this.spec = spec;
    this.min = min;
    boolean writes = LoadEstimate.of(spec).maxBytesWritten() > 0 || spec.command() == Command.LOAD;
    this.places = writes ? places(conf, run) : List.of();
  }

  private List<Place> places(Configuration conf, Path run) {
    List<Place> found = new ArrayList<>();
    Optional<String> known = knownRoot(conf);
    // this one first: that of HBase may not answer this machine
    place(conf, run.toString(), FreeSpace::above, spec.bulk()).ifPresent(found::add);
    if (Quorum.hasRoot(conf)) {
      place(conf, root(conf), known.isPresent() ? Stream::of : path -> Stream.of(), true)
          .ifPresent(found::add);
    }
    return found;
  }

  /** HBase's root directory, or where it usually is. */
  static String root(Configuration conf) {
    return knownRoot(conf).orElse(USUAL_ROOT);
  }

  private static Optional<String> knownRoot(Configuration conf) {
    return Quorum.isConfigured(conf, HConstants.HBASE_DIR)
        ? Optional.of(conf.get(HConstants.HBASE_DIR))
        : Optional.empty();
  }

  /**
   * The directories of a user that have the run directory: a quota is set for one of them, not for
   * all users together. Where none is set, HDFS counts all files to say so.
   */
  private static Stream<Path> above(Path run) {
    return Stream.iterate(run.getParent(), p -> p != null && p.depth() > 1, Path::getParent);
  }

  private static Optional<Place> place(
      Configuration conf, String name, Function<Path, Stream<Path>> limited, boolean takesRows) {
    try {
      Path path = new Path(name);
      FileSystem fs = path.getFileSystem(conf);
      return fs.getUri().getScheme().equals("file")
          ? Optional.empty()
          : Optional.of(new Place(fs, path, limited.apply(path).toList(), takesRows));
    } catch (IOException | RuntimeException e) { // a name, or a class, that this client has not
      LOG.warn("{}: unknown free space: {}", name, FailureText.of(e));
      return Optional.empty();
    }
  }

  /**
   * Refuses a load that does not fit, and a run that would end at once.
   *
   * @param drops whether the run drops a table, whose space comes back within minutes
   * @param compresses whether the table that is there compresses
   * @throws UsageException naming the file system or the directory with a quota
   */
  public void check(boolean drops, boolean compresses) throws IOException {
    for (Place place : places) {
      Optional<FsStatus> status = place.status();
      Optional<String> low = status.flatMap(s -> low(place, s));
      if (low.isPresent()) {
        throw new UsageException(low.get());
      }
      if (status.isPresent()) {
        checkFits(
            bytes(place, drops || compresses),
            status.get().getRemaining() - min * status.get().getCapacity(),
            place.fs().getUri() + " has",
            " above the " + share() + " that stay free");
      }
      // without a capacity there are no quotas: to tell of none, stores list all their files
      for (Path directory : status.isPresent() ? place.limited() : List.<Path>of()) {
        boolean ofTables = directory.equals(place.path()); // and not of the run's HFiles
        checkQuota(place.fs(), directory, bytes(place, compresses || (drops && ofTables)));
      }
    }
  }

  /** Takes the load of rows that are copied, and their bytes, when these are known. */
  public void copies(RunSpec load, long bytes) {
    spec = load;
    copied = bytes;
  }

  /** Bytes that a load writes into a place for certain, with all replicas. */
  private double bytes(Place place, boolean mayFit) {
    return !place.takesRows() || spec.command() != Command.LOAD || mayFit || mayShrink()
        ? 0
        : (double) LoadEstimate.of(spec).bytesWritten().orElse(copied)
            * place.fs().getDefaultReplication(place.path());
  }

  private boolean mayShrink() {
    boolean made = spec.data().copy().isEmpty();
    return (made && spec.data().cells().bytes() == ValueBytes.LETTERS)
        || (made && spec.data().cells().random() < 1)
        || compresses(spec.tableSpec().newTable());
  }

  /** Whether a table may hold rows in less space than they have. */
  public static boolean compresses(TableDescriptor table) {
    return Arrays.stream(table.getColumnFamilies()).anyMatch(FreeSpace::isCompressed);
  }

  private static boolean isCompressed(ColumnFamilyDescriptor family) {
    return family.getCompressionType() != Compression.Algorithm.NONE
        || family.getDataBlockEncoding() != DataBlockEncoding.NONE;
  }

  /**
   * @param has whose space is left, with its verb
   * @param of what the space is
   */
  private void checkFits(double bytes, double left, String has, String of) {
    if (bytes > left) {
      long fit = (long) Math.max(0, left / bytes * spec.rows());
      String reason =
          format(
              "the load writes about %,.0f GB with all replicas, and %s %,.0f GB%s",
              bytes / GB, has, Math.max(0, left) / GB, of);
      throw fit > 0
          ? Settings.ROWS.bad(spec.rows(), reason, Settings.ROWS.flag() + " " + fit)
          : new UsageException(Settings.ROWS.flag() + " " + spec.rows() + ": " + reason);
    }
  }

  private void checkQuota(FileSystem fs, Path directory, double bytes) {
    Optional<QuotaUsage> quota = quota(fs, directory);
    if (quota.isEmpty()) {
      return;
    }
    QuotaUsage usage = quota.get();
    if (usage.getSpaceQuota() > 0) {
      checkFits(
          bytes,
          (double) usage.getSpaceQuota() - usage.getSpaceConsumed(),
          "the space quota of " + directory + " leaves",
          "");
    }
    long names = usage.getQuota() - usage.getFileAndDirectoryCount();
    if (usage.getQuota() > 0 && names < spec.tasks()) {
      throw new UsageException(
          "%s: its quota of names leaves %d, and each of %d tasks writes files"
              .formatted(directory, names, spec.tasks()));
    }
  }

  /** Empty if there is no such directory, or the user may not read it. */
  private static Optional<QuotaUsage> quota(FileSystem fs, Path directory) {
    try {
      return Optional.of(fs.getQuotaUsage(directory));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** Measures every 30 seconds, in threads of its own, which may hang. */
  @SuppressWarnings("FutureReturnValueIgnored") // checks have no result
  public void watch(Time time) {
    if (!places.isEmpty() && thread.isEmpty()) {
      ScheduledExecutorService threads = time.threads("free-space", places.size());
      thread = Optional.of(threads);
      for (Place place : places) { // each by itself: one may hang
        threads.scheduleWithFixedDelay(
            () -> measure(place), PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  private void measure(Place place) {
    try {
      place.status().flatMap(status -> low(place, status)).ifPresent(low -> shortage = low);
    } catch (IOException | RuntimeException e) {
      LOG.warn("no free space known: {}", FailureText.of(e));
    }
  }

  private Optional<String> low(Place place, FsStatus status) {
    double share = (double) status.getRemaining() / status.getCapacity();
    return share < min
        ? Optional.of(
            format(
                "%s has %.1f %% of its space left, less than the %s",
                place.fs().getUri(), 100 * share, share()))
        : Optional.empty();
  }

  /** The share that stays free, and where it is set. */
  private String share() {
    return "%s%% of %s"
        .formatted(
            BigDecimal.valueOf(min).movePointRight(2).stripTrailingZeros().toPlainString(),
            Settings.MIN_FREE_SPACE.property());
  }

  /** Why the run has to end, by the last check. */
  public Optional<String> shortage() {
    return Optional.ofNullable(shortage);
  }

  @Override
  public void close() {
    thread.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
