package io.hbench.trend;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.report.RunFigures;
import io.hbench.report.ServerDifference;
import io.hbench.report.Verdict;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.trend.PastRun.Place;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * Reader of a search for the highest sustainable rate, as a run with one figure. The steps of a
 * search are no runs of a history, since each search has others.
 */
final class PastSearch {
  /** Standard deviation of a value that may be anywhere in an interval, as a share of its width. */
  private static final double UNIFORM = 1 / Math.sqrt(12);

  private PastSearch() {}

  /** Whether a directory is that of a search, whatever has become of it. */
  static boolean isPlanned(RunDirectory directory) throws IOException {
    return Settings.COMMAND.get(directory.plan()) == Command.FINDMAX;
  }

  /**
   * Reads a search that has ended.
   *
   * @throws IOException if a file is damaged or missing
   * @throws io.hbench.settings.UsageException if another version of hbench wrote it
   */
  static PastRun read(RunDirectory directory, Place place) throws IOException {
    if (!directory.has(RunDirectory.FINDMAX)) {
      throw new IOException("no step of the search has ended");
    }
    FindmaxRecord search = FindmaxRecord.read(directory);
    JobFacts job =
        JobFacts.find(directory).orElseThrow(() -> new IOException("has no " + RunDirectory.JOB));
    Configuration plan = directory.plan();
    String command = StringUtils.substringBefore(search.command(), " on table ").strip();
    return new PastRun(
        place,
        PastRun.time(job.status().started(), RunDirectory.JOB),
        command,
        search.version(),
        verdict(search.result(), job),
        load(plan, search.objectives()),
        ClusterState.of(ServerDifference.of(job)),
        figures(search.result(), Settings.PRECISION.get(plan)));
  }

  /**
   * Whether the servers' rate may be any that is higher: by the clients, or as steps were invalid;
   * or one that is lower, as those that were to confirm it were.
   */
  private static boolean isOpen(Result result) {
    return result.isUnconfirmed()
        || result.limit() == Limit.CLIENTS
        || (result.limit() == Limit.NONE
            && result.limitingStep() != null
            && result.lowestFailing() == null);
  }

  private static Map<FigureKey, RunFigures.Value> figures(Result result, double precision) {
    return isOpen(result)
        ? Map.of()
        : Map.of(
            new FigureKey(FigureKey.SEARCH, Figure.RATE),
            new RunFigures.Value(result.passing(), resolution(result, precision)));
  }

  /** The highest sustainable rate is between the highest that passed and the lowest that failed. */
  private static double resolution(Result result, double precision) {
    if (result.rate() == null) {
      return RunFigures.PRECISION;
    }
    double width =
        result.lowestFailing() == null ? precision : result.lowestFailing() / result.rate() - 1;
    return Math.max(RunFigures.PRECISION, width * UNIFORM);
  }

  /** Invalid without a result of the cluster's, and degraded if it has no figure. */
  private static Verdict.Status verdict(Result result, JobFacts job) {
    if (!job.succeeded() || !result.tellsOfServers()) {
      return Verdict.Status.INVALID;
    }
    return isOpen(result) ? Verdict.Status.DEGRADED : Verdict.Status.VALID;
  }

  /** The settings of the load: in a search, the objectives shape it. */
  private static Map<Setting<?>, String> load(Configuration plan, List<String> objectives) {
    Map<Setting<?>, String> load = PastRun.load(Secrets.redacted(plan));
    load.put(Settings.OBJECTIVE, String.join(", ", objectives));
    return load;
  }
}
