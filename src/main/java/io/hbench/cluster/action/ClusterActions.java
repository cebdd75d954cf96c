package io.hbench.cluster.action;

import static io.hbench.figure.Format.format;

import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.rundir.FailureText;
import io.hbench.time.Pace;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.CacheEvictionStats;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The actions of one run on its table, and on the servers of the cluster. Several may be under way
 * at a time.
 */
public final class ClusterActions implements AutoCloseable {
  private static final Duration BALANCER_LIMIT = Duration.ofSeconds(30);

  private static final Duration COMPACTION_LIMIT = Duration.ofHours(1);

  private final Connection connection;
  private final ActionCluster cluster;
  private final HBaseUser user;
  private final RegionActions regions;
  private final ServerActions servers;
  private final RecoveryWatch watch;

  /**
   * @param connection with HBase's own timeouts, as an action may take minutes; it is closed with
   *     this object
   * @param user of the run
   */
  public ClusterActions(
      Connection connection,
      HBaseUser user,
      TableName table,
      RegionQuery query,
      ServerTemplates templates,
      Paces paces)
      throws IOException {
    this.connection = connection;
    this.user = user;
    this.cluster = new ActionCluster(connection.getAdmin(), table, query, paces);
    this.regions = new RegionActions(cluster);
    this.watch = new RecoveryWatch(cluster);
    this.servers = new ServerActions(cluster, templates, watch);
  }

  /**
   * Performs an action, and waits for its effect.
   *
   * @throws IOException if a server that another one has stopped, or may have, is down, a region is
   *     in transition, blocks are missing, or the site does not allow to move so many regions; or
   *     if it has not had its effect; what it did is undone at the end all the same
   */
  public String perform(Action action, ActionEnvironment environment)
      throws IOException, InterruptedException {
    if (!action.type().repairs() && !servers.down().isEmpty()) {
      throw new IOException(
          "not performed: %s was stopped, or may be; try action: start-server before"
              .formatted(servers.down()));
    }
    if (!action.type().repairs()) {
      Preconditions.checkRegions(cluster);
    }
    if (action.type().stopsServers()) {
      Preconditions.checkBlocks(connection.getConfiguration());
    }
    servers.moves(action.regionsMoved());
    try {
      return action.type().work().perform(this, action.operand(), environment);
    } catch (IOException e) {
      throw MissingRight.named(e, HBaseUser.SUBMITTER, cluster.table(), "action '" + action + "'");
    }
  }

  /**
   * Performs the undo of an action on the table, of this process or of another one.
   *
   * @throws IOException if the effect of the action may remain
   */
  public void undo(Undo undo, LocalShell shell) throws IOException, InterruptedException {
    new UndoWork(cluster).perform(undo, shell);
  }

  RegionActions regions() {
    return regions;
  }

  ServerActions servers() {
    return servers;
  }

  QuotaActions quotas() {
    return new QuotaActions(cluster, user);
  }

  String balance(ActionEnvironment environment) throws IOException, InterruptedException {
    if (!cluster.admin().isBalancerEnabled()) {
      throw new IOException(
          "HBase's balancer is switched off; try balance_switch true in HBase's shell");
    }
    OnlineRegions before = cluster.regions();
    Undo.Moves moves = Placement.of(cluster, before, server -> true);
    PendingUndo undo =
        environment.undoAtTheEnd(
            Undo.moving("move the table's regions back", cluster.table(), moves));
    Await.until(
        BALANCER_LIMIT,
        cluster.paces().masterBytes(),
        cluster.admin()::balance, // not while a region of any table moves
        "HBase has not run its balancer: regions are in transition");
    Await.untilCalm(
        Await.LIMIT,
        cluster.paces().masterBytes(),
        () -> Preconditions.inTransition(cluster).isEmpty(),
        "regions are still in transition");
    OnlineRegions after = cluster.regions();
    undo.change(known -> known.with(Placement.moved(moves, after)));
    long moved =
        after.opened().stream().filter(r -> !after.server(r).equals(before.server(r))).count();
    return "moved " + RegionActions.regions((int) moved) + " of the table";
  }

  String flush() throws IOException {
    cluster.admin().flush(cluster.table());
    return RegionActions.regions(cluster.regions().all().size());
  }

  String compact() throws IOException, InterruptedException {
    Admin admin = cluster.admin();
    int regions = cluster.regions().all().size();
    admin.majorCompact(cluster.table());
    Pace calls = cluster.paces().calls();
    Await.untilCalm(
        COMPACTION_LIMIT,
        calls,
        () -> {
          calls.took(regions); // HBase's client reads all rows of hbase:meta and asks each region
          return admin.getCompactionState(cluster.table()) == CompactionState.NONE;
        },
        "the table is still being compacted");
    return RegionActions.regions(cluster.polled().all().size());
  }

  String clearCache() throws IOException {
    return clearCache(cluster.admin(), cluster.table());
  }

  /**
   * Removes the blocks of a table from the servers' block caches: data, indexes, Bloom filters.
   *
   * @return number of blocks, for people
   * @throws IOException if blocks of a region remain
   */
  public static String clearCache(Admin admin, TableName table) throws IOException {
    CacheEvictionStats cleared = admin.clearBlockCache(table);
    Map<byte[], Throwable> failures = cleared.getExceptions();
    if (!failures.isEmpty()) {
      byte[] first = failures.keySet().iterator().next();
      throw new IOException(
          format(
              "regions whose blocks remain in the caches: %,d, first %s: %s",
              failures.size(),
              RegionInfo.encodeRegionName(first),
              FailureText.of(failures.get(first))));
    }
    return format("blocks removed from the caches: %,d", cleared.getEvictedBlocks());
  }

  @Override
  public void close() throws IOException {
    watch.close();
    try (connection) {
      cluster.admin().close();
    }
  }
}
