package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Slot of a {@link LoadLoop}: holds one request in flight, then its outcome. The loop owns the
 * fields; only {@link #accept} runs on the thread that completes the request.
 */
final class Slot implements BiConsumer<Outcome, Throwable> {
  private final LoadLoop loop;

  boolean busy;
  Phase phase;

  /**
   * Time at which a client without delays of its own would have sent the request, and after its
   * completion the time at which such a client would have had the slot free again. The send delay
   * counts from here: after a garbage collection it covers the request that waited and all that
   * queued up behind it.
   */
  long due = Long.MIN_VALUE / 2;

  Request request;
  OperationType operation;
  List<KeyRange> rows;
  long intended;
  long sent;
  long insertsBefore;
  long inserts;
  long done;
  Outcome outcome;
  Throwable failure;

  Slot(LoadLoop loop) {
    this.loop = loop;
  }

  /** Takes over the request that was made last. */
  void hold(RequestSequence requests) {
    request = requests.request();
    operation = requests.operation();
    rows = requests.rows();
    insertsBefore = requests.insertsBefore();
    inserts = requests.inserts();
  }

  /** Completes the request, on any thread. */
  @Override
  public void accept(Outcome newOutcome, Throwable newFailure) {
    done = loop.nanos();
    outcome = newOutcome;
    failure = newFailure;
    loop.completed(this);
  }

  /**
   * Completes the request with an answer that is there.
   *
   * @param at time of completion
   */
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
