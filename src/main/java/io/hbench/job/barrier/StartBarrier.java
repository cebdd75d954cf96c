package io.hbench.job.barrier;

import static io.hbench.figure.Format.format;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import io.hbench.time.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Start barrier of the tasks of a job. Containers start seconds or minutes apart; rates that were
 * measured at different times must not be added up.
 *
 * <p>Each task creates a file when it is ready, whose time stamp it takes for its {@link
 * ReferenceClock}. Task 0 counts the files. When all are there, it publishes the start of all
 * tasks: a time of the reference clock, a little ahead. This works on any Hadoop file system: files
 * are created, counted and renamed, nothing else.
 */
public final class StartBarrier {
  /** Time for a task to start its threads and make its first requests, on a busy machine too. */
  public static final Duration COLD = Duration.ofSeconds(2);

  /** The same if all tasks share one JVM, in which all classes are loaded. */
  public static final Duration WARM = Duration.ofMillis(300);

  /** Time after which any task starts a wave in place of the first one, which does not. */
  private static final Duration TAKEOVER = Duration.ofMinutes(1);

  /** Maximum time between two counts by the first task. */
  private static final long MAX_COUNT_MILLIS = 1_000;

  private final FileSystem fs;
  private final Path ready;
  private final Path clocks;
  private final Path claims;

  /** Has the start, or why there is none. */
  private final Path go;

  private final RunSpec spec;
  private final Configuration conf;
  private final int tasks;
  private final Duration margin;

  /**
   * @param conf tells the queue of YARN and the memory of a container, for messages
   * @param margin time from the last task's arrival to the start
   */
  public StartBarrier(RunDirectory run, RunSpec spec, Configuration conf, Duration margin) {
    this.fs = run.fileSystem();
    Path start = new Path(run.path(), RunDirectory.START);
    this.ready = new Path(start, "ready");
    this.go = new Path(start, "go");
    this.clocks = new Path(start, "clock");
    this.claims = new Path(start, "claim");
    this.spec = spec;
    this.conf = conf;
    this.tasks = spec.tasks();
    this.margin = margin;
  }

  /**
   * Whether an attempt of a task may take part. A later attempt is refused if an earlier one may
   * have sent requests: the load of the task would not be the planned one.
   *
   * @param attempt 0 for the first
   */
  public boolean admits(int task, int attempt) throws IOException {
    if (attempt == 0) {
      return true;
    }
    Path arrival = new Path(ready, name(task));
    if (isOpen()) {
      return !fs.exists(arrival);
    }
    fs.delete(arrival, false); // the others wait for this attempt
    return true;
  }

  /**
   * Says that a task is ready.
   *
   * @param known the stamp of a file that it has just created, if it has one
   */
  public ReferenceClock arrive(Time time, int task, Optional<ReferenceClock.Stamp> known)
      throws IOException, InterruptedException {
    return ReferenceClock.measure(
        time, fs, new Path(clocks, name(task)), known, new Path(ready, name(task)));
  }

  /**
   * Waits for the other tasks, after its own arrival.
   *
   * @return start of all tasks, in milliseconds of the reference clock; in the past for a late task
   * @throws IOException if tasks are missing after the timeout: at once in a later attempt
   */
  public double await(Time time, int task, ReferenceClock clock)
      throws IOException, InterruptedException {
    Duration timeout = spec.policies().startTimeout().plus(Stagger.starts(tasks));
    long deadline = time.nanos() + timeout.toNanos();
    while (true) {
      Optional<String> published = read(go);
      if (published.isPresent()) {
        return start(published.get()).orElseThrow(() -> new IOException(published.get()));
      }
      boolean late = time.nanos() >= deadline;
      boolean all = (task == 0 || late) && countReady() >= tasks; // task 0 may be gone
      if (all || (late && spec.policies().allowWaves() && startsWave(task, time, deadline))) {
        publish(task, clock.toMillis(time.nanos()));
      } else if (late && !spec.policies().allowWaves()) {
        publish(go, task, tooFew());
      } else {
        long millis = task == 0 ? Math.min(pollMillis(), MAX_COUNT_MILLIS) : pollMillis();
        time.sleep(Duration.ofMillis(millis));
      }
    }
  }

  /**
   * Claims a name for a task.
   *
   * @return the task that has it: the first that claimed it
   */
  public int claim(int task, String name) throws IOException {
    Path claim = new Path(claims, name);
    if (!fs.exists(claim)) {
      publish(claim, task, Integer.toString(task));
    }
    return Integer.parseInt(read(claim).orElseThrow());
  }

  public boolean isOpen() throws IOException {
    return start().isPresent();
  }

  /** The start, if it is published, in milliseconds of the reference clock. */
  public Optional<Double> start() throws IOException {
    return read(go).flatMap(StartBarrier::start);
  }

  private Optional<String> read(Path file) throws IOException {
    try {
      return Optional.of(RunDirectory.read(fs, file));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The start of all tasks, in milliseconds of the reference clock; empty if there is none. */
  private static Optional<Double> start(String published) {
    try {
      return Optional.of(Double.valueOf(published));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Error message for missing containers. */
  public String tooFew() throws IOException {
    int wanted = Tenants.containers(conf, tasks);
    long ready = countReady();
    long here = wanted == tasks || ready == 0 ? ready : containersReady(wanted);
    if (here == wanted && wanted < tasks) {
      Duration limit = spec.policies().startTimeout();
      return format(
          "only %d of %d tasks are ready in %d containers within --start-timeout %s; try"
              + " --start-timeout %s",
          ready, tasks, wanted, SettingType.text(limit), SettingType.text(limit.multipliedBy(2)));
    }
    String message =
        format(
            "%s of %d containers started%s within --start-timeout %s; free %d × %,d MB in queue %s%s",
            here == 0 ? "none" : "only " + here,
            wanted,
            spec.data().copy().isPresent() ? " and read the rows that they copy" : "",
            SettingType.text(spec.policies().startTimeout()),
            wanted - here,
            new JobConf(conf).getMemoryRequired(TaskType.MAP),
            conf.get(MRJobConfig.QUEUE_NAME, JobConf.DEFAULT_QUEUE_NAME),
            spec.policies().place().map(place -> " for --place " + place).orElse(""));
    return here == 0 || spec.policies().place().isPresent()
        ? message
        : message + ", try %s, or pass --allow-waves".formatted(fewer(here));
  }

  /** What a user writes for as many containers as there are: --tasks counts for those without @. */
  private String fewer(long here) {
    if (Tenants.in(conf)) {
      return Tenants.fewer(conf, here);
    }
    boolean takesTasks = spec.command().isEveryRowOnce() || spec.replay().isPresent();
    return takesTasks || spec.assignments().size() != 1
        ? "--tasks " + here
        : spec.assignments().get(0).mix() + "@" + here;
  }

  /** Number of containers with a task that is ready. */
  private long containersReady(int wanted) throws IOException {
    return Arrays.stream(fs.listStatus(ready))
        .map(file -> Integer.parseInt(file.getPath().getName()) % wanted)
        .distinct()
        .count();
  }

  private static String name(int task) {
    return format("%05d", task);
  }

  private boolean startsWave(int task, Time time, long deadline) throws IOException {
    return isFirst(task) || time.nanos() >= deadline + TAKEOVER.toNanos();
  }

  /** Whether this task publishes the start of a wave. Lists all files: only waves need that. */
  private boolean isFirst(int task) throws IOException {
    return Arrays.stream(fs.listStatus(ready))
        .map(file -> file.getPath().getName())
        .min(Comparator.naturalOrder())
        .filter(name(task)::equals)
        .isPresent();
  }

  /** Number of tasks that are ready: one call to the name node for any number of tasks. */
  public long countReady() throws IOException {
    try {
      return fs.getContentSummary(ready).getFileCount();
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  /** A twentieth of the margin, or more, by the {@link Stagger} of all tasks. */
  private long pollMillis() {
    return Math.max(margin.toMillis() / 20, Stagger.poll(tasks).toMillis());
  }

  private void publish(int task, double nowMillis) throws IOException {
    double startMillis = nowMillis + 2 * pollMillis() + margin.toMillis();
    publish(go, task, Double.toString(startMillis));
  }

  /**
   * Publishes a file by renaming, so that a reader sees the whole file. Of several tasks that
   * publish at once, one wins.
   */
  private void publish(Path file, int task, String text) throws IOException {
    Path draft = file.suffix(".draft-" + name(task));
    RunDirectory.write(fs, draft, text);
    try {
      if (!fs.rename(draft, file) && !fs.exists(file)) {
        throw new IOException("can't rename " + draft + " to " + file);
      }
    } catch (FileAlreadyExistsException e) {
      // so says S3A that another task has won
    }
  }
}
