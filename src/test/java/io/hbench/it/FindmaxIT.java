package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HBase throttles a table to a number of requests per second, and findmax finds it. */
@ExtendWith(HBaseFixture.class)
class FindmaxIT {
  private static final int QUOTA = 300;
  private static final long REFRESHED_MILLIS = 6_000;

  @TempDir static Path dir;

  /**
   * A request beyond the quota is refused, and HBase's client asks again when the next second
   * begins, and again, until it is served or {@code hbase.client.operation.timeout} is over: so it
   * is late, by up to a second at first, and those that come later wait behind it.
   */
  @Test
  void aQuotaIsFoundWithinThreePercentInLessThanFifteenSteps() throws Exception {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --table throttled --rows 2k --tasks 1"))
        .as(hbench.stderr())
        .isZero();
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      TableName table = TableName.valueOf("throttled");
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(
              table, ThrottleType.READ_NUMBER, QUOTA, TimeUnit.SECONDS));
      TimeUnit.MILLISECONDS.sleep(REFRESHED_MILLIS);
      int exitCode =
          hbench.job(
              "findmax get@2 --table throttled --rows 2k --client async --in-flight 500"
                  + " --objective p99<100ms --start-rate 150 --step-time 4s --warmup 500ms");
      assertThat(exitCode).as(hbench.stdout() + hbench.stderr()).isZero();
      admin.setQuota(QuotaSettingsFactory.unthrottleTable(table));
    }
    JsonObject found = hbench.json("findmax.json");
    JsonObject result = found.getAsJsonObject("result");
    assertThat(result.get("rate").getAsDouble())
        .as(hbench.stdout())
        .isCloseTo(QUOTA, within(0.03 * QUOTA));
    assertThat(result.get("limit").getAsString()).as(hbench.stdout()).isEqualTo("servers");
    assertThat(found.getAsJsonArray("steps").size()).as(hbench.stdout()).isLessThan(15);
  }
}
