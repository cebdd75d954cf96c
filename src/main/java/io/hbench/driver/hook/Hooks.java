package io.hbench.driver.hook;

import io.hbench.job.JobSubmission;
import io.hbench.job.Progress;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.suite.Suite.Hook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Shell commands that start during a run, such as faults and restarts. Each start is marked on the
 * timeline. Commands start up to a second late, because the start of the load is detected by
 * polling the tasks' counters; the marks are exact.
 */
public final class Hooks implements AutoCloseable {
  private record Mark(long nanos, String line) {}

  private final List<Hook> hooks;
  private final ShellLines lines;
  private final ScheduledThreadPoolExecutor threads;
  private final List<Mark> marks = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private boolean begun;
  private boolean ended;
  private int over;

  /**
   * Hooks that have not started.
   *
   * @param lines for the commands, of these hooks only
   */
  public Hooks(List<Hook> hooks, ShellLines lines) {
    this.hooks = hooks;
    this.lines = lines;
    this.threads =
        new ScheduledThreadPoolExecutor(
            Math.max(1, hooks.size()),
            work -> {
              Thread daemon = new Thread(work, "hook");
              daemon.setDaemon(true);
              return daemon;
            });
  }

  public static Hooks none() {
    return new Hooks(List.of(), new ShellLines(0, Map.of(), line -> {}, line -> {}));
  }

  /** Schedules the hooks once all tasks have started. */
  @SuppressWarnings("FutureReturnValueIgnored") // failures are collected
  public void show(Progress progress) {
    if (!begun && progress.started() >= progress.planned()) {
      begun = true;
      for (Hook hook : hooks) {
        threads.schedule(() -> runHook(hook), hook.after().toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private void runHook(Hook hook) {
    try {
      ShellLine line;
      synchronized (this) {
        line = lines.start(hook.shell(), hook.undo());
        marks.add(new Mark(System.nanoTime(), hook.shell()));
      }
      over(line.await(Deadline.in(ShellLine.LIMIT)).failure());
    } catch (IOException e) {
      over(Optional.of(FailureText.of(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
    long now = System.nanoTime();
    List<ServerEvent> events =
        marks.stream()
            .map(
                mark ->
                    new ServerEvent(
                        atMs - (now - mark.nanos()) / 1e6, ServerEvent.Kind.HOOK, 1, mark.line()))
            .toList();
    marks.clear();
    return events;
  }

  /** Ends the hooks that are running, and undoes all that have started. */
  @Override
  public void close() {
    synchronized (this) {
      ended = true;
    }
    threads.shutdownNow();
    lines.close();
  }

  /** The servers, with the hooks' marks among their events. */
  public JobSubmission.Servers withMarks(JobSubmission.Servers servers) {
    return hooks.isEmpty() ? servers : new Marked(servers, this);
  }

  private record Marked(JobSubmission.Servers servers, Hooks hooks)
      implements JobSubmission.Servers {
    @Override
    public ServerFacts facts() throws IOException {
      return servers.facts();
    }

    @Override
    public String tableMark() throws IOException {
      return servers.tableMark();
    }

    @Override
    public void submitted() throws IOException {
      servers.submitted();
    }

    @Override
    public List<PreparedStep> prepared() {
      return servers.prepared();
    }

    @Override
    public List<ServerEvent> changes(double atMs) throws IOException {
      List<ServerEvent> marks = hooks.takeMarks(atMs);
      try {
        return Stream.concat(marks.stream(), servers.changes(atMs).stream()).toList();
      } catch (IOException e) {
        if (marks.isEmpty()) {
          throw e;
        }
        return marks; // a hook may be the reason why the servers do not answer
      }
    }

    @Override
    public JobFacts take(JobFacts job) throws IOException {
      return servers.take(job);
    }
  }
}
