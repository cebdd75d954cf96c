package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.HBaseConf;
import io.hbench.rundir.ServerEvent;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreconditionsTest {
  private final FakeServers servers = new FakeServers(2);
  private final Configuration conf = new Configuration();
  private final List<String> lines = new ArrayList<>();
  private final List<Undo> undos = new ArrayList<>();
  private RegionInfo region;

  /** An HDFS that only knows how many blocks it misses. */
  public static final class WithBlocks extends DistributedFileSystem {
    static long missing;
    static boolean denies;

    @Override
    public void initialize(URI uri, Configuration of) {
      setConf(of);
    }

    @Override
    public URI getUri() {
      return URI.create("hdfs://nn1:8020");
    }

    @Override
    public long getMissingBlocksCount() throws IOException {
      if (denies) {
        throw new AccessControlException("superuser privilege is required");
      }
      return missing;
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void hbaseOnHdfs() {
    conf.set("fs.blocks.impl", WithBlocks.class.getName());
    conf.setBoolean("fs.blocks.impl.disable.cache", true);
    conf.set("hbase.rootdir", "blocks:///hbase");
    WithBlocks.missing = 0;
    WithBlocks.denies = false;
    region = servers.region("tenant", 0);
  }

  @Test
  void noActionStartsWhileARegionOfAnyTableIsInTransition() {
    servers.moving.add(region);
    assertThatThrownBy(this::checkRegions)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "not performed: regions in transition: 1, first tenant %s (OPENING)",
            region.getEncodedName());
  }

  @Test
  void aRegionThatIsAboutToOpenIsWaitedFor() throws Exception {
    servers.moving.add(region);
    servers.atLook(4, servers.moving::clear);
    checkRegions();
    assertThat(servers.looks()).isEqualTo(4);
  }

  @Test
  void noServerStopsWhileHdfsMissesBlocks() {
    assertThatCode(() -> Preconditions.checkBlocks(conf)).doesNotThrowAnyException();
    WithBlocks.missing = 3;
    assertThatThrownBy(() -> Preconditions.checkBlocks(conf))
        .isInstanceOf(IOException.class)
        .hasMessage("not performed: blocks that HDFS hdfs://nn1:8020 misses: 3");
  }

  @Test
  void whereHdfsDoesNotTellOrThereIsNoneBlocksAreNotChecked() {
    WithBlocks.denies = true;
    assertThatCode(() -> Preconditions.checkBlocks(conf)).doesNotThrowAnyException();
    conf.set("fs.absent.impl", "org.example.Absent");
    for (String root : new String[] {"file:///hbase", "nowhere://x/hbase", "absent://x/hbase"}) {
      conf.set("hbase.rootdir", root);
      assertThatCode(() -> Preconditions.checkBlocks(conf)).as(root).doesNotThrowAnyException();
    }
  }

  @Test
  void blocksOfAnotherClusterAreNotChecked() {
    WithBlocks.missing = 3;
    conf.set("hbase.zookeeper.quorum", "zk1");
    Settings.QUORUM.set(conf, "zk9");
    Configuration other = HBaseConf.find(conf, Map.of());
    assertThatCode(() -> Preconditions.checkBlocks(other)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "move-regions 1",
        "split 1",
        "merge 1",
        "unassign 1",
        "balance",
        "flush",
        "compact",
        "stop-server",
        "kill-server",
        "restart-server"
      })
  void eachActionButARepairIsRefused(String action) throws Exception {
    servers.moving.add(region);
    assertThatThrownBy(() -> perform(action)).hasMessageStartingWith("not performed: regions in ");
    assertThat(perform("assign")).isEqualTo("0 regions");
    assertThat(perform("start-server")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop-server", "kill-server", "restart-server"})
  void eachStopOfAServerIsRefusedWhileBlocksAreMissing(String action) {
    WithBlocks.missing = 1;
    assertThatThrownBy(() -> perform(action)).hasMessageStartingWith("not performed: blocks that ");
  }

  /** It would move back, at the end, what others have moved in the meantime. */
  @Test
  void aBalancerThatIsOffNeedsNoUndo() {
    servers.region("ours", 0);
    assertThatThrownBy(() -> perform("balance"))
        .hasMessage("HBase's balancer is switched off; try balance_switch true in HBase's shell");
    assertThat(undos).isEmpty();
  }

  /** Each takes minutes: what was fine before the first may not be so before the next. */
  @Test
  void aRestartOfAllServersEndsBeforeTheOneThatMayNotStop() {
    assertThatThrownBy(() -> restart(of -> of.moving.add(region)))
        .hasMessageStartingWith("not performed: regions in transition: 1, first tenant ");
    assertThat(lines).containsExactly("stop rs0", "start rs0");
    assertThatThrownBy(() -> restart(of -> WithBlocks.missing = 1))
        .hasMessageStartingWith("not performed: blocks that HDFS hdfs://nn1:8020 misses: 1");
    assertThat(lines).containsExactly("stop rs0", "start rs0");
  }

  /** Restarts the servers, two of which have regions; something happens to the first. */
  private void restart(Consumer<FakeServers> after) throws Exception {
    conf.set("hbench.server.stop", "stop {host}");
    conf.set("hbench.server.start", "start {host}");
    lines.clear();
    FakeServers three = new FakeServers(3);
    three.region("ours", 0);
    three.region("ours", 1);
    RegionQuery query =
        (asked, table) -> {
          if (asked.size() == 1) { // of the watch on its recovery, which this is not about
            throw new IOException("unknown");
          }
          return three.metrics(asked, table);
        };
    ServerName old = three.live.get(0);
    ServerName again = ServerName.valueOf("rs0", 16020, 2);
    perform(
        "restart-server all",
        three,
        query,
        line -> {
          if (line.equals("stop rs0")) {
            three.live.remove(old);
          } else if (line.equals("start rs0")) {
            three.live.add(again);
            three.regions.replaceAll((region, server) -> server.equals(old) ? again : server);
            after.accept(three);
          }
        });
  }

  /** Runs the lines of templates. */
  private ActionEnvironment environment(Consumer<String> effect) {
    return new ActionEnvironment() {
      @Override
      public PendingUndo undoAtTheEnd(Undo undo) {
        undos.add(undo);
        return change -> {};
      }

      @Override
      public void run(String line) {
        lines.add(line);
        effect.accept(line);
      }

      @Override
      public void noticed(ServerEvent.Kind kind, Address server, int count, String text) {}
    };
  }

  private String perform(String action) throws Exception {
    return perform(action, servers, servers::metrics, line -> {});
  }

  private String perform(String action, FakeServers on, RegionQuery query, Consumer<String> effect)
      throws Exception {
    return on.time.play(
        () -> {
          try (ClusterActions actions =
              new ClusterActions(
                  on.connection(conf),
                  HBaseUser.SUBMITTER,
                  FakeServers.OURS,
                  query,
                  new ServerTemplates(conf),
                  on.paces)) {
            return actions.perform(Action.parse(action), environment(effect));
          }
        });
  }

  private void checkRegions() throws Exception {
    servers.play(() -> Preconditions.checkRegions(servers.cluster()));
  }
}
