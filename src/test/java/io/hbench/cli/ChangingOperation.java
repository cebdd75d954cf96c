package io.hbench.cli;

import io.hbench.data.KeySequence;
import io.hbench.kit.PlainOperation;
import io.hbench.kit.TestServer;
import io.hbench.kit.VirtualTime;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleUnaryOperator;

/** A server whose latency changes with time, by a law that a test sets before its run. */
public final class ChangingOperation extends PlainOperation {
  private static final Outcome DONE = new Outcome(1, 0, 0);
  private static volatile DoubleUnaryOperator law = seconds -> 1;
  private static volatile long start;

  /**
   * Sets the latencies of the next run.
   *
   * @param millis by the seconds since the first request
   */
  static void latency(DoubleUnaryOperator millis) {
    law = millis;
    start = 0;
  }

  @Override
  protected Request next(KeySequence keys) {
    keys.next();
    return client -> answer();
  }

  private static CompletableFuture<Outcome> answer() {
    long now = VirtualTime.current().nanos();
    start = start == 0 ? now : start;
    long nanos = Math.round(law.applyAsDouble((now - start) / 1e9) * 1e6);
    return TestServer.current().answer(DONE, nanos);
  }
}
