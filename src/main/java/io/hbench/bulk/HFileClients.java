package io.hbench.bulk;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.KeySpan;
import io.hbench.client.MetaPages;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Factory of clients that write HFiles with HBase's output format: compression, encoding, block
 * size and Bloom filter are those of the table. A piece has the adjacent rows that one thread
 * writes into one region. It is published under the name {@code <first row>-<last row>} at once
 * when it is complete, so all published pieces can be handed over even if a writer died.
 */
public final class HFileClients implements ClientFactory {
  private final Configuration conf;
  private final KeyFormat keys;
  private final Path root;
  private final FileSystem fs;
  private final List<RegionInfo> regions;

  private HFileClients(Configuration conf, KeyFormat keys, Path root, List<RegionInfo> regions)
      throws IOException {
    this.conf = conf;
    this.keys = keys;
    this.fs = root.getFileSystem(conf);
    this.root = fs.makeQualified(root);
    this.regions = regions;
  }

  /**
   * Makes a factory with the properties of a table.
   *
   * @param span the keys that will be written
   * @param root directory of the pieces
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
      while (!pages.isComplete()) {
        pages.next();
      }
      return new HFileClients(own, keys, root, regions);
    }
  }

  private static TableDescriptor table(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.getDescriptor();
    }
  }

  @Override
  public Client open() {
    return new HFileClient(this, keys);
  }

  @Override
  public void close() {}

  /** End key of the region of a key; empty for the last region. */
  byte[] regionEnd(byte[] key) {
    return regions.stream()
        .filter(region -> region.containsRow(key))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no region for row " + keys.row(key)))
        .getEndKey();
  }

  /** Opens a new piece. */
  HFilePiece piece() throws IOException {
    return new HFilePiece(fs, new Path(root, HFilePieces.UNFINISHED + UUID.randomUUID()), conf);
  }

  Path named(KeyRange rows) {
    return HFilePieces.named(root, rows);
  }
}
