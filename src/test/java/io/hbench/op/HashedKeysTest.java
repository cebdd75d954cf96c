package io.hbench.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.data.KeySequence;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import io.hbench.verify.VerificationResult;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verification of rows whose keys do not tell their numbers. */
class HashedKeysTest {
  private static final int FIRST_ROW = 40;
  private static final int ROWS = 20;

  /** Kind: a check that needed what the load did not write: keys with row numbers. */
  @ParameterizedTest
  @EnumSource(
      value = Operations.class,
      names = {"GET", "READ_MODIFY_WRITE"})
  void aReadByKeyIsVerified(Operations operation) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", operation + "@1");
    conf.set("hbench.first-row", Integer.toString(FIRST_ROW));
    conf.set("hbench.rows", Integer.toString(ROWS));
    conf.set("hbench.columns", "3");
    conf.set("hbench.key-format", "user{hash}");
    conf.set("hbench.verify-reads", "100%");
    RunSpec spec = RunSpec.from(conf);
    RowRequests requests = spec.rowRequests();
    KeySequence rows = KeySequence.once(List.of(spec.keys().range()));
    Operation reads = operation.create(requests, spec.keys().range());
    List<VerificationResult> results = new ArrayList<>();
    for (int row = FIRST_ROW; row < FIRST_ROW + ROWS; row++) {
      Put written = requests.writes().newRow(row == FIRST_ROW + 7 ? 0 : row); // one is wrong
      results.add(reads.next(rows).send(client(written)).join().details().verification());
    }
    assertThat(results).filteredOn(result -> result.correct() == 1).hasSize(ROWS - 1);
    assertThat(results.get(7).defects()).hasSize(1);
  }

  private static Client client(Put written) {
    List<Cell> cells = written.getFamilyCellMap().values().iterator().next();
    return (Client)
        Proxy.newProxyInstance(
            Client.class.getClassLoader(),
            new Class<?>[] {Client.class},
            (proxy, method, args) ->
                CompletableFuture.completedFuture(
                    args[0] instanceof Get ? Result.create(cells) : null));
  }
}
