package io.hbench.job.barrier;

import com.google.gson.JsonParseException;
import io.hbench.json.JsonFormat;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.time.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign for other processes that a run uses something, such as a table: a file that its holder
 * writes again and again. The holders of one thing have files whose names begin with its name, in
 * one directory. A file that has not changed for {@link #STALE} is of a holder that was killed. Its
 * age is that of the file system's clock, beside a file that was just created.
 */
public final class Lease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  static final Duration STALE = Duration.ofMinutes(5);
  private static final Duration PERIOD = Duration.ofSeconds(30);

  /** In the run directory: the files of the lease that the first task of a detached run renews. */
  private static final String HANDED_OVER = RunDirectory.START + "/lease";

  private final FileSystem fs;

  /** Of one thing each. */
  private final List<Path> files;

  private final String text;
  private final ScheduledExecutorService thread;
  private boolean isOurs = true;

  /** Whether the load of a detached run's first task has begun: the task deletes it at its end. */
  private boolean ofTask;

  /**
   * Holder of a lease.
   *
   * @param process host and number
   * @param since ISO 8601
   */
  public record Holder(String user, String process, String since, String run) {
    /** Whether its process may be there: that of another machine, or one of this machine. */
    public boolean mayBeAlive() throws IOException {
      String here = host() + ":";
      boolean isHere = process != null && process.startsWith(here); // it is another user's text
      String number = isHere ? process.substring(here.length()) : "";
      return !number.matches("\\d{1,18}")
          || ProcessHandle.of(Long.parseLong(number)).isPresent()
          // by hidepid, no process of another user is shown
          || (ProcessHandle.of(1).isEmpty()
              && !UserGroupInformation.getCurrentUser().getShortUserName().equals(user));
    }

    /** The holder in words. */
    @Override
    public String toString() {
      return "user %s since %s: %s, by process %s"
          .formatted(user, since, run, process)
          .replaceAll("\\p{Cntrl}", "?"); // it is another user's text
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the work throws nothing
  private Lease(Time time, FileSystem fs, List<Path> files, String text) {
    this.fs = fs;
    this.files = files;
    this.text = text;
    this.thread = time.threads("lease", 1);
    thread.scheduleWithFixedDelay( // after a pause of the file system there is nothing to catch up
        this::renew, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Takes a lease, whoever has others on the same things.
   *
   * @param things path of the directory, the same for all, and the beginning of each file's name
   * @throws UsageException if the directory does not exist: the first user would make it with
   *     rights for himself
   */
  public static Lease take(Time time, Configuration conf, List<Path> things, Path run)
      throws IOException {
    Path leases = things.get(0).getParent();
    FileSystem fs = leases.getFileSystem(conf);
    if (!fs.exists(leases)) {
      throw UsageException.badValue(
          Settings.LEASE_DIR.property(),
          leases.toString(),
          "does not exist, and has to be writable for all users",
          "hadoop fs -mkdir -p %1$s && hadoop fs -chmod 1777 %1$s".formatted(leases));
    }
    String text = text(time, run);
    List<Path> files = things.stream().map(thing -> thing.suffix("," + UUID.randomUUID())).toList();
    for (Path file : files) {
      RunDirectory.create(fs, file, text);
    }
    return new Lease(time, fs, files, text);
  }

  /** What is written for a run of this process. */
  private static String text(Time time, Path run) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    String process = host() + ":" + ProcessHandle.current().pid();
    return JsonFormat.INDENTED.toJson(new Holder(user, process, time.iso(), run.toString()));
  }

  /**
   * The lease of a detached run, which its first task holds from now on; null if there is none: no
   * load fails for it.
   */
  public static Lease handedOver(Time time, RunDirectory run) {
    try {
      String names = RunDirectory.read(run.fileSystem(), new Path(run.path(), HANDED_OVER));
      List<Path> files = names.lines().map(Path::new).toList();
      FileSystem fs = files.get(0).getFileSystem(run.fileSystem().getConf());
      Lease lease = new Lease(time, fs, files, text(time, run.path()));
      lease.renew();
      return lease;
    } catch (IOException | RuntimeException e) {
      LOG.info("no lease is handed over: {}", FailureText.of(e));
      return null;
    }
  }

  /** Lets the task delete it at its end: until its load begins, another attempt may follow. */
  public static void begin(Lease lease) {
    if (lease != null) {
      lease.ofTask = true;
    }
  }

  /** Leaves leases of a detached run to its first task. */
  public static void handOver(RunDirectory run, List<Lease> leases) throws IOException {
    run.write(
        HANDED_OVER,
        leases.stream()
            .flatMap(lease -> lease.files.stream().map(lease.fs::makeQualified))
            .map(Path::toString)
            .collect(Collectors.joining("\n")));
    leases.forEach(lease -> lease.isOurs = false);
  }

  /** The holders of other leases on the first thing, but of this process for the same run. */
  public List<Holder> others() throws IOException {
    List<Holder> others = new ArrayList<>();
    Path file = files.get(0);
    Holder own = JsonFormat.INDENTED.fromJson(text, Holder.class);
    long now = fs.getFileStatus(file).getModificationTime();
    String thing = file.getName().substring(0, file.getName().lastIndexOf(',') + 1);
    for (FileStatus other :
        fs.listStatus(file.getParent(), path -> path.getName().startsWith(thing))) {
      if (!other.getPath().getName().equals(file.getName())
          && now - other.getModificationTime() < STALE.toMillis()) {
        holder(other)
            .filter(one -> !own.run().equals(one.run()) || !own.process().equals(one.process()))
            .ifPresent(others::add);
      }
    }
    return others;
  }

  /**
   * Checks that no other run uses a table.
   *
   * @throws UsageException if one does
   */
  public void checkAlone(String table) throws IOException {
    for (Holder other : others()) {
      throw Settings.TABLE.bad(
          table,
          "in use by " + other,
          "again after its end, or five minutes after it was killed, or --table %s2"
              .formatted(table));
    }
  }

  private static String host() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  /** The holder of a file, with the user that the file system knows; empty if it has ended. */
  private Optional<Holder> holder(FileStatus other) {
    try {
      Holder holder =
          JsonFormat.INDENTED.fromJson(RunDirectory.read(fs, other.getPath()), Holder.class);
      if (holder != null) {
        return Optional.of(
            new Holder(other.getOwner(), holder.process(), holder.since(), holder.run()));
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | JsonParseException e) {
      LOG.debug("{} can't be read", other.getPath(), e); // by the umask of its owner
    }
    return Optional.of( // it counts, also while it is being written
        new Holder(other.getOwner(), "unknown", "now", other.getPath().toString()));
  }

  private void renew() {
    for (Path file : files) {
      try {
        RunDirectory.write(fs, file, text);
      } catch (IOException | RuntimeException | Error e) { // the next time it may be
        LOG.warn("{} is not renewed: {}", file, FailureText.of(e));
      }
    }
  }

  /** Whether the job of its run may go on after this process. */
  private boolean mayRun() throws IOException {
    Holder own = JsonFormat.INDENTED.fromJson(text, Holder.class);
    return JobFacts.find(new RunDirectory(fs.getConf(), new Path(own.run())))
        .filter(job -> !job.hasEnded() && !job.job().label().startsWith(JobFacts.LOCAL))
        .isPresent();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(10, TimeUnit.SECONDS); // no file may appear after it
      for (Path file : isOurs && (ofTask || !mayRun()) ? files : List.<Path>of()) {
        fs.delete(file, false);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} stays, for {}: {}", files, STALE, FailureText.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
