package io.hbench.run;

import io.hbench.latency.Recording;
import io.hbench.latency.Window;
import io.hbench.op.Client;
import io.hbench.op.RowShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Drives what one task has to do, with as many threads as the run says. */
public final class TaskRun {
  /** Opens a client for one thread. */
  @FunctionalInterface
  public interface Clients {
    Client open() throws IOException;
  }

  /**
   * How long requests may be under way after the end of the window before they count as failed:
   * HBase's own time-outs go up to 20 minutes.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final RunSpec spec;
  private final TaskSpec task;
  private final Tally tally;

  public TaskRun(RunSpec spec, TaskSpec task, Tally tally) {
    this.spec = spec;
    this.task = task;
    this.tally = tally;
  }

  /**
   * Runs from the start of the clock to the end of the limit.
   *
   * @throws IOException if a client can't be opened; failing requests are counted, not thrown
   */
  public void drive(Clients clients, Clock clock, Recording recording)
      throws IOException, InterruptedException {
    RowShape shape = spec.rowShape();
    List<Client> opened = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(spec.threads());
    try {
      List<Future<?>> loops = new ArrayList<>();
      for (int i = 0; i < spec.threads(); i++) {
        Client client = clients.open();
        opened.add(client);
        loops.add(
            threads.submit(
                new LoadLoop(spec, task, i, shape, client, clock, recording.recorder(), tally)));
      }
      for (Future<?> loop : loops) {
        await(loop, clock, threads);
      }
    } finally {
      threads.shutdownNow();
      opened.forEach(Client::close);
    }
  }

  private void await(Future<?> loop, Clock clock, ExecutorService threads)
      throws InterruptedException {
    Window window = spec.window();
    try {
      if (window.end() == Long.MAX_VALUE) {
        loop.get();
        return;
      }
      try {
        loop.get(window.end() + GRACE_NANOS - clock.nanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        threads.shutdownNow(); // the requests still under way are recorded as unfinished
        loop.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a load thread died", e.getCause());
    }
  }
}
