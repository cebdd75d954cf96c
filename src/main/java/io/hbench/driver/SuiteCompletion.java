package io.hbench.driver;

import io.hbench.compare.Comparison;
import io.hbench.compare.ComparisonPage;
import io.hbench.compare.ComparisonText;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.suite.Retention;
import io.hbench.suite.Suite;
import io.hbench.trend.Night;
import io.hbench.trend.Trend;
import io.hbench.trend.TrendPage;
import io.hbench.trend.TrendReader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Completion of a suite after its last run: comparison with the baseline, and retention. */
public record SuiteCompletion(
    Suite suite, RunDirectory directory, Configuration conf, Console console) {
  private static final String PAGE = "compare.html";
  private static final String TREND = "trend.json";
  private static final String TREND_PAGE = "trend.html";

  /**
   * Compares the suite with its baseline, and deletes old suites if all went well.
   *
   * @param exitCode of the runs
   * @return the worse one of this exit code and that of the comparison
   */
  public int complete(int exitCode) throws IOException {
    Retention retention =
        new Retention(
            directory, conf, suite.name(), line -> console.err().println("hbench: " + line));
    Optional<Path> baseline = baseline(retention);
    int worst = exitCode;
    if (suite.baseline().filter(Suite.HISTORY::equals).isPresent()) {
      worst = ExitCode.worst(List.of(exitCode, judged(this::compareWithHistory)));
    } else if (baseline.isPresent()) {
      worst = ExitCode.worst(List.of(exitCode, judged(() -> compare(baseline.get().toString()))));
    } else if (suite.baseline().isPresent()) {
      console
          .err()
          .println("hbench: baseline: no earlier suite '" + suite.name() + "' to compare with");
    }
    if (worst == ExitCode.FINE) {
      for (Path old : retention.clean(suite.keep(), baseline)) {
        console.err().println("hbench: deleted " + old + " (keep: " + suite.keep() + ")");
      }
    }
    return worst;
  }

  private Optional<Path> baseline(Retention retention) {
    if (suite.baseline().filter(Suite.PREVIOUS::equals).isPresent()) {
      return retention.previous();
    }
    return suite
        .baseline()
        .filter(name -> !name.equals(Suite.HISTORY))
        .map(name -> SettingType.path("baseline", name));
  }

  /** A comparison: whether it has found a regression. */
  private interface Judged {
    boolean isRegression() throws IOException;
  }

  /** The exit code of a comparison; errors are printed, because the suite's results are valid. */
  private int judged(Judged comparison) {
    try {
      return comparison.isRegression() ? ExitCode.REGRESSION : ExitCode.FINE;
    } catch (UsageException e) {
      console.err().println("hbench: baseline: " + e.getMessage());
      return ExitCode.USAGE;
    } catch (IOException e) {
      console.err().println("hbench: baseline: " + FailureText.of(e));
      return ExitCode.FAILED;
    }
  }

  private boolean compare(String baseline) throws IOException {
    Comparison comparison =
        ComparisonReader.read(conf, baseline, directory.path().toString(), false)
            .compare(suite.margins(), SettingType.SHARE.read().apply(ComparisonReader.CONFIDENCE));
    directory.writeJson(Retention.COMPARISON, comparison);
    directory.write(PAGE, ComparisonPage.of(comparison));
    console.out().print("\n" + ComparisonText.of(comparison));
    return comparison.isRegression();
  }

  private boolean compareWithHistory() throws IOException {
    Path nights = directory.path().getParent();
    if (nights.isRoot()) {
      throw new UsageException(
          "%s: its history is in the directory above, which is the root; try --out %s"
              .formatted(directory.path(), "/nightly" + directory.path().toUri().getPath()));
    }
    Trend trend =
        TrendReader.read(conf, nights, suite.margins().relative(), suite.margins().errors(), null);
    if (!trend.warnings().isEmpty()) {
      console
          .err()
          .printf(
              "hbench: baseline: runs in %s that can't be read: %d; trend %s names them%n",
              nights, trend.warnings().size(), nights);
    }
    Night night = new Night(trend, directory.path().getName());
    directory.writeJson(TREND, trend);
    directory.write(TREND_PAGE, TrendPage.of(night));
    console.out().print("\n" + night.text());
    return night.isRegression();
  }
}
