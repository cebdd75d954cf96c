package io.hbench.cluster.action;

import static io.hbench.kit.Fake.fake;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import io.hbench.kit.VirtualTime;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.util.Bytes;

/** Servers and regions as tests want them, behind the client's interfaces. */
final class FakeServers {
  static final TableName OURS = TableName.valueOf("ours");

  /** Of a master without RSGroups. */
  private static final CoprocessorRpcChannel NO_GROUPS =
      new CoprocessorRpcChannel() {
        @Override
        public void callMethod(
            MethodDescriptor method,
            RpcController controller,
            Message request,
            Message prototype,
            RpcCallback<Message> done) {}

        @Override
        public Message callBlockingMethod(
            MethodDescriptor method, RpcController controller, Message request, Message prototype)
            throws ServiceException {
          throw new ServiceException(new UnknownProtocolException("no such service"));
        }
      };

  final VirtualTime time = new VirtualTime(Instant.EPOCH);
  final Paces paces = Paces.of(time);
  final List<ServerName> live = new ArrayList<>();
  final Map<RegionInfo, ServerName> regions = new TreeMap<>();
  final Set<TableName> disabled = new HashSet<>();

  /** Regions in transition. */
  final List<RegionInfo> moving = new ArrayList<>();

  /** Failures of moves, by region. */
  final Map<RegionInfo, IOException> refused = new HashMap<>();

  /** Servers that the master has lost; one that is back is live, too. */
  final List<ServerName> dead = new ArrayList<>();

  /** Servers that do not answer. */
  final Set<ServerName> frozen = new HashSet<>();

  /** Regions whose moves were asked for, with their times. */
  final Map<RegionInfo, Long> moves = new LinkedHashMap<>();

  /** Regions that were assigned. */
  final List<RegionInfo> assigned = new ArrayList<>();

  /** Rows of hbase:meta, and calls of servers, that were asked for. */
  int rowsRead;

  int serversAsked;

  /** Called before each look at the regions of {@link #OURS}, or at those in transition. */
  Runnable beforeLook = () -> {};

  private int looks;

  FakeServers(int servers) {
    for (int i = 0; i < servers; i++) {
      live.add(ServerName.valueOf("rs" + i, 16020, 1));
    }
  }

  /** What takes time. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** Lets something happen before a snapshot, from the first one on. */
  void atLook(int number, Runnable event) {
    beforeLook =
        () -> {
          if (++looks == number) {
            event.run();
          }
        };
  }

  int looks() {
    return looks;
  }

  /** Plays it in virtual time. */
  void play(Work work) throws Exception {
    time.play(
        () -> {
          work.run();
          return null;
        });
  }

  /** A new region on a server. */
  RegionInfo region(String table, int server) {
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf(table))
            .setStartKey(Bytes.toBytes(regions.size()))
            .setRegionId(1)
            .build();
    regions.put(region, live.get(server));
    return region;
  }

  ActionCluster cluster() {
    return new ActionCluster(admin(), OURS, this::metrics, paces);
  }

  Map<ServerName, List<RegionMetrics>> metrics(Collection<ServerName> servers, TableName table) {
    beforeLook.run();
    serversAsked += servers.size();
    paces.calls().took(servers.size());
    Map<ServerName, List<RegionMetrics>> metrics = new TreeMap<>();
    Map<ServerName, List<RegionInfo>> open = byServer();
    for (ServerName server : servers) {
      if (!frozen.contains(server)) {
        metrics.put(
            server,
            open.getOrDefault(server, List.of()).stream()
                .filter(region -> region.getTable().equals(table))
                .map(region -> RegionMetricsBuilder.newBuilder(region.getRegionName()).build())
                .toList());
      }
    }
    return metrics;
  }

  private Map<ServerName, List<RegionInfo>> byServer() {
    return regions.entrySet().stream()
        .filter(region -> region.getValue() != null)
        .collect(groupingBy(Map.Entry::getValue, mapping(Map.Entry::getKey, toList())));
  }

  private List<RegionInfo> of(TableName table) {
    return regions.keySet().stream().filter(r -> r.getTable().equals(table)).toList();
  }

  private Admin admin() {
    return fake(
        Admin.class,
        (method, args) ->
            switch (method) {
              case "getRegionServers" -> List.copyOf(live);
              case "getRegions" ->
                  args[0] instanceof ServerName server ? answer(server) : read((TableName) args[0]);
              case "getConnection" -> connection();
              case "isBalancerEnabled" -> false;
              case "isTableDisabled" -> isDisabled((TableName) args[0]);
              case "getClusterMetrics" -> clusterMetrics();
              case "coprocessorService" -> NO_GROUPS;
              case "close" -> null;
              case "assign" -> assign((byte[]) args[0]);
              case "move" -> move(Bytes.toString((byte[]) args[0]), (ServerName) args[1]);
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private List<RegionInfo> read(TableName table) {
    List<RegionInfo> all = of(table);
    rowsRead += all.size();
    return all;
  }

  private List<RegionInfo> answer(ServerName server) throws IOException {
    if (frozen.contains(server)) {
      throw new IOException("no answer");
    }
    return byServer().getOrDefault(server, List.of());
  }

  private boolean isDisabled(TableName table) throws IOException {
    if (of(table).isEmpty()) {
      throw new TableNotFoundException(table);
    }
    return disabled.contains(table);
  }

  private Object assign(byte[] name) {
    for (RegionInfo region : List.copyOf(regions.keySet())) {
      if (Bytes.equals(region.getRegionName(), name)) {
        assigned.add(region);
        regions.put(region, live.get(0));
      }
    }
    return null;
  }

  private Object move(String encodedName, ServerName to) throws IOException {
    for (RegionInfo region : List.copyOf(regions.keySet())) {
      if (region.getEncodedName().equals(encodedName)) {
        if (refused.containsKey(region)) {
          throw refused.get(region);
        }
        moves.put(region, time.nanos());
        regions.put(region, to);
      }
    }
    return null;
  }

  private Object clusterMetrics() {
    Map<ServerName, ServerMetrics> servers = new TreeMap<>();
    Map<ServerName, List<RegionInfo>> open = byServer();
    for (ServerName server : live) {
      Map<byte[], RegionMetrics> reported = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      open.getOrDefault(server, List.of())
          .forEach(
              region ->
                  reported.put(
                      region.getRegionName(),
                      RegionMetricsBuilder.newBuilder(region.getRegionName()).build()));
      servers.put(server, fake(ServerMetrics.class, (method, args) -> reported));
    }
    return fake(
        ClusterMetrics.class,
        (method, args) ->
            switch (method) {
              case "getDeadServerNames" -> dead;
              case "getLiveServerMetrics" -> servers;
              case "getRegionStatesInTransition" -> {
                beforeLook.run();
                yield moving.stream()
                    .map(region -> new RegionState(region, RegionState.State.OPENING, null))
                    .toList();
              }
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private Connection connection() {
    return connection(new Configuration());
  }

  /** A connection to these servers. */
  Connection connection(Configuration conf) {
    return fake(
        Connection.class,
        (method, args) ->
            switch (method) {
              case "getAdmin" -> admin();
              case "getConfiguration" -> conf;
              case "getRegionLocator" -> locator((TableName) args[0]);
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private RegionLocator locator(TableName table) {
    return fake(
        RegionLocator.class,
        (call, none) ->
            call.equals("close")
                ? null
                : read(table).stream()
                    .map(region -> new HRegionLocation(region, regions.get(region)))
                    .toList());
  }
}
