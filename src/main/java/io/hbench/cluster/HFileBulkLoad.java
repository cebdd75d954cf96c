package io.hbench.cluster;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.HFilePieces;
import io.hbench.rundir.JobFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
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
  /** An HFile of one row, as HBase writes it, in MIME's Base64. */
  static final String TRIAL = "trial-hfile.base64";

  /** A server that can't take a file says so at once; HBase's client would ask for 20 minutes. */
  private static final Map<String, String> TRIAL_LIMITS =
      Map.of(
          "hbase.client.operation.timeout", "60000",
          "hbase.rpc.timeout", "60000",
          "hbase.client.retries.number", "3",
          "hbase.bulkload.retries.number", "3");

  private static final Pattern DENIAL = Pattern.compile("Permission denied: user=[^\n]*");

  /**
   * Hands over all files, or none if rows are missing. Rows of pieces that were handed over before
   * count as present.
   *
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
                  missing.get(0).first(),
                  missing.get(0).end() - 1,
                  quoted(roots.get(0).getParent())));
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

  /**
   * Shows that the region servers take files from the first directory: hands over a file of one
   * row, and leaves nothing in the directory. HBase can't say it otherwise: it depends on the
   * rights of directories, encryption zones, quotas, and on whether the servers know the file
   * system.
   */
  public void tryOneFile(String family) throws IOException {
    Path root = roots.get(0);
    Path directory = new Path(root, HFilePieces.UNFINISHED + "trial");
    Path file = new Path(new Path(directory, family), "hfile");
    FileSystem fs = root.getFileSystem(conf);
    Configuration own = new Configuration(conf);
    TRIAL_LIMITS.forEach(own::set);
    try {
      try (InputStream row = HFileBulkLoad.class.getResourceAsStream(TRIAL);
          OutputStream out = fs.create(file, false)) {
        Base64.getMimeDecoder().wrap(row).transferTo(out);
      }
      handOver(own, Map.of(Bytes.toBytes(family), List.of(file)));
    } catch (IOException e) {
      throw new IOException(
          "HBase does not take HFiles from %s, and nothing was loaded: %s"
              .formatted(root, FailureText.of(e)),
          e);
    } finally {
      fs.delete(directory, true);
      HFilePieces.deleteEmpty(fs, root);
    }
  }

  private void handOver(Configuration own, Map<byte[], List<Path>> files) throws IOException {
    try {
      BulkLoadHFiles.create(own).bulkLoad(table, files);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      Optional<MissingRight> missing = MissingRight.of(e, HBaseUser.SUBMITTER, table);
      if (missing.isPresent()) {
        throw new IOException(missing.get().neededBy("--bulk"), e);
      }
      throw new IOException(denial(e).map(this::unreadable).orElseGet(() -> reason(e)), e);
    }
  }

  /** HBase's message with that of its root cause, which is the reason. */
  private static String reason(IOException failure) {
    String text = FailureText.of(failure);
    String root = FailureText.of(ExceptionUtils.getRootCause(failure));
    return text.contains(root) ? text : text + ": " + root;
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
