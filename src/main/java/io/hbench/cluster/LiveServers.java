package io.hbench.cluster;

import io.hbench.cluster.action.Paces;
import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.net.Address;

/**
 * The live region servers with the ports of their web pages. The master tells a port only together
 * with the loads of all regions of all tables: it is asked for them once, and again for a server
 * that is new. In a cluster where that is megabytes, the new ones are without a port for a while.
 */
final class LiveServers {
  /** Of a region's load in an answer: its name, and some twenty figures. */
  private static final int BYTES_OF_REGION = 200;

  private static final int BYTES_OF_SERVER = 1_000;

  /** A cluster with fewer bytes is asked as often as is useful. */
  private static final int BYTES_AT_ONCE = 500_000;

  private final Admin admin;
  private final Paces paces;

  /** Of the bytes of loads, beside that of names. */
  private final Pace loads;

  private final Map<ServerName, Integer> ports = new ConcurrentHashMap<>();

  private final Time time;
  private Set<ServerName> names = Set.of();
  private long namedUntil;

  LiveServers(Time time, Admin admin, Paces paces) {
    this.time = time;
    this.namedUntil = time.nanos();
    this.admin = admin;
    this.paces = paces;
    this.loads = new Pace(time, Paces.MASTER_BYTES_PER_SECOND, BYTES_AT_ONCE);
  }

  /** Their names: one small answer of the master, for a second, in which many tables may ask. */
  synchronized Set<ServerName> names() throws IOException {
    if (time.nanos() - namedUntil >= 0) {
      names = Set.copyOf(namesNow());
      namedUntil = time.nanos() + TimeUnit.SECONDS.toNanos(1);
    }
    return names;
  }

  private Collection<ServerName> namesNow() throws IOException {
    return paces.named(admin.getClusterMetrics(EnumSet.of(Option.SERVERS_NAME)).getServersName());
  }

  /** Their ports; 0 for one that is not known yet, and less for a server without pages. */
  Map<ServerName, Integer> ports() throws IOException {
    return ports(namesNow());
  }

  /** The same for servers whose names have just been asked for. */
  Map<ServerName, Integer> ports(Collection<ServerName> names) throws IOException {
    if (!ports.keySet().containsAll(names) && loads.isDue()) {
      loads();
    }
    Map<ServerName, Integer> known = new TreeMap<>();
    names.forEach(name -> known.put(name, port(name)));
    return known;
  }

  /** Its own one, or else that of an earlier process, which is most likely the same. */
  private int port(ServerName server) {
    return Optional.ofNullable(ports.get(server))
        .or(() -> knownPages(server.getAddress().toString()).map(Address::getPort))
        .orElse(0);
  }

  /**
   * The host of a server's pages, with their port.
   *
   * @param server {@code host:port} of its RPC
   */
  Address pagesOf(String server) throws IOException {
    Optional<Address> known = knownPages(server);
    if (known.isEmpty()) {
      ports();
      known = knownPages(server);
    }
    return known.orElseThrow(() -> new IOException(server + " has left, or its port is unknown"));
  }

  /** Those of the newest process. */
  private Optional<Address> knownPages(String server) {
    return ports.entrySet().stream()
        .filter(one -> one.getKey().getAddress().toString().equals(server))
        .filter(one -> one.getValue() > 0) // -1: without pages
        .max(Map.Entry.comparingByKey())
        .map(one -> Address.fromParts(one.getKey().getHostname(), one.getValue()));
  }

  /** The loads of all regions, as the servers have reported them to the master. */
  Map<ServerName, ServerMetrics> loads() throws IOException {
    Map<ServerName, ServerMetrics> live =
        admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics();
    live.forEach(
        (name, server) -> {
          loads.took(BYTES_OF_SERVER + server.getRegionMetrics().size() * BYTES_OF_REGION);
          if (server.getInfoServerPort() != 0) { // of one that has not reported yet
            ports.put(name, server.getInfoServerPort());
          }
        });
    return live;
  }
}
