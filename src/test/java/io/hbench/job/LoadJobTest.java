package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadJobTest {
  /** YARN's web pages and the file of the history server show all other properties. */
  @Test
  void thePropertiesOfOperationsAreRedactedInTheConfigurationOfTheJob() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MRJobConfig.MR_JOB_REDACTED_PROPERTIES, "of.the.site");
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Configuration job =
        LoadJob.of(RunSpec.from(conf), conf, new Path("/runs/a")).getConfiguration();
    assertThat(job.getTrimmedStrings(MRJobConfig.MR_JOB_REDACTED_PROPERTIES))
        .contains("of.the.site", Settings.OPERATION_PROPERTIES.property());
  }

  @Test
  void tasksReportLessOftenWhenThereAreMoreOfThem() throws IOException {
    assertThat(reportMillis(1)).isEqualTo(1_000);
    assertThat(reportMillis(1_000)).isEqualTo(1_000);
    assertThat(reportMillis(10_000)).isEqualTo(10_000);
  }

  private static long reportMillis(int tasks) throws IOException {
    Configuration conf = new Configuration();
    Settings.ASSIGNMENTS.set(conf, "noop@" + tasks);
    return LoadJob.of(RunSpec.from(conf), conf, new Path("/runs/a"))
        .getConfiguration()
        .getLong("mapreduce.task.progress-report.interval", 0);
  }

  @Test
  void tasksReportTheCountersThatTheyNeed(@TempDir java.nio.file.Path dir) {
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job("run noop@2 --ops 1k --warmup 0s")).hasExitCode(0);
    assertThat(hbench.last().json(RunDirectory.JOB).names("status.counters"))
        .contains("REQUESTS", "TASKS_STARTED")
        .doesNotContain("ERRORS", "SCAN_BYTES");
  }
}
