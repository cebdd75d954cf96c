package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowReads;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads the range of a thread with one scanner, and starts again at its end. Each request is {@code
 * --caching} rows, one answer of a server. PerformanceEvaluation times single rows instead, of
 * which 29 out of 30 come from the client's cache.
 *
 * <p>The rows of the key sequence are only counted. One request at a time: a scanner returns its
 * rows in order.
 */
final class WalkOperation implements Operation {
  private final RowRequests requests;
  private final RowReads reads;
  private final KeyRange range;
  private final boolean reversed;

  /** Rows of this pass that were not requested yet. */
  private long left;

  private long pass;

  /** The last pass whose scan ended before it returned all rows. */
  private volatile long endedPass = -1;

  private Client.Scanner scanner;

  /** Whether a step was not sent: the scanner is not where the next one begins. */
  private volatile boolean skipped;

  private WalkOperation(RowRequests requests, KeyRange range, boolean reversed) {
    this.requests = requests;
    this.reads = requests.reads();
    this.range = range;
    this.reversed = reversed;
    this.left = range.size();
  }

  static WalkOperation forwards(RowRequests requests, KeyRange range) {
    return new WalkOperation(requests, range, false);
  }

  static WalkOperation backwards(RowRequests requests, KeyRange range) {
    return new WalkOperation(requests, range, true);
  }

  @Override
  public boolean hasNext(KeySequence keys) {
    return !range.isEmpty() && keys.hasNext();
  }

  @Override
  public Request next(KeySequence keys) {
    long done = range.size() - left;
    int rows = 0;
    while (left > 0 && rows < reads.caching() && keys.hasNext()) {
      keys.next();
      rows++;
      left--;
    }
    Request request = step(pass, done, rows);
    if (left == 0) {
      left = range.size();
      pass++;
    }
    return request;
  }

  /** Rows {@code done} to {@code done + rows} of one pass. */
  private Request step(long ofPass, long done, int rows) {
    return new Request() {
      /** After the end of a scan, the scanner would answer without a request to a server. */
      @Override
      public boolean isNeedless() {
        return ofPass == endedPass;
      }

      @Override
      public boolean isForSeveralRegions() {
        return true;
      }

      /** The row with which the request begins if no row is missing. */
      @Override
      public byte[] row() {
        return requests.key(reversed ? range.end() - 1 - done : range.first() + done);
      }

      @Override
      public void notSent() {
        skipped = true;
      }

      @Override
      public CompletableFuture<Outcome> send(Client client) {
        if (done == 0 || skipped) {
          skipped = false;
          WalkOperation.this.close();
        }
        if (scanner == null) { // at the start, or after a failure
          scanner = client.open(scan(done));
        }
        return scanner
            .next(rows)
            .whenComplete(
                (scanned, failure) -> {
                  if (failure != null) {
                    scanner = null; // a close would be one more request of a server that failed
                  } else if (scanned.rows().size() < rows) {
                    endedPass = ofPass;
                  }
                })
            .thenApply(scanned -> reads.outcomes().walked(scanned, asked(scanned)));
      }

      /** Rows asked for: at the end of the scan, all that are left of the range. */
      private long asked(Client.Scanned scanned) {
        return scanned.rows().size() < rows ? range.size() - done : rows;
      }
    };
  }

  private Scan scan(long done) {
    return reversed
        ? reads
            .scan()
            .setReversed(true)
            .withStartRow(requests.keys().bound(range.end() - done), false)
            .withStopRow(requests.key(range.first()), true)
        : reads
            .scan()
            .withStartRow(requests.key(range.first() + done))
            .withStopRow(requests.keys().bound(range.end()));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
