package io.hbench.trend;

import io.hbench.figure.Margins;
import io.hbench.report.Verdict;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reader of the runs below a directory, which finds the changes of their figures. */
public final class TrendReader {
  private TrendReader() {}

  /**
   * Reads all runs below a directory.
   *
   * @param since regressions that began before this instant are accepted, beside those that the
   *     directory's own file accepts; null if none are
   * @throws IOException if the directory cannot be listed, or that file is damaged
   */
  public static Trend read(Configuration conf, Path directory, Margins margins, Instant since)
      throws IOException {
    AcceptedChanges accepted = AcceptedChanges.read(new RunDirectory(conf, directory));
    TrendGroups groups =
        new TrendGroups(
            margins,
            Optional.ofNullable(since).orElse(Instant.MIN),
            accepted.before().orElse(Instant.MIN));
    PastRuns past = PastRuns.below(conf, directory);
    List<PastRun> valid =
        past.runs().stream().filter(run -> run.verdict() != Verdict.Status.INVALID).toList();
    return new Trend(
        Trend.SCHEMA,
        directory.getFileSystem(conf).makeQualified(directory).toString(),
        margins.relative(),
        margins.errors(),
        since == null ? null : since.toString(),
        accepted.accepted(),
        valid.size(),
        past.runs().size() - valid.size(),
        past.notCounted(),
        past.warnings(),
        groups.of(valid));
  }
}
