package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RecoveryWatchTest {
  private static final List<RegionInfo> REGIONS =
      IntStream.range(0, 4).mapToObj(RecoveryWatchTest::region).toList();

  private static RegionInfo region(int i) {
    return RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
        .setStartKey(Bytes.toBytes(i))
        .build();
  }

  private static ServerName server(int i) {
    return ServerName.valueOf("rs" + i, 16020, 1);
  }

  private static Address address(int i) {
    return server(i).getAddress();
  }

  @Test
  void onlyServersThatMetaNamesForTheRegionsOfTheStoppedOneAreAsked() {
    List<ServerName> live = IntStream.range(1, 300).mapToObj(RecoveryWatchTest::server).toList();
    Map<String, Address> homes =
        Map.of(
            REGIONS.get(0).getEncodedName(), address(7),
            REGIONS.get(1).getEncodedName(), address(0), // the stopped one: not open elsewhere yet
            REGIONS.get(3).getEncodedName(), address(8));
    assertThat(RecoveryWatch.asked(REGIONS.subList(0, 3), homes, live)).containsExactly(server(7));
  }
}
