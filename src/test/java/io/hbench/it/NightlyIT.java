package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The nightly suite, in small. */
@Tag("soak")
@Sandbox.Shared
class NightlyIT {
  private static final String NIGHTS = "/nights-" + Runs.ID;
  private static final String NAMESPACE = "night" + Runs.ID;
  private static final int READS_PER_SECOND = 100;
  private static final int USUAL_NIGHTS = 5;
  private static final int REFRESH_SECONDS = 6;

  @AfterAll
  static void cleanUp() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new Path(NIGHTS), true);
    }
  }

  /** In a namespace: HBase forgets the quota of a table that is dropped, and load drops it. */
  @Test
  void aTableThatIsFarSlowerInTheSixthNightIsARegressionUntilItIsAccepted() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(NAMESPACE).build());
      for (int night = 1; night <= USUAL_NIGHTS; night++) {
        Shell.Result usual = night(Integer.toString(night));
        assertThat(usual.exitCode()).as(usual.out() + usual.err()).isZero();
        assertThat(usual.out())
            .containsPattern("(?m)^most ")
            .containsPattern("(?m)^verify ")
            .contains("inconclusive: %d more night".formatted(USUAL_NIGHTS + 1 - night))
            .contains("\nverdict: inconclusive\n")
            .containsPattern("\nhbench nightly \\S+: inconclusive, \\d more night");
      }

      admin.setQuota(
          QuotaSettingsFactory.throttleNamespace(
              NAMESPACE, ThrottleType.READ_NUMBER, READS_PER_SECOND, TimeUnit.SECONDS));
      TimeUnit.SECONDS.sleep(REFRESH_SECONDS);
      Shell.Result slow = night("slow");
      assertThat(slow.exitCode()).as(slow.out() + slow.err()).isEqualTo(6);
      assertThat(slow.out())
          .contains("tonight, slow, beside the nights before it")
          .containsPattern("(?m)^  get +ops/s +.* regression tonight$")
          .containsPattern("(?m)^hbench nightly \\S+: regression in .* and \\d+ more figures")
          .containsPattern("(?m)^likely side: ")
          .containsPattern("(?m)^noise: nights of .* vary by ")
          .containsPattern("(?m)^next: hadoop jar hbench.jar report \\S+/slow/");
      assertThat(Sandbox.json(NIGHTS + "/slow/trend.json").toString()).contains("\"regression\"");

      Shell.Result accepted = Sandbox.hbench("accept " + NIGHTS + " --because quota");
      assertThat(accepted.exitCode()).as(accepted.err()).isZero();
      Shell.Result next = night("next");
      assertThat(next.exitCode()).as(next.out() + next.err()).isZero();
      assertThat(next.out()).contains("accepted up to ").contains(": quota (");
    }
  }

  private static Shell.Result night(String name) throws Exception {
    return Sandbox.hbench(
        "suite job-conf/nightly.yaml --local --quiet --rows 20k --for 5s --warmup 1s --tasks 2"
            + " --threads 2 --repeat 1 --interval 250ms --start-rate 300 --step-time 2s --max-steps"
            + " 3 --confirm 0s"
            + " --objective 'p99 < 2s' --table %s:t --out %s/%s"
                .formatted(NAMESPACE, NIGHTS, name));
  }
}
