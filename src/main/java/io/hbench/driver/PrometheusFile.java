package io.hbench.driver;

import io.hbench.report.RunReport;
import io.hbench.report.format.PrometheusText;
import io.hbench.rundir.FailureText;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** The local file with the figures of the last run for Prometheus' textfile collector. */
public record PrometheusFile(Path path) {
  /** More than the first words of a file of hbench, by which it is recognized. */
  private static final int FIRST_BYTES = 100;

  /** The file that the settings name. */
  public static Optional<PrometheusFile> of(Configuration conf) {
    return Settings.PROMETHEUS
        .find(conf)
        .map(
            text -> {
              try {
                return new PrometheusFile(Path.of(text).toAbsolutePath());
              } catch (InvalidPathException e) {
                throw bad(text, "is not a path");
              }
            });
  }

  /**
   * Checks before the run that the file can be written at its end.
   *
   * @throws UsageException if it cannot, or if hbench did not write the existing file
   */
  void check() {
    if (!Files.isDirectory(path.getParent()) || !Files.isWritable(path.getParent())) {
      throw bad(path.toString(), "is in no directory that can be written to");
    }
    if (Files.exists(path) && !isOurs()) {
      throw bad(path.toString(), "exists, and is not a file of hbench");
    }
  }

  private boolean isOurs() {
    if (!Files.isRegularFile(path)) { // others may block a reader
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return PrometheusText.isFirstLine(
          new String(in.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Replaces the file of an earlier run atomically.
   *
   * @throws UsageException as {@link #check} does
   */
  public void write(RunReport report) throws IOException {
    check();
    // same directory, for the rename; hidden, because the collector reads *.prom
    Path next = path.resolveSibling("." + path.getFileName() + "-" + UUID.randomUUID());
    try {
      // with the usual permissions, for the collector; a link of this name would not be followed
      Files.writeString(next, PrometheusText.of(report), StandardOpenOption.CREATE_NEW);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** Writes the file; returns the error if that failed. */
  Optional<IOException> tryToWrite(RunReport report) {
    try {
      write(report);
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(new IOException(FailureText.of(e), e));
    } catch (IOException e) {
      return Optional.of(
          new IOException("cannot write " + path + " (--prometheus): " + FailureText.of(e), e));
    }
  }

  private static UsageException bad(String text, String problem) {
    return UsageException.badValue(
        Settings.PROMETHEUS.flag(),
        text,
        problem,
        Settings.PROMETHEUS.flag() + " /var/lib/node_exporter/hbench.prom");
  }
}
