package io.hbench.cli;

import io.hbench.data.KeySequence;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Requests to a server that answers with errors only. */
public final class FailingOperation extends PlainOperation {
  @Override
  protected Request next(KeySequence keys) {
    keys.next();
    return client -> CompletableFuture.failedFuture(new IOException("the server is ill"));
  }
}
