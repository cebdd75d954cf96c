package io.hbench.suite.summary;

import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writer of what a suite knows of the noise of its steps, beside the reports of its runs. */
public final class NoiseFiles {
  private NoiseFiles() {}

  /**
   * Writes {@code noise.json} into the run directories.
   *
   * @return these directories, whose reports are to be written anew
   */
  public static List<RunDirectory> write(SuiteJudgement judgement) throws IOException {
    List<RunDirectory> written = new ArrayList<>();
    for (ComparedStep step : judgement.steps()) {
      if (step.noise().isPresent()) {
        for (RunDirectory run : step.tonight()) {
          if (run.has(RunDirectory.REPORT_JSON)) { // a search has none
            run.writeJson(Noise.FILE, step.noise().get());
            written.add(run);
          }
        }
      }
    }
    return written;
  }
}
