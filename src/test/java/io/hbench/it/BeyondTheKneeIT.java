package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A throttled table above its quota: HBase's client sends again what the servers refuse. */
@Tag("soak")
@HBaseFixture.Shared
class BeyondTheKneeIT {
  private static final int QUOTA = 200;
  private static final long REFRESHED_MILLIS = 6_000;
  private static final String TABLE = "beyond-the-knee";

  @TempDir Path dir;

  @Test
  void callsThatAreSentAgainAreCountedInTheStageAboveTheQuota() throws Exception {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --tasks 1 --rows 2k --table " + TABLE)).hasExitCode(0);
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(
              TableName.valueOf(TABLE), ThrottleType.READ_NUMBER, QUOTA, TimeUnit.SECONDS));
      TimeUnit.MILLISECONDS.sleep(REFRESHED_MILLIS);
      Hbench.Result run =
          hbench.job(
              "run get@1 --rows 2k --client async --in-flight 50 --rate 30%%,200%%,30%% --percent-of %d --catchup none --for 6s --warmup 1s --table %s"
                  .formatted(QUOTA, TABLE));
      assertThat(run).hasExitCode(0);
      List<Json> stages = run.report().list("stages.list");
      assertThat(stages.get(0)).as(run.out()).has("resent", 0);
      assertThat(stages.get(1)).number("resent").as(run.out()).isGreaterThan(QUOTA / 2.0);
      assertThat(stages.get(1)).number("goodputShare").as(run.out()).isLessThan(0.75);
    }
  }
}
