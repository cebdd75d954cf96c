package io.hbench.driver;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.TableProfile;
import io.hbench.settings.SettingType;
import io.hbench.twin.Twin;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** Observes the load of a table from this process. A signal ends that earlier. */
public final class ProfileDriver {
  /** An interval: in less, the counters of the pages may not have changed. */
  public static final Duration MIN = Duration.ofSeconds(10);

  private ProfileDriver() {}

  /**
   * The twin of a table.
   *
   * @param sampled number of rows whose lengths are read; 0 for none
   * @param names whether the names of the table and its families are in it
   * @throws IOException if the cluster does not answer, or if a signal ends it within {@link #MIN}
   */
  public static Twin observe(
      Configuration conf,
      Console console,
      TableName table,
      Duration length,
      int sampled,
      boolean names)
      throws IOException, InterruptedException {
    Configuration hbase = HBaseConf.find(conf, console.environment());
    try (Cluster cluster = Cluster.connect(hbase);
        StopSignal stop = StopSignal.guard(console, () -> "nothing was written")) {
      TableProfile profile = stop.interruptible(() -> TableProfile.begin(cluster, table, sampled));
      console.say(
          "table %s is observed for %s; Ctrl-C ends that earlier"
              .formatted(table, SettingType.text(length)));
      try {
        stop.interruptible(
            () -> {
              profile.observe(length);
              return profile;
            });
      } catch (IOException e) {
        if (stop.message().isEmpty() || profile.observed().compareTo(MIN) < 0) {
          throw e;
        }
      }
      return profile.end(names);
    }
  }
}
