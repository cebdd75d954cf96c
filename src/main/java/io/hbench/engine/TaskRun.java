package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.latency.Recording;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One task's load while it runs, with as many threads as the run says. */
public final class TaskRun implements AutoCloseable {
  /**
   * How long requests may be under way after the end of the window before they count as failed:
   * HBase's own time-outs go up to 20 minutes.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final RunSpec spec;
  private final Clock clock;
  private final ExecutorService threads;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final List<Client> clients = new ArrayList<>();
  private final List<Future<?>> loops = new ArrayList<>();

  private TaskRun(RunSpec spec, Clock clock) {
    this.spec = spec;
    this.clock = clock;
    this.threads = Executors.newFixedThreadPool(spec.load().threads(), TaskRun::daemon);
  }

  /**
   * Gets every thread ready; they send from the start of the clock to the end of the limit.
   *
   * @param rowRequests of the rows
   * @throws IOException if a client can't be opened; failing requests are counted, not thrown
   */
  public static TaskRun start(
      RunSpec spec,
      TaskSpec task,
      RowRequests rowRequests,
      ClientFactory from,
      Clock clock,
      Recording recording,
      TaskCounters counters)
      throws IOException {
    TaskRun run = new TaskRun(spec, clock);
    TaskInserts context = new TaskInserts(spec, task);
    try {
      for (int i = 0; i < spec.load().threads(); i++) {
        Client client = from.open();
        run.clients.add(client);
        run.loops.add(
            run.threads.submit(
                new LoadLoop(
                    spec,
                    task,
                    i,
                    rowRequests,
                    context,
                    client,
                    clock,
                    recording,
                    counters.lane(),
                    run.ended::get)));
      }
      return run;
    } catch (IOException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  /** Returns when every thread is done. */
  public void await() throws InterruptedException {
    for (Future<?> loop : loops) {
      try {
        await(loop);
      } catch (ExecutionException e) {
        throw new IllegalStateException("a load thread died", e.getCause());
      }
    }
  }

  private void await(Future<?> first) throws InterruptedException, ExecutionException {
    long end = spec.window().end();
    if (end == Long.MAX_VALUE) {
      first.get();
      return;
    }
    try {
      first.get(end + GRACE_NANOS - clock.nanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      ended.set(true); // the requests still under way are recorded as unfinished
      threads.shutdownNow();
      try {
        first.get(GRACE_NANOS, TimeUnit.NANOSECONDS);
      } catch (TimeoutException deaf) {
        throw new IllegalStateException("a request can't be interrupted", deaf);
      }
    }
  }

  @Override
  public void close() {
    ended.set(true);
    threads.shutdownNow();
    clients.forEach(Client::close);
  }

  /** A thread that hangs in a request must not keep the task's JVM. */
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "load");
    thread.setDaemon(true);
    return thread;
  }
}
