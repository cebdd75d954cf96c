package io.hbench.suite;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ShutdownHookManager;

/** Drives many runs, one after the other, and keeps what is known after each of them. */
public final class SuiteExecution {
  /** What is known so far, as JSON, as a table and as a page. */
  public static final String RECORD = "suite.json";

  private static final String TABLE = "suite.txt";
  private static final String PAGE = "suite.html";

  /** Drives one of them. */
  public interface Driver {
    /**
     * To its end.
     *
     * @param number which of them it is, from 1 on
     * @param of how many there are
     * @param conf all its settings, its directory included
     * @return what came of it, also if it went wrong
     */
    RunOutcome drive(PlannedRun run, int number, int of, Configuration conf)
        throws InterruptedException;
  }

  private final RunDirectory directory;
  private final Driver driver;

  /**
   * @param directory of the suite, above those of the runs
   */
  public SuiteExecution(RunDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  /**
   * Drives what is not complete yet, up to the end or the first failure of a run that must not
   * fail.
   *
   * @param known of earlier runs of the same plan
   */
  public SuiteRecord run(List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    SuiteRecord record = known;
    save(record);
    for (int i = 0; i < plan.size(); i++) {
      PlannedRun planned = plan.get(i);
      if (record.run(planned).filter(SuiteRecord.Run::complete).isPresent()) {
        continue;
      }
      String name = freeName(planned.directory());
      Configuration conf = new Configuration(planned.conf());
      Settings.OUT.set(conf, new Path(directory.path(), name).toString());
      if (isStopping()) {
        break;
      }
      RunOutcome outcome = driver.drive(planned, i + 1, plan.size(), conf);
      if (isStopping()) {
        break; // that it was killed says nothing about it
      }
      record = record.with(planned, SuiteRecord.Run.of(planned, name, outcome));
      save(record);
      if (planned.must() && !outcome.isComplete()) {
        break;
      }
    }
    return record;
  }

  /** After Ctrl-C the job is killed while this thread goes on: it must not start the next one. */
  private static boolean isStopping() {
    return ShutdownHookManager.get().isShutdownInProgress();
  }

  private void save(SuiteRecord record) throws IOException {
    directory.writeJson(RECORD, record);
    directory.write(TABLE, SuiteTable.of(record));
    directory.write(PAGE, SuitePage.of(record));
  }

  /** A run that is repeated because it failed leaves what there is of it alone. */
  private String freeName(String name) throws IOException {
    String free = name;
    for (int i = 2; directory.has(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }
}
