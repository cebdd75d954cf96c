package io.hbench.bulk;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.KeySpan;
import io.hbench.client.MetaPages;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Factory of clients that write HFiles with HBase's output format: compression, encoding, block
 * size and Bloom filter are those of the table. A piece has the adjacent rows that one thread
 * writes into one region. It is published under the name {@code <first row>-<last row>} at once
 * when it is complete, so all published pieces can be handed over even if a writer died.
 *
 * @param conf of {@link HFileFormat}
 * @param root directory of the pieces
 */
public record HFileClients(
    Configuration conf, KeyFormat keys, FileSystem fs, Path root, List<RegionInfo> regions)
    implements ClientFactory {

  /**
   * Makes a factory with the properties of a table.
   *
   * @param span the keys that will be written
   */
  public static HFileClients connect(
      Configuration conf, KeyFormat keys, String table, KeySpan span, Path root)
      throws IOException {
    TableName name = TableName.valueOf(table);
    Configuration own = new Configuration(conf);
    List<RegionInfo> regions = new ArrayList<>();
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      HFileFormat.configure(own, table(connection, name));
      MetaPages pages =
          new MetaPages(
              connection,
              name,
              span,
              found -> regions.add(found.getDefaultRegionLocation().getRegion()));
      while (pages.next(MetaPages.PAGE) > 0) {
        // the consumer has them
      }
      FileSystem fs = root.getFileSystem(own);
      return new HFileClients(own, keys, fs, fs.makeQualified(root), regions);
    }
  }

  private static TableDescriptor table(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.getDescriptor();
    }
  }

  @Override
  public Client open() {
    return new HFileClient();
  }

  @Override
  public void close() {}

  private RegionInfo regionOf(byte[] key) {
    return regions.stream()
        .filter(region -> region.containsRow(key))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no region for row " + keys.row(key)));
  }

  /** Client that writes puts of ascending rows into HFiles, and refuses all other requests. */
  private final class HFileClient implements Client {
    private HFilePiece piece;
    private long first;
    private long next;
    private RegionInfo region;

    /** After a failure the piece lacks rows and must not be published. */
    private boolean failed;

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
      if (piece != null && (row != next || !region.containsRow(key))) {
        publish();
      }
      if (piece == null) {
        piece =
            new HFilePiece(fs, new Path(root, HFilePieces.UNFINISHED + UUID.randomUUID()), conf);
        region = regionOf(key);
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

    private void publish() throws IOException {
      piece.publish(HFilePieces.named(root, new KeyRange(first, next)));
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
}
