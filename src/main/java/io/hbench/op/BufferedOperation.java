package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Collects mutations until {@code --write-buffer} is full, then sends them in one request, as
 * HBase's BufferedMutator does. Only that request is timed; it counts one row for each mutation.
 */
record BufferedOperation<M extends Mutation>(
    int buffer, LongFunction<M> make, BiFunction<Client, List<M>, CompletableFuture<Void>> send)
    implements Operation {
  static Operation puts(RowRequests requests) {
    return new BufferedOperation<>(
        requests.writes().bufferBytes(), requests.writes()::put, Client::put);
  }

  static Operation deletes(RowRequests requests) {
    return new BufferedOperation<>(
        requests.writes().bufferBytes(), requests.writes()::delete, Client::delete);
  }

  @Override
  public Request next(KeySequence keys) {
    List<M> mutations = new ArrayList<>();
    long bytes = 0;
    while (bytes < buffer && keys.hasNext()) {
      M mutation = make.apply(keys.next());
      bytes += mutation.heapSize();
      mutations.add(mutation);
    }
    Outcome outcome = OutcomeCounts.written(mutations);
    return Request.forRows(
        mutations.get(0).getRow(),
        mutations.size(),
        client -> send.apply(client, mutations).thenApply(done -> outcome));
  }
}
