package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.operation;
import static io.hbench.it.Runs.report;
import static io.hbench.it.Runs.signal;
import static io.hbench.it.Runs.startOf;
import static io.hbench.it.Runs.taskProcess;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.kit.Turns;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that go on without their submitter, and who looks after them. */
@Order(Turns.LONG_SANDBOX)
@Sandbox.Shared
class DetachedRunIT {
  private static final String ROWS =
      "--table detached-" + Runs.ID + " --rows 20k --value-size 100 ";

  /**
   * A closed loop: a task that was stopped makes up for nothing, and a slow machine takes longer.
   */
  private static final String RUN =
      "run get@2 --threads 2 --think-time 100ms --warmup 0s --interval 1s " + ROWS;

  @Test
  void whoFollowsGetsWhatWhoStaysGetsAndWhoLeavesHarmsNobody(@TempDir Path temp) throws Exception {
    Path following = temp.resolve("following");
    Shell.Result load = hbench("load", "load --local --tasks 2 --presplit 2 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();

    Shell.Result submit = hbench("detached", RUN + "--ops 600 --detach");
    assertThat(submit.exitCode()).as(submit.err()).isZero();
    assertThat(submit.out())
        .containsPattern("^run directory: hdfs://\\S+" + dir("detached") + "\n")
        .containsPattern("\napplication: application_\\d+_\\d+\n")
        .containsPattern("\nattach: hadoop jar hbench.jar report --follow hdfs://\\S+\n$");
    assertThat(job("detached").get("finished").isJsonNull()).isTrue();
    startOf("detached", 1);
    long task = taskProcess("detached", 1);
    signal("STOP", task); // the job can't end meanwhile, however long these commands take to start
    try {
      Shell.Result soon = Sandbox.hbench("report " + dir("detached"));
      assertThat(soon.out())
          .contains("job-outcome-unknown: outcome of the job unknown: it may still be running");
      Sandbox.interruptOnceItSays(
          "Ctrl-C does not kill it", "report --follow " + dir("detached"), following);
    } finally {
      signal("CONT", task);
    }
    assertThat(following).content().contains("hbench: following job_");
    assertThat(job("detached").get("finished").isJsonNull()).isTrue();

    Shell.Result follow = Sandbox.hbench("report --follow " + dir("detached"));
    assertThat(follow.exitCode()).as(follow.err()).isZero();
    assertThat(follow.err()) // an interval has ended before the first reading
        .containsPattern("2/2 tasks, .* \\| to \\d+ s: get \\d+ ops/s, p50 .*, 0 errors");
    assertThat(follow.out()).contains("600").doesNotContain("invalid");
    assertThat(job("detached").get("state").getAsString()).isEqualTo("SUCCEEDED");
    assertThat(Sandbox.hbench("report " + dir("detached")).out()).isEqualTo(follow.out());

    Shell.Result attended = hbench("attended", RUN + "--ops 400");
    assertThat(attended.exitCode()).as(attended.err()).isZero();
    for (String run : new String[] {"detached", "attended"}) {
      long requests = run.equals("detached") ? 600 : 400;
      assertThat(operation(run, 0).get("count").getAsLong()).as(run).isEqualTo(requests);
      JsonObject servers = report(run).getAsJsonObject("servers");
      assertThat(servers.get("before").isJsonNull()).as(run).isFalse();
      assertThat(servers.get("after").isJsonNull()).as(run).isFalse();
      assertThat(job(run).getAsJsonObject("counters").get("REQUESTS").getAsLong())
          .as(run)
          .isEqualTo(requests);
      assertThat(report(run).getAsJsonObject("tasks").get("completed").getAsInt())
          .as(run)
          .isEqualTo(2);
    }
    assertThat(report("detached").keySet()).isEqualTo(report("attended").keySet());
  }

  @Tag("soak")
  @Test
  void whatEndedUnattendedIsFinishedLater() throws Exception {
    String words = "run noop@1 --warmup 0s --for 3s --detach --metrics-port 0";
    Shell.Result submit = hbench("unattended", words);
    assertThat(submit.exitCode()).as(submit.err()).isZero();
    assertThat(submit.err())
        .contains("hbench: --metrics-port: served while report --follow hdfs:")
        .contains(dir("unattended") + " runs");
    try (FileSystem hdfs = Sandbox.hdfs()) {
      org.apache.hadoop.fs.Path end = new org.apache.hadoop.fs.Path(dir("unattended"), "_SUCCESS");
      Waits.until("end of the job", () -> hdfs.exists(end));
    }
    Shell.Result report = Sandbox.hbench("report " + dir("unattended"));
    assertThat(report.out()).contains("submitter-lost");

    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("unattended"));
    assertThat(follow.exitCode()).as(follow.err()).isZero();
    assertThat(follow.out()).doesNotContain("submitter-lost");
    assertThat(job("unattended").getAsJsonObject("counters").get("REQUESTS").getAsLong())
        .isEqualTo(operation("unattended", 0).get("count").getAsLong());
  }

  @Tag("soak")
  @Test
  void whoFollowsLearnsThatItFailed() throws Exception {
    Shell.Result submit = hbench("failed", "run noop@2 --warmup 0s --for 60s --detach");
    assertThat(submit.exitCode()).as(submit.err()).isZero();
    long task = taskProcess("failed", 1);
    startOf("failed", 1);
    TimeUnit.SECONDS.sleep(5);
    signal("KILL", task);
    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("failed"));
    assertThat(follow.exitCode()).isEqualTo(1);
    assertThat(follow.err()).contains("hbench: the job failed (job_");
    assertThat(follow.out()).contains("verdict: invalid").contains("job-failed");
  }

  /** On a table that HBase disables while the run reads it. */
  @Tag("soak")
  @Test
  void withoutASubmitterATaskEndsTheRunWhenTooManyOfItsRequestsFail() throws Exception {
    String table = "disabled-" + Runs.ID;
    String rows = " --rows 1k --table " + table;
    Shell.Result load = hbench("to-disable", "load --local --tasks 1" + rows);
    assertThat(load.exitCode()).as(load.err()).isZero();
    Shell.Result submit =
        hbench(
            "failing",
            "run get@2 --threads 2 --rate 200 --warmup 0s --for 10m --abort-above 5% --detach"
                + " -D hbase.client.retries.number=1"
                + rows);
    assertThat(submit.exitCode()).as(submit.err()).isZero();
    startOf("failing", 1);
    TimeUnit.SECONDS.sleep(3);
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.disableTable(TableName.valueOf(table));
    }
    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("failing"));
    assertThat(follow.exitCode()).as(follow.err()).isEqualTo(1);
    assertThat(follow.err())
        .startsWith("hbench: the job failed (job_")
        .contains("too many errors: ")
        .containsPattern("[\\d,]+ of [\\d,]+ requests failed: more than --abort-above 5%");
    assertThat(follow.out()).contains("verdict: invalid").contains("requests-failed: ");
  }

  private static JsonObject job(String run) throws Exception {
    return Sandbox.json(dir(run) + "/job.json").getAsJsonObject("status");
  }
}
