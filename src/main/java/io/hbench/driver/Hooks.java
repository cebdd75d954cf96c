package io.hbench.driver;

import io.hbench.job.JobSubmission;
import io.hbench.job.Progress;
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
 * Lines for the shell that go off during a run: faults, restarts. Each is marked on the timeline
 * when it goes off. The start of the load is known here as soon as a look at the tasks' counters
 * shows it, a second late or so; marks are exact.
 */
final class Hooks implements AutoCloseable {
  private record Mark(long nanos, String line) {}

  private final List<Hook> hooks;
  private final Map<String, String> variables;
  private final ScheduledThreadPoolExecutor threads;
  private final List<ShellLine> started = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private boolean begun;
  private int over;

  /**
   * @param variables for their environment
   */
  Hooks(List<Hook> hooks, Map<String, String> variables) {
    this.hooks = hooks;
    this.variables = variables;
    this.threads =
        new ScheduledThreadPoolExecutor(
            Math.max(1, hooks.size()),
            work -> {
              Thread daemon = new Thread(work, "hook");
              daemon.setDaemon(true);
              return daemon;
            });
  }

  /** Starts the clock when all tasks have started. */
  @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is in failures
  void show(Progress progress) {
    if (!begun && progress.started() >= progress.planned()) {
      begun = true;
      for (Hook hook : hooks) {
        threads.schedule(() -> goOff(hook), hook.after().toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private void goOff(Hook hook) {
    try {
      ShellLine line = ShellLine.start(hook.shell(), variables);
      synchronized (this) {
        started.add(line);
        marks.add(new Mark(System.nanoTime(), hook.shell()));
      }
      Optional<String> failure = line.await().failure();
      synchronized (this) {
        over++;
        failure.ifPresent(failures::add);
      }
    } catch (IOException e) {
      synchronized (this) {
        failures.add(e.getMessage());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without the proper fault, the run is not the one that was asked for. */
  synchronized Optional<IOException> failure() {
    if (!failures.isEmpty()) {
      return Optional.of(new IOException("hook: " + failures.get(0)));
    }
    return over == hooks.size()
        ? Optional.empty()
        : Optional.of(
            new IOException(
                "hooks: the run was over before %d of %d were"
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

  @Override
  public void close() {
    threads.shutdownNow();
    synchronized (this) {
      started.forEach(ShellLine::close);
    }
  }

  /** The servers, with these marks among their changes. */
  JobSubmission.Servers among(JobSubmission.Servers servers) {
    return hooks.isEmpty() ? servers : new Marked(servers, this);
  }

  private record Marked(JobSubmission.Servers servers, Hooks hooks) implements JobSubmission.Servers {
    @Override
    public ServerFacts facts() throws IOException {
      return servers.facts();
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
        return marks; // it may be the hook that keeps the servers from answering
      }
    }

    @Override
    public JobFacts take(JobFacts job) throws IOException {
      return servers.take(job);
    }
  }
}
