package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;

/** The cache of a connection of HBase's asynchronous client, which asks no server. */
class LocationCacheTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] KEY = {'k'};
  private static final RegionInfo PRIMARY = RegionInfoBuilder.newBuilder(TABLE).build();

  /** A cluster of which nothing is known. */
  private static final class NoCluster implements ConnectionRegistry {
    @Override
    public CompletableFuture<RegionLocations> getMetaRegionLocations() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<String> getClusterId() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<ServerName> getActiveMaster() {
      return new CompletableFuture<>();
    }

    @Override
    public String getConnectionString() {
      return "none";
    }

    @Override
    public void close() {}
  }

  private static AsyncConnection connect() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    return new AsyncConnectionImpl(conf, new NoCluster(), "none", User.getCurrent());
  }

  private static HRegionLocation replica(int id, String host) {
    ServerName server = host == null ? null : ServerName.valueOf(host, 16020, 1);
    return new HRegionLocation(RegionReplicaUtil.getRegionInfoForReplica(PRIMARY, id), server);
  }

  private static RegionLocations cached(HRegionLocation... found) throws Exception {
    try (AsyncConnection connection = connect()) {
      LocationCache cache = LocationCache.of(connection, TABLE);
      TableRegions regions = new TableRegions(cache);
      regions.found(new RegionLocations(found));
      regions.refresh();
      assertThat(regions.map().regionOf(KEY).location()).isEqualTo(found[0].getServerName());
      assertThat(cache.get(KEY)).isEqualTo(found[0]);
      var all = connection.getRegionLocator(TABLE).getRegionLocations(KEY);
      assertThat(all).as("no look-up is needed").isDone();
      return new RegionLocations(all.get());
    }
  }

  @Test
  void aRegionThatWasLookedUpIsInTheCacheOfTheAsynchronousClientWithItsReplicas() throws Exception {
    HRegionLocation[] found = {replica(0, "a"), replica(1, "b"), replica(2, "c")};
    assertThat(cached(found).getRegionLocations()).isEqualTo(found);
  }

  @Test
  void aReplicaWithoutAServerIsLeftOut() throws Exception {
    HRegionLocation[] found = {replica(0, "a"), replica(1, null), replica(2, "c")};
    assertThat(Arrays.asList(cached(found).getRegionLocations()))
        .containsExactly(found[0], null, found[2]);
  }
}
