package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
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
  private static final int REFRESH_SECONDS = 6;

  @AfterAll
  static void cleanUp() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new Path(NIGHTS), true);
    }
  }

  /** In a namespace: HBase forgets the quota of a table that is dropped, and load drops it. */
  @Test
  void aTableThatIsSlowerInTheSecondNightIsARegression() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(NAMESPACE).build());
      Shell.Result first = night("1");
      assertThat(first.exitCode()).as(first.out() + first.err()).isZero();
      assertThat(first.err()).contains("no earlier suite 'nightly' to compare with");
      assertThat(first.out()).containsPattern("(?m)^most ").containsPattern("(?m)^verify ");

      admin.setQuota(
          QuotaSettingsFactory.throttleNamespace(
              NAMESPACE, ThrottleType.READ_NUMBER, READS_PER_SECOND, TimeUnit.SECONDS));
      TimeUnit.SECONDS.sleep(REFRESH_SECONDS);
      Shell.Result second = night("2");
      assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(6);
      assertThat(second.out()).contains("baseline:  ").contains("regression");
      JsonObject comparison = Sandbox.json(NIGHTS + "/2/compare.json");
      assertThat(StreamSupport.stream(comparison.getAsJsonArray("sets").spliterator(), false))
          .extracting(JsonElement::getAsJsonObject)
          .anyMatch(
              set ->
                  set.get("name").getAsString().equals("read")
                      && set.toString().contains("\"regression\""));
    }
  }

  private static Shell.Result night(String name) throws Exception {
    return Sandbox.hbench(
        "suite job-conf/nightly.yaml --local --quiet --rows 20k --for 5s --warmup 1s --tasks 2"
            + " --threads 2 --repeat 1 --interval 250ms --start-rate 300 --step-time 2s --max-steps"
            + " 3"
            + " --objective 'p99 < 2s' --table %s:t --out %s/%s"
                .formatted(NAMESPACE, NIGHTS, name));
  }
}
