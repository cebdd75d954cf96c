package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class QuickCloseTest {
  private static final String PREFIX = "dfs.client.block.write.locateFollowingBlock.";
  private static final String DELAY = PREFIX + "initial.delay.ms";
  private static final String RETRIES = PREFIX + "retries";

  @Test
  void aShorterPauseIsRepeatedForAsLongAsBefore() {
    Configuration conf = new Configuration(false);
    QuickClose.set(conf);
    assertThat(total(conf.getInt(DELAY, 0), conf.getInt(RETRIES, 0)))
        .isBetween(total(400, 5), 2 * total(400, 5));
  }

  @Test
  void aSiteWithItsOwnPauseKeepsIt() {
    Configuration conf = new Configuration(false);
    conf.setInt(DELAY, 1_000);
    QuickClose.set(conf);
    assertThat(conf.getInt(DELAY, 0)).isEqualTo(1_000);
    assertThat(conf.get(RETRIES)).isNull();
  }

  /** The pauses double. */
  private static int total(int delay, int retries) {
    return delay * ((1 << retries) - 1);
  }
}
