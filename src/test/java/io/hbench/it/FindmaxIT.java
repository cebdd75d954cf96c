package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import io.hbench.kit.Measuring;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** HBase throttles a table to a number of requests per second, and findmax finds it. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@ExtendWith(Sandbox.class)
class FindmaxIT {
  private static final int QUOTA = 300;
  private static final long REFRESHED_MILLIS = 6_000;
  private static final String TABLE = "throttled" + Runs.ID;

  /**
   * A request beyond the quota is refused, and HBase's client asks again when the next second
   * begins, and again, until it is served or {@code hbase.client.operation.timeout} is over: so it
   * is late, by up to a second at first, and later requests wait behind it.
   */
  @Measuring("a client that keeps its rate to three percent")
  void aQuotaIsFoundWithinThreePercentInLessThanFifteenSteps(int attempt) throws Exception {
    Shell.Result load =
        hbench("throttled" + attempt, "load --local --tasks 1 --rows 2k --table " + TABLE);
    assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      // of one region: HBase holds a quota on each server for itself
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(
              TableName.valueOf(TABLE), ThrottleType.READ_NUMBER, QUOTA, TimeUnit.SECONDS));
      TimeUnit.MILLISECONDS.sleep(REFRESHED_MILLIS);
      Shell.Result search =
          hbench(
              "most" + attempt,
              "findmax get@2 --rows 2k --client async --in-flight 500 --objective 'p99<100ms'"
                  + " --start-rate 150 --step-time 4s --warmup 500ms --table "
                  + TABLE);
      assertThat(search.exitCode()).as(search.out() + search.err()).isZero();
      JsonObject found = Sandbox.json(dir("most" + attempt) + "/findmax.json");
      JsonObject result = found.getAsJsonObject("result");
      assertThat(result.get("rate").getAsDouble())
          .as(search.out())
          .isCloseTo(QUOTA, within(0.03 * QUOTA));
      assertThat(result.get("limit").getAsString()).as(search.out()).isEqualTo("servers");
      assertThat(found.getAsJsonArray("steps").size()).as(search.out()).isLessThan(15);
    }
  }
}
