package io.hbench.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

class ExistsOperationTest {
  private static final long EXISTING_ROWS = 7;

  private boolean stale;

  @Test
  void anExistingRowIsFoundWithoutItsCells() {
    assertThat(send(1, 6)).isEqualTo(new Outcome(1, 0, 0));
  }

  @Test
  void aMissingRowCountsAsNotFound() {
    assertThat(send(1, 7)).isEqualTo(new Outcome(0, 1, 0));
  }

  @Test
  void aBatchCountsTheRowsThatExistAndThoseThatDoNot() {
    assertThat(send(4, 5)).isEqualTo(new Outcome(2, 2, 0));
  }

  @Test
  void theLastBatchOfASequenceMayBeSmaller() {
    assertThat(send(4, 8)).isEqualTo(new Outcome(0, 2, 0));
  }

  @Test
  void anAnswerOfAReplicaCountsAsStale() {
    stale = true;
    assertThat(send(1, 6).details().stale()).isEqualTo(1);
  }

  /** Sends one request for rows of a sequence that ends with row 9. */
  private Outcome send(int batch, long firstRow) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "exists@1");
    conf.set("hbench.rows", "10");
    conf.set("hbench.ops", "100");
    conf.setInt("hbench.batch", batch);
    RowRequests requests = RunSpec.from(conf).rowRequests();
    KeyRange rows = new KeyRange(firstRow, 10);
    return Operations.EXISTS
        .create(requests, rows)
        .next(KeySequence.once(List.of(rows)))
        .send(client(requests))
        .join();
  }

  private Client client(RowRequests requests) {
    return (Client)
        Proxy.newProxyInstance(
            Client.class.getClassLoader(),
            new Class<?>[] {Client.class},
            (proxy, method, args) ->
                CompletableFuture.completedFuture(
                    args[0] instanceof Get get
                        ? result(requests, get)
                        : ((List<?>) args[0])
                            .stream().map(get -> result(requests, (Get) get)).toList()));
  }

  private Result result(RowRequests requests, Get get) {
    assertThat(get.isCheckExistenceOnly()).isTrue();
    boolean exists = requests.keys().row(get.getRow()) < EXISTING_ROWS;
    return Result.create(new Cell[0], exists, stale);
  }
}
