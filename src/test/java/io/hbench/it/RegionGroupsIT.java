package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.ServerTemplates;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminClient;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminEndpoint;
import org.apache.hadoop.hbase.rsgroup.RSGroupBasedLoadBalancer;
import org.apache.hadoop.hbase.rsgroup.RSGroupInfo;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.testing.TestingHBaseCluster;
import org.apache.hadoop.hbase.testing.TestingHBaseClusterOption;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Actions on a cluster whose RSGroups separate tenants: two servers, and one of another tenant. */
@Tag("soak")
class RegionGroupsIT {
  private static final TableName OURS = TableName.valueOf("ours");
  private static final TableName TENANT = TableName.valueOf("tenant");

  private static TestingHBaseCluster hbase;
  private static GuardedHBase guarded;
  private static Admin admin;
  private static ServerName ofTenant;

  private final Undos undos = new Undos();

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.REGIONSERVER_INFO_PORT, -1);
    GuardedHBase.guard(conf);
    conf.set(
        "hbase.superuser",
        conf.get("hbase.superuser") + "," + System.getProperty("user.name") + ".hfs.2");
    conf.set(
        "hbase.coprocessor.master.classes",
        AccessController.class.getName() + "," + RSGroupAdminEndpoint.class.getName());
    conf.set("hbase.master.loadbalancer.class", RSGroupBasedLoadBalancer.class.getName());
    hbase =
        TestingHBaseCluster.create(
            TestingHBaseClusterOption.builder().conf(conf).numRegionServers(3).build());
    hbase.start();
    guarded = new GuardedHBase(hbase.getConf());
    admin = guarded.admin();
    RSGroupAdminClient groups = new RSGroupAdminClient(guarded.connection());
    Waits.until(
        "servers of the default group",
        () -> groups.getRSGroupInfo(RSGroupInfo.DEFAULT_GROUP).getServers().size() == 3);
    Waits.until("groups that can be changed", () -> tryToAdd(groups, "tenants"));
    create(OURS);
    create(TENANT);
    ServerName meta =
        guarded
            .connection()
            .getRegionLocator(TableName.META_TABLE_NAME)
            .getRegionLocation(new byte[0])
            .getServerName();
    ofTenant =
        admin.getRegionServers().stream().filter(s -> !s.equals(meta)).findFirst().orElseThrow();
    groups.moveServers(Set.of(ofTenant.getAddress()), "tenants");
    groups.moveTables(Set.of(TENANT), "tenants");
    Waits.until(
        "regions in their groups",
        () ->
            !servers(OURS).containsValue(ofTenant)
                && Set.copyOf(servers(TENANT).values()).equals(Set.of(ofTenant))
                && servers(OURS).size() == 4
                && servers(TENANT).size() == 4);
  }

  /** Until the table of the groups is there, which takes longer on a busy machine. */
  private static boolean tryToAdd(RSGroupAdminClient groups, String group) {
    try {
      groups.addRSGroup(group);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void stop() throws Exception {
    guarded.close();
    hbase.stop();
  }

  @Test
  void regionsMoveWithinTheGroupOfTheirTableAndBack() throws Exception {
    Map<String, ServerName> before = servers(OURS);
    try (ClusterActions actions = actions(OURS)) {
      actions.perform(Action.parse("move-regions 4"), undos);
      assertThat(servers(OURS)).hasSize(4).doesNotContainValue(ofTenant);
      assertThat(servers(OURS)).isNotEqualTo(before);
      undos.perform(actions);
    }
    assertThat(servers(OURS)).isEqualTo(before);
  }

  @Test
  void aGroupOfOneServerHasNoOther() throws Exception {
    try (ClusterActions actions = actions(TENANT)) {
      assertThatThrownBy(() -> actions.perform(Action.parse("move-regions 1"), undos))
          .isInstanceOf(IOException.class)
          .hasMessage("there is no other region server in RSGroup tenants");
    }
  }

  @Test
  void aServerOfAnotherGroupIsNeitherATargetNorStopped() throws Exception {
    Map<String, ServerName> before = servers(OURS);
    try (ClusterActions actions = actions(OURS)) {
      for (String action : new String[] {"move-regions 1 ", "stop-server ", "restart-server "}) {
        assertThatThrownBy(
                () -> actions.perform(Action.parse(action + ofTenant.getAddress()), undos))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith(
                ofTenant.getAddress()
                    + " is not of RSGroup default, which table ours is of; the servers of that are [");
      }
    }
    assertThat(undos.isEmpty()).isTrue();
    assertThat(servers(OURS)).isEqualTo(before);
  }

  @Test
  void whoMayNotReadGroupsHasToChooseAServer() throws Exception {
    guarded.grant("alice", "ours", Permission.Action.ADMIN);
    Map<String, ServerName> before = servers(OURS);
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    alice.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (ClusterActions actions = actions(OURS)) {
                assertThatThrownBy(() -> actions.perform(Action.parse("move-regions 1"), undos))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                        "which RSGroup table ours is of is unknown to this user; try action: move-regions 1 rs1.example.org:16020");
                assertThatThrownBy(
                        () ->
                            actions.perform(
                                Action.parse("stop-server " + ofTenant.getAddress()), undos))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                        ofTenant.getAddress()
                            + " has no region of table ours, and which RSGroup that is of is"
                            + " unknown to this user");
                ServerName chosen =
                    before.values().stream()
                        .filter(server -> !server.equals(before.values().iterator().next()))
                        .findFirst()
                        .orElseThrow();
                actions.perform(Action.parse("move-regions 1 " + chosen.getAddress()), undos);
                assertThat(servers(OURS).values().stream().filter(chosen::equals).count())
                    .isEqualTo(before.values().stream().filter(chosen::equals).count() + 1);
                undos.perform(actions);
                assertThat(servers(OURS)).isEqualTo(before);
              }
              return null;
            });
  }

  private static ClusterActions actions(TableName table) throws Exception {
    Cluster cluster = Cluster.connect(hbase.getConf());
    return cluster.actions(table.getNameAsString(), new ServerTemplates(hbase.getConf()));
  }

  private static void create(TableName table) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build(),
        new byte[][] {Bytes.toBytes("2"), Bytes.toBytes("4"), Bytes.toBytes("6")});
  }

  private static Map<String, ServerName> servers(TableName table) throws IOException {
    return Regions.servers(admin, table);
  }
}
