package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LoadEstimateTest {
  @Test
  void aClosedLoopOfVeryManySlotsIsNoSmallOne() {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, "run");
    Settings.ASSIGNMENTS.set(conf, "put");
    Settings.TABLE.set(conf, "t1");
    Settings.ROWS.set(conf, "1000");
    Settings.TASKS.set(conf, "1000");
    Settings.THREADS.set(conf, "1000");
    Settings.FOR.set(conf, "1m");
    Settings.CLIENT.set(conf, "async");
    Settings.IN_FLIGHT.set(conf, "4000");
    assertThat(LoadEstimate.of(RunSpec.from(conf)).maxBytesWritten()).isGreaterThan(1L << 50);
  }
}
