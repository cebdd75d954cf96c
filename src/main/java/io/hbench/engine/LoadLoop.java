package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.Failure;
import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.client.RegionMap;
import io.hbench.client.TableRegions;
import io.hbench.client.TargetRegion;
import io.hbench.data.Seeds;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.latency.ServerRecording;
import io.hbench.outage.OutageWatch;
import io.hbench.pacing.Pacer;
import io.hbench.pacing.Schedule;
import io.hbench.row.Outcome;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;

/**
 * Load loop of one thread of a task: draws a key, makes a request, waits for its intended time and
 * for a free slot, sends the request and records its outcome. With one slot and no schedule it is a
 * plain closed loop.
 *
 * <p>The sequence of requests does not depend on which thread of a {@link DrainLoop} makes them.
 */
final class LoadLoop extends DrainLoop implements Runnable {
  /** Time after the end of the window in which requests delayed by a stall are still sent. */
  private static final long LAST_CALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The same of a replay, whose writes are all to be there; their answers have as long again. */
  private static final long LAST_CALL_OF_REPLAY_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Time from which a request makes it likely that its region has moved meanwhile. */
  private static final long DOUBTFUL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Pause after which a loop looks again for a free slot of a server, or for a file. */
  private static final long RETRY_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private static final Failure UNANSWERED = new Failure(Series.UNFINISHED, null, null);

  private final TaskRun run;
  private final Client client;
  private final TableName table;
  private final HBaseUser user;
  private final TaskCounters task;
  private final Phase measured;
  private final Phases phases;
  private final Pacer pacer;
  private final LoopRequests requests;
  private final TaskInserts.ThreadInserts inserts;
  private final SlotPool slots;
  private final boolean byServer;
  private final TableRegions regions;
  private final TargetRegion meant;
  private final ServerRecording servers;

  /** Null without a maximum of requests in flight for a server. */
  private final ServerBound bound;

  /** Null without a time limit of an answer, or if the side pauses. */
  private final OutageWatch outages;

  private final long lastCall;

  /** Number of requests of the window that are not sent yet. */
  private long left;

  /** A request is made, and waits for its intended time or for a slot. */
  private boolean drawn;

  /** Time until which requests waited for a slot of a server, or those before them did. */
  private long waitedUntil = Long.MIN_VALUE;

  /** No request is left to send. */
  private boolean sentAll;

  /**
   * @param index number of the thread among those of its side
   * @param schedule empty without a rate
   */
  LoadLoop(
      TaskRun run,
      SideLoad load,
      int index,
      Client client,
      TaskInserts inserts,
      Optional<Schedule> schedule) {
    super(run.clock);
    RunSpec spec = load.spec();
    Recording recording = run.recording;
    boolean several = spec.load().inFlight() > 1;
    this.run = run;
    this.client = client;
    this.table = TableName.valueOf(spec.target());
    this.user = spec.user();
    this.task = run.counters;
    this.measured = new Phase(recording.recorder(several), task.newThread(false));
    Phase warmup = new Phase(recording.warmup().recorder(several), task.newThread(true));
    this.phases = new Phases(measured, warmup, load);
    this.left =
        schedule.filter(Schedule::hasEnd).isPresent()
            ? Long.MAX_VALUE
            : load.task().requests(index, spec.load().threads()).orElse(Long.MAX_VALUE);
    long seed = Seeds.derive(spec.taskSeed(load.task().index()), Long.MIN_VALUE + index + 1);
    ReplaySequence replay =
        load.recorded().map(r -> new ReplaySequence(load, r, index)).orElse(null);
    this.pacer =
        replay != null ? replay : Pacer.of(spec.load(), schedule, load.alternation(), seed);
    this.requests = replay != null ? replay : new RequestSequence(load, index, inserts);
    this.lastCall = replay != null ? LAST_CALL_OF_REPLAY_NANOS : LAST_CALL_NANOS;
    this.inserts = inserts.ofThread(index);
    this.byServer = spec.measurement().byServer();
    this.regions = client.regions();
    this.meant = new TargetRegion(regions);
    this.servers = recording.servers();
    int ofServer = spec.load().inFlightPerServer();
    this.bound =
        ofServer == 0
            ? null
            : new ServerBound(task.serverSlots(ofServer), servers, measured, pacer.hasSchedule());
    this.outages =
        spec.measurement()
            .outageAfter()
            // a side pauses, which is no outage; a tenant beside its neighbours does not
            .filter(
                after ->
                    load.alternation().isEmpty()
                        || (spec.tenant().isPresent() && spec.neighbourOf().isEmpty()))
            .map(task::watch)
            .orElse(null);
    this.slots = new SlotPool(this, spec.load().inFlight());
  }

  @Override
  @SuppressWarnings("try") // the recorders are closed, whatever happens
  public void run() {
    // the first request is made before the start: loading classes takes longer than sending
    draw();
    long joined = clock.nanos();
    clock.waitUntil(0);
    // both hand over what they have, also before a failure
    try (Recorder window = measured.recorder();
        Recorder warmup = phases.get(1).recorder()) {
      measured.counters().started(clock.nanos());
      measured.counters().missed(pacer.skipUntil(joined, phases::areMeasuredAt));
      drainToEnd();
      requests.close();
      finish();
    }
    task.addEnded(measured);
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

  @Override
  boolean isAtEnd() {
    return run.ended || (sentAll && slots.areAllFree());
  }

  @Override
  Slot next() {
    while (!isReady() || draw()) {
      if (!drawn) { // no thread of HBase's client may wait for a file
        sleepUntil(clock.nanos() + RETRY_NANOS);
        return null;
      }
      if (!slots.hasFree()) {
        sleep();
        return null;
      }
      if (requests.request.isNeedless()) { // the request before it may have found that out
        drawn = false;
        continue;
      }
      long now = clock.nanos();
      long intended = pacer.intended(now);
      long until = run.end;
      if (intended >= until || now - lastCall >= until) {
        break;
      }
      long earliest = pacer.earliest(now);
      if (earliest > now) {
        sleepUntil(earliest);
        return null;
      } else if (requests.holdsBack()) {
        drawn = false;
      } else if (pacer.dropsLate() && !slots.hasFreeSince(intended) && pacer.isDropped()) {
        drop(intended, now);
        requests.request.notSent();
        inserts.completed(requests.insertsBefore, requests.inserts(), false);
        drawn = false;
      } else if (bound == null) {
        return take(intended, earliest, now, null);
      } else {
        RegionMap.Region region = meant.now();
        switch (bound.decide(region, now)) {
          case SEND -> {
            return take(intended, earliest, now, region == null ? null : region.server());
          }
          case WITHHOLD -> withhold(region, intended, now);
          case WAIT -> {
            waitedUntil = now + RETRY_NANOS; // no delay of the client
            pacer.slotIsFreeSince(Long.MAX_VALUE); // its slot is for this request
            sleepUntil(waitedUntil);
            return null;
          }
        }
      }
    }
    sleep();
    sentAll = true;
    tellFreeSlot();
    return null;
  }

  /** Whether no file holds up {@link #draw}. */
  private boolean isReady() {
    return drawn || left == 0 || run.ended || requests.isReady();
  }

  /** Makes the next request unless it is made already; returns whether there is one. */
  private boolean draw() {
    if (left > 0 && !drawn && !run.ended) {
      requests.advance();
      drawn = requests.request != null;
      left = drawn ? left : 0;
      if (byServer && drawn) {
        meant.made(requests.request.row());
      }
    }
    return drawn && !run.ended;
  }

  /** Does not send the request that was drawn: its server is at its bound. */
  private void withhold(RegionMap.Region region, long intended, long now) {
    if (isMeasured(intended)) {
      bound.withheld(region, requests.operation, intended);
      pacer.dropped();
    }
    if (pacer.hasSchedule()) { // else a think time would begin again
      pacer.advance(now);
    }
    requests.request.notSent();
    inserts.completed(requests.insertsBefore, requests.inserts(), false);
    drawn = false;
    tellFreeSlot();
  }

  /**
   * Puts the request that was drawn into a free slot, and one of its server if that is not null.
   */
  private Slot take(long intended, long earliest, long now, String server) {
    Slot slot = slots.take();
    tellFreeSlot();
    slot.hold(requests);
    slot.region = byServer ? meant.now() : null;
    slot.bounded = server;
    slot.intended = intended;
    slot.sent = now;
    int warmup = phases.isWarmup(intended, requests.rowsBefore);
    slot.phase = phases.get(warmup);
    left -= 1 - warmup;
    slot.phase.counters().sent(now);
    long allowed = Math.max(earliest, Math.min(waitedUntil, now));
    // what is sent without catch-up did not wait for the slot
    slot.undelayed = pacer.dropsLate() ? allowed : Math.max(allowed, slot.undelayed);
    if (pacer.hasSchedule()) {
      slot.phase.counters().delayed(now - slot.undelayed);
    }
    pacer.advance(now);
    drawn = false;
    return slot;
  }

  /** Sends a request; nothing else happens between the two readings of the clock. */
  @Override
  void send(Slot slot) {
    CompletableFuture<Outcome> answer = slot.request.send(client);
    if (answer.isDone()) {
      slot.complete(answer, clock.nanos());
      completedAtOnce(slot);
    } else {
      var unused = answer.whenComplete(slot);
    }
  }

  /** Whether the next request of the thread is of the window, and not of a warm-up by rows. */
  private boolean isMeasured(long intended) {
    return phases.areMeasuredAt(intended) && phases.isWarmup(intended, requests.rowsBefore) == 0;
  }

  private void drop(long intended, long now) {
    if (isMeasured(intended)) {
      measured.drop(requests.operation, null, intended, now);
      pacer.dropped();
    }
    pacer.advance(now);
  }

  @Override
  void settle(Slot slot) {
    slot.undelayed += slot.done - slot.sent;
    slots.release(slot);
    tellFreeSlot();
    if (slot.bounded != null) {
      bound.release(slot);
    }
    if (slot.failure != null || slot.done - slot.sent > DOUBTFUL_NANOS) {
      regions.doubt();
    }
    slot.tellHeld(servers);
    if (requests.answered(slot.request, slot.done)) {
      drawn = false;
    }
    countersOfEnd(slot).done(slot.done);
    inserts.completed(slot.insertsBefore, slot.inserts, slot.failure == null);
    record(slot, slot.failure == null ? null : failure(slot));
  }

  /** Those whose last answer ends the window, if no time does: none of the warm-up is in it. */
  private ThreadCounters countersOfEnd(Slot slot) {
    return (run.end == Long.MAX_VALUE ? slot.phase : measured).counters();
  }

  private void tellFreeSlot() {
    pacer.slotIsFreeSince(sentAll ? Long.MAX_VALUE : slots.freeSince());
  }

  private Failure failure(Slot slot) {
    if (run.ended) {
      return UNANSWERED;
    }
    Failure failure = Failure.of(slot.failure);
    if (failure.isDenial() && task.denial().isEmpty()) {
      MissingRight.of(slot.failure, user, table)
          .ifPresent(right -> task.denied(right.neededBy(slot.operation)));
    }
    return task.limit(failure);
  }

  private void record(Slot slot, Failure failure) {
    if (failure == null) {
      task.addAcknowledged(slot.rows);
    }
    if (outages != null && slot.region != null && !slot.request.isForSeveralRegions()) {
      slot.tell(outages, failure != null, UNANSWERED.equals(failure));
    }
    slot.phase.record(slot, failure, pacer.hasSchedule());
  }

  /** Fails the requests in flight, and drops the requests whose intended time has passed. */
  @Override
  void giveUp() {
    long now = clock.nanos();
    for (Slot slot : slots.busy()) {
      slot.done = now;
      if (requests.answered(slot.request, now)) {
        drawn = false;
      }
      slot.tellHeld(servers);
      countersOfEnd(slot).done(now);
      record(slot, UNANSWERED);
    }
    if (bound != null) {
      bound.end(now);
    }
    if (!drawn) {
      requests.skip();
    }
    long atMost = run.end;
    long until = Math.min(atMost, now); // a load may end early, or have no end
    // what was not sent waited until then, however late the last answer came
    long gaveUp = Math.min(now - lastCall, atMost) + lastCall;
    // a thread that has no more rows leaves the schedule to the others
    boolean isOver = run.ended || now - lastCall >= atMost;
    while (isOver && pacer.hasSchedule() && pacer.intended(now) < until) {
      drop(pacer.intended(now), gaveUp);
      requests.skip();
    }
  }
}
