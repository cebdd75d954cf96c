package io.hbench.bulk;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Writes rows into HFiles, by HBase's own output format: compression, encoding, block size and
 * Bloom filter are the table's. A piece is as many rows one after the other as one thread writes
 * into one region; it appears under its name, {@code <first row>-<last row>}, when it is complete,
 * and all at once. So what is there can be handed over, whatever became of the writer.
 */
public final class HFileClients implements ClientFactory {
  private final Configuration conf;
  private final KeyFormat keys;
  private final Path root;
  private final FileSystem fs;
  private final List<HRegionLocation> regions;

  private HFileClients(Configuration conf, KeyFormat keys, Path root, List<HRegionLocation> regions)
      throws IOException {
    this.conf = conf;
    this.keys = keys;
    this.fs = root.getFileSystem(conf);
    this.root = fs.makeQualified(root);
    this.regions = regions;
  }

  /**
   * Learns what the files of a table must be like.
   *
   * @param root where the pieces go
   */
  public static HFileClients connect(Configuration conf, KeyFormat keys, String table, Path root)
      throws IOException {
    TableName name = TableName.valueOf(table);
    Configuration own = new Configuration(conf);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        RegionLocator locator = connection.getRegionLocator(name)) {
      HFileFormat.configure(own, table(connection, name));
      return new HFileClients(own, keys, root, locator.getAllRegionLocations());
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

  /** Of the region that a key belongs to; empty if there is none behind it. */
  byte[] regionEnd(byte[] key) {
    return regions.stream()
        .map(HRegionLocation::getRegion)
        .filter(region -> region.containsRow(key))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no region for row " + keys.row(key)))
        .getEndKey();
  }

  /** A new piece, which is none until it is published. */
  HFilePiece piece() throws IOException {
    Path unfinished = new Path(root, HFilePieces.UNFINISHED + UUID.randomUUID());
    Configuration own = new Configuration(conf);
    own.set(FileOutputFormat.OUTDIR, unfinished.toString());
    TaskAttemptContextImpl context = new TaskAttemptContextImpl(own, new TaskAttemptID());
    HFileFormat format = new HFileFormat();
    try {
      return new HFilePiece(
          fs,
          unfinished,
          format.getOutputCommitter(context),
          format.getRecordWriter(context),
          context);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while opening an HFile", e);
    }
  }

  Path named(KeyRange rows) {
    return HFilePieces.named(root, rows);
  }
}
