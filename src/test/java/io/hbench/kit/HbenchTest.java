package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HbenchTest {
  /** Its load was killed, before a container could start, by the 2 minutes of --start-timeout. */
  @Test
  void aClusterIsNotDrivenInVirtualTime() {
    Configuration cluster = new Configuration(false);
    cluster.set("fs.defaultFS", "hdfs://localhost:8020");
    assertThatThrownBy(() -> Hbench.run(cluster, "help"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("virtual time against a cluster");
  }
}
