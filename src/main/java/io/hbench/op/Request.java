package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.row.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A request that is ready to be sent. */
@FunctionalInterface
public interface Request {
  /** Sends it. The time from this call to the completion of the future is the service time. */
  CompletableFuture<Outcome> send(Client client);

  /**
   * The operation under which the latency is recorded.
   *
   * @param operation that made the request
   * @return the same one, unless it sends a request of another type first
   */
  default OperationType recordedAs(OperationType operation) {
    return operation;
  }

  /**
   * The key of the row that it is for, or of the first one of several: it counts for the region and
   * the server that have this row. Null if it has no row, or goes elsewhere.
   */
  default byte[] row() {
    return null;
  }

  /**
   * Whether it may be answered late though the region of its row is not: because of another region,
   * or of the work that it is, as the rows of a scan.
   */
  default boolean isForSeveralRegions() {
    return false;
  }

  /** A request for a row, or for neighbouring ones. */
  static Request forRow(byte[] row, Function<Client, CompletableFuture<Outcome>> send) {
    return forRows(row, 1, send);
  }

  /**
   * A request for rows that may be anywhere in the table.
   *
   * @param first row
   * @param count number of rows
   */
  static Request forRows(
      byte[] first, int count, Function<Client, CompletableFuture<Outcome>> send) {
    return new Request() {
      @Override
      public CompletableFuture<Outcome> send(Client client) {
        return send.apply(client);
      }

      @Override
      public byte[] row() {
        return first;
      }

      @Override
      public boolean isForSeveralRegions() {
        return count > 1;
      }
    };
  }

  /** The request is dropped. */
  default void notSent() {}

  /** Whether an earlier request has made this one superfluous; it is then not sent. */
  default boolean isNeedless() {
    return false;
  }
}
