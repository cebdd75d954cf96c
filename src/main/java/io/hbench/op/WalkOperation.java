package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Walks the thread's own rows with one scanner: each request is {@code --caching} rows, which is
 * one answer of a server. Timing every single row, as PerformanceEvaluation does, would time the
 * client's cache 29 times out of 30.
 *
 * <p>The rows that it draws are only counted: it goes its own way, and starts anew at the end. One
 * request at a time: the next rows of a scan come when those before them are there.
 */
final class WalkOperation implements Operation {
  private final RowRequests shape;
  private final KeyRange own;
  private final boolean reversed;

  /** Rows of this pass that are yet to be drawn. */
  private long left;

  private long pass;

  /** The last pass whose scan has come to its end before it had all rows. */
  private volatile long endedPass = -1;

  private Client.Scanner scanner;

  private WalkOperation(RowRequests shape, KeyRange own, boolean reversed) {
    this.shape = shape;
    this.own = own;
    this.reversed = reversed;
    this.left = own.size();
  }

  static WalkOperation forwards(RowRequests shape, KeyRange own) {
    return new WalkOperation(shape, own, false);
  }

  static WalkOperation backwards(RowRequests shape, KeyRange own) {
    return new WalkOperation(shape, own, true);
  }

  @Override
  public boolean hasNext(KeySequence keys) {
    return !own.isEmpty() && keys.hasNext();
  }

  @Override
  public Request next(KeySequence keys) {
    long done = own.size() - left;
    int rows = 0;
    while (left > 0 && rows < shape.scans().caching() && keys.hasNext()) {
      keys.next();
      rows++;
      left--;
    }
    Request request = new Step(pass, done, rows);
    if (left == 0) {
      left = own.size();
      pass++;
    }
    return request;
  }

  /** Rows {@code done} to {@code done + rows} of one pass. */
  private final class Step implements Request {
    private final long ofPass;
    private final long done;
    private final int rows;

    Step(long ofPass, long done, int rows) {
      this.ofPass = ofPass;
      this.done = done;
      this.rows = rows;
    }

    /** Nothing comes after the end of a scan: an answer that needs no server is no request. */
    @Override
    public boolean isNeedless() {
      return ofPass == endedPass;
    }

    @Override
    public CompletableFuture<Outcome> send(Client client) {
      if (done == 0) {
        close();
      }
      if (scanner == null) { // at the start, or after a failure
        scanner = client.open(scan(done));
      }
      return scanner
          .next(rows)
          .whenComplete(
              (scanned, failure) -> {
                if (failure != null) {
                  close();
                } else if (scanned.rows().size() < rows) {
                  endedPass = ofPass;
                }
              })
          .thenApply(scanned -> shape.outcomes().walked(scanned, asked(scanned)));
    }

    /** If the scan has ended, all that was to come is not there. */
    private long asked(Client.Scanned scanned) {
      return scanned.rows().size() < rows ? own.size() - done : rows;
    }
  }

  private Scan scan(long done) {
    return reversed
        ? shape
            .scan()
            .setReversed(true)
            .withStartRow(shape.keys().bound(own.end() - done), false)
            .withStopRow(shape.key(own.first()), true)
        : shape
            .scan()
            .withStartRow(shape.key(own.first() + done))
            .withStopRow(shape.keys().bound(own.end()));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
