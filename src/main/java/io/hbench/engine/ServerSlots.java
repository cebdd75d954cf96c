package io.hbench.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The slots of a task in use by region server, with a maximum for each. All threads share them. */
final class ServerSlots {
  /** Time without a quick answer from which on a server hangs; a longer answer is none. */
  private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final int max;
  private final Map<String, OfServer> servers = new ConcurrentHashMap<>();
  private final AtomicLong releases = new AtomicLong();

  private static final class OfServer {
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicLong quickAt;

    OfServer(long now) {
      quickAt = new AtomicLong(now);
    }

    /** It does not hang at this time. */
    void quickAt(long now) {
      quickAt.accumulateAndGet(now, Math::max);
    }
  }

  ServerSlots(int max) {
    this.max = max;
  }

  /** Takes a slot for a request to a server; returns whether there was one. */
  boolean tryTake(String server, long now) {
    OfServer slots = servers.get(server);
    if (slots == null) {
      slots = servers.computeIfAbsent(server, s -> new OfServer(now));
    }
    int inUse = slots.inUse.incrementAndGet();
    if (inUse == 1) {
      slots.quickAt(now); // it was idle: it had nothing to answer
    }
    if (inUse <= max) {
      return true;
    }
    slots.inUse.decrementAndGet();
    return false;
  }

  /** Whether a server that was asked for has a free slot. */
  boolean hasRoom(String server) {
    return servers.get(server).inUse.get() < max;
  }

  /**
   * Whether a server that has no free slot hangs. One that answers will have a free slot soon; a
   * timeout is no answer.
   */
  boolean hangs(String server, long now) {
    return now - servers.get(server).quickAt.get() > QUICK_NANOS;
  }

  /**
   * A request was settled.
   *
   * @param answered whether there was an answer
   */
  void release(String server, long sent, long done, boolean answered) {
    OfServer slots = servers.get(server);
    slots.inUse.decrementAndGet();
    if (answered && done - sent <= QUICK_NANOS) {
      slots.quickAt(done);
    }
    releases.incrementAndGet();
  }

  /** Number of releases so far: as long as it is the same, no server has a free slot again. */
  long releases() {
    return releases.get();
  }
}
