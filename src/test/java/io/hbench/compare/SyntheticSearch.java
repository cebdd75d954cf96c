package io.hbench.compare;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.Judgement;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Directories of findmax searches with one step, whose result is made up. */
public final class SyntheticSearch {
  private static final SyntheticRuns STEP =
      new SyntheticRuns(2, 5, 20, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  private SyntheticSearch() {}

  /**
   * Writes a search.
   *
   * @param rate null if no rate met the objectives
   * @param lowestFailing null if no rate missed them
   */
  public static void write(Path directory, Double rate, Double lowestFailing) throws IOException {
    RunDirectory search =
        new RunDirectory(SyntheticRuns.conf(), new org.apache.hadoop.fs.Path(directory.toUri()));
    STEP.write(directory.resolve(RunDirectory.step(1)), 1);
    Configuration plan = new Configuration(false);
    Settings.COMMAND.set(plan, "findmax");
    Settings.ASSIGNMENTS.set(plan, "get@2");
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    search.write(RunDirectory.PLAN, xml.toString());
    search.writeJson(
        RunDirectory.JOB,
        JobFacts.submitted(
                new JobFacts.Job("job_1", directory.getFileName().toString(), "0.2.0", 2, 1),
                "2026-01-01T00:00:00Z")
            .succeeded("2026-01-01T00:10:00Z", Map.of()));
    String step = RunDirectory.step(1);
    search.writeJson(
        RunDirectory.FINDMAX,
        new FindmaxRecord(
            FindmaxRecord.SCHEMA,
            "findmax get@2 on table hbench",
            "0.2.0",
            directory.toString(),
            List.of("p99 < 20ms"),
            List.of(
                new FindmaxRecord.Step(
                    1,
                    step,
                    1_000,
                    1_000,
                    500.0,
                    2_000.0,
                    null,
                    rate == null ? Judgement.MISSED : Judgement.MET,
                    List.of(),
                    "valid",
                    false)),
            new FindmaxRecord.Result(
                rate,
                lowestFailing,
                rate,
                null,
                rate == null ? null : step,
                FindmaxRecord.Limit.SERVERS,
                1,
                128,
                null)));
  }
}
