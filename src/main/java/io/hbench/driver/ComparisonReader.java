package io.hbench.driver;

import io.hbench.compare.Comparer;
import io.hbench.compare.ComparisonText;
import io.hbench.compare.RunSet;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.suite.RunSetReader;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Reader of the baseline and the candidate of a comparison from their directories. */
public final class ComparisonReader {
  /** The default confidence of a comparison, as text of {@link SettingType#SHARE}. */
  public static final String CONFIDENCE = "98%";

  private ComparisonReader() {}

  /**
   * Reads both sides.
   *
   * @param differentOk whether runs with different identities may be compared
   * @throws UsageException if there are no runs, or if their identities differ
   */
  public static Comparer read(
      Configuration conf, String baseline, String candidate, boolean differentOk)
      throws IOException {
    Comparer comparer = Comparer.read(runs(conf, baseline), runs(conf, candidate));
    if (!comparer.differences().isEmpty() && !differentOk) {
      throw new UsageException(
          "\n  ",
          Stream.concat(
                  Stream.of(
                      "compare: the runs differ in more than their figures; try --different-ok to"
                          + " compare them nevertheless"),
                  comparer.differences().stream().map(ComparisonText::line))
              .toList());
    }
    return comparer;
  }

  private static List<RunSet> sets(Configuration conf, RunDirectory directory) throws IOException {
    try {
      return RunSetReader.of(conf, directory);
    } catch (UsageException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException(
          directory.path() + ": its suite.json is damaged: " + FailureText.of(e), e);
    }
  }

  private static List<RunSet> runs(Configuration conf, String operand) throws IOException {
    RunDirectory directory = new RunDirectory(conf, SettingType.path("compare", operand));
    if (!directory.exists()) {
      throw new UsageException(
          "compare "
              + directory.path()
              + ": does not exist; try compare hbench/before hbench/after");
    }
    List<RunSet> sets = sets(conf, directory);
    if (sets.isEmpty()) {
      throw new UsageException(
          "compare "
              + directory.path()
              + ": not a run directory, and contains none; try compare hbench/before hbench/after");
    }
    return sets;
  }
}
