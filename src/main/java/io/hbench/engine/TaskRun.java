package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.RegionRefresh;
import io.hbench.latency.Recording;
import io.hbench.pacing.Schedule;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Running load of one task: its threads with their load loops. */
public final class TaskRun implements AutoCloseable {
  /**
   * Maximum time for requests in flight after the end of the window; later they count as failed.
   * HBase's own timeouts are up to 20 minutes.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Half that time, so often: a replay may be far behind, and reads all that it drops. */
  private static final int LAST_WAITS_OF_REPLAY = 20;

  private static final Logger LOG = LoggerFactory.getLogger(TaskRun.class);
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RunSpec spec;
  final Clock clock;
  final Recording recording;
  final TaskCounters counters;
  private final ExecutorService threads;

  /** Whether the task gives up on requests in flight. */
  volatile boolean ended;

  /** End of sending: that of the window, or an earlier one as soon as precision ends the run. */
  volatile long end;

  /** Completes when the early end is known. */
  private final CompletableFuture<Void> ending = new CompletableFuture<>();

  private final List<Client> clients = new ArrayList<>();
  private final List<CompletableFuture<Void>> loops = new ArrayList<>();

  /** Completes exceptionally when a thread dies. */
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  private Optional<RegionRefresh> regions = Optional.empty();

  private TaskRun(
      RunSpec spec, Clock clock, Recording recording, TaskCounters counters, int threads) {
    this.spec = spec;
    this.clock = clock;
    this.recording = recording;
    this.counters = counters;
    this.end = spec.window().end();
    this.threads = clock.time().threads("load", threads);
  }

  /**
   * Starts the threads, which send from time 0 of the clock to the end of the run.
   *
   * @param loads several in a duet, recorded and counted together
   * @throws IOException if a client can't be opened; failed requests are counted, not thrown
   */
  public static TaskRun start(
      List<SideLoad> loads, Clock clock, Recording recording, TaskCounters counters)
      throws IOException {
    int threads = loads.stream().mapToInt(load -> load.spec().load().threads()).sum();
    TaskRun run = new TaskRun(loads.get(0).spec(), clock, recording, counters, threads);
    List<LoadLoop> loops = new ArrayList<>();
    try {
      for (SideLoad load : loads) {
        TaskInserts inserts = new TaskInserts(load.spec(), load.task());
        Optional<Schedule> schedule = Schedule.of(load.spec(), load.task(), load.alternation());
        for (int i = 0; i < load.spec().load().threads(); i++) {
          Client client = load.clients().open();
          run.clients.add(client);
          loops.add(new LoadLoop(run, load, i, client, inserts, schedule));
        }
      }
      if (loads.stream().anyMatch(load -> load.spec().measurement().byServer())) {
        run.regions =
            Optional.of(RegionRefresh.start(run.clients.stream().map(Client::regions).toList()));
      }
      // not before: requests of a thread that starts late are meant for known regions, too
      loops.forEach(loop -> run.loops.add(run.submit(loop)));
      return run;
    } catch (IOException | RuntimeException | Error e) { // maybe no thread for the next loop
      run.close();
      throw e;
    }
  }

  private CompletableFuture<Void> submit(LoadLoop loop) {
    return CompletableFuture.runAsync(loop, threads)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                fail("a load thread died", failure.getCause());
              }
            });
  }

  /** Makes {@link #await} fail at once: the run can't be completed. */
  public void fail(String what, Throwable cause) {
    failed.completeExceptionally(new IllegalStateException(what + ": " + cause, cause));
  }

  /**
   * Ends a run whose precision may end it: no request is sent from an instant on, and those in
   * flight have the same time as at the end of the window.
   *
   * @param nanos since the common start; may have passed
   */
  public void endAt(long nanos) {
    end = nanos;
    ending.complete(null);
  }

  /**
   * Waits until the warm-up is over.
   *
   * @throws IllegalStateException as {@link #await}
   */
  public void awaitWindow() throws InterruptedException {
    var unused = isDone(failed, spec.window().start() - clock.nanos());
  }

  /**
   * Waits until the window is over: requests may still be in flight.
   *
   * @throws IllegalStateException as {@link #await}
   */
  public void awaitEnd() throws InterruptedException {
    var done = done();
    var first = CompletableFuture.anyOf(done, ending);
    if (isDone(first, end == Long.MAX_VALUE ? end : end - clock.nanos())) {
      var unused = isDone(done, end - clock.nanos());
    }
  }

  /**
   * Waits until all threads are done.
   *
   * @throws IllegalStateException as soon as a thread died, or {@link #fail} was called
   */
  public void await() throws InterruptedException {
    var first = done();
    long end = spec.window().end();
    long left = end == Long.MAX_VALUE ? end : end + GRACE_NANOS - clock.nanos();
    if (isDone(CompletableFuture.anyOf(first, ending), left) && isDone(first, GRACE_NANOS)) {
      return; // maybe some time after an early end
    }
    ended = true; // requests in flight are recorded as unfinished
    int waits = spec.replay().isPresent() ? LAST_WAITS_OF_REPLAY : 2; // the end of a scan is one
    for (int i = 0; i < waits; i++) {
      threads.shutdownNow();
      if (isDone(first, GRACE_NANOS / 2)) {
        return;
      }
    }
    throw new IllegalStateException("a request can't be interrupted");
  }

  /** Completes when all threads are done, or one has failed. */
  private CompletableFuture<Object> done() {
    var all = CompletableFuture.allOf(loops.toArray(CompletableFuture[]::new));
    return CompletableFuture.anyOf(all, failed);
  }

  /** Waits for a result; returns whether it came in time. */
  private boolean isDone(CompletableFuture<?> result, long nanos) throws InterruptedException {
    try {
      clock.time().get(result, nanos);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }

  /**
   * Ends the threads if they are not done, and waits for them, not long: each of them hands over
   * what it has recorded, also before a failure.
   */
  @Override
  public void close() {
    ended = true;
    threads.shutdownNow();
    try {
      var unused =
          clock
              .time()
              .get(CompletableFuture.allOf(loops.toArray(CompletableFuture[]::new)), CLOSE_NANOS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("records of a load thread may be missing: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    regions.ifPresent(RegionRefresh::close);
    clients.forEach(Client::close);
  }
}
