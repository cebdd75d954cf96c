package io.hbench.suite;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Execution of the runs of a suite or a ladder, one after the other; saves the record after each.
 *
 * @param directory directory of the suite, which contains the run directories
 * @param files writer of the files for people, called whenever the record is written
 */
public record SuiteExecution(
    RunDirectory directory, Driver driver, FailableConsumer<SuiteRecord, IOException> files) {
  /** File of the record so far. */
  public static final String RECORD = "suite.json";

  /** The file of the suite, as it was at its start. */
  public static final String COPY = "suite.yaml";

  /** Prefix of the files of undos that are pending. */
  public static final String UNDO = "_undo-";

  /** Driver of a single run. */
  public interface Driver {
    /**
     * Drives a run to its end.
     *
     * @param number number of the run, from 1
     * @param of number of all runs
     * @param endsVisit whether no other run is left in this visit of its configuration
     * @param conf all settings of the run, including its directory
     * @return the outcome, also of a failed run
     */
    RunOutcome drive(PlannedRun run, int number, int of, boolean endsVisit, Configuration conf)
        throws InterruptedException;
  }

  /**
   * Drives the runs that are not complete yet, and before them those that prepare their visit, up
   * to the end, to the first failure of a run that must not fail, or to a run after which no other
   * may start.
   *
   * @param known record of earlier runs of the same plan
   * @return the record, which says whether the process is stopped before the end
   */
  public SuiteRecord run(List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    SuiteRecord record = known.with(true);
    save(record);
    for (int i = 0; i < plan.size(); i++) {
      PlannedRun planned = plan.get(i);
      boolean endsVisit = isLastOfVisit(plan, i, record);
      if (record.isComplete(planned) && (endsVisit || !planned.prepares())) {
        continue;
      }
      String name = name(planned, attempts(planned).size());
      Configuration conf = new Configuration(planned.conf());
      Settings.OUT.set(conf, new Path(directory.path(), name).toString());
      if (isStopping()) {
        return record;
      }
      RunOutcome outcome = driver.drive(planned, i + 1, plan.size(), endsVisit, conf);
      if (isStopping()) {
        return record; // a killed run has no result
      }
      record = record.with(planned, SuiteRecord.Run.of(planned, name, outcome));
      save(record);
      if (planned.endsAll(outcome)) {
        break;
      }
    }
    record = record.with(false);
    save(record);
    return record;
  }

  /** Whether no later run of the same visit is left. */
  private static boolean isLastOfVisit(List<PlannedRun> plan, int number, SuiteRecord record) {
    return plan.stream()
        .skip(number + 1L)
        .noneMatch(run -> run.visit().equals(plan.get(number).visit()) && !record.isComplete(run));
  }

  /** Whether the JVM is shutting down: after Ctrl-C, this thread must not start the next run. */
  public static boolean isStopping() {
    return ShutdownHookManager.get().isShutdownInProgress();
  }

  private void save(SuiteRecord record) throws IOException {
    directory.writeJson(RECORD, record);
    files.accept(record);
  }

  public List<RunDirectory> attempts(PlannedRun planned) throws IOException {
    List<RunDirectory> attempts = new ArrayList<>();
    while (directory.has(name(planned, attempts.size()))) {
      attempts.add(directory.directory(name(planned, attempts.size())));
    }
    return attempts;
  }

  /** Name of a directory after some attempts: a repeated run keeps the files of the failed one. */
  private static String name(PlannedRun planned, int attempts) {
    return planned.directory() + (attempts == 0 ? "" : "-" + (attempts + 1));
  }
}
