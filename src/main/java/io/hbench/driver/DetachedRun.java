package io.hbench.driver;

import io.hbench.job.JobSubmission;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Checks and messages of {@code --detach}: a run that continues after its submitter ended. */
final class DetachedRun {
  private DetachedRun() {}

  /**
   * Refuses settings that need the submitter during or after the run.
   *
   * @throws UsageException naming the first such setting
   */
  static void check(JobSubmission submission) {
    RunSpec spec = submission.spec();
    Configuration conf = submission.conf();
    if (!Settings.DETACH.get(conf)) {
      return;
    }
    if (!submission.outlivesThisProcess()) {
      throw new UsageException(
          "--detach: local tasks end with this process; try -D mapreduce.framework.name=yarn,"
              + " without --local");
    }
    refuse(
        Optional.<Setting<?>>of(Settings.BULK).filter(s -> spec.bulk()),
        "the submitter loads the HFiles");
    refuse(
        spec.preparation().firstStep().filter(s -> spec.command() == Command.LOAD),
        "the submitter does it after the load");
    refuse(
        Optional.<Setting<?>>of(Settings.FOR.isSet(conf) ? Settings.FOR : Settings.UNTIL)
            .filter(s -> spec.limit().precision().isPresent()),
        "the submitter decides when the figures are precise enough");
    refuse(
        Optional.<Setting<?>>of(Settings.DEADLINE).filter(s -> s.isSet(conf)),
        "the submitter kills the job");
    refuse(
        Optional.<Setting<?>>of(Settings.ABORT_ON_BREACH)
            .filter(s -> spec.policies().abortOnBreach()),
        "the submitter monitors the requests");
  }

  private static void refuse(Optional<Setting<?>> setting, String why) {
    setting.ifPresent(
        s -> {
          throw new UsageException(
              "--detach: contradicts " + s.flag() + ": " + why + "; leave out one of the two");
        });
  }

  /** Prints how to attach to the run; scripts rely on the words before the colons. */
  static void print(RunDirectory directory, RunSpec spec, JobFacts job, Console console) {
    console.out().println("run directory: " + directory.path());
    console.out().println("application: " + job.job().id().replaceFirst("^job_", "application_"));
    console.out().println("attach: hadoop jar hbench.jar report --follow " + directory.path());
    if (spec.candidate().isPresent()) {
      console.out().println("compare: hadoop jar hbench.jar compare " + directory.path());
    }
  }
}
