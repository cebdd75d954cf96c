package io.hbench.cli;

import io.hbench.data.KeySequence;
import io.hbench.kit.PlainOperation;
import io.hbench.kit.TestServer;
import io.hbench.op.Request;
import io.hbench.row.Outcome;

/**
 * A server of known capacity: it takes one request after the other, in the order in which they
 * come, and each takes it 1/1,234.5 of a second.
 */
public final class SaturatingOperation extends PlainOperation {
  static final double CAPACITY = 1_234.5;
  private static final long SERVICE_NANOS = Math.round(1e9 / CAPACITY);
  private static final Outcome DONE = new Outcome(1, 0, 0);

  @Override
  protected Request next(KeySequence keys) {
    keys.next();
    return client -> TestServer.current().answerNext(DONE, SERVICE_NANOS);
  }
}
