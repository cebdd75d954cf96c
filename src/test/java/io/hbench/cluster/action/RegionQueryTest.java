package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionQueryTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "row", "a,b_c", ",", "_0001", "a.b,1_0002."})
  void aReplicaIsToldByItsNameWhateverItsStartKeyIs(String start) {
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf("ns:t_1"))
            .setStartKey(Bytes.toBytes(start))
            .build();
    assertThat(RegionQuery.isReplica(region.getRegionName())).isFalse();
    RegionInfo replica = RegionReplicaUtil.getRegionInfoForReplica(region, 1);
    assertThat(RegionQuery.isReplica(replica.getRegionName())).isTrue();
  }
}
