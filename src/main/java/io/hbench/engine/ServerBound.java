package io.hbench.engine;

import io.hbench.client.RegionMap;
import io.hbench.latency.ServerRecording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a load loop withholds: requests to a region server that hangs, and whose {@link ServerSlots}
 * are all in use. They are never sent, and counted by server. While a server answers, requests wait
 * for a slot of it, as they do for a slot of the thread: none is left out, and the mix is as drawn.
 *
 * <p>In a closed loop the thread draws another row. In an open loop the request has an intended
 * time, and a user would have waited for it: it is dropped, and its response time ends when its
 * server has a slot again, the least that the user would have waited. Ended at once, it would be
 * far too short.
 */
final class ServerBound {
  /** Requests withheld in a row after which a closed loop waits, and does not go on drawing. */
  private static final int MAX_IN_A_ROW = 16;

  /** Intended times that are so close count as one: memory, in an outage of minutes. */
  private static final long CLOSE_NANOS = 1_000_000;

  /** The same when there are many. */
  private static final long MANY_CLOSE_NANOS = 10_000_000;

  private static final int MANY = 10_000;

  private final ServerSlots slots;
  private final ServerRecording servers;
  private final Phase measured;
  private final boolean scheduled;
  private final Map<String, List<Withheld>> withheld = new HashMap<>();
  private int inARow;
  private long releases;

  /** What is to be done with a request. */
  enum Decision {
    SEND,
    WITHHOLD,
    /** Keep it, and ask again later: its server answers, or all servers that were drawn hang. */
    WAIT
  }

  /** Requests of a schedule that were withheld, with nearly the same intended time. */
  private static final class Withheld {
    private final String operation;

    /** Of the first of them; all are meant for its server. */
    private final RegionMap.Region region;

    private final long intended;
    private int count = 1;

    Withheld(String operation, RegionMap.Region region, long intended) {
      this.operation = operation;
      this.region = region;
      this.intended = intended;
    }
  }

  /**
   * @param measured where dropped requests are recorded
   * @param scheduled whether requests have intended times
   */
  ServerBound(ServerSlots slots, ServerRecording servers, Phase measured, boolean scheduled) {
    this.scheduled = scheduled;
    this.slots = slots;
    this.servers = servers;
    this.measured = measured;
  }

  /**
   * Decides on a request, and takes a slot of its server if it is sent.
   *
   * @param region that the request is meant for; null if none is known, which has no bound
   */
  Decision decide(RegionMap.Region region, long now) {
    withheld.forEach( // another thread's request may have left a slot
        (server, ofServer) -> {
          if (!ofServer.isEmpty() && slots.hasRoom(server)) {
            end(ofServer, now);
          }
        });
    if (region == null) {
      return Decision.SEND;
    }
    if (slots.tryTake(region.server(), now)) {
      inARow = 0;
      end(withheld.get(region.server()), now);
      return Decision.SEND;
    }
    if (!slots.hangs(region.server(), now)) {
      return Decision.WAIT;
    }
    if (!scheduled && inARow == MAX_IN_A_ROW) {
      if (slots.releases() == releases) {
        return Decision.WAIT;
      }
      inARow = 0;
    }
    inARow = Math.min(inARow + 1, MAX_IN_A_ROW);
    releases = slots.releases();
    return Decision.WITHHOLD;
  }

  /** A request of the window is withheld. */
  void withheld(RegionMap.Region region, String operation, long intended) {
    servers.withheld(region.server());
    if (!scheduled) {
      return;
    }
    List<Withheld> ofServer = withheld.computeIfAbsent(region.server(), s -> new ArrayList<>());
    long close = ofServer.size() < MANY ? CLOSE_NANOS : MANY_CLOSE_NANOS;
    Withheld last = ofServer.isEmpty() ? null : ofServer.get(ofServer.size() - 1);
    if (last != null && last.operation.equals(operation) && intended - last.intended < close) {
      last.count++;
    } else {
      ofServer.add(new Withheld(operation, region, intended));
    }
  }

  /** A request was settled. */
  void release(Slot slot) {
    slots.release(slot.bounded, slot.sent, slot.done, slot.failure == null);
    end(withheld.get(slot.bounded), slot.done);
  }

  /** Records the dropped requests of all servers. */
  void end(long now) {
    withheld.values().forEach(ofServer -> end(ofServer, now));
  }

  private void end(List<Withheld> ofServer, long now) {
    if (ofServer == null || ofServer.isEmpty()) {
      return;
    }
    for (Withheld requests : ofServer) {
      for (int i = 0; i < requests.count; i++) {
        measured.drop(
            requests.operation,
            requests.region,
            requests.intended,
            Math.max(now, requests.intended));
      }
    }
    ofServer.clear();
  }
}
