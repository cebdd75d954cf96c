package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.Failure;
import io.hbench.data.Seeds;
import io.hbench.latency.Recording;
import io.hbench.latency.Window;
import io.hbench.row.Outcome;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Load loop of one thread of a task: draws a key, makes a request, waits for its intended time and
 * for a free slot, sends the request and records its outcome. With one slot and no schedule it is a
 * plain closed loop.
 *
 * <p>One thread at a time drains the loop under its lock: it records completed requests and makes
 * the next one. The load thread drains when a request is due. A thread of HBase's client drains
 * when it completes a request, and sends the next request itself: waking the load thread for each
 * completion costs more than all other work of hbench. Requests are sent without the lock: sending
 * takes many times as long as draining, and a thread that found the lock taken for that long would
 * have to leave its completion to another thread. The sequence of requests does not depend on which
 * thread drains.
 */
final class LoadLoop implements Runnable {
  /** Failure kind of requests that were in flight when the run ended. */
  static final String UNFINISHED = "Unfinished";

  /** Time after the end of the window in which requests delayed by a stall are still sent. */
  static final long LAST_CALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_DRAINS = 4;
  private static final long NEVER = Long.MAX_VALUE;
  private static final Failure UNANSWERED = new Failure(UNFINISHED, null);

  private final Client client;
  private final Clock clock;
  private final Phase measured;
  private final Phases phases;
  private final BooleanSupplier ended;
  private final Window window;
  private final long lastCall;
  private final Pacer pacer;
  private final RequestSequence requests;
  private final TaskInserts.ThreadInserts inserts;
  private final SlotPool slots;
  private final Queue<Slot> completions = new ConcurrentLinkedQueue<>();

  private final DrainLock lock = new DrainLock();

  /** Time at which the load thread must drain; {@link #NEVER} if a completion comes before. */
  private volatile long wakeAt = NEVER;

  /** No request is left to send or to wait for. */
  private volatile boolean over;

  private volatile RuntimeException bug;
  private Thread thread;

  /** Number of requests of the window that are not sent yet. */
  private long left;

  /** A request is made, and waits for its intended time or for a slot. */
  private boolean drawn;

  /** No request is left to send. */
  private boolean sentAll;

  LoadLoop(LoadContext context, int index, Client client) {
    RunSpec spec = context.spec();
    Recording recording = context.recording();
    ThreadCounters counters = context.counters().newThread();
    boolean several = spec.load().inFlight() > 1;
    this.client = client;
    this.clock = context.clock();
    this.measured = new Phase(recording.recorder(several), counters);
    this.phases =
        new Phases(
            measured,
            new Phase(recording.warmup(several), counters.warmup()),
            spec.window().start(),
            spec.measurement().warmupRows());
    this.ended = context.ended();
    this.window = spec.window();
    this.lastCall = Math.max(window.end(), window.end() + LAST_CALL_NANOS); // may overflow
    this.left = context.requests(index);
    long seed = Seeds.derive(spec.taskSeed(context.task().index()), Long.MIN_VALUE + index + 1);
    this.pacer = Pacer.of(spec.load(), context.schedule(), seed);
    this.requests =
        new RequestSequence(spec, context.task(), index, context.rowRequests(), context.inserts());
    this.inserts = context.inserts().ofThread(index);
    this.slots = new SlotPool(this, spec.load().inFlight());
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    // the first request is made before the start: loading classes takes longer than sending
    draw();
    long joined = clock.nanos();
    clock.waitUntil(0);
    measured.counters().started(clock.nanos());
    skipUntil(joined);
    drain();
    while (!over) {
      long alarm = wakeAt;
      if (alarm < NEVER) {
        clock.waitUntil(alarm);
      } else if (completions.isEmpty()) {
        clock.park(this);
      }
      drain();
    }
    if (bug != null) {
      throw bug;
    }
    requests.close();
    finish();
    measured.recorder().close();
    measured.counters().end();
  }

  /** Sends what the client has buffered: that is part of the load. */
  private void finish() {
    try {
      if (client.finish()) {
        measured.counters().done(clock.nanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long nanos() {
    return clock.nanos();
  }

  /** Takes a completed request, on any thread. */
  void completed(Slot slot) {
    completions.add(slot);
    drain();
  }

  /**
   * Drains as long as a request is due or completed. A thread of HBase's client stops after a few
   * times, because it would read no responses meanwhile; the load thread does the rest.
   */
  private void drain() {
    int most = MAX_DRAINS;
    boolean more;
    do {
      if (!lock.tryLock()) {
        return; // the thread that has the lock looks for completions once more after it
      }
      more = false;
      try {
        Slot due = drainOnce();
        if (due != null) {
          more = true;
          send(due);
        }
      } catch (RuntimeException e) {
        bug = e; // a thread of HBase's client would swallow it
        over = true;
      }
    } while (!over
        && (more || !completions.isEmpty())
        && (Thread.currentThread() == thread || --most > 0));
    if (over || more || !completions.isEmpty()) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Records completed requests, and unlocks.
   *
   * @return the slot of a request that is due, or null if none is
   */
  private Slot drainOnce() {
    try {
      if (over) {
        return null;
      }
      for (Slot slot = completions.poll(); slot != null; slot = completions.poll()) {
        settle(slot);
      }
      Slot due = nextDue();
      if (ended.getAsBoolean() || (sentAll && slots.areAllFree())) {
        giveUp();
        over = true;
        return null;
      }
      return due;
    } finally {
      lock.unlock();
    }
  }

  private Slot nextDue() {
    while (draw()) {
      if (!slots.hasFree()) {
        wakeAt = NEVER;
        return null;
      }
      if (requests.request().isNeedless()) { // the request before it may have found that out
        drawn = false;
        continue;
      }
      long now = clock.nanos();
      long intended = pacer.intended(now);
      if (intended >= window.end() || now >= lastCall) {
        break;
      }
      long earliest = pacer.earliest(now);
      if (phases.isBeforeWindow(intended) > phases.isBeforeWindow(now)) {
        pacer.advance(now); // a cold start must not leave a backlog to the window
      } else if (earliest > now) {
        sleepUntil(earliest);
        return null;
      } else if (pacer.isDropped(now)) {
        drop(intended, now);
        inserts.completed(requests.insertsBefore(), requests.inserts(), false);
        drawn = false;
      } else {
        return take(intended, earliest, now);
      }
    }
    wakeAt = NEVER;
    sentAll = true;
    return null;
  }

  /** Makes the next request unless it is made already; returns whether there is one. */
  private boolean draw() {
    if (left > 0 && !drawn && !ended.getAsBoolean()) {
      requests.advance();
      drawn = requests.hasOne();
      left = drawn ? left : 0;
    }
    return drawn && !ended.getAsBoolean();
  }

  /** Sets the time at which the load thread wakes up. */
  private void sleepUntil(long instant) {
    boolean asleep = wakeAt == NEVER;
    wakeAt = instant;
    if (asleep && Thread.currentThread() != thread) {
      LockSupport.unpark(thread);
    }
  }

  /** Skips the requests that a late task has missed, and counts them as dropped. */
  private void skipUntil(long joined) {
    while (pacer.hasSchedule() && pacer.intended(joined) < joined) {
      if (window.contains(pacer.intended(joined))) {
        measured.counters().dropped(1);
        pacer.dropped();
      }
      pacer.advance(joined);
    }
  }

  /** Puts the request that was drawn into a free slot. */
  private Slot take(long intended, long earliest, long now) {
    Slot slot = slots.take();
    slot.hold(requests);
    slot.due = Math.max(earliest, slot.due);
    slot.intended = intended;
    slot.sent = now;
    int warmup = phases.isWarmup(intended, requests.rowsBefore());
    slot.phase = phases.get(warmup);
    left -= 1 - warmup;
    slot.phase.counters().sent(now);
    if (pacer.hasSchedule()) {
      slot.phase.counters().delayed(now - slot.due);
    }
    pacer.advance(now);
    drawn = false;
    return slot;
  }

  /** Sends a request; nothing else happens between the two readings of the clock. */
  private void send(Slot slot) {
    CompletableFuture<Outcome> answer = slot.request.send(client);
    if (answer.isDone()) {
      slot.complete(answer, clock.nanos());
      completions.add(slot);
    } else {
      var unused = answer.whenComplete(slot);
    }
  }

  private void drop(long intended, long now) {
    if (window.contains(intended)) {
      measured.drop(requests.operation().toString(), intended, now);
      pacer.dropped();
    }
    pacer.advance(now);
  }

  private void settle(Slot slot) {
    slot.due += slot.done - slot.sent;
    slots.release(slot);
    measured.counters().done(slot.done);
    inserts.completed(slot.insertsBefore, slot.inserts, slot.failure == null);
    record(slot, slot.failure == null ? null : failure(slot.failure));
  }

  private Failure failure(Throwable thrown) {
    return ended.getAsBoolean() ? UNANSWERED : Failure.of(thrown);
  }

  private void record(Slot slot, Failure failure) {
    if (failure == null) {
      measured.counters().acknowledged(slot.rows);
    }
    slot.phase.record(slot, failure, pacer.hasSchedule());
  }

  /** Fails the requests in flight, and drops the requests whose intended time has passed. */
  private void giveUp() {
    long now = clock.nanos();
    for (Slot slot : slots.busy()) {
      slot.done = now;
      measured.counters().done(now);
      record(slot, UNANSWERED);
    }
    if (!drawn) {
      requests.skip();
    }
    boolean timed = window.end() < Long.MAX_VALUE;
    while (timed && pacer.hasSchedule() && pacer.intended(now) < window.end()) {
      drop(pacer.intended(now), Math.max(now, pacer.intended(now)));
      requests.skip();
    }
  }
}
