package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.row.Outcome;
import java.util.concurrent.CompletableFuture;

/** A request that is ready to go. */
@FunctionalInterface
public interface Request {
  /** Sends it: what is timed lasts from this call to the completion of the future. */
  CompletableFuture<Outcome> send(Client client);

  /**
   * Under which name it is recorded.
   *
   * @param operation which made it
   * @return that one, unless it needs a request of another kind first
   */
  default OperationType recordedAs(OperationType operation) {
    return operation;
  }

  /** Whether it has turned out, since it was made, that there is nothing to send. */
  default boolean isNeedless() {
    return false;
  }
}
