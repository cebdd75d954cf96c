package io.hbench.driver;

import io.hbench.report.RunReport;
import io.hbench.report.format.PrometheusText;
import io.hbench.rundir.FailureText;
import io.hbench.settings.LocalFile;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The local file with the figures of the last run for Prometheus' textfile collector. */
public record PrometheusFile(LocalFile file) {
  /** The file that the settings name. */
  public static Optional<PrometheusFile> of(Configuration conf) {
    return LocalFile.of(
            Settings.PROMETHEUS,
            conf,
            "/var/lib/node_exporter/hbench.prom",
            PrometheusText::isFirstLine)
        .map(PrometheusFile::new);
  }

  /** Replaces the file of an earlier run. */
  public void write(RunReport report) throws IOException {
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
}
