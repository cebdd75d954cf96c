package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Puts the row key into a cell, then mutates the row if the cell is unchanged, as
 * PerformanceEvaluation does. These are two requests; the first one is recorded as a put. A row
 * whose check fails counts as not found.
 */
final class CheckOperation implements Operation {
  private final RowRequests requests;
  private final byte[] column;
  private final Then then;
  private Request check;

  /** Whether the put was dropped, without which the check is of another value. */
  private boolean dropped;

  @FunctionalInterface
  private interface Then {
    CheckAndMutate build(CheckAndMutate.Builder check, Put put) throws IOException;
  }

  private CheckOperation(RowRequests requests, String column, Then then) {
    this.requests = requests;
    this.column = Bytes.toBytes(column);
    this.then = then;
  }

  static CheckOperation put(RowRequests requests) {
    return new CheckOperation(requests, "CheckAndPutTest", CheckAndMutate.Builder::build);
  }

  static CheckOperation mutate(RowRequests requests) {
    return new CheckOperation(
        requests,
        "CheckAndMutateTest",
        (check, put) -> check.build(RowMutations.of(List.<Mutation>of(put))));
  }

  static CheckOperation delete(RowRequests requests) {
    return new CheckOperation(
        requests,
        "CheckAndDeleteTest",
        (check, put) -> {
          Delete delete = new Delete(put.getRow()).setDurability(put.getDurability());
          put.getFamilyCellMap()
              .forEach(
                  (family, cells) ->
                      delete.addColumn(family, CellUtil.cloneQualifier(cells.get(0))));
          return check.build(delete);
        });
  }

  @Override
  public boolean hasNext(KeySequence keys) {
    return check != null || keys.hasNext();
  }

  @Override
  public Request next(KeySequence keys) {
    if (check != null) {
      Request second = check;
      check = null;
      return second;
    }
    byte[] key = requests.key(keys.next());
    byte[] family = requests.families().get(0);
    Put put =
        new Put(key).setDurability(requests.writes().durability()).addColumn(family, column, key);
    CheckAndMutate ifUnchanged;
    try {
      ifUnchanged = then.build(CheckAndMutate.newBuilder(key).ifEquals(family, column, key), put);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is thrown for mutations of different rows
    }
    Mutation checked = ifUnchanged.getAction() instanceof Delete delete ? delete : put;
    dropped = false;
    check =
        new Request() {
          @Override
          public boolean isNeedless() {
            return dropped;
          }

          @Override
          public byte[] row() {
            return key;
          }

          @Override
          public CompletableFuture<Outcome> send(Client client) {
            return client
                .checkAndMutate(ifUnchanged)
                .thenApply(done -> OutcomeCounts.checked(checked, done));
          }
        };
    return new Request() {
      @Override
      public void notSent() {
        dropped = true;
      }

      @Override
      public CompletableFuture<Outcome> send(Client client) {
        return client.put(put).thenApply(done -> OutcomeCounts.written(put));
      }

      @Override
      public byte[] row() {
        return key;
      }

      @Override
      public OperationType recordedAs(OperationType operation) {
        return Operations.PUT;
      }
    };
  }
}
