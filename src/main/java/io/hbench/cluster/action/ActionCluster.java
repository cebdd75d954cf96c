package io.hbench.cluster.action;

import io.hbench.time.Time;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/** The table of a run and its servers, as actions see them. */
final class ActionCluster {
  private final Admin admin;
  private final TableName table;
  private final RegionQuery query;
  private final Paces paces;

  /** All regions by the last read of hbase:meta. */
  private volatile List<RegionInfo> listed = List.of();

  /** The live servers by the last answer of the master. */
  private volatile Collection<ServerName> known = List.of();

  ActionCluster(Admin admin, TableName table, RegionQuery query, Paces paces) {
    this.admin = admin;
    this.table = table;
    this.query = query;
    this.paces = paces;
  }

  Admin admin() {
    return admin;
  }

  TableName table() {
    return table;
  }

  Paces paces() {
    return paces;
  }

  Time time() {
    return paces.time();
  }

  OnlineRegions regions() throws IOException {
    return regions(live());
  }

  /**
   * The regions now for a poll, which does not list those of a large table each time: they may have
   * been split or merged since.
   */
  OnlineRegions polled() throws IOException {
    return polled(polledLive());
  }

  /** The same, as some servers have them open. */
  OnlineRegions polled(Collection<ServerName> servers) throws IOException {
    List<RegionInfo> all = listed;
    return all.isEmpty() || paces.listed().isDue()
        ? regions(servers)
        : OnlineRegions.of(all, query, table, servers);
  }

  Collection<ServerName> live() throws IOException {
    known = paces.named(admin.getRegionServers());
    return known;
  }

  /** The live servers for a poll, which does not ask for a long list each time. */
  Collection<ServerName> polledLive() throws IOException {
    Collection<ServerName> last = known;
    return last.isEmpty() || paces.masterBytes().isDue() ? live() : last;
  }

  /** Live servers that are not being drained, as far as the user may know. */
  Collection<ServerName> targets() throws IOException {
    try {
      return paces.named(admin.getRegionServers(true));
    } catch (AccessDeniedException e) {
      return live();
    }
  }

  /**
   * The same for a poll.
   *
   * @param last by the poll before; empty for the first one
   */
  Collection<ServerName> polledTargets(Collection<ServerName> last) throws IOException {
    return last.isEmpty() || paces.masterBytes().isDue() ? targets() : last;
  }

  /** The RSGroup of the table; empty if the cluster has none. */
  Optional<ServerGroup> group() throws IOException {
    return ServerGroup.of(admin, table);
  }

  /**
   * Checks that a server is of the RSGroup of the table, where that is known.
   *
   * @throws IOException naming the servers that are
   */
  void checkGroup(ServerName server, Optional<ServerGroup> group) throws IOException {
    if (group.isPresent() && group.get().isKnown() && !group.get().has(server)) {
      throw new IOException(
          "%s is not of RSGroup %s, which table %s is of; the servers of that are %s"
              .formatted(
                  server.getAddress(),
                  group.get().name(),
                  table,
                  group.get().servers().stream().sorted().toList()));
    }
  }

  /** The regions as some servers have them open: a cluster may have hundreds. */
  OnlineRegions regions(Collection<ServerName> servers) throws IOException {
    List<RegionInfo> all = OnlineRegions.listed(admin, table);
    paces.listed(all.size());
    listed = all;
    return OnlineRegions.of(all, query, table, servers);
  }

  /** Waits until the regions are in a state; fails as {@link Await#until} does. */
  void await(Predicate<OnlineRegions> state, String missing)
      throws IOException, InterruptedException {
    Await.until(Await.LIMIT, paces.calls(), () -> state.test(polled()), missing);
  }

  /**
   * Asks the master for a move. The caller waits for its effect: the answer may be lost, and the
   * region may move all the same.
   *
   * @throws IOException if the master refuses it
   */
  void move(RegionInfo region, ServerName to) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), to);
    } catch (DoNotRetryIOException e) {
      throw e;
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
      // a region that is not there after a while says the same
    }
  }

  /**
   * Asks the master to assign a region. The caller waits for its effect: a region that was opened
   * meanwhile is refused, and is what was wanted.
   */
  void assign(RegionInfo region) throws IOException {
    try {
      admin.assign(region.getRegionName());
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
    }
  }

  /**
   * The live servers that an operand means: one, all that have regions of the table, or, without an
   * operand, the one with most of them; of equals the one without hbase:meta.
   *
   * @param operand {@code host}, {@code host:port}, {@code all} or empty
   */
  List<ServerName> servers(String operand) throws IOException {
    Map<ServerName, Integer> counts = regions().counts();
    if (operand.equals("all")) {
      return List.copyOf(counts.keySet());
    }
    if (operand.isEmpty()) {
      ServerName meta = meta();
      return List.of(
          counts.keySet().stream()
              .min(
                  Comparator.<ServerName>comparingInt(server -> -counts.get(server))
                      .thenComparing(server -> server.equals(meta))
                      .thenComparing(Comparator.naturalOrder()))
              .orElseThrow(() -> new IOException("no region of the table is open")));
    }
    return List.of(named(operand));
  }

  /** The live server of a name, {@code host} or {@code host:port}. */
  ServerName named(String operand) throws IOException {
    Collection<ServerName> live = live();
    List<ServerName> meant =
        live.stream()
            .filter(
                server ->
                    operand.equals(server.getHostname())
                        || operand.equals(server.getAddress().toString()))
            .toList();
    if (meant.size() != 1) {
      throw new IOException(
          "%s: %s; the servers are %s"
              .formatted(
                  operand,
                  meant.isEmpty() ? "no region server" : "more than one region server",
                  live.stream().map(server -> server.getAddress().toString()).sorted().toList()));
    }
    return meant.get(0);
  }

  /**
   * Servers that are down: those that the master has lost, but for the ones that are back.
   *
   * @param stopped others, which the master may not have missed yet
   */
  Set<Address> down(Set<Address> stopped) throws IOException {
    Set<Address> down = new TreeSet<>(stopped);
    paces
        .named(admin.getClusterMetrics(EnumSet.of(Option.DEAD_SERVERS)).getDeadServerNames())
        .forEach(dead -> down.add(dead.getAddress()));
    live().stream()
        .map(ServerName::getAddress)
        .filter(live -> !stopped.contains(live))
        .forEach(down::remove);
    return down;
  }

  /** The last servers of the regions by hbase:meta, by encoded name of the region. */
  Map<String, Address> homes() throws IOException {
    Map<String, Address> homes = new HashMap<>();
    try (RegionLocator locator = admin.getConnection().getRegionLocator(table)) {
      List<HRegionLocation> all = locator.getAllRegionLocations();
      paces.listed(all.size());
      for (HRegionLocation location : all) {
        if (location != null && location.getServerName() != null) {
          homes.put(location.getRegion().getEncodedName(), location.getServerName().getAddress());
        }
      }
    }
    return homes;
  }

  /**
   * The last servers of some regions by their rows of hbase:meta, by encoded name; those that were
   * split or merged are missing.
   */
  Map<String, Address> homes(Collection<RegionInfo> regions) throws IOException {
    List<Get> rows =
        regions.stream()
            .map(r -> new Get(r.getRegionName()).addFamily(HConstants.CATALOG_FAMILY))
            .toList();
    paces.calls().took(rows.size()); // for a poll, which must not wait for the list of a table
    Map<String, Address> homes = new HashMap<>();
    try (Table meta = admin.getConnection().getTable(TableName.META_TABLE_NAME)) {
      for (Result row : meta.get(rows)) {
        RegionLocations locations = MetaTableAccessor.getRegionLocations(row);
        HRegionLocation home = locations == null ? null : locations.getDefaultRegionLocation();
        if (home != null && home.getServerName() != null) {
          homes.put(home.getRegion().getEncodedName(), home.getServerName().getAddress());
        }
      }
    }
    return homes;
  }

  private ServerName meta() throws IOException {
    return admin
        .getConnection()
        .getRegionLocator(TableName.META_TABLE_NAME)
        .getRegionLocation(Bytes.toBytes(""))
        .getServerName();
  }
}
