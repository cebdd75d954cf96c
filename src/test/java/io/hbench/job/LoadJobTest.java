package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.Hbench;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void theApplicationHasTheTagsOfTheUserAndThoseOfItsLoad() throws IOException {
    assertThat(tags("", "t1")).containsExactly("hbench", "hbench-load", "hbench-table-t1");
    assertThat(tags("Own, other", "Ns:T1"))
        .containsExactly("Own", "other", "hbench", "hbench-load", "hbench-table-ns:t1");
    assertThat(tags("", "t".repeat(120) + "é")[2]).hasSize(100).startsWith("hbench-table-tt");
    assertThat(tags("", "é")).contains("hbench-table-?");
    assertThat(tags("1,2,3,4,5,6,7,8,9", "t1")).hasSize(10).contains("hbench");
  }

  private static String[] tags(String own, String table) throws IOException {
    Configuration conf = new Configuration();
    conf.set(MRJobConfig.JOB_TAGS, own);
    Settings.COMMAND.set(conf, "load");
    Settings.TABLE.set(conf, table);
    Settings.LOCAL.set(conf, "true");
    return LoadJob.of(RunSpec.from(conf), conf, new Path("/runs/a"))
        .getConfiguration()
        .getTrimmedStrings(MRJobConfig.JOB_TAGS);
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

  /**
   * Kind: case 14, parts of MapReduce that a site has for its own jobs, and containers may lack.
   */
  @ParameterizedTest
  @CsvSource({
    "mapreduce.map.output.compress.codec, org.apache.hadoop.io.compress.DefaultCodec",
    "mapreduce.output.fileoutputformat.compress.codec, org.apache.hadoop.io.compress.DefaultCodec",
    "io.serializations, org.apache.hadoop.io.serializer.WritableSerialization",
    "map.sort.class, org.apache.hadoop.util.QuickSort",
    "mapreduce.job.map.output.collector.class, org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
    "mapreduce.job.reduce.shuffle.consumer.plugin.class,"
        + " org.apache.hadoop.mapreduce.task.reduce.Shuffle",
    "mapreduce.outputcommitter.factory.class,"
        + " org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory",
    "mapreduce.job.classloader, false",
    "mapreduce.task.profile, false",
    "mapreduce.map.speculative, false",
    "mapreduce.job.ubertask.enable, false"
  })
  void theJobHasPartsThatAreAlwaysThere(String property, String own) throws Exception {
    Configuration conf = new Configuration();
    conf.set(property, own.equals("false") ? "true" : "com.example.OfTheSite");
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Configuration job =
        LoadJob.of(RunSpec.from(conf), conf, new Path("/runs/a")).getConfiguration();
    assertThat(job.get(property)).isEqualTo(own);
    if (own.startsWith("org")) {
      assertThat(job.getClassByName(own)).isNotNull();
    }
  }

  /** Kind: case 14, and the files that the submitter reads itself. */
  @Test
  void aSiteWithoutHadoopsOwnSerializationHasItsReports(@TempDir java.nio.file.Path dir) {
    Configuration site = new Configuration(false);
    site.set("io.serializations", "org.apache.hadoop.io.serializer.avro.AvroReflectSerialization");
    Configuration conf = new Configuration();
    conf.addResource(site);
    Hbench hbench = Hbench.ofSite(conf, dir);
    assertThat(hbench.job("run noop@2 --ops 1k --warmup 0s")).hasExitCode(0);
  }

  /** Kind: a profile of the tasks, which the user asked for. */
  @Test
  void whatWasTypedIsNotTheSites() throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.job.classloader", "true", "mapred-site.xml");
    new GenericOptionsParser(conf, new String[] {"-D", "mapreduce.task.profile=true"});
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Configuration job =
        LoadJob.of(RunSpec.from(conf), conf, new Path("/runs/a")).getConfiguration();
    assertThat(job.get("mapreduce.task.profile")).isEqualTo("true");
    assertThat(job.get("mapreduce.job.classloader")).isEqualTo("false");
  }

  /** Kind: a limit or framework of the site with which the tasks can't run together. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mapreduce.framework.name|yarn-tez|hbench needs MapReduce itself, on YARN; try"
            + " -D mapreduce.framework.name=yarn",
        "mapreduce.job.running.map.limit|2|fewer than the 3 tasks, which run at the same time; try"
            + " --tasks 2",
        "mapreduce.job.max.map|2|fewer than the 3 tasks, and MapReduce takes no job with more; try"
            + " --tasks 2"
      })
  void aSiteThatCantRunTheTasksTogetherIsNamed(String property, String value, String why) {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "yarn");
    conf.set(property, value, "mapred-site.xml");
    Settings.ASSIGNMENTS.set(conf, "noop@3");
    assertThatThrownBy(() -> SiteJob.check(RunSpec.from(conf), conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(property + " " + value + " (mapred-site.xml): " + why);
  }

  /** The assignment of their job is made up. */
  @Test
  void tenantsThatCantRunTogetherShareFewerContainers() {
    Configuration tenant = new Configuration();
    tenant.set("mapreduce.framework.name", "yarn");
    tenant.set("mapreduce.job.running.map.limit", "2");
    Settings.TENANT.set(tenant, "web");
    Settings.ASSIGNMENTS.set(tenant, "noop@3");
    Configuration other = new Configuration(tenant);
    Settings.TENANT.set(other, "etl");
    Configuration job = Tenants.job(List.of(tenant, other));
    assertThatThrownBy(() -> SiteJob.check(RunSpec.from(job), job))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("which run at the same time; try --containers 2");
    Configuration one = Tenants.job(List.of(tenant)); // --containers is refused
    assertThatThrownBy(() -> SiteJob.check(RunSpec.from(one), one))
        .hasMessageEndingWith("; try fewer tasks in the file of --tenants");
  }

  @Test
  void jobsOfTenantsAndSearchesHaveNoReducer() throws IOException {
    Configuration run = new Configuration();
    Settings.ASSIGNMENTS.set(run, "noop@3");
    assertThat(reducers(run)).isEqualTo(1);
    Configuration search = new Configuration(run);
    Settings.COMMAND.set(search, "findmax");
    Settings.OBJECTIVE.set(search, "p99 < 20ms");
    assertThat(reducers(search)).isZero();
    Settings.TENANT.set(run, "web");
    assertThat(LoadJob.reduces(RunSpec.from(run), run)).as("as a dry run shows it").isFalse();
    assertThat(reducers(Tenants.job(List.of(run)))).isZero();
  }

  private static int reducers(Configuration conf) throws IOException {
    RunSpec spec = RunSpec.from(conf);
    int reducers = LoadJob.of(spec, conf, new Path("/runs/a")).getNumReduceTasks();
    assertThat(LoadJob.reduces(spec, conf)).isEqualTo(reducers > 0);
    return reducers;
  }

  @Test
  void wavesAreNoWayAroundTheMaximumOfTasks() throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("mapreduce.job.running.map.limit", "2");
    Settings.ASSIGNMENTS.set(conf, "noop@3");
    Settings.ALLOW_WAVES.set(conf, "true");
    SiteJob.check(RunSpec.from(conf), conf);
    conf.set("mapreduce.job.max.map", "2");
    assertThatThrownBy(() -> SiteJob.check(RunSpec.from(conf), conf))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("mapreduce.job.max.map 2 ");
  }

  @Test
  void tasksReportTheCountersThatTheyNeed(@TempDir java.nio.file.Path dir) {
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job("run noop@2 --ops 1k --warmup 0s")).hasExitCode(0);
    assertThat(hbench.last().json(RunDirectory.JOB).names("status.counters"))
        .contains("REQUESTS", "TASKS_STARTED")
        .doesNotContain("ERRORS", "ROWS_NOT_FOUND");
  }
}
