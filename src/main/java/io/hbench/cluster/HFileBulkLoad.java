package io.hbench.cluster;

import io.hbench.client.MissingRight;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.rundir.HFilePieces;
import io.hbench.rundir.JobFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Hand-over of the HFiles of a bulk load to the region servers, which move them into the table.
 *
 * @param roots directories of {@link HFilePieces}
 * @param owner of the files that the tasks have written
 */
public record HFileBulkLoad(Configuration conf, TableName table, List<Path> roots, String owner) {
  private static final Pattern DENIAL = Pattern.compile("Permission denied: user=[^\n]*");

  /**
   * Hands over all files, or none if rows are missing. Rows of pieces that were handed over before
   * count as present.
   *
   * @param rows rows that the pieces must cover
   * @throws IOException if rows are missing, or a file is not of this load's tasks
   */
  public JobFacts.BulkLoad take(KeyRange rows) throws IOException {
    long started = System.nanoTime();
    RowSet written = new RowSet();
    Map<byte[], List<Path>> files = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    int count = 0;
    long bytes = 0;
    for (Path root : roots) {
      FileSystem fs = root.getFileSystem(conf);
      written.add(HFilePieces.written(fs, root));
      for (Path piece : HFilePieces.all(fs, root)) {
        for (FileStatus file : HFilePieces.files(fs, piece, owner)) {
          files
              .computeIfAbsent(
                  Bytes.toBytes(file.getPath().getParent().getName()), name -> new ArrayList<>())
              .add(file.getPath());
          count++;
          bytes += file.getLen();
        }
      }
    }
    List<KeyRange> missing = written.missingFrom(rows);
    if (!missing.isEmpty()) {
      throw new IOException(
          "no HFile has rows %d to %d: no HFile was bulk-loaded; try load --resume %s"
              .formatted(
                  missing.get(0).first(), missing.get(0).end() - 1, roots.get(0).getParent()));
    }
    if (count > 0) {
      // HBase's limit of 32 files is for jobs with many small files
      Configuration own = new Configuration(conf);
      own.setInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, Math.max(32, count));
      handOver(own, files);
    }
    long nanos = System.nanoTime() - started;
    return new JobFacts.BulkLoad(count, bytes, nanos / (double) TimeUnit.SECONDS.toNanos(1));
  }

  private void handOver(Configuration own, Map<byte[], List<Path>> files) throws IOException {
    try {
      BulkLoadHFiles.create(own).bulkLoad(table, files);
    } catch (IOException e) {
      Optional<MissingRight> missing = MissingRight.of(e, table);
      if (missing.isPresent()) {
        throw new IOException(missing.get().neededBy("--bulk"), e);
      }
      throw denial(e).map(why -> new IOException(unreadable(why), e)).orElse(e);
    }
  }

  /** What HDFS told the servers, in HBase's message with its stack traces. */
  static Optional<String> denial(IOException failure) {
    return ExceptionUtils.getThrowableList(failure).stream()
        .map(cause -> DENIAL.matcher(String.valueOf(cause.getMessage())))
        .filter(Matcher::find)
        .map(Matcher::group)
        .findFirst();
  }

  private String unreadable(String why) {
    return "HBase can't read the HFiles in %s: %s; try --out in a directory that HBase's user may enter"
        .formatted(roots.get(0), why);
  }
}
