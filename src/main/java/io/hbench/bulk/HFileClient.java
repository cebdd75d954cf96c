package io.hbench.bulk;

import io.hbench.client.Client;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Client that writes puts of ascending rows into HFiles, and refuses all other requests. */
final class HFileClient implements Client {
  private final HFileClients files;
  private final KeyFormat keys;
  private HFilePiece piece;
  private long first;
  private long next;
  private byte[] regionEnd;

  /** After a failure the piece lacks rows and must not be published. */
  private boolean failed;

  HFileClient(HFileClients files, KeyFormat keys) {
    this.files = files;
    this.keys = keys;
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return put(List.of(put));
  }

  @Override
  public CompletableFuture<Void> put(List<Put> puts) {
    if (failed) {
      return CompletableFuture.failedFuture(new IOException("an earlier row was not written"));
    }
    try {
      for (Put put : puts) {
        write(put);
      }
      return CompletableFuture.completedFuture(null);
    } catch (IOException | RuntimeException e) {
      failed = true;
      return CompletableFuture.failedFuture(e);
    }
  }

  private void write(Put put) throws IOException {
    byte[] key = put.getRow();
    long row = keys.row(key);
    if (piece != null && (row != next || isBehindRegion(key))) {
      publish();
    }
    if (piece == null) {
      piece = files.piece();
      regionEnd = files.regionEnd(key);
      first = row;
    }
    List<Cell> cells = new ArrayList<>();
    put.getFamilyCellMap().values().forEach(cells::addAll);
    if (cells.size() > 1) {
      cells.sort(CellComparator.getInstance()); // column 10 comes before column 2
    }
    for (Cell cell : cells) {
      piece.write(key, cell);
    }
    next = row + 1;
  }

  private boolean isBehindRegion(byte[] key) {
    return regionEnd.length > 0 && Bytes.compareTo(key, regionEnd) >= 0;
  }

  private void publish() throws IOException {
    piece.publish(files.named(new KeyRange(first, next)));
    piece = null;
  }

  @Override
  public boolean finish() throws IOException {
    if (piece != null && !failed) {
      publish();
      return true;
    }
    return false;
  }

  @Override
  public void close() {
    if (piece != null) {
      try {
        piece.abandon();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        piece = null;
      }
    }
  }
}
