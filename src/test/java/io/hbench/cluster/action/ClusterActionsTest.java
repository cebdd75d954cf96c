package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.Fake;
import java.io.IOException;
import org.apache.hadoop.hbase.CacheEvictionStats;
import org.apache.hadoop.hbase.CacheEvictionStatsBuilder;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

class ClusterActionsTest {
  private static final TableName TABLE = TableName.valueOf("t1");

  /** HBase answers with it, and fails not. */
  @Test
  void aRegionWhoseBlocksRemainInTheCacheIsAnError() {
    RegionInfo moved = RegionInfoBuilder.newBuilder(TABLE).setRegionId(1).build();
    CacheEvictionStatsBuilder answer = CacheEvictionStats.builder();
    answer.addException(moved.getRegionName(), new NotServingRegionException("it has moved"));
    Admin admin = Fake.fake(Admin.class, (method, args) -> answer.build());
    assertThatThrownBy(() -> ClusterActions.clearCache(admin, TABLE))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "regions whose blocks remain in the caches: 1, first %s: it has moved",
            moved.getEncodedName());
  }
}
