package io.hbench.compare;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.report.RunReport;
import io.hbench.report.Setups;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Secrets;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;

/**
 * A search of findmax, with its highest sustainable rate.
 *
 * @param report of the step that shows the result
 */
record MeasuredSearch(
    RunDirectory directory,
    Map<String, String> settings,
    FindmaxRecord search,
    JobFacts job,
    RunReport report)
    implements Measured {

  /**
   * @throws IOException if it is not complete, or a file is missing or damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  static MeasuredSearch read(RunDirectory directory) throws IOException {
    FindmaxRecord search = FindmaxRecord.read(directory);
    if (search.steps().isEmpty()) {
      throw new IOException(RunDirectory.FINDMAX + " has no step");
    }
    if (!search.result().tellsOfServers()) {
      throw new IOException(
          "it found no rate, and its limit is "
              + Objects.toString(search.result().limit(), "unknown"));
    }
    JobFacts job =
        JobFacts.find(directory)
            .filter(JobFacts::succeeded)
            .orElseThrow(() -> new IOException("its job has not succeeded"));
    return new MeasuredSearch(
        directory,
        Secrets.redacted(directory.plan()),
        search,
        job,
        MeasuredRun.read(directory.directory(search.shown())).report());
  }

  @Override
  public RunIdentity identity() {
    RunIdentity identity =
        RunIdentity.of(
            settings,
            search.version(),
            job.servers().before(),
            report.clients().tasks().stream().map(RunReport.ClientTask::host).toList(),
            new Setups(job.servers().setups(), report.setups().clients()));
    String objectives = String.join(", ", search.objectives()); // they shape no run
    identity
        .properties()
        .put(
            Settings.OBJECTIVE.flag(),
            new RunIdentity.Property(objectives, Settings.OBJECTIVE.comparable(objectives), true));
    return identity;
  }

  @Override
  public String started() {
    return job.status().started();
  }

  String limit() {
    return Objects.toString(search.result().limit(), "unknown");
  }
}
