package io.hbench.compare;

import io.hbench.report.FormatVersion;
import io.hbench.report.RunReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * A search of findmax, with its highest sustainable rate.
 *
 * @param settings by name
 * @param search result of the search
 * @param job of the search
 * @param step report of the step that shows the result
 */
record MeasuredSearch(
    RunDirectory directory,
    Map<String, String> settings,
    Search search,
    JobFacts job,
    RunReport step)
    implements Measured {
  private static final String SCHEMA = "hbench.findmax/2";

  /**
   * The needed part of {@code findmax.json}; read as JSON because this package is below findmax.
   */
  record Search(
      String schema, String command, String version, List<Step> steps, SearchResult result) {

    boolean isComplete() {
      return command != null
          && result != null
          && (result.rate == null || result.rate > 0)
          && (result.lowestFailing == null || result.lowestFailing > 0)
          && steps != null
          && !steps.isEmpty()
          && steps.stream().allMatch(step -> step != null && step.directory != null);
    }
  }

  /** A step of the search. */
  record Step(String directory) {}

  /**
   * The result of a search.
   *
   * @param rate the highest rate that met the objectives; null if none did
   * @param lowestFailing the lowest rate that missed them; null if none did
   * @param step directory of the last step at the rate, or null
   * @param limit of the rate: servers, clients, slots or none
   */
  record SearchResult(Double rate, Double lowestFailing, String step, String limit) {}

  /**
   * Reads a search.
   *
   * @throws IOException if it is not complete, or a file is missing or damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  static MeasuredSearch read(RunDirectory directory) throws IOException {
    Search search = directory.readJson(RunDirectory.FINDMAX, Search.class).orElse(null);
    if (search == null || !search.isComplete()) {
      throw new IOException(RunDirectory.FINDMAX + " is not complete");
    }
    FormatVersion.check(directory.path(), search.schema, SCHEMA, search.version);
    JobFacts job =
        directory
            .readJson(RunDirectory.JOB, JobFacts.class)
            .filter(JobFacts::succeeded)
            .orElseThrow(() -> new IOException("its job has not succeeded"));
    Step last = search.steps.get(search.steps.size() - 1);
    String step = Objects.requireNonNullElse(search.result.step, last.directory);
    Configuration plan = directory.plan();
    Map<String, String> settings = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      settings.put(setting.name(), setting.text(plan));
    }
    return new MeasuredSearch(
        directory,
        settings,
        search,
        job,
        MeasuredRun.readFacts(directory.directory(step)).report());
  }

  @Override
  public RunIdentity identity() {
    return RunIdentity.of(
        settings,
        search.version,
        job.servers().before(),
        step.clients().tasks().stream().map(RunReport.ClientTask::host).toList());
  }

  @Override
  public Verdict verdict() {
    return step.verdict();
  }

  @Override
  public String started() {
    return job.status().started();
  }

  /** The highest rate that met the objectives; 0 if none did. */
  double passing() {
    return Objects.requireNonNullElse(search.result.rate, 0.0);
  }

  /** The lowest rate that missed the objectives; infinite if none did. */
  double failing() {
    return Objects.requireNonNullElse(search.result.lowestFailing, Double.POSITIVE_INFINITY);
  }

  String limit() {
    return Objects.requireNonNullElse(search.result.limit, "unknown");
  }
}
