package io.hbench.driver;

import io.hbench.job.JobSubmission;
import io.hbench.settings.SettingType;
import io.hbench.time.Time;
import io.hbench.time.Work;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Time limit of a run, and the watch over its thread. A run ends in order at its limit, because its
 * thread looks at the limit between the calls of services. The clients of Hadoop and HBase may wait
 * for an answer without a limit of their own; so a thread that has not ended three minutes after
 * the limit is left behind, its job is killed, and the command ends. While it still reads what
 * tasks have left, it has an hour more. Undos run to their ends before, and their time does not
 * count.
 */
public final class Watchdog implements JobSubmission.Limit {
  /** Time after the limit for the kill of the job, its last records and the report. */
  static final Duration GRACE = Duration.ofMinutes(3);

  /** Longest time after the limit in which reading counts: a report of thousands of tasks. */
  static final Duration MAX_READING = Duration.ofHours(1);

  /** Longest wait for the kill of a job whose thread is left behind. */
  private static final Duration MAX_KILL = Duration.ofSeconds(20);

  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Names of classes in the stack of a thread that waits for a service. */
  private static final Map<String, String> SERVICES = services();

  private static volatile boolean leftBehind;

  private record End(long nanos, String why) {}

  private final Console console;
  private final Time time;
  private final Hooks hooks;
  private final boolean hasJob;
  private final RunClock clock;
  private volatile Optional<End> end = Optional.empty();
  private volatile Optional<StopSignal> signal = Optional.empty();
  private volatile Supplier<Optional<String>> shortage = Optional::empty;
  private volatile Optional<JobSubmission.Submitted> job = Optional.empty();
  private volatile boolean jobHasEnded;
  private volatile String report = "";
  private volatile LongSupplier reads = () -> 0;
  private volatile Thread worker;
  private volatile Thread watcher;

  /** A watch with the limit of a step, or without one so far. */
  Watchdog(Console console, Hooks hooks, Optional<Deadline> ofStep) {
    this(console, hooks, true);
    ofStep.ifPresent(limit -> endIn(limit.leftNanos(), limit.message()));
  }

  /** A watch without a limit so far, of what submits no job itself. */
  Watchdog(Console console) {
    this(console, Hooks.none(console.time()), false);
  }

  private Watchdog(Console console, Hooks hooks, boolean hasJob) {
    this.console = console;
    this.time = console.time();
    this.hooks = hooks;
    this.hasJob = hasJob;
    this.clock = hooks.clock();
  }

  private static Map<String, String> services() {
    Map<String, String> services = new LinkedHashMap<>();
    services.put("ClientNamenodeProtocol", "HDFS's NameNode");
    services.put("hdfs.DataStreamer", "an HDFS DataNode");
    services.put("hdfs.DFS", "HDFS");
    services.put("ApplicationClientProtocol", "YARN's ResourceManager");
    services.put("MRClientProtocol", "the application master or the history server");
    services.put("org.apache.hadoop.hbase", "HBase");
    return services;
  }

  /** Takes the command that completes the run once its job has ended. */
  void completedBy(String command) {
    report = ": try " + command;
  }

  /** Takes the progress of the report. */
  void reading(LongSupplier filesRead) {
    reads = filesRead;
  }

  /**
   * Takes what may end the run besides its limit.
   *
   * @param running says why it has to end, if it has to
   */
  void endedBy(StopSignal stop, Supplier<Optional<String>> running) {
    signal = Optional.of(stop);
    shortage = running;
  }

  /** Begins a limit now, unless one that is running ends before it. */
  void begin(RunLimit limit) {
    endIn(limit.length().toNanos(), limit.exceeded());
  }

  /** Begins a limit in place of the one before, or of none. */
  synchronized void beginAnew(Duration limit, String why) {
    unlimit();
    endIn(limit.toNanos(), why);
  }

  synchronized void unlimit() {
    end = Optional.empty();
  }

  /** Ends the run now, unless it is to end already; its thread gets {@link #GRACE} for that. */
  void endNow(String why) {
    endIn(0, why);
  }

  /** Ends the run after a time by its clock, unless it is to end before. */
  synchronized void endIn(long nanos, String why) {
    long at = clock.nanos() + nanos;
    if (end.filter(earlier -> earlier.nanos() <= at).isEmpty()) {
      end = Optional.of(new End(at, why));
      if (watcher != null) {
        time.unpark(watcher);
      }
    }
  }

  @Override
  public Optional<String> exceeded() {
    return signal
        .flatMap(StopSignal::message)
        .or(() -> end.filter(e -> e.nanos() <= clock.nanos()).map(End::why))
        .or(shortage);
  }

  @Override
  public Optional<Duration> left() {
    return end.map(e -> Duration.ofNanos(Math.max(0, e.nanos() - clock.nanos())));
  }

  @Override
  public void submits(JobSubmission.Submitted submitted) {
    job = Optional.of(submitted);
  }

  @Override
  public void kills(String why) {
    endNow(why);
  }

  @Override
  public void ends() {
    jobHasEnded = true;
  }

  @Override
  public void say(String line) {
    console.say(line);
  }

  /**
   * Performs work in this thread, which is interrupted at the limit.
   *
   * @param state what the message says about the state of the run
   */
  <T> T within(String state, Work<T> work) throws IOException, InterruptedException {
    Optional<End> limit = end;
    if (limit.isEmpty()) {
      return work.perform();
    }
    return new Deadline(
            time, time.nanos() + left().orElseThrow().toNanos(), limit.get().why() + state)
        .limit(work);
  }

  /** Performs work beside the job, up to the limit or a signal. */
  <T> T inTime(Work<T> work) throws IOException, InterruptedException {
    return signal.orElseThrow().interruptible(() -> within("", work));
  }

  /**
   * Ends a run that has not submitted its job, if its time is over.
   *
   * @param state what the message says about the state of the run
   */
  void check(String state) throws IOException {
    Optional<String> reason = exceeded();
    if (reason.isPresent()) {
      throw new IOException(reason.get() + ": " + state);
    }
  }

  /**
   * Performs work that nothing may end: the clock of the run stands still.
   *
   * @throws IOException if the limit is exceeded already; the work was not begun then
   */
  <T> T unlimited(String state, Work<T> work) throws IOException, InterruptedException {
    clock.stop(); // before the check of the limit: the thread is not left behind in the work
    try {
      check(state);
      return work.perform();
    } finally {
      clock.goOn();
    }
  }

  /** Whether it does work that nothing may end. */
  boolean stands() {
    return clock.stands();
  }

  /**
   * Performs the work of a run in a thread of its own, while this one watches it.
   *
   * @throws NoAnswerException if the thread is left behind
   */
  <T> T watch(Work<T> work) throws IOException, InterruptedException {
    Thread self = Thread.currentThread();
    watcher = self;
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = result.whenComplete((value, failure) -> time.unpark(self));
    ScheduledExecutorService thread = time.threads("run", 1);
    thread.execute(
        () -> {
          worker = Thread.currentThread();
          try {
            result.complete(work.perform());
          } catch (Exception | Error e) {
            result.completeExceptionally(e);
          }
        });
    thread.shutdown();
    long read = 0;
    long lastRead = 0;
    while (!result.isDone()) {
      if (Thread.interrupted()) {
        thread.shutdownNow();
      }
      long now = clock.nanos();
      if (read != reads.getAsLong()) {
        read = reads.getAsLong();
        lastRead = now;
      }
      Optional<End> ended = end;
      long limit = ended.map(End::nanos).orElse(Long.MAX_VALUE);
      long last = Math.max(limit, Math.min(lastRead, limit + MAX_READING.toNanos()));
      if (now - GRACE.toNanos() >= last && !clock.stands()) {
        NoAnswerException silence = leaveBehind(ended.orElseThrow().why());
        thread.shutdownNow();
        throw silence;
      }
      time.park(result, Math.max(POLL_NANOS, limit - now));
    }
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw ExceptionUtils.<RuntimeException>rethrow(e.getCause());
    }
  }

  private NoAnswerException leaveBehind(String why) throws InterruptedException {
    leftBehind = true;
    hooks.close(); // has happened, unless it was not known that the run ends
    String silent = silent(worker);
    return new NoAnswerException(
        "%s, and there is no answer from %s for %s%s"
            .formatted(why, silent, SettingType.text(GRACE), hasJob ? "; " + kill() : ""));
  }

  /** The service that a thread waits for. */
  private static String silent(Thread thread) {
    String stack = thread == null ? "" : Arrays.toString(thread.getStackTrace());
    return SERVICES.entrySet().stream()
        .filter(service -> stack.contains(service.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("a service");
  }

  /** Kills the job in a thread of its own, and says what has become of it. */
  private String kill() throws InterruptedException {
    if (job.isEmpty() || jobHasEnded) {
      return state();
    }
    CompletableFuture<Boolean> killed = new CompletableFuture<>();
    ScheduledExecutorService thread = time.threads("kill", 1);
    thread.execute(
        () -> {
          try {
            killed.complete(job.get().kill());
          } catch (IOException | InterruptedException | RuntimeException e) {
            killed.completeExceptionally(e);
          }
        });
    try {
      if (time.get(killed, MAX_KILL.toNanos())) {
        return "its job was killed";
      }
      ends();
    } catch (TimeoutException | ExecutionException e) {
      // it may run, and the state says so
    } finally {
      thread.shutdownNow();
    }
    return state();
  }

  /** What a message says about the job of a run that has not ended in order. */
  String state() {
    if (job.isEmpty()) {
      return "no job was submitted";
    }
    if (jobHasEnded) {
      return "its job had ended" + report;
    }
    return job.flatMap(JobSubmission.Submitted::application)
        .map(id -> "its job may still run (yarn application -kill " + id + ")")
        .orElse("its job may still run");
  }

  /** Leaves threads behind that wait for services. */
  static void leaveThreadsBehind() {
    leftBehind = true;
  }

  /**
   * Ends the process. If a thread was left behind, nothing waits for services any more: neither
   * Hadoop's hooks nor files that are open.
   */
  public static void exit(int exitCode) {
    if (leftBehind) {
      System.out.flush();
      try {
        URL jar = Watchdog.class.getProtectionDomain().getCodeSource().getLocation();
        deleteUnpacked(
            FileUtils.toFile(jar).toPath(), Path.of(System.getProperty("java.io.tmpdir")));
      } finally {
        Runtime.getRuntime().halt(exitCode);
      }
    }
    System.exit(exitCode);
  }

  /** Deletes what {@code hadoop jar} or the launcher has unpacked, as their hooks would. */
  static void deleteUnpacked(Path jar, Path temporary) {
    if (jar.startsWith(temporary)) {
      Path unpacked = temporary.resolve(temporary.relativize(jar).getName(0));
      if (unpacked.getFileName().toString().matches("hadoop-unjar\\d+|hbench-\\d{9,}[.]jar")) {
        FileUtils.deleteQuietly(unpacked.toFile());
      }
    }
  }
}
