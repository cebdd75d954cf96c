package io.hbench.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scanner of the asynchronous client. The scan is suspended between two requests, so that it
 * reads no rows that were not requested.
 */
final class AsyncScanner implements AdvancedScanResultConsumer, Client.Scanner {
  private final Consumer<AdvancedScanResultConsumer> start;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Deque<Result> ready = new ArrayDeque<>();
  private ScanMetrics metrics;
  private ScanResumer resumer;
  private Throwable failure;
  private boolean started;
  private boolean ended;

  private record Waiting(int rows, CompletableFuture<Client.Scanned> answer) {}

  AsyncScanner(Consumer<AdvancedScanResultConsumer> start) {
    this.start = start;
  }

  @Override
  public CompletableFuture<Client.Scanned> next(int rows) {
    CompletableFuture<Client.Scanned> answer = new CompletableFuture<>();
    ScanResumer resume = null;
    boolean first;
    synchronized (this) {
      waiting.add(new Waiting(rows, answer));
      first = !started;
      started = true;
      if (ready.size() < rows) {
        resume = resumer;
        resumer = null;
      }
    }
    serve();
    if (first) {
      start.accept(this);
    } else if (resume != null) {
      resume.resume();
    }
    return answer;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    boolean closed;
    synchronized (this) {
      ready.addAll(List.of(results));
      closed = ended;
    }
    if (closed) {
      controller.terminate();
      return;
    }
    serve();
    synchronized (this) {
      if (ended) { // the receiver of the rows has closed it
        controller.terminate();
      } else if (waiting.isEmpty()) {
        resumer = controller.suspend();
      }
    }
  }

  @Override
  public synchronized void onScanMetricsCreated(ScanMetrics newMetrics) {
    metrics = newMetrics;
  }

  @Override
  public void onError(Throwable error) {
    synchronized (this) {
      failure = error;
      ended = true;
    }
    serve();
  }

  @Override
  public void onComplete() {
    synchronized (this) {
      ended = true;
    }
    serve();
  }

  @Override
  public void close() {
    ScanResumer resume;
    synchronized (this) {
      ended = true;
      resume = resumer;
      resumer = null;
    }
    if (resume != null) {
      resume.resume(); // onNext then ends the scan
    }
  }

  /** Completes futures, outside the lock: their callbacks may request more rows. */
  private void serve() {
    while (true) {
      Waiting next;
      List<Result> rows = new ArrayList<>();
      synchronized (this) {
        next = waiting.peek();
        if (next == null || (ready.size() < next.rows && !ended)) {
          return;
        }
        waiting.remove();
        while (rows.size() < next.rows && !ready.isEmpty()) {
          rows.add(ready.remove());
        }
      }
      if (failure != null) {
        next.answer.completeExceptionally(failure);
      } else {
        next.answer.complete(new Client.Scanned(rows, metrics));
      }
    }
  }
}
