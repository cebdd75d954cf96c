package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.Failure;
import io.hbench.data.KeyRange;
import io.hbench.data.Seeds;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.latency.Window;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One thread of a task: draw a key, make a request, wait until it is due and a slot is free, send
 * it, record its answer. With one slot and no schedule that is the plain closed loop.
 *
 * <p>Requests are drawn and answers recorded in turns, one thread at a time. The load thread takes
 * a turn when a request is due; a thread of HBase's client takes one when it brings an answer, and
 * sends the next request itself: waking the load thread for every answer costs more than all of
 * hbench's other work. Requests are sent between turns: that takes many times as long, and whoever
 * found the turn taken for so long would leave its answer to another thread, and go to sleep. The
 * sequence of requests is the same whoever's turn it is.
 */
final class LoadLoop implements Runnable {
  /** The kind of a request that had no answer when the run was over. */
  static final String UNFINISHED = "Unfinished";

  /** A stall just before the end is caught up with for so long after it. */
  static final long LAST_CALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_DRAINS = 4;
  private static final int PATIENCE = 50;
  private static final long NEVER = Long.MAX_VALUE;
  private static final Failure UNANSWERED = new Failure(UNFINISHED, null);

  private final Client client;
  private final Clock clock;
  private final Phase measured;

  /** What belongs to the window, and what comes before it. */
  private final Phase[] phases;

  private final BooleanSupplier ended;
  private final Window window;
  private final long lastCall;
  private final Pacer pacer;
  private final RequestSequence requests;
  private final TaskInserts.ThreadInserts inserts;
  private final List<Slot> slots;
  private final Deque<Slot> free;
  private final Queue<Slot> completions = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean lock = new AtomicBoolean();

  /** When the load thread must take a turn; {@link #NEVER} if an answer comes before. */
  private volatile long wakeAt = NEVER;

  /** Nothing is left to send, or to wait for. */
  private volatile boolean over;

  private volatile RuntimeException bug;
  private Thread thread;

  /** Requests of the window that are yet to be sent. */
  private long left;

  private final long warmupDraws;

  /** A request is made, and waits for its instant or for a slot. */
  private boolean drawn;

  /** There is no request that is yet to be sent. */
  private boolean sentAll;

  LoadLoop(
      RunSpec spec,
      TaskSpec context,
      int index,
      RowRequests shape,
      TaskInserts inserts,
      Client client,
      Clock clock,
      Recording recording,
      TaskCounters.ThreadInserts counters,
      BooleanSupplier ended) {
    this.client = client;
    this.clock = clock;
    this.measured = new Phase(recording.recorder(spec.load().inFlight() > 1), counters);
    this.phases = new Phase[] {measured, new Phase(recording.warmup(spec.load().inFlight() > 1), counters.warmup())};
    this.ended = ended;
    this.window = spec.window();
    this.lastCall = Math.max(window.end(), window.end() + LAST_CALL_NANOS); // may overflow
    this.left = context.requests(index, spec.load().threads()).orElse(Long.MAX_VALUE);
    this.warmupDraws = spec.measurement().warmupRows();
    long seed = spec.taskSeed(context.index());
    this.pacer = Pacer.of(spec, context, index, Seeds.derive(seed, Long.MIN_VALUE + index));
    this.requests = new RequestSequence(spec, context, index, shape, inserts);
    this.inserts = inserts.ofThread(index);
    this.slots = Stream.generate(Slot::new).limit(spec.load().inFlight()).toList();
    this.free = new ArrayDeque<>(slots);
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    // the first request is made before the start: loading classes takes longer than sending
    draw();
    long joined = clock.nanos();
    clock.waitUntil(0);
    measured.tally.started(clock.nanos());
    skipUntil(joined);
    drain();
    while (!over) {
      long alarm = wakeAt;
      if (alarm < NEVER) {
        clock.waitUntil(alarm);
      } else if (completions.isEmpty()) {
        LockSupport.park(this);
      }
      drain();
    }
    if (bug != null) {
      throw bug;
    }
    requests.close();
    finish();
    measured.recorder.close();
    measured.tally.end();
  }

  /** What the client holds back is part of the work. */
  private void finish() {
    try {
      if (client.finish()) {
        measured.tally.done(clock.nanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes turns as long as something is due or answered, but not for ever: a thread of HBase's
   * client that went on and on here would read no answers itself. The load thread does the rest.
   */
  private void drain() {
    int most = MAX_DRAINS;
    boolean more;
    do {
      if (!drainOnce()) {
        return; // whoever has the turn looks for answers once more after it
      }
      more = false;
      try {
        Slot due = turn();
        if (due != null) {
          more = true;
          send(due);
        }
      } catch (RuntimeException e) {
        bug = e; // on a thread of HBase's, nobody would hear of it
        over = true;
      }
    } while (!over
        && (more || !completions.isEmpty())
        && (Thread.currentThread() == thread || --most > 0));
    if (over || more || !completions.isEmpty()) {
      LockSupport.unpark(thread);
    }
  }

  /** Waits for as long as turns last that nothing interrupts: about a microsecond. */
  private boolean drainOnce() {
    for (int i = 0; i < PATIENCE; i++) {
      if (lock.compareAndSet(false, true)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Records what is answered. Returns the slot of a request that is due; null if none is. */
  private Slot turn() {
    try {
      if (over) {
        return null;
      }
      collect();
      Slot due = nextDue();
      if (ended.getAsBoolean() || (sentAll && free.size() == slots.size())) {
        giveUp();
        over = true;
        return null;
      }
      return due;
    } finally {
      lock.set(false);
    }
  }

  private Slot nextDue() {
    while (draw()) {
      if (free.isEmpty()) {
        wakeAt = NEVER;
        return null;
      }
      if (requests.request().isNeedless()) { // the answer before it may have told
        drawn = false;
        continue;
      }
      long now = clock.nanos();
      long intended = pacer.intended(now);
      if (intended >= window.end() || now >= lastCall) {
        break;
      }
      long earliest = pacer.earliest(now);
      if (isBeforeWindow(intended) > isBeforeWindow(now)) {
        pacer.advance(now); // a cold start must not leave the window a backlog
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

  /** Makes the next request, if it isn't made yet. Returns whether there is one. */
  private boolean draw() {
    if (left > 0 && !drawn && !ended.getAsBoolean()) {
      requests.advance();
      drawn = requests.hasOne();
      left = drawn ? left : 0;
    }
    return drawn && !ended.getAsBoolean();
  }

  /** The load thread's alarm clock: set by whoever's turn it is. */
  private void sleepUntil(long instant) {
    boolean asleep = wakeAt == NEVER;
    wakeAt = instant;
    if (asleep && Thread.currentThread() != thread) {
      LockSupport.unpark(thread);
    }
  }

  /** A task that comes late does not make up for what it missed. */
  private void skipUntil(long joined) {
    while (pacer.hasSchedule() && pacer.intended(joined) < joined) {
      if (window.contains(pacer.intended(joined))) {
        measured.tally.unsent(1);
      }
      pacer.advance(joined);
    }
  }

  /** Takes a free slot for the request that was drawn. */
  private Slot take(long intended, long earliest, long now) {
    Slot slot = free.pollFirst(); // the one that has been free for longest
    slot.busy = true;
    slot.request = requests.request();
    slot.due = Math.max(earliest, slot.due);
    slot.operation = requests.operation();
    slot.rows = requests.rows();
    slot.intended = intended;
    slot.sent = now;
    slot.insertsBefore = requests.insertsBefore();
    slot.inserts = requests.inserts();
    int warmup = isBeforeWindow(intended) | isNegative(requests.rowsBefore() - warmupDraws);
    slot.phase = phases[warmup];
    left -= 1 - warmup;
    slot.phase.tally.sent(now);
    if (pacer.hasSchedule()) {
      slot.phase.tally.late(now - slot.due);
    }
    pacer.advance(now);
    drawn = false;
    return slot;
  }

  /** Between the two readings of the clock there is one request and nothing else. */
  private void send(Slot slot) {
    CompletableFuture<Outcome> answer = slot.request.send(client);
    if (answer.isDone()) {
      slot.done = clock.nanos();
      slot.take(answer);
      completions.add(slot);
    } else {
      var unused = answer.whenComplete(slot);
    }
  }

  /**
   * 1 or 0, without a branch: the warm-up is to warm what the window will need. Code that is never
   * reached before the window is compiled as if it never were, and when it is, everything around it
   * is compiled once more: that took seconds, and showed in the results.
   */
  private int isBeforeWindow(long instant) {
    return isNegative(instant - window.start());
  }

  private static int isNegative(long number) {
    return (int) (number >>> (Long.SIZE - 1));
  }

  /** A user would have sent it, and would have waited at least until now. */
  private void drop(long intended, long now) {
    if (window.contains(intended)) {
      measured.tally.unsent(1);
      measured.recorder.record(
          requests.operation().toString(), Series.DROPPED, intended, -1, now - intended, 0, 0, 0);
    }
    pacer.advance(now);
  }

  private void collect() {
    for (Slot slot = completions.poll(); slot != null; slot = completions.poll()) {
      settle(slot);
    }
  }

  private void settle(Slot slot) {
    slot.busy = false;
    slot.due += slot.done - slot.sent;
    free.addLast(slot);
    measured.tally.done(slot.done);
    inserts.completed(slot.insertsBefore, slot.inserts, slot.failure == null);
    record(slot, slot.failure == null ? null : failure(slot.failure));
  }

  private Failure failure(Throwable thrown) {
    return ended.getAsBoolean() ? UNANSWERED : Failure.of(thrown);
  }

  private void record(Slot slot, Failure failure) {
    Outcome outcome = failure == null ? slot.outcome : Outcome.NOTHING;
    if (failure == null) {
      slot.phase.tally.ok(outcome);
      measured.tally.acknowledged(slot.rows);
    } else {
      slot.phase.tally.failed(slot.operation, failure, slot.done);
    }
    slot.phase.recorder.record(
        slot.operation.toString(),
        failure == null ? Series.OK : failure.kind(),
        slot.intended,
        slot.done - slot.sent,
        pacer.hasSchedule() ? slot.done - slot.intended : -1,
        outcome.rows(),
        outcome.notFound(),
        outcome.bytes());
  }

  /** What has no answer yet fails, and what was due and not sent is counted. */
  private void giveUp() {
    long now = clock.nanos();
    for (Slot slot : slots) {
      if (slot.busy) {
        slot.done = now;
        measured.tally.done(now);
        record(slot, UNANSWERED);
      }
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

  /** Where the requests of the window are recorded and counted, or those that come before it. */
  private record Phase(Recorder recorder, TaskCounters.ThreadInserts tally) {}

  /** A request that may be under way, and then its answer. */
  private final class Slot implements BiConsumer<Outcome, Throwable> {
    private boolean busy;
    private Phase phase;

    /**
     * When a client without troubles of its own would have sent the request, and then when it would
     * have been free again. What is sent after that is late by this client's fault: after a garbage
     * collection not only the request that had to wait for it, but all that queued up meanwhile.
     */
    private long due = Long.MIN_VALUE / 2;

    private Request request;
    private OperationType operation;
    private List<KeyRange> rows;
    private long intended;
    private long sent;
    private long insertsBefore;
    private long inserts;
    private long done;
    private Outcome outcome;
    private Throwable failure;

    /** On whichever thread the answer came. */
    @Override
    public void accept(Outcome newOutcome, Throwable newFailure) {
      done = clock.nanos();
      outcome = newOutcome;
      failure = newFailure;
      completions.add(this);
      drain();
    }

    private void take(CompletableFuture<Outcome> answer) {
      try {
        outcome = answer.join();
        failure = null;
      } catch (CompletionException e) {
        failure = e;
      }
    }
  }
}
