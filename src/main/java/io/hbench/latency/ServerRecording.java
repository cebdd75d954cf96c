package io.hbench.latency;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records of one task by region server, for the whole window: histograms as of any series, {@link
 * TimeBlocks} of the successful requests, and {@link RegionCounts}.
 *
 * <p>Memory: some 50 KB for each server, operation and timing ({@link BucketCounts}). Servers
 * beyond the first {@link #MAX_SERVERS} share the records of {@link #OTHERS}, regions beyond the
 * first {@link #MAX_REGIONS} are not counted.
 */
public final class ServerRecording {
  /** Name of the servers that have no records of their own. */
  public static final String OTHERS = "others";

  /** Maximum number of servers with records of their own. */
  public static final int MAX_SERVERS = 200;

  static final int MAX_REGIONS = 20_000;

  private final Window window;

  /** By the place itself: the same object as long as a region stays where it is. */
  private final IdentityHashMap<ServerRegion, Target> targets = new IdentityHashMap<>();

  private final Map<String, RequestRecords> servers = new TreeMap<>();
  private final Map<String, RegionCounts> regions = new HashMap<>();
  private final Map<String, Held> held = new TreeMap<>();
  private final Map<String, Long> withheld = new TreeMap<>();

  /**
   * What a place's requests are recorded in.
   *
   * @param region null if there are too many
   */
  private record Target(RequestRecords server, RegionCounts region) {}

  /**
   * Slots that a server has held for long: in the window and in the warm-up before it.
   *
   * @param requests that took a second or longer, or had no answer at the end
   * @param nanos time that they held their slots
   */
  public record Held(String server, long requests, long nanos) {
    /** These slots and others of the same server. */
    public Held plus(Held other) {
      return new Held(server, requests + other.requests, nanos + other.nanos);
    }
  }

  /** Latencies of one operation at a server, in blocks of time. */
  public record Blocks(String server, String operation, TimeBlocks blocks) {}

  ServerRecording(Window window) {
    this.window = window;
  }

  /** Adds the requests of a buffer that were meant for a region. */
  synchronized void add(Recorder buffer) {
    for (int i = 0; i < buffer.length; i++) {
      if (buffer.places[i] != null) {
        add(buffer, i);
      }
    }
  }

  private void add(Recorder buffer, int i) {
    ServerRegion place = buffer.places[i];
    long nanos = buffer.serviceNanos(i);
    if (nanos < 0) { // it was withheld, and is none of its region's
      server(place).of(buffer.operations[i], buffer.outcomes[i]).add(buffer, i);
      return;
    }
    Target target = targets.get(place);
    if (target == null) {
      target = target(place);
    }
    boolean ok = buffer.outcomes[i].equals(Series.OK);
    if (target.region != null) {
      target.region.add(place, nanos, !ok);
    }
    RequestRecords.Kind kind = target.server.of(buffer.operations[i], buffer.outcomes[i]);
    kind.add(buffer, i);
    if (ok) {
      kind.blocks().add(buffer.at(i) - window.start(), Math.max(1, nanos));
    }
  }

  private Target target(ServerRegion place) {
    if (targets.size() >= 2 * MAX_REGIONS) { // regions that have moved often
      targets.clear();
    }
    RegionCounts region = regions.get(place.region());
    if (region == null && regions.size() < MAX_REGIONS) {
      region = new RegionCounts(place);
      regions.put(place.region(), region);
    }
    Target target = new Target(server(place), region);
    targets.put(place, target);
    return target;
  }

  private RequestRecords server(ServerRegion place) {
    return servers.computeIfAbsent(listed(servers, place.server()), s -> new RequestRecords());
  }

  /** The name under which a server is listed: its own while there is room. */
  private static String listed(Map<String, ?> servers, String server) {
    return servers.size() < MAX_SERVERS || servers.containsKey(server) ? server : OTHERS;
  }

  /** A request held its slot for long, also in the warm-up. */
  public synchronized void held(ServerRegion place, long nanos) {
    String server = listed(held, place.server());
    held.merge(server, new Held(server, 1, nanos), Held::plus);
  }

  /** A request of the window was withheld: all slots of its server were in use. */
  public synchronized void withheld(String server) {
    withheld.merge(listed(withheld, server), 1L, Long::sum);
  }

  /** Requests of the window that were withheld, by server. */
  public synchronized Map<String, Long> withheld() {
    return Map.copyOf(withheld);
  }

  /** The servers that held slots for long, sorted by name. */
  public synchronized List<Held> held() {
    return List.copyOf(held.values());
  }

  /** Passes the record of each series by server to a sink. */
  synchronized void writeTo(Recording.Sink sink) throws IOException {
    for (Map.Entry<String, RequestRecords> server : servers.entrySet()) {
      for (Map.Entry<Series, LatencyRecord> e : server.getValue().bySeries().entrySet()) {
        sink.accept(e.getKey().ofServer(server.getKey()), e.getValue());
      }
    }
  }

  /** The time blocks of each server and operation, sorted by these names. */
  public synchronized List<Blocks> blocks() {
    List<Blocks> all = new ArrayList<>();
    servers.forEach(
        (server, records) ->
            records
                .blocks()
                .forEach((operation, blocks) -> all.add(new Blocks(server, operation, blocks))));
    return all;
  }

  /** The regions, the most requested ones first. */
  public synchronized List<RegionCounts> regions() {
    return regions.values().stream()
        .sorted(Comparator.comparingLong(RegionCounts::requests).reversed())
        .toList();
  }
}
