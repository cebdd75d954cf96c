package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.Paces;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actions of suites on a table, and what is left of them. */
@HBaseFixture.Shared
class ActionsIT {
  private static final int REGIONS = 4;

  @TempDir static Path dir;
  private static Connection connection;
  private static Admin admin;
  private static Cluster cluster;

  private final Undos undos = new Undos();

  @BeforeAll
  static void connect() throws Exception {
    connection = open();
    admin = connection.getAdmin();
    cluster = Cluster.connect(HBaseFixture.conf());
  }

  @AfterAll
  static void close() throws IOException {
    cluster.close();
    connection.close();
  }

  @Test
  void regionsMoveToOtherServersAndBack() throws Exception {
    TableName table = create("moved");
    Map<String, ServerName> before = servers(table);
    try (ClusterActions actions = actions(table)) {
      assertThat(actions.perform(Action.parse("move-regions 3"), undos)).isEqualTo("3 regions");
      Map<String, ServerName> after = servers(table);
      assertThat(before.keySet()).isEqualTo(after.keySet());
      assertThat(before.keySet().stream().filter(r -> !before.get(r).equals(after.get(r))))
          .hasSize(3);
      undos.perform(actions);
      assertThat(servers(table)).isEqualTo(before);
    }
  }

  @Test
  void aTableWithoutThatManyRegionsFails() throws Exception {
    TableName table = create("few");
    try (ClusterActions actions = actions(table)) {
      assertThatThrownBy(() -> actions.perform(Action.parse("move-regions 5"), undos))
          .isInstanceOf(IOException.class)
          .hasMessage("4 regions are open, fewer than 5");
      assertThatThrownBy(() -> actions.perform(Action.parse("stop-server nowhere:1"), undos))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("nowhere:1: no region server; the servers are [");
    }
    assertThat(undos.isEmpty()).isTrue();
  }

  @Tag("soak")
  @Test
  void theLargestRegionsAreSplitAndTheSmallestNeighboursMerged() throws Exception {
    TableName table = create("split");
    fill(table);
    try (ClusterActions actions = actions(table)) {
      actions.perform(Action.parse("merge 1"), undos);
      assertThat(admin.getRegions(table)).hasSize(REGIONS - 1);
      actions.perform(Action.parse("flush"), undos);
      actions.perform(Action.parse("split 2"), undos);
      assertThat(admin.getRegions(table)).hasSize(REGIONS + 1);
      assertThatThrownBy(() -> actions.perform(Action.parse("split 9"), undos))
          .isInstanceOf(IOException.class)
          .hasMessageMatching("\\d of 9 done.*");
    }
  }

  @Test
  void theBlocksOfTheTableAreRemovedFromTheCaches() throws Exception {
    TableName table = create("cached");
    fill(table);
    admin.flush(table);
    try (ResultScanner rows = connection.getTable(table).getScanner(new Scan())) {
      assertThat(rows).isNotEmpty();
    }
    try (ClusterActions actions = actions(table)) {
      assertThat(actions.perform(Action.parse("clear-cache"), undos))
          .matches("blocks removed from the caches: [1-9]\\d*");
      assertThat(actions.perform(Action.parse("clear-cache"), undos))
          .isEqualTo("blocks removed from the caches: 0");
    }
    assertThat(undos.isEmpty()).isTrue();
  }

  @Test
  void quotasOfTheTableAreSetRemovedAndRestored() throws Exception {
    TableName table = create("limited");
    QuotaFilter filter = new QuotaFilter().setTableFilter("limited");
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(
            table, ThrottleType.WRITE_NUMBER, 6_000, TimeUnit.MINUTES));
    String before = admin.getQuota(filter).toString();
    try (ClusterActions actions = actions(table)) {
      assertThat(actions.perform(Action.parse("set-quota reads 5k"), undos))
          .isEqualTo("at most 5,000 reads/s");
      actions.perform(Action.parse("set-quota writes 70"), undos);
      assertThat(admin.getQuota(filter).toString())
          .contains("THROTTLE_TYPE => READ_NUMBER, LIMIT => 5000req/sec, SCOPE => CLUSTER")
          .contains("THROTTLE_TYPE => WRITE_NUMBER, LIMIT => 70req/sec, SCOPE => CLUSTER");
      assertThat(actions.perform(Action.parse("remove-quota"), undos))
          .isEqualTo("quotas removed: 2");
      assertThat(admin.getQuota(filter)).isEmpty();
      undos.perform(actions);
      assertThat(admin.getQuota(filter)).hasToString(before);
    }
  }

  @Test
  void quotasOfTheNamespaceAndOfUsersAreSetRemovedAndRestored() throws Exception {
    admin.createNamespace(NamespaceDescriptor.create("limited").build());
    TableName table = create("limited:t");
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(
            "web", table, ThrottleType.READ_SIZE, 6_000, TimeUnit.MINUTES));
    admin.setQuota(
        QuotaSettingsFactory.throttleNamespace(
            "limited", ThrottleType.REQUEST_NUMBER, 70, TimeUnit.HOURS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(
            "web", "limited", ThrottleType.WRITE_NUMBER, 80, TimeUnit.HOURS));
    List<String> before = HBaseFixture.quotas(admin);
    try (ClusterActions actions = actions(table)) {
      assertThat(actions.perform(Action.parse("set-quota namespace 5k"), undos))
          .isEqualTo("at most 5,000 requests/s for namespace limited");
      assertThat(actions.perform(Action.parse("set-quota user web writes 10MB"), undos))
          .isEqualTo("at most 10.0 MB/s of writes for user web, who is not the user of the run");
      assertThat(actions.perform(Action.parse("set-quota user web on table reads 1MB"), undos))
          .startsWith("at most 1.00 MB/s of reads for user web on table limited:t, who is not the");
      assertThat(HBaseFixture.quotas(admin))
          .contains(
              "null null limited: TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER,"
                  + " LIMIT => 5000req/sec, SCOPE => CLUSTER",
              "web null null: TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE,"
                  + " LIMIT => 9.54M/sec, SCOPE => CLUSTER",
              "web limited:t null: TYPE => THROTTLE, THROTTLE_TYPE => READ_SIZE,"
                  + " LIMIT => 976.56K/sec, SCOPE => CLUSTER");
      int left = HBaseFixture.quotas(admin).size();
      for (String target : List.of("user web", "user web on table", "namespace")) {
        assertThat(actions.perform(Action.parse("remove-quota " + target), undos))
            .isEqualTo("quotas removed: 1");
        assertThat(HBaseFixture.quotas(admin)).hasSize(--left);
      }
      undos.perform(actions);
      assertThat(HBaseFixture.quotas(admin)).isEqualTo(before).hasSizeGreaterThan(1);
    }
    admin.setQuota(QuotaSettingsFactory.unthrottleUser("web", table));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser("web", "limited"));
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace("limited"));
  }

  @Test
  void regionsThatWereTakenOfflineAreAssignedAtTheEnd() throws Exception {
    TableName table = create("offline");
    String name = admin.getRegions(table).get(0).getEncodedName();
    try (ClusterActions actions = actions(table)) {
      actions.perform(Action.parse("unassign " + name), undos);
      assertThat(servers(table)).hasSize(REGIONS - 1).doesNotContainKey(name);
      assertThat(actions.perform(Action.parse("assign"), undos)).isEqualTo("1 region");
      assertThat(servers(table)).hasSize(REGIONS);
      actions.perform(Action.parse("unassign 2"), undos);
      assertThat(servers(table)).hasSize(REGIONS - 2);
      undos.perform(actions);
      assertThat(servers(table)).hasSize(REGIONS);
    }
  }

  @Test
  void noActionStartsWhileAServerThatWasStoppedIsDown() throws Exception {
    TableName table = create("after-a-stop");
    Configuration site = new Configuration(HBaseFixture.conf());
    site.set("hbench.server.stop", "stop");
    site.set("hbench.server.start", "start");
    String server = servers(table).values().iterator().next().getAddress().toString();
    try (ClusterActions actions =
        cluster.actions(table.getNameAsString(), new ServerTemplates(site))) {
      assertThatThrownBy(() -> actions.perform(Action.parse("stop-server " + server), undos))
          .isInstanceOf(IllegalStateException.class); // there is no shell
      for (String action : List.of("move-regions 1", "split 1", "balance", "stop-server")) {
        assertThatThrownBy(() -> actions.perform(Action.parse(action), undos))
            .isInstanceOf(IOException.class)
            .hasMessage(
                "not performed: "
                    + server
                    + " was stopped, or may be; try action: start-server before");
      }
      assertThatThrownBy(() -> actions.perform(Action.parse("start-server"), undos))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("start");
    }
  }

  /** The move is undone first, while the two regions are still offline. */
  @Test
  void regionsMoveBackThoughOthersAreOfflineOrWereAssignedByOthers() throws Exception {
    TableName table = create("offline-and-moved");
    Map<String, ServerName> before = servers(table);
    try (ClusterActions actions = actions(table)) {
      actions.perform(Action.parse("unassign 2"), undos);
      actions.perform(Action.parse("move-regions 1"), undos);
      undos.performLast(actions);
      assertThat(servers(table)).hasSize(REGIONS - 2);
      assertThat(before).containsAllEntriesOf(servers(table));
      String name =
          before.keySet().stream().filter(r -> !isOpen(table, r)).findFirst().orElseThrow();
      admin.assign(Bytes.toBytes(name));
      undos.perform(actions);
      assertThat(servers(table)).hasSize(REGIONS);
    }
  }

  /** The master knows a server that has just died for a while. */
  @Test
  void aServerWithoutAnAnswerIsNoTarget() throws Exception {
    TableName table = create("silent-target");
    Map<String, ServerName> before = servers(table);
    ServerName silent = before.values().iterator().next();
    try (ClusterActions actions = actions(open(), table, server -> server.equals(silent))) {
      assertThatThrownBy(() -> actions.perform(Action.parse("move-regions 1"), undos))
          .isInstanceOf(IOException.class)
          .hasMessage("there is no other region server");
    }
    assertThat(servers(table)).isEqualTo(before);
  }

  @Test
  void regionsOfAServerWithoutAnAnswerMoveBackToo() throws Exception {
    TableName table = create("silent-home");
    Map<String, ServerName> before = servers(table);
    String region = before.keySet().iterator().next();
    ServerName silent = before.get(region);
    AtomicBoolean isSilent = new AtomicBoolean(true);
    try (ClusterActions actions =
        actions(open(), table, server -> isSilent.get() && server.equals(silent))) {
      actions.perform(Action.parse("balance"), undos);
      isSilent.set(false);
      ServerName other =
          admin.getRegionServers().stream()
              .filter(server -> !server.equals(silent))
              .findFirst()
              .orElseThrow();
      admin.move(Bytes.toBytes(region), other);
      undos.perform(actions);
      assertThat(servers(table)).isEqualTo(before);
    }
  }

  /** One region of another action is offline, and others have moved one. */
  @Test
  void onlyRegionsOfTheActionMoveBackAndNoneWaitsForOthers() throws Exception {
    TableName table = create("moved-by-others");
    Map<String, ServerName> before = servers(table);
    try (ClusterActions actions = actions(table)) {
      actions.perform(Action.parse("move-regions 2"), undos);
      Map<String, ServerName> after = servers(table);
      List<String> ours =
          before.keySet().stream().filter(r -> !before.get(r).equals(after.get(r))).toList();
      List<String> others = before.keySet().stream().filter(r -> !ours.contains(r)).toList();
      assertThat(others).hasSize(2);
      admin.unassign(Bytes.toBytes(others.get(0)));
      ServerName other = after.get(others.get(1));
      ServerName elsewhere =
          admin.getRegionServers().stream().filter(s -> !s.equals(other)).findFirst().orElseThrow();
      admin.move(Bytes.toBytes(others.get(1)), elsewhere);
      admin.unassign(Bytes.toBytes(ours.get(0)));
      Waits.until(
          "state that others have made",
          () ->
              elsewhere.equals(servers(table).get(others.get(1)))
                  && servers(table).size() == REGIONS - 2);
      CompletableFuture<Void> undo =
          CompletableFuture.runAsync(
              () -> {
                try {
                  undos.perform(actions);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      Waits.until(
          "region of the action that is open",
          () -> before.get(ours.get(1)).equals(servers(table).get(ours.get(1))));
      assertThat(undo).isNotDone();
      admin.assign(Bytes.toBytes(ours.get(0)));
      undo.get();
      assertThat(servers(table).get(ours.get(0))).isEqualTo(before.get(ours.get(0)));
      assertThat(servers(table).get(others.get(1))).isEqualTo(elsewhere);
      assertThat(servers(table)).doesNotContainKey(others.get(0));
    }
  }

  @Test
  void noRegionMovesToAServerThatIsBeingDrained() throws Exception {
    TableName table = create("drained-target");
    Map<String, ServerName> before = servers(table);
    AtomicBoolean isDrained = new AtomicBoolean(true);
    ServerName drained = before.values().iterator().next();
    try (ClusterActions actions = actions(draining(drained, isDrained), table, server -> false)) {
      assertThatThrownBy(() -> actions.perform(Action.parse("move-regions 1"), undos))
          .isInstanceOf(IOException.class)
          .hasMessage("there is no other region server");
      isDrained.set(false);
      actions.perform(Action.parse("move-regions 4"), undos);
      Map<String, ServerName> after = servers(table);
      isDrained.set(true);
      assertThatThrownBy(() -> undos.perform(actions))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("regions that are not back: ")
          .hasMessageContaining(drained.getAddress() + " is not there, or is being drained");
      for (String region : before.keySet()) {
        boolean stays = before.get(region).equals(drained);
        assertThat(servers(table).get(region)).isEqualTo((stays ? after : before).get(region));
      }
    }
  }

  private static Connection open() throws IOException {
    return ConnectionFactory.createConnection(HBaseFixture.conf());
  }

  /** A connection to a cluster of which a server is being drained. */
  private static Connection draining(ServerName drained, AtomicBoolean isDrained)
      throws IOException {
    Connection real = open();
    Admin all = real.getAdmin();
    Admin some =
        Changed.of(
            Admin.class,
            all,
            (method, args) ->
                method.equals("getRegionServers") && args != null && isDrained.get()
                    ? all.getRegionServers().stream().filter(s -> !s.equals(drained)).toList()
                    : null);
    return Changed.of(
        Connection.class, real, (method, args) -> method.equals("getAdmin") ? some : null);
  }

  private static boolean isOpen(TableName table, String region) {
    try {
      return servers(table).containsKey(region);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSuiteMarksItsActionsAndUndoesThem() throws Exception {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --table acted --rows 1k --tasks 1 --presplit 4")).hasExitCode(0);
    TableName table = TableName.valueOf("acted");
    Map<String, ServerName> before = servers(table);
    Path suite =
        suite(
            "acted",
            "run get --rows 1k --rate 50 --tasks 1 --for 20s --warmup 0s --interval 500ms");
    Hbench.Result run = hbench.job("acted", "suite " + suite);
    assertThat(run).hasExitCode(0);
    assertThat(run.err()).contains("hbench: a: undo: move 2 regions back\n");
    assertThat(run.json("a/report.json").list("timeline.events"))
        .filteredOn(event -> event.text("kind").equals("hook"))
        .extracting(event -> event.text("what"))
        .satisfiesExactly(
            start -> assertThat(start).contains("move-regions 2"),
            end ->
                assertThat(end).containsPattern("move-regions 2 done after [\\d.]+ s: 2 regions"));
    assertThat(servers(table)).isEqualTo(before);
    Json phase = run.json("a/report.json").at("phases.phases.0");
    assertThat(phase).has("phase", "before");
  }

  @Test
  void aTableThatHbenchDidNotMakeIsNotActedOnWithoutAYes() throws Exception {
    TableName table = create("others");
    Map<String, ServerName> before = servers(table);
    Path suite = suite("others", "run get --rows 1k --rate 50 --tasks 1 --for 4s");
    Hbench.Result run = new Hbench(HBaseFixture.conf(), dir).job("others", "suite " + suite);
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .isEqualTo(
            "hbench: step 'a': action 'move-regions 2': hbench did not create table others;"
                + " try --yes=others\n");
    assertThat(servers(table)).isEqualTo(before);
  }

  private static Path suite(String table, String command) throws IOException {
    return Files.writeString(
        dir.resolve(table + ".yaml"),
        """
        settings: {table: %s}
        steps:
        - name: a
          command: %s
          during: [{after: 1s, action: move-regions 2}]
        """
            .formatted(table, command));
  }

  private static ClusterActions actions(TableName table) throws IOException {
    return cluster.actions(table.getNameAsString(), new ServerTemplates(HBaseFixture.conf()));
  }

  /** Actions of which some servers do not answer. */
  private static ClusterActions actions(
      Connection by, TableName table, Predicate<ServerName> isSilent) throws IOException {
    return new ClusterActions(
        by,
        HBaseUser.SUBMITTER,
        table,
        (servers, of) -> {
          Map<ServerName, List<RegionMetrics>> answers = new TreeMap<>();
          for (ServerName server : servers) {
            if (!isSilent.test(server)) {
              answers.put(server, admin.getRegionMetrics(server, of));
            }
          }
          return answers;
        },
        new ServerTemplates(HBaseFixture.conf()),
        Paces.of(Time.real()));
  }

  private static TableName create(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build(),
        new byte[][] {Bytes.toBytes("2"), Bytes.toBytes("4"), Bytes.toBytes("6")});
    return table;
  }

  private static void fill(TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < 1_000; i++) {
        table.put(
            new Put(Bytes.toBytes("%03d".formatted(i * 7 % 1_000)))
                .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), new byte[1_000]));
      }
    }
  }

  private static Map<String, ServerName> servers(TableName table) throws IOException {
    return Regions.servers(admin, table);
  }
}
