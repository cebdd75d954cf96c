package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.client.Quorum;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.Paces;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.cluster.cost.CostSampler;
import io.hbench.cluster.cost.DataNodeSampler;
import io.hbench.profile.ServerProfiler;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.rundir.server.SlowLog;
import io.hbench.settings.UsageException;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;
import org.apache.hadoop.io.IOUtils;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection to an HBase cluster for administration and queries of its servers. */
public final class Cluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  /** Short, because a healthy cluster answers the submitter's calls quickly. */
  private static final int RPC_TIMEOUT_MILLIS = 10_000;

  /** How long HBase's client remembers that a server has failed, in milliseconds. */
  private static final String FAILED_SERVER_EXPIRY = "hbase.ipc.client.failed.servers.expiry";

  /** A balancer run may take minutes. */
  private static final int ACTION_TIMEOUT_MILLIS = 300_000;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(25);

  /** Of the registry, which has one thing to tell. */
  private static final Duration FIND_TIMEOUT = Duration.ofSeconds(8);

  /** The same after a login by Kerberos, which takes that long on a busy machine. */
  private static final Duration SECURE_FIND_TIMEOUT = Duration.ofSeconds(20);

  /** Of one of several ZooKeepers. */
  private static final int HOST_TIMEOUT_MILLIS = 2_000;

  private static final long QUERY_TIMEOUT_SECONDS = 5;

  /** For a page that starts a program, or has megabytes. */
  private static final Duration PROFILE_LIMIT = Duration.ofSeconds(30);

  private static final int MAX_PROFILE_BYTES = 50 << 20;

  /** Of the NameNode's list: a kilobyte for each DataNode. */
  private static final int MAX_LIST_BYTES = 8 << 20;

  /** Limits the threads for clusters with hundreds of servers. */
  private static final int MAX_THREADS = 64;

  private final Connection connection;
  private final HBaseUser user;
  private final String description;
  private final int count;
  private final Admin admin;
  private final MetricsHttp pages;
  private final ExecutorService threads = Time.real().threads("query", MAX_THREADS);

  private final Paces paces;
  private final LiveServers servers;

  /** Null until it is asked for. */
  private DataNodeSampler dataNodes;

  /** Null until a table's can't be read: for each further table that would take as long. */
  private SlowLog noSlowLog;

  /**
   * The cluster of an open connection.
   *
   * @param connection of the user, is closed with it
   */
  public Cluster(Time time, Connection connection, HBaseUser user) throws IOException {
    this.connection = connection;
    this.user = user;
    this.admin = connection.getAdmin();
    this.paces = Paces.of(time);
    this.servers = new LiveServers(time, admin, paces);
    ClusterMetrics now =
        admin.getClusterMetrics(EnumSet.of(Option.HBASE_VERSION, Option.SERVERS_NAME));
    this.count = now.getServersName().size();
    this.description =
        format(
            "%s, HBase %s, %,d region server%s",
            HBaseConf.describe(connection.getConfiguration()),
            now.getHBaseVersion(),
            count,
            count == 1 ? "" : "s");
    this.pages = MetricsHttp.of(connection.getConfiguration());
  }

  /** Connects as the submitter. */
  public static Cluster connect(Configuration conf) throws IOException, InterruptedException {
    return connect(conf, HBaseUser.SUBMITTER);
  }

  /**
   * Connects within 25 s, or says within 8 s (with Kerberos 20) that there is no HBase; HBase's own
   * timeouts are several minutes.
   *
   * @throws IOException if the cluster does not answer; the message names the address
   * @throws UsageException if there is no HBase below the znode
   */
  public static Cluster connect(Configuration conf, HBaseUser user)
      throws IOException, InterruptedException {
    ServerLogin.checkTicket(conf, user);
    Configuration shortTimeouts = shortTimeouts(conf);
    String failure = "can't reach HBase at " + HBaseConf.describe(conf);
    Duration limit = User.isHBaseSecurityEnabled(conf) ? SECURE_FIND_TIMEOUT : FIND_TIMEOUT;
    try { // or a connection would ask again and again for what is not there
      TimeLimit.call(limit, failure, () -> find(shortTimeouts));
    } catch (IOException e) {
      if (ExceptionUtils.indexOfType(e, KeeperException.NoNodeException.class) >= 0) {
        throw noNode(conf);
      }
      throw e;
    }
    return TimeLimit.call(CONNECT_TIMEOUT, failure, () -> open(user.connect(shortTimeouts), user));
  }

  /** Asks a server of each kind, so that a principal that is not theirs is named at once. */
  static Cluster open(Connection connection, HBaseUser user) throws IOException {
    Configuration conf = connection.getConfiguration();
    Cluster cluster = null;
    try {
      cluster = new Cluster(Time.real(), connection, user);
    } catch (IOException e) {
      ServerLogin.check(conf, SecurityConstants.MASTER_KRB_PRINCIPAL, e);
      ServerLogin.checkProxy(conf, user, e);
      throw e;
    } finally {
      if (cluster == null) {
        IOUtils.closeStream(connection);
      }
    }
    if (User.isHBaseSecurityEnabled(conf)) {
      try (Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
        var unused = meta.exists(new Get(new byte[] {0}));
      } catch (IOException e) {
        ServerLogin.check(conf, SecurityConstants.REGIONSERVER_KRB_PRINCIPAL, e);
        ServerLogin.checkProxy(conf, user, e);
      }
    }
    return cluster;
  }

  /** A configuration with which each server of the registry is asked within {@link #connect}. */
  static Configuration shortTimeouts(Configuration conf) {
    Configuration timeouts = new Configuration(conf);
    int hosts = HBaseConf.isZooKeeper(conf) ? quorum(conf).split(",", -1).length : 1;
    timeouts.setIfUnset("zookeeper.recovery.retry", Integer.toString(hosts));
    if (hosts > 1) { // ZooKeeper's client divides it: one host without answer would take all time
      timeouts.setInt(HConstants.ZK_SESSION_TIMEOUT, hosts * HOST_TIMEOUT_MILLIS);
    }
    timeouts.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 4);
    timeouts.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, RPC_TIMEOUT_MILLIS);
    timeouts.setInt(FAILED_SERVER_EXPIRY, 0); // the last failure is to have the reason
    timeouts.setInt("hbase.security.relogin.maxbackoff", 1); // milliseconds of a refused login
    timeouts.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 2 * RPC_TIMEOUT_MILLIS);
    timeouts.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 2 * RPC_TIMEOUT_MILLIS);
    timeouts.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 2 * RPC_TIMEOUT_MILLIS);
    return timeouts;
  }

  /** Asks the registry for the id of the cluster, and nothing else. */
  static boolean find(Configuration conf) throws Exception {
    if (HBaseConf.isZooKeeper(conf)) {
      resolve(quorum(conf));
    }
    ConnectionFactory.createAsyncConnection(conf).get().close();
    return true;
  }

  /** The ZooKeepers that a client asks, which may be others than those of the servers. */
  private static String quorum(Configuration conf) {
    return Optional.ofNullable(ZKConfig.getClientZKQuorumServersString(conf))
        .orElseGet(() -> ZKConfig.getZKQuorumServersString(conf));
  }

  /** Fails if all servers are unknown; ZooKeeper's client would look for them again and again. */
  private static void resolve(String quorum) throws UnknownHostException {
    UnknownHostException unknown = new UnknownHostException(quorum);
    for (String server : quorum.split(",", -1)) {
      try {
        InetAddress.getByName(StringUtils.substringBeforeLast(server, ":"));
        return;
      } catch (UnknownHostException e) {
        unknown = e;
      }
    }
    throw unknown;
  }

  private static UsageException noNode(Configuration conf) {
    String other = Quorum.znode(conf).equals("/hbase") ? "/hbase-unsecure" : "/hbase";
    String znode = HConstants.ZOOKEEPER_ZNODE_PARENT;
    return UsageException.badProperty(
        conf,
        znode,
        "no HBase there in ZooKeeper " + StringUtils.substringBefore(HBaseConf.describe(conf), " "),
        "-D " + znode + "=" + other);
  }

  /**
   * Where it is, its version and size: {@code zk1:2181 /hbase, HBase 2.6.1, 12 region servers}; as
   * another user with {@code , as user web}.
   */
  public String describe() {
    return description + (user.isProxied() ? ", as user " + user : "");
  }

  /** Number of live region servers when it was connected. */
  public int size() {
    return count;
  }

  /** As whom it is asked. */
  HBaseUser user() {
    return user;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  MetricsHttp pages() {
    return pages;
  }

  /** The id of the cluster, which no other cluster has. */
  String id() throws IOException {
    return admin.getClusterMetrics(EnumSet.of(Option.CLUSTER_ID)).getClusterId();
  }

  /**
   * Queries all targets in parallel, and waits five seconds for the answers.
   *
   * @return results of the targets that answered
   */
  <K, V> Map<K, V> queryAll(Collection<K> all, FailableFunction<K, V, IOException> query)
      throws IOException {
    List<K> targets = List.copyOf(all);
    List<Callable<V>> queries =
        targets.stream().<Callable<V>>map(one -> () -> query.apply(one)).toList();
    Map<K, V> answers = new LinkedHashMap<>();
    try {
      List<Future<V>> futures = threads.invokeAll(queries, QUERY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      for (int i = 0; i < targets.size(); i++) {
        try {
          answers.put(targets.get(i), futures.get(i).get());
        } catch (ExecutionException | CancellationException e) {
          LOG.debug("no answer from {}", targets.get(i), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    return answers;
  }

  /**
   * Actions on the cluster, by a connection of their own: some take longer than the timeouts of
   * this one. They are the submitter's, as their undo in a later process is.
   */
  public ClusterActions actions(String table, ServerTemplates templates) throws IOException {
    Configuration conf = new Configuration(connection.getConfiguration());
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, ACTION_TIMEOUT_MILLIS);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 2 * ACTION_TIMEOUT_MILLIS);
    return new ClusterActions(
        ConnectionFactory.createConnection(conf),
        user,
        TableName.valueOf(table),
        this::regions,
        templates,
        paces);
  }

  /** Regions of a table by server; servers without an answer are left out. */
  Map<ServerName, List<RegionMetrics>> regions(Collection<ServerName> servers, TableName table)
      throws IOException {
    paces.calls().took(servers.size());
    return queryAll(servers, server -> admin.getRegionMetrics(server, table));
  }

  LiveServers servers() {
    return servers;
  }

  /** What the servers of regions tell of them, by encoded name, as far as they answer. */
  Map<String, RegionMetrics> regionsByName(Collection<HRegionLocation> locations, TableName table)
      throws IOException {
    Map<String, RegionMetrics> byName = new HashMap<>();
    for (List<RegionMetrics> answer : regions(servers(locations), table).values()) {
      answer.forEach(r -> byName.put(RegionInfo.encodeRegionName(r.getRegionName()), r));
    }
    return byName;
  }

  static Set<ServerName> servers(Collection<HRegionLocation> locations) {
    return locations.stream()
        .map(HRegionLocation::getServerName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those of some regions that are no replicas. */
  static List<RegionInfo> primaries(Collection<HRegionLocation> locations) {
    return locations.stream()
        .map(HRegionLocation::getRegion)
        .filter(RegionReplicaUtil::isDefaultReplica)
        .toList();
  }

  Paces paces() {
    return paces;
  }

  /** Locations of a table's regions, replicas included; unassigned regions are left out. */
  List<HRegionLocation> locations(TableName table) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      List<HRegionLocation> all = locator.getAllRegionLocations();
      paces.rows().took(all.size());
      return all.stream()
          .filter(region -> region != null && region.getServerName() != null)
          .toList();
    }
  }

  /** The schema of a table; empty if the user may not read it, for lack of the right to create. */
  public Optional<TableDescriptor> schema(TableName table) throws IOException {
    try {
      return Optional.of(admin.getDescriptor(table));
    } catch (IOException e) {
      if (MissingRight.of(e, user, table).isPresent()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** State of the servers and of a table now; without the table's figures if it does not exist. */
  public ServerFacts facts(String table) throws IOException {
    return new ServerSurvey(this).facts(this, TableName.valueOf(table));
  }

  /** What the live region servers are; of hundreds, some of them. */
  public List<Setup> setups() throws IOException {
    return SetupPages.read(this, servers.ports());
  }

  /**
   * The calls of a table in the servers' slow and large logs.
   *
   * @param sinceMs by the servers' clocks, in milliseconds since 1970
   */
  public SlowLog slowLog(String table, long sinceMs) {
    if (noSlowLog != null) {
      return noSlowLog;
    }
    try {
      return SlowLogs.read(this, TableName.valueOf(table), sinceMs);
    } catch (IOException e) {
      noSlowLog = new SlowLog(List.of(), "can't be read: " + FailureText.of(e));
      return noSlowLog;
    }
  }

  public CostSampler costs() {
    return new CostSampler(
        paces.pages(),
        servers::ports,
        (host, port, path) -> pages.text(host, port, path, JmxPage.MAX_BYTES));
  }

  /** Readings of region servers, and those of DataNodes that have come meanwhile. */
  public List<Reading> withDataNodes(List<Reading> readings) {
    if (readings.isEmpty()) {
      return readings;
    }
    if (dataNodes == null) {
      NameNodePages names = NameNodePages.of(connection.getConfiguration());
      MetricsHttp http = MetricsHttp.of(connection.getConfiguration(), names.isHttps());
      dataNodes =
          new DataNodeSampler(
              paces.pages(),
              names.addresses(),
              names.isHttps(),
              (host, port, path) -> http.text(host, port, path, MAX_LIST_BYTES));
    }
    return Stream.concat(readings.stream(), dataNodes.read().stream()).toList();
  }

  /** What DataNodes still have to answer. */
  public List<Reading> lastOfDataNodes() {
    return dataNodes == null ? List.of() : dataNodes.readLast();
  }

  /**
   * The web pages of a live region server.
   *
   * @param server {@code host:port} of its RPC
   * @throws IOException if it has left
   */
  public Address pagesOf(String server) throws IOException {
    return servers.pagesOf(server);
  }

  /** The pages of the live region servers, for their profiles. */
  public ServerProfiler.Pages profilePages() {
    return (server, path) -> {
      Address at = servers.pagesOf(server);
      return pages.answer(at.getHostName(), at.getPort(), path, PROFILE_LIMIT, MAX_PROFILE_BYTES);
    };
  }

  /** Block cache sizes of the live region servers, sorted by name. */
  public List<ServerMemory> memory() throws IOException {
    return ServerSurvey.memory(this);
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    admin.close();
    connection.close();
  }
}
