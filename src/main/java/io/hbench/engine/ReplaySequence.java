package io.hbench.engine;

import io.hbench.op.Request;
import io.hbench.pacing.Pacer;
import io.hbench.replay.RecordedRequest;
import io.hbench.replay.TaskRequests;
import io.hbench.spec.ReplaySpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Recorded requests of one thread with their intended times. One request is in flight for a row: a
 * later one that is due waits for its answer, while those for other rows go on.
 */
final class ReplaySequence extends LoopRequests implements Pacer {
  /** Requests that wait for others; with more of them the thread reads on when one is answered. */
  private static final int MAX_HELD = 100_000;

  /** After the last request, which others may still be waiting for. */
  private static final Request NONE =
      client -> {
        throw new IllegalStateException("no request is left");
      };

  private final SideLoad load;
  private final ReplaySpec replay;
  private final TaskRequests recorded;
  private final int thread;

  /** The rows with a request in flight, each with what waits for the answer. */
  private final Map<String, Queue<RecordedRequest>> busy = new HashMap<>();

  /** Requests that were held back, and may be sent. */
  private final Queue<Free> free = new ArrayDeque<>();

  private int held;

  /** Time at which fewer than the maximum were held back again. */
  private long heldUntil = Long.MIN_VALUE;

  /** The next request of the file; null after the last one. */
  private RecordedRequest ahead;

  /** The request ahead is gone, and the one after it not read: that may take time. */
  private boolean unread;

  /** The request that {@link #request} sends. */
  private RecordedRequest made;

  /**
   * A request that was held back.
   *
   * @param since time of the answer that it waited for
   */
  private record Free(RecordedRequest request, long since) {}

  ReplaySequence(SideLoad load, TaskRequests recorded, int thread) {
    this.load = load;
    this.replay = load.spec().replay().orElseThrow();
    this.recorded = recorded;
    this.thread = thread;
    this.ahead = recorded.next(thread);
  }

  @Override
  boolean isReady() {
    return !free.isEmpty() || !unread || recorded.isReady(thread);
  }

  private RecordedRequest next() {
    if (free.isEmpty() && unread) {
      unread = false;
      ahead = recorded.next(thread);
    }
    return free.isEmpty() ? ahead : free.peek().request();
  }

  private RecordedRequest remove() {
    if (!free.isEmpty()) {
      return free.remove().request();
    }
    unread = true;
    return ahead;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // two requests may be alike
  void advance() {
    RecordedRequest next = next();
    name(next);
    if (next == null) {
      request = NONE;
    } else if (next != made) {
      request = next.request(load.rowRequests());
    }
    made = next;
  }

  private void name(RecordedRequest next) {
    operation = next == null ? "" : load.nameOf(next.operation());
  }

  /** At the end, when no request is sent any more. */
  @Override
  void skip() {
    busy.values().forEach(waiting -> waiting.forEach(one -> free.add(new Free(one, 0))));
    busy.clear();
    name(next());
  }

  @Override
  boolean holdsBack() {
    if (!free.isEmpty()) {
      return false; // its row is busy with it
    }
    Queue<RecordedRequest> waiting = busy.get(ahead.row());
    if (waiting == null) {
      busy.put(ahead.row(), new ArrayDeque<>(1));
      return false;
    }
    waiting.add(remove());
    held++;
    return true;
  }

  @Override
  boolean answered(Request answered, long at) {
    String row = new String(answered.row(), StandardCharsets.ISO_8859_1);
    RecordedRequest following = busy.get(row).poll();
    if (following == null) {
      busy.remove(row);
      return false;
    }
    heldUntil = held == MAX_HELD ? at : heldUntil;
    held--;
    free.add(new Free(following, at));
    return true;
  }

  @Override
  public boolean hasSchedule() {
    return true;
  }

  @Override
  public long intended(long now) {
    RecordedRequest next = next();
    return next == null ? Long.MAX_VALUE : replay.nanos(next.micros());
  }

  /** A request that waits for its row, or for room, is not late by the client. */
  @Override
  public long earliest(long now) {
    if (!free.isEmpty()) {
      return Math.max(intended(now), free.peek().since());
    }
    return held < MAX_HELD ? Math.max(intended(now), heldUntil) : Long.MAX_VALUE;
  }

  @Override
  public void advance(long sent) {
    remove();
  }
}
