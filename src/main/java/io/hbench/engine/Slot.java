package io.hbench.engine;

import io.hbench.client.RegionMap;
import io.hbench.data.KeyRange;
import io.hbench.latency.ServerRecording;
import io.hbench.op.Request;
import io.hbench.outage.OutageWatch;
import io.hbench.row.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Slot of a {@link LoadLoop}: holds one request in flight, then its outcome. The loop owns the
 * fields; only {@link #accept} runs on the thread that completes the request.
 */
final class Slot implements BiConsumer<Outcome, Throwable> {
  /** Time from which it is reported which server has held the slot. */
  private static final long HELD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DrainLoop loop;

  boolean busy;

  /**
   * Time at which a client without delays of its own would have sent the request and, once it has
   * completed, would have had the slot free. Such a client sends each request as soon as it is
   * allowed and the slot is free, and its requests take as long as the real ones. So after a
   * garbage collection the send delay, which counts from here, covers the request that waited and
   * all that queued up behind it.
   */
  long undelayed = Long.MIN_VALUE / 2;

  Phase phase;
  Request request;
  String operation;

  /** The region that it was meant for when it was sent; null if it has none, or none is known. */
  RegionMap.Region region;

  /** The server of which it has taken a slot; null without a bound, or a known region. */
  String bounded;

  List<KeyRange> rows;
  long intended;
  long sent;
  long insertsBefore;
  long inserts;
  long done;
  Outcome outcome;
  Throwable failure;

  Slot(DrainLoop loop) {
    this.loop = loop;
  }

  /** Takes over the request that was made last. */
  void hold(LoopRequests requests) {
    request = requests.request;
    operation = requests.operation;
    rows = requests.rows();
    insertsBefore = requests.insertsBefore;
    inserts = requests.inserts();
  }

  /** Tells how the region of the request has answered; warm-up requests count, too. */
  void tell(OutageWatch outages, boolean failed, boolean unfinished) {
    if (unfinished) {
      outages.unfinished(region.region(), region.server(), operation, sent, done);
    } else {
      outages.settled(region.region(), region.server(), operation, sent, done, !failed);
    }
  }

  /** Tells which server has held the slot, if it was for long. */
  void tellHeld(ServerRecording servers) {
    if (region != null && done - sent >= HELD_NANOS) {
      servers.held(region, done - sent);
    }
  }

  /** Completes the request, on any thread. */
  @Override
  public void accept(Outcome newOutcome, Throwable newFailure) {
    done = loop.clock.nanos();
    outcome = newOutcome;
    failure = newFailure;
    loop.completed(this);
  }

  /** Completes the request with an answer that is there. */
  void complete(CompletableFuture<Outcome> answer, long at) {
    done = at;
    try {
      outcome = answer.join();
      failure = null;
    } catch (CompletionException e) {
      failure = e;
    }
  }
}
