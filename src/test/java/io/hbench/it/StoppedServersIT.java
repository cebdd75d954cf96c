package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.Paces;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.kit.Turns;
import io.hbench.time.Time;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * A server that an action stops and its undo starts, and the regions of all its tables. The server
 * of this JVM goes on: its regions move away, and it has a new start code afterwards.
 */
@Order(Turns.FROM_THE_END + 3)
@HBaseFixture.Shared
class StoppedServersIT {
  private static final TableName OURS = TableName.valueOf("stopped-ours");
  private static final TableName TENANT = TableName.valueOf("stopped-tenant");

  private Connection connection;
  private Admin admin;
  private ServerName server;
  private boolean isRestarted;

  private final class Environment extends Undos {
    @Override
    public void run(String line) throws IOException {
      if (line.equals("start")) {
        isRestarted = true;
        return;
      }
      ServerName other =
          admin.getRegionServers().stream().filter(s -> !s.equals(server)).findAny().orElseThrow();
      for (RegionInfo region : regions(server)) {
        admin.move(region.getEncodedNameAsBytes(), other);
      }
    }
  }

  @Test
  void theRegionsOfAllTablesMoveBackToAServerThatWasStopped() throws Exception {
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
    create(OURS);
    create(TENANT);
    Map<String, ServerName> ours = servers(OURS);
    Map<String, ServerName> tenant = servers(TENANT);
    server = ours.values().iterator().next();
    assertThat(tenant).containsValue(server);
    Configuration site = new Configuration(HBaseFixture.conf());
    site.set("hbench.server.stop", "stop");
    site.set("hbench.server.start", "start");
    try (ClusterActions actions =
        new ClusterActions(
            restartable(),
            HBaseUser.SUBMITTER,
            OURS,
            this::regions,
            new ServerTemplates(site),
            Paces.of(Time.real()))) {
      Environment environment = new Environment();
      actions.perform(Action.parse("stop-server " + server.getAddress()), environment);
      assertThat(servers(OURS)).doesNotContainValue(server);
      assertThat(servers(TENANT)).doesNotContainValue(server);
      environment.performLast(actions);
      assertThat(servers(OURS)).isEqualTo(ours);
      assertThat(servers(TENANT)).isEqualTo(tenant);
    }
    connection.close();
  }

  /** The server as the master would know it after a restart. */
  private ServerName started() {
    return ServerName.valueOf(server.getAddress(), server.getStartCode() + 1);
  }

  private ServerName real(ServerName known) {
    return known.equals(started()) ? server : known;
  }

  private Connection restartable() {
    Admin changed =
        Changed.of(
            Admin.class,
            admin,
            (method, args) -> {
              if (method.equals("getRegionServers")) {
                return admin.getRegionServers().stream()
                    .map(s -> isRestarted && s.equals(server) ? started() : s)
                    .toList();
              }
              if (method.equals("move") && args.length == 2) {
                admin.move((byte[]) args[0], real((ServerName) args[1]));
                return true; // of a method without a result
              }
              return method.equals("getRegions") && args[0] instanceof ServerName known
                  ? regions(real(known))
                  : null;
            });
    return Changed.of(
        Connection.class, connection, (method, args) -> method.equals("getAdmin") ? changed : null);
  }

  private Map<ServerName, List<RegionMetrics>> regions(
      Collection<ServerName> servers, TableName table) throws IOException {
    Map<ServerName, List<RegionMetrics>> answers = new TreeMap<>();
    for (ServerName known : servers) {
      answers.put(known, admin.getRegionMetrics(real(known), table));
    }
    return answers;
  }

  private void create(TableName table) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build(),
        new byte[][] {Bytes.toBytes("2"), Bytes.toBytes("4"), Bytes.toBytes("6")});
  }

  /** The regions of a server, but those of tables of the tests beside this one. */
  private List<RegionInfo> regions(ServerName one) throws IOException {
    return admin.getRegions(one).stream()
        .filter(region -> List.of(OURS, TENANT).contains(region.getTable()))
        .toList();
  }

  private Map<String, ServerName> servers(TableName table) throws IOException {
    Map<String, ServerName> servers = new TreeMap<>();
    for (ServerName one : admin.getRegionServers()) {
      for (RegionInfo region : admin.getRegions(one)) {
        if (region.getTable().equals(table)) {
          servers.put(region.getEncodedName(), one);
        }
      }
    }
    return servers;
  }
}
