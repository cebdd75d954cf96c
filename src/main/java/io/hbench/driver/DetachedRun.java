package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.job.JobSubmission;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import org.apache.hadoop.conf.Configuration;

/** Checks and messages of {@code --detach}: a run that continues after its submitter ended. */
public final class DetachedRun {
  private DetachedRun() {}

  /** Refuses settings that need the submitter during or after the run. */
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
    checkErrorsEndTheRun(spec, conf);
    refuse(spec.bulk(), Settings.BULK, "the submitter loads the HFiles");
    spec.preparation()
        .firstStep()
        .ifPresent(
            step ->
                refuse(
                    spec.command() == Command.LOAD, step, "the submitter does it after the load"));
    refuse(
        spec.limit().precision().isPresent(),
        Settings.FOR.isSet(conf) ? Settings.FOR : Settings.UNTIL,
        "the submitter decides when the figures are precise enough");
    refuse(
        spec.policies().abortOnBreach(),
        Settings.ABORT_ON_BREACH,
        "the submitter monitors the requests");
  }

  /**
   * Refuses a limit of failed requests where each task watches its own, and fails by it: one that
   * may be lost would take its failed requests with it, and the run would go on.
   */
  public static void checkErrorsEndTheRun(RunSpec spec, Configuration conf) {
    if (spec.policies().abortAbove().isPresent() && spec.policies().lostTasks() > 0) {
      throw Settings.ABORT_ABOVE.bad(
          conf,
          "a task that it ends counts as lost with --lost-tasks " + Settings.LOST_TASKS.text(conf),
          "--lost-tasks 0%");
    }
  }

  private static void refuse(boolean given, Setting<?> setting, String why) {
    if (given) {
      throw new UsageException(
          "--detach: contradicts " + setting.flag() + ": " + why + "; leave out one of the two");
    }
  }

  /** Prints how to attach to the run; scripts rely on the words before the colons. */
  static void print(
      RunDirectory directory, JobSubmission submission, JobFacts job, Console console) {
    console.out().println("run directory: " + directory.path());
    console.out().println("application: " + job.job().id().replaceFirst("^job_", "application_"));
    console
        .out()
        .println("attach: hadoop jar hbench.jar report --follow " + quoted(directory.path()));
    if (submission.spec().candidate().isPresent()) {
      console.out().println("compare: hadoop jar hbench.jar compare " + quoted(directory.path()));
    }
    if (Settings.METRICS_PORT.isSet(submission.conf())) {
      console.say(
          "%s: served while report --follow %s runs"
              .formatted(Settings.METRICS_PORT.flag(), quoted(directory.path())));
    }
  }
}
