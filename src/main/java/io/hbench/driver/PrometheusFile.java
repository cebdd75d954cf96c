package io.hbench.driver;

import io.hbench.report.RunReport;
import io.hbench.report.format.PrometheusText;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.LocalFile;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The local file with the figures of the last run for Prometheus' textfile collector. */
public record PrometheusFile(LocalFile file) {
  /** The file that the settings name. */
  public static Optional<PrometheusFile> of(Configuration conf) {
    return Settings.PROMETHEUS
        .find(conf)
        .map(
            text -> {
              try {
                Path path = Path.of(text).toAbsolutePath();
                return new PrometheusFile(new LocalFile(path, PrometheusText::isFirstLine));
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
    file.problem()
        .ifPresent(
            problem -> {
              throw bad(file.path().toString(), problem);
            });
  }

  /**
   * Replaces the file of an earlier run atomically.
   *
   * @throws UsageException as {@link #check} does
   */
  public void write(RunReport report) throws IOException {
    check();
    file.replace(PrometheusText.of(report));
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
          new IOException(
              "cannot write " + file.path() + " (--prometheus): " + FailureText.of(e), e));
    }
  }

  private static UsageException bad(String text, String problem) {
    return Settings.PROMETHEUS.bad(
        text, problem, Settings.PROMETHEUS.flag() + " /var/lib/node_exporter/hbench.prom");
  }
}
