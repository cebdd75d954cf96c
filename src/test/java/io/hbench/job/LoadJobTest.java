package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

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
}
