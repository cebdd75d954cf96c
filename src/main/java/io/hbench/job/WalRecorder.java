package io.hbench.job;

import io.hbench.op.Operations;
import io.hbench.replay.RecordedLoad.RowKeys;
import io.hbench.replay.RecordedRequest;
import io.hbench.replay.RecordedRequest.Column;
import io.hbench.replay.RequestFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.mapreduce.WALInputFormat;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Reads WALs of HBase and writes the puts and deletes of one table as a file of requests. Its
 * memory does not grow with the WALs: what they have is sorted on disk, by the time of the write,
 * then by the number that HBase gave it.
 */
public final class WalRecorder {
  private static final int KEY_BYTES = 2 * Long.BYTES + Integer.BYTES;
  private static final long MILLI_MICROS = 1_000;

  /**
   * Of the requests that are sorted at a time; each such part is a file that is open at the end.
   */
  private static final int SORT_BYTES = 256 << 20;

  private final Configuration conf;
  private final TableName table;
  private final RowKeys rows;
  private long puts;
  private long deletes;
  private long leftOut;

  /**
   * What was recorded.
   *
   * @param leftOut deletes of one version of a family, which have no request without its timestamp
   * @param millis from the first write to the last one
   */
  public record Result(long puts, long deletes, long leftOut, long millis) {}

  /**
   * @param rows the keys in the file
   */
  public WalRecorder(Configuration conf, TableName table, RowKeys rows) {
    this.conf = HBaseConfiguration.create(conf);
    this.table = table;
    this.rows = rows;
  }

  /**
   * Reads all WALs in directories and those below them, and writes the file. It is not there if the
   * WALs have no write of the table.
   */
  public Result record(List<Path> directories, Path out) throws IOException, InterruptedException {
    FileSystem fs = out.getFileSystem(conf);
    Path own = out.suffix("." + UUID.randomUUID()); // another command may have the same --out
    Path unsorted = new Path(own, "unsorted");
    Path sorted = new Path(own, "sorted");
    Path complete = new Path(own, out.getName());
    fs.mkdirs(own, new FsPermission((short) 0700)); // the keys as they are
    fs.deleteOnExit(own);
    try {
      try (SequenceFile.Writer writes =
          SequenceFile.createWriter(
              conf,
              SequenceFile.Writer.file(unsorted),
              SequenceFile.Writer.keyClass(BytesWritable.class),
              SequenceFile.Writer.valueClass(Text.class))) {
        read(directories, writes);
      }
      if (puts + deletes == 0) {
        return new Result(0, 0, leftOut, 0);
      }
      var sorter = new SequenceFile.Sorter(fs, BytesWritable.class, Text.class, conf);
      sorter.setMemory(SORT_BYTES);
      sorter.setFactor(Integer.MAX_VALUE); // at once: parts of a merge would be outside of its own
      sorter.sort(new Path[] {unsorted}, sorted, true);
      long millis = write(sorted, new RequestFile(conf, complete));
      fs.setPermission(complete, new FsPermission((short) 0600)); // of a file for HBase alone
      if (!fs.rename(complete, out)) {
        throw new IOException(out + " can't be written");
      }
      return new Result(puts, deletes, leftOut, millis);
    } finally {
      fs.delete(own, true);
    }
  }

  private void read(List<Path> directories, SequenceFile.Writer writes)
      throws IOException, InterruptedException {
    Configuration input = new Configuration(conf);
    input.set(
        FileInputFormat.INPUT_DIR,
        directories.stream().map(Path::toString).collect(Collectors.joining("\n")));
    input.set("wal.input.separator", "\n"); // the name of a server has commas
    WALInputFormat format = new WALInputFormat();
    TaskAttemptContext context = new TaskAttemptContextImpl(input, new TaskAttemptID());
    Set<String> seen = new HashSet<>(); // a WAL may be archived while the directories are listed
    for (InputSplit wal : format.getSplits(new JobContextImpl(input, new JobID()))) {
      String name = new Path(StringUtils.substringBefore(wal.toString(), " (")).getName();
      if (seen.add(name)) {
        try (RecordReader<WALKey, WALEdit> reader = format.createRecordReader(wal, context)) {
          if (!opens(reader, wal, context)) {
            continue;
          }
          while (reader.nextKeyValue()) {
            if (reader.getCurrentKey().getTableName().equals(table)) {
              add(reader.getCurrentKey(), reader.getCurrentValue().getCells(), writes);
            }
          }
        }
      }
    }
  }

  /**
   * Opens a WAL, unless it has no entry. HDFS tells no length of one that is not closed, which a
   * server does some time after it has begun the next one: only a reader knows.
   */
  private static boolean opens(
      RecordReader<WALKey, WALEdit> reader, InputSplit wal, TaskAttemptContext context)
      throws IOException, InterruptedException {
    try {
      reader.initialize(wal, context);
      return true;
    } catch (EOFException e) {
      return false;
    }
  }

  /** Adds the requests of an entry: consecutive cells of a row, without a column twice. */
  private void add(WALKey key, List<Cell> cells, SequenceFile.Writer writes) throws IOException {
    byte[] order = new byte[KEY_BYTES];
    ByteBuffer.wrap(order).putLong(key.getWriteTime()).putLong(key.getSequenceId());
    int number = 0;
    Cell first = null;
    Map<Column, Column> request = new LinkedHashMap<>(); // by their names, without lengths
    for (Cell cell : cells) {
      if (WALEdit.isMetaEditFamily(cell)) {
        continue;
      }
      if (cell.getType() == Cell.Type.DeleteFamilyVersion) {
        leftOut++;
        continue;
      }
      Column column = column(cell);
      Column name = new Column(column.family(), column.qualifier(), Column.NONE);
      if (first != null
          && (!CellUtil.matchingRows(first, cell)
              || isPut(first) != isPut(cell)
              || request.containsKey(name))) {
        append(order, number++, first, List.copyOf(request.values()), writes);
        request.clear();
      }
      first = request.isEmpty() ? cell : first;
      request.put(name, column);
    }
    if (first != null) {
      append(order, number, first, List.copyOf(request.values()), writes);
    }
  }

  private void append(
      byte[] order, int number, Cell first, List<Column> columns, SequenceFile.Writer writes)
      throws IOException {
    Operations operation = isPut(first) ? Operations.PUT : Operations.DELETE;
    puts += isPut(first) ? 1 : 0;
    deletes += isPut(first) ? 0 : 1;
    RecordedRequest request =
        new RecordedRequest(0, operation, latin(CellUtil.cloneRow(first)), columns);
    ByteBuffer.wrap(order).putInt(KEY_BYTES - Integer.BYTES, number);
    writes.append(
        new BytesWritable(order),
        new Text((rows == RowKeys.HASHED ? request.withHashedRow() : request).text()));
  }

  private static boolean isPut(Cell cell) {
    return cell.getType() == Cell.Type.Put;
  }

  private static Column column(Cell cell) {
    return new Column(
        latin(CellUtil.cloneFamily(cell)),
        cell.getType() == Cell.Type.DeleteFamily ? null : latin(CellUtil.cloneQualifier(cell)),
        switch (cell.getType()) {
          case Put -> cell.getValueLength();
          case Delete -> 1;
          default -> Column.NONE;
        });
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Writes the file; returns the milliseconds from the first write to the last one. */
  private long write(Path sorted, RequestFile out) throws IOException {
    BytesWritable order = new BytesWritable();
    Text text = new Text();
    long first = -1;
    long last = 0;
    try (SequenceFile.Reader requests =
            new SequenceFile.Reader(conf, SequenceFile.Reader.file(sorted));
        RequestFile.RequestWriter writer = out.create()) {
      while (requests.next(order, text)) {
        last = ByteBuffer.wrap(order.getBytes()).getLong();
        first = first < 0 ? last : first;
        writer.write((last - first) * MILLI_MICROS, text);
      }
    }
    return last - first;
  }
}
