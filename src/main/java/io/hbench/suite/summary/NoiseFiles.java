package io.hbench.suite.summary;

import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.format.ReportFiles;
import io.hbench.report.format.ReportPage;
import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;

/** Writer of what a suite knows of the noise of its steps, into the reports of its runs. */
public final class NoiseFiles {
  private NoiseFiles() {}

  /** Writes {@code noise.json} into the run directories, and their reports anew. */
  public static void write(SuiteJudgement judgement) throws IOException {
    for (ComparedStep step : judgement.steps()) {
      if (step.noise().isPresent()) {
        for (RunDirectory run : step.tonight()) {
          if (run.has(RunDirectory.REPORT_JSON)) { // a search has none
            run.writeJson(Noise.FILE, step.noise().get());
            RunReport report = ReportReader.read(run);
            ReportFiles.write(run, report);
            ReportPage.write(run, report);
          }
        }
      }
    }
  }
}
