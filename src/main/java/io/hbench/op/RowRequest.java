package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.row.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A request that knows its row, or its first one. */
final class RowRequest implements Request {
  private final byte[] row;
  private final boolean several;
  private final Function<Client, CompletableFuture<Outcome>> send;

  RowRequest(byte[] row, boolean several, Function<Client, CompletableFuture<Outcome>> send) {
    this.row = row;
    this.several = several;
    this.send = send;
  }

  @Override
  public byte[] row() {
    return row;
  }

  @Override
  public boolean isForSeveralRegions() {
    return several;
  }

  @Override
  public CompletableFuture<Outcome> send(Client client) {
    return send.apply(client);
  }
}
