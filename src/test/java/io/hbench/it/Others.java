package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables and directories of others in the sandbox, as they were: another tenant has some. */
final class Others {
  /** Of another tenant: hbench made neither. */
  private static final String NEIGHBOUR = "neighbour-" + Runs.ID;

  private static final Path NEIGHBOURS_FILES = new Path("/neighbour-" + Runs.ID);

  private final Connection connection;
  private final List<TableName> tables = new ArrayList<>();
  private final List<Path> directories = new ArrayList<>();
  private final State before;

  /** Each row, region and file, with what would differ if it was touched. */
  private record State(Map<String, ?> rows, Map<String, ?> regions, Map<String, ?> files) {
    /** Of how many that were there, or are there now, this many differ. */
    private static String differ(Map<String, ?> before, Map<String, ?> now, String what) {
      Set<String> all = new TreeSet<>(before.keySet());
      all.addAll(now.keySet());
      List<String> touched =
          all.stream().filter(one -> !Objects.equals(before.get(one), now.get(one))).toList();
      assertThat(touched).as("%s: %s; now %s", what, before, now).isEmpty();
      return String.format(Locale.ROOT, "%d of %,d %s", touched.size(), before.size(), what);
    }
  }

  /** Makes the table and the files of another tenant. */
  static void settle(Connection connection) throws IOException {
    TableName name = TableName.valueOf(NEIGHBOUR);
    List<Put> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      byte[] row = Bytes.toBytes("row-" + (1_000 + i));
      rows.add(new Put(row).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), row));
    }
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name);
        FileSystem hdfs = Sandbox.hdfs()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build(),
          rows.get(250).getRow(),
          rows.get(750).getRow(),
          4);
      table.put(rows);
      for (String file : List.of("a", "b/c")) {
        hdfs.create(new Path(NEIGHBOURS_FILES, file)).close();
      }
    }
  }

  static void cleanUp() throws IOException {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(NEIGHBOURS_FILES, true);
    }
  }

  /**
   * Looks at those of the other tenant, and at more.
   *
   * @param more tables, and directories with a slash
   */
  Others(Connection connection, String... more) throws IOException {
    this.connection = connection;
    tables.add(TableName.valueOf(NEIGHBOUR));
    directories.add(NEIGHBOURS_FILES);
    for (String one : more) {
      if (one.contains("/")) {
        directories.add(new Path(one));
      } else {
        tables.add(TableName.valueOf(one));
      }
    }
    before = state();
  }

  /** How much is not as it was; fails unless that is nothing. */
  String touched() throws IOException {
    State now = state();
    return String.join(
        ", ",
        State.differ(before.rows, now.rows, "rows"),
        State.differ(before.regions, now.regions, "regions"),
        State.differ(before.files, now.files, "files"));
  }

  private State state() throws IOException {
    return new State(rows(), regions(), files());
  }

  private Map<String, String> rows() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (TableName name : tables) {
      try (Table table = connection.getTable(name);
          ResultScanner scanner = table.getScanner(new Scan().readAllVersions())) {
        for (Result row : scanner) {
          StringBuilder cells = new StringBuilder();
          for (Cell cell : row.rawCells()) {
            cells.append(cell).append(Arrays.hashCode(CellUtil.cloneValue(cell)));
          }
          rows.put(name + Bytes.toStringBinary(row.getRow()), cells.toString());
        }
      }
    }
    return rows;
  }

  private Map<String, String> regions() throws IOException {
    Map<String, String> regions = new TreeMap<>();
    for (TableName table : tables) {
      servers(connection, table)
          .forEach((region, server) -> regions.put(region, server.getAddress().toString()));
    }
    return regions;
  }

  static Map<String, ServerName> servers(Connection connection, TableName table)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return Regions.servers(admin, table);
    }
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (FileSystem hdfs = Sandbox.hdfs()) {
      for (Path directory : directories) {
        RemoteIterator<LocatedFileStatus> all = hdfs.listFiles(directory, true);
        while (all.hasNext()) {
          LocatedFileStatus file = all.next();
          files.put(
              file.getPath().toString(),
              file.getLen() + " " + file.getModificationTime() + " " + file.getOwner());
        }
      }
    }
    return files;
  }
}
