package io.hbench.driver;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ActionEnvironment;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.PendingUndo;
import io.hbench.cluster.action.Undo;
import io.hbench.job.JobSubmission;
import io.hbench.job.Progress;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.ServerEvent;
import io.hbench.spec.RunSpec;
import io.hbench.suite.Suite.Hook;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.hbase.net.Address;

/**
 * Shell commands and actions that start during a run, such as faults and restarts. Each start is
 * marked on the timeline, and the end of an action, too. They start up to a second late, because
 * the start of the load is detected by polling the tasks' counters; the marks are exact.
 */
final class Hooks implements AutoCloseable {
  /** An action that is interrupted ends within it, unless a server does not answer. */
  private static final Duration ACTION_END = Duration.ofSeconds(30);

  /**
   * An event of this process.
   *
   * @param stopped the server that an action has stopped, or null
   */
  private record Mark(long nanos, ServerEvent.Kind kind, Address stopped, int count, String text) {
    ServerEvent at(double ms) {
      return new ServerEvent(ms, kind, count, text, stopped == null ? null : stopped.toString());
    }
  }

  private final Time time;
  private final List<Hook> hooks;
  private final boolean consent;
  private final ShellLines lines;
  private final Consumer<String> audit;
  private final ScheduledExecutorService threads;
  private final ScheduledExecutorService ending;
  private final RunClock clock;
  private final List<Mark> marks = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** Descriptions of marks of servers that have left, which the next snapshot will tell again. */
  private final Set<String> left = new HashSet<>();

  /** Descriptions of events that a snapshot has told before their mark. */
  private final Set<String> told = new HashSet<>();

  private ClusterActions cluster;
  private String clusterDescription;
  private boolean begun;
  private boolean ended;
  private int over;

  /**
   * Hooks that have not started.
   *
   * @param consent whether the user has agreed to their actions, besides by {@code --yes}
   * @param lines for the commands, of these hooks only
   * @param audit takes a line for each start and end
   */
  public Hooks(
      Time time, List<Hook> hooks, boolean consent, ShellLines lines, Consumer<String> audit) {
    this.time = time;
    this.hooks = hooks;
    this.consent = consent;
    this.lines = lines;
    this.audit = audit;
    this.threads = time.threads("hook", Math.max(1, hooks.size()));
    this.ending = time.threads("end-of-hooks", 1);
    this.clock = new RunClock(time);
  }

  public static Hooks none(Time time) {
    return new Hooks(time, List.of(), false, ShellLines.none(), line -> {});
  }

  public RunClock clock() {
    return clock;
  }

  /** Schedules the hooks once a task has started: the start is common to all. */
  @SuppressWarnings("FutureReturnValueIgnored") // failures are collected
  public synchronized void show(Progress progress, RunSpec spec) {
    if (!begun && !ended && progress.started() > 0) {
      begun = true;
      for (Hook hook : hooks) {
        long after = hook.after().in(spec).orElseThrow().toMillis();
        threads.schedule(() -> runHook(hook), after, TimeUnit.MILLISECONDS);
      }
    }
  }

  private void runHook(Hook hook) {
    try {
      if (hook.action().isPresent()) {
        act(hook.action().get());
      } else {
        over(startLine(hook).await(Deadline.in(time, ShellLine.LIMIT)).failure());
      }
    } catch (IOException e) {
      over(Optional.of(FailureText.of(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without this object's lock: the journal of undos may hang. */
  private ShellLine startLine(Hook hook) throws IOException {
    ShellLine line = lines.start(hook.shell().orElseThrow(), hook.undo());
    mark(hook.toString());
    return line;
  }

  private void act(Action action) throws InterruptedException {
    long start = time.nanos();
    mark(action.toString());
    try {
      String done = cluster.perform(action, new Environment());
      mark("%s done after %s: %s".formatted(action, seconds(start), done));
      over(Optional.empty());
    } catch (IOException | RuntimeException e) {
      mark("%s failed after %s".formatted(action, seconds(start)));
      over(Optional.of("%s: %s".formatted(action, FailureText.of(e))));
    }
  }

  private String seconds(long startNanos) {
    return format("%.1f s", (time.nanos() - startNanos) / 1e9);
  }

  private void mark(String text) {
    audit.accept(text);
    mark(ServerEvent.Kind.HOOK, null, 1, text);
  }

  synchronized void mark(ServerEvent.Kind kind, Address stopped, int count, String text) {
    marks.add(new Mark(time.nanos(), kind, stopped, count, text));
    if (kind == ServerEvent.Kind.SERVER_STOPPED) {
      told.remove(departure(stopped));
    } else if (kind == ServerEvent.Kind.SERVER_LEFT && !told.remove(departure(stopped))) {
      left.add(departure(stopped));
    }
  }

  private static String departure(Address server) {
    return server + " left";
  }

  /** What actions get of this process: lines that end with the run, undos and marks. */
  private final class Environment implements ActionEnvironment {
    @Override
    public void noticed(ServerEvent.Kind kind, Address server, int count, String text) {
      mark(kind, server, count, text);
    }

    @Override
    public void run(String line) throws IOException, InterruptedException {
      lines.start(line, Optional.empty()).complete(time);
    }

    @Override
    public PendingUndo undoAtTheEnd(Undo undo) throws IOException {
      return lines.undoAtTheEnd(clusterDescription, undo, cluster::undo);
    }
  }

  /** Counts a hook, unless the run ended before it. */
  private synchronized void over(Optional<String> failure) {
    if (!ended) {
      over++;
      failure.ifPresent(failures::add);
    }
  }

  /** Failure of a hook, which makes the run fail: it was not the run that was requested. */
  public synchronized Optional<IOException> failure() {
    if (!failures.isEmpty()) {
      return Optional.of(new IOException("hook: " + failures.get(0)));
    }
    return over == hooks.size()
        ? Optional.empty()
        : Optional.of(
            new IOException(
                "hooks: the run ended before %d of %d hooks"
                    .formatted(hooks.size() - over, hooks.size())));
  }

  private synchronized List<ServerEvent> takeMarks(double atMs) {
    long now = time.nanos();
    List<ServerEvent> events =
        marks.stream().map(mark -> mark.at(atMs - (now - mark.nanos()) / 1e6)).toList();
    marks.clear();
    return events;
  }

  /**
   * Whether a mark says when that happened, which is exact. Each mark is for one event: the server
   * may come back, and crash. A snapshot may be before the mark, too.
   */
  private synchronized boolean takeMark(ServerEvent event) {
    if (event.kind() != ServerEvent.Kind.SERVER_LEFT) {
      return false;
    }
    boolean marked = left.remove(event.description());
    if (!marked) {
      told.add(event.description());
    }
    return marked;
  }

  /**
   * Ends the hooks within about a second of a condition, also while the thread of the run waits for
   * YARN: an undo is not to wait for that.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // undos collect their failures
  public void endWhen(BooleanSupplier over) {
    if (!hooks.isEmpty()) {
      ending.scheduleWithFixedDelay(
          () -> {
            if (over.getAsBoolean()) {
              close();
            }
          },
          1,
          1,
          TimeUnit.SECONDS);
    }
  }

  /** Ends the hooks in a thread of their own: a job is about to be killed. */
  public synchronized void endNow() {
    if (!hooks.isEmpty() && !ended) {
      ending.execute(this::close);
    }
  }

  /** Ends the hooks that are running, and undoes all that have started. */
  @Override
  public void close() {
    synchronized (this) {
      ended = true;
    }
    clock.stop();
    try {
      ending.shutdown();
      threads.shutdownNow();
      if (cluster != null) { // nothing may happen after its undo
        var unused = Time.awaitEnd(threads, ACTION_END);
      }
      lines.close();
    } finally {
      clock.goOn();
    }
  }

  public List<Action> actions() {
    return hooks.stream().flatMap(hook -> hook.action().stream()).toList();
  }

  /** Whether the user was asked for consent to the actions, and has given it. */
  public boolean haveConsent() {
    return consent;
  }

  /**
   * Sets the cluster of the actions, before the load.
   *
   * @param actions it is closed after these hooks
   * @param description of the cluster, for another process that undoes them
   */
  public void on(ClusterActions actions, String description) {
    cluster = actions;
    clusterDescription = description;
  }

  /** The events of a run without a table: the marks alone. */
  public JobSubmission.Servers marks() {
    if (hooks.isEmpty()) {
      return JobSubmission.Servers.NONE;
    }
    return new JobSubmission.Servers() {
      @Override
      public List<ServerEvent> changes(double atMs) {
        return takeMarks(atMs);
      }

      @Override
      public void aborted() {
        endNow();
      }
    };
  }

  /**
   * The marks, and the changes that a snapshot tells without a mark.
   *
   * @param atMs current time in milliseconds of the reference clock
   */
  public List<ServerEvent> withMarks(
      double atMs, FailableSupplier<List<ServerEvent>, IOException> changes) throws IOException {
    return with(
        takeMarks(atMs), () -> changes.get().stream().filter(event -> !takeMark(event)).toList());
  }

  /**
   * Events that are taken, and others: without these if they can't be had, as no second call has
   * the first ones. A hook may be the reason why the servers do not answer.
   */
  static List<ServerEvent> with(
      List<ServerEvent> taken, FailableSupplier<List<ServerEvent>, IOException> others)
      throws IOException {
    try {
      return Stream.concat(taken.stream(), others.get().stream()).toList();
    } catch (IOException | RuntimeException e) {
      if (taken.isEmpty()) {
        throw e;
      }
      return taken;
    }
  }
}
