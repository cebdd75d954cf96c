package io.hbench.cluster;

import static io.hbench.kit.Fake.fake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A cluster as large as a test wants it, behind the client's interfaces, and what it was asked. */
public final class FakeCluster {
  private static final long START_CODE = 1_790_000_000_000L;

  static final TableName TABLE = TableName.valueOf("t");

  final List<ServerName> servers = new ArrayList<>();
  public final List<HRegionLocation> regions = new ArrayList<>();

  /** Regions of all tables on each server. */
  private final int regionsOfServer;

  /** Bytes of the master's answers, by what was asked. */
  final Map<Set<Option>, Long> bytes = new HashMap<>();

  /** Servers that have joined, and have not reported to the master yet. */
  final Set<ServerName> unreported = new HashSet<>();

  /** What a server tells of the table's regions. */
  Function<ServerName, List<RegionMetrics>> told = server -> List.of();

  /** Of the servers' pages. */
  int port = 16030;

  boolean isMasterDown;
  int masterCalls;
  int loads;
  int rows;
  int calls;

  public FakeCluster(int servers, int regionsOfServer, int regions) {
    this.regionsOfServer = regionsOfServer;
    IntStream.range(0, servers).forEach(this::start);
    for (int i = 0; i < regions; i++) {
      RegionInfo region =
          RegionInfoBuilder.newBuilder(TABLE).setStartKey(Bytes.toBytes(i)).setRegionId(1).build();
      this.regions.add(new HRegionLocation(region, this.servers.get(i % servers)));
    }
  }

  void start(int number) {
    servers.add(
        ServerName.valueOf("rs%04d.cluster.example.com".formatted(number), 16020, START_CODE));
  }

  public Connection connection() {
    return fake(
        Connection.class,
        (method, args) ->
            switch (method) {
              case "getAdmin" -> admin();
              case "getConfiguration" -> conf();
              case "getRegionLocator" -> fake(RegionLocator.class, (call, none) -> locator(call));
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "zk1");
    return conf;
  }

  private Object locator(String method) {
    if (method.equals("close")) {
      return null;
    }
    rows += regions.size();
    return List.copyOf(regions);
  }

  private Admin admin() {
    return fake(
        Admin.class,
        (method, args) ->
            switch (method) {
              case "getClusterMetrics" -> {
                masterCalls++;
                if (isMasterDown) {
                  throw new IOException("no master");
                }
                yield metrics((EnumSet<?>) args[0]);
              }
              case "getRegionMetrics" -> {
                calls++;
                yield told.apply((ServerName) args[0]);
              }
              case "tableExists" -> true;
              case "getDescriptor" ->
                  TableDescriptorBuilder.newBuilder(TABLE)
                      .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                      .build();
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private Object metrics(EnumSet<?> asked) {
    EnumSet<Option> options = EnumSet.noneOf(Option.class);
    asked.forEach(one -> options.add((Option) one));
    ClusterMetricsBuilder metrics = ClusterMetricsBuilder.newBuilder().setHBaseVersion("2.6.1");
    if (options.contains(Option.SERVERS_NAME)) {
      metrics.setServerNames(List.copyOf(servers));
    }
    if (options.contains(Option.LIVE_SERVERS)) {
      loads++;
      Map<ServerName, ServerMetrics> live = new HashMap<>();
      servers.forEach(server -> live.put(server, load(server)));
      metrics.setLiveServerMetrics(live);
    }
    var answer = metrics.build();
    long size = ClusterMetricsBuilder.toClusterStatus(answer).getSerializedSize();
    bytes.merge(options, size, Long::sum);
    return answer;
  }

  private ServerMetrics load(ServerName server) {
    return ServerMetricsBuilder.newBuilder(server)
        .setInfoServerPort(unreported.contains(server) ? 0 : port)
        .setRegionMetrics(
            IntStream.range(0, regionsOfServer)
                .mapToObj(i -> RegionMetricsBuilder.newBuilder(name(i)).build())
                .toList())
        .build();
  }

  private static byte[] name(int i) {
    return RegionInfo.createRegionName(TABLE, Bytes.toBytes(i), "1", true);
  }
}
