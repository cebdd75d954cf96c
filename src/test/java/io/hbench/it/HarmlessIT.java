package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of a table or a cluster when hbench can't go on. */
@Sandbox.Shared
class HarmlessIT {
  private static final String TABLE = "harmless-" + Runs.ID;

  @Test
  void aJobThatYarnWouldRefuseCostsNoTable() throws Exception {
    String load = "load --table " + TABLE + " --rows 1k --tasks 1 ";
    assertThat(hbench("before", load + "--local").exitCode()).isZero();
    Map<String, String> refusals =
        Map.of(
            "mapreduce.job.queuename=nowhere", "queuename nowhere: no such queue; YARN has default",
            "mapreduce.job.queuename=root",
                "root: a parent queue: only leaf queues take jobs; YARN",
            "mapreduce.map.memory.mb=900000", "900000: more than YARN's maximum allocation");
    for (Map.Entry<String, String> refusal : refusals.entrySet()) {
      Shell.Result refused = hbench("refused", load + "--recreate -D " + refusal.getKey());
      assertThat(refused.err())
          .startsWith("hbench: -D mapreduce.")
          .contains(refusal.getValue())
          .hasLineCount(1);
      assertThat(refused.exitCode()).isEqualTo(2);
      nothingIsLeftOf("refused");
    }
    assertThat(hbench("verified", "verify --local " + dir("before")).exitCode()).isZero();
  }

  /** Its tasks would fail after the drop: HBase's classes can't reach Hadoop's there. */
  @Test
  void aBulkLoadInAProcessOfHadoopJarIsRefused() throws Exception {
    Shell.Result load =
        Sandbox.hadoopJar(
            "load --bulk --local --table bulk-%s --rows 1k --out %s"
                .formatted(Runs.ID, dir("bulk-local")));
    assertThat(load.err())
        .contains("hbench: --bulk: contradicts --local, because HFiles can't be written");
    assertThat(load.exitCode()).isEqualTo(2);
    nothingIsLeftOf("bulk-local");
  }

  /** Follows for more than a minute. */
  @Tag("soak")
  @Test
  void theJobOfASubmitterThatWasKilledEnds() throws Exception {
    Process submitter =
        Sandbox.submitter(
            "run noop@2 --threads 1 --rate 10 --warmup 0s --for 10m --submitter-timeout 4s --out "
                + dir("orphan"));
    try {
      Runs.startOf("orphan", 1);
      assertThat(submitter.toHandle().destroyForcibly()).isTrue();
      Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("orphan"));
      assertThat(follow.exitCode()).as(follow.err()).isEqualTo(1);
      assertThat(follow.err())
          .contains("the submitter is gone, and the run was not detached")
          .contains("no sign of it for 4s");
    } finally {
      submitter.destroyForcibly();
    }
  }

  @Tag("soak")
  @Test
  void aJobIsFoundWhoseSubmitterWasKilledBeforeItKnewTheId() throws Exception {
    assertThat(hbench("nameless", "run noop@1 --warmup 0s --for 3s --detach").exitCode()).isZero();
    RunDirectory run = directory("nameless");
    JobFacts facts = run.readJson(RunDirectory.JOB, JobFacts.class).orElseThrow();
    run.writeJson(RunDirectory.JOB, facts.withId(null));
    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("nameless"));
    assertThat(follow.exitCode()).as(follow.err()).isZero();
    JsonObject job = Sandbox.json(dir("nameless") + "/job.json").getAsJsonObject("job");
    assertThat(job.get("id").getAsString()).isEqualTo(facts.job().id());
  }

  private static RunDirectory directory(String run) throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      return new RunDirectory(new Configuration(), hdfs.makeQualified(new Path(dir(run))));
    }
  }

  private static void nothingIsLeftOf(String run) throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      assertThat(hdfs.exists(new Path(dir(run)))).isFalse();
    }
  }
}
