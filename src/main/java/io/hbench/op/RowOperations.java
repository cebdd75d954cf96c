package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.OutcomeDetails;
import io.hbench.row.RowReads;
import io.hbench.row.RowRequests;
import io.hbench.rundir.TaskFacts.Scans;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** The operations that keep nothing from one request to the next. */
final class RowOperations {
  /** Columns that PerformanceEvaluation uses. */
  private static final byte[] APPENDED = Bytes.toBytes("AppendTest");

  private static final byte[] INCREMENTED = Bytes.toBytes("IncrementTest");

  private static final Outcome ONE_ROW = new Outcome(1, 0, 0);

  private RowOperations() {}

  private interface Send extends Function<Client, CompletableFuture<Outcome>> {}

  /** What sends the request for one row. */
  private interface SendOne<T> {
    Send of(T row, long number);
  }

  /** Requests for a row or, with {@code --batch}, for several rows. */
  private static <T extends Row> Operation batches(
      RowRequests requests, LongFunction<T> make, SendOne<T> one, Function<List<T>, Send> several) {
    return keys -> {
      if (requests.batch() == 1) {
        long number = keys.next();
        T row = make.apply(number);
        return Request.forRow(row.getRow(), one.of(row, number));
      }
      List<T> rows = requests.batch(keys, make);
      return Request.forRows(rows.get(0).getRow(), rows.size(), several.apply(rows));
    };
  }

  /** Reads a row, or a batch of rows in one request. */
  static Operation get(RowRequests requests) {
    RowReads reads = requests.reads();
    return batches(
        requests,
        reads::get,
        (get, number) ->
            client -> client.get(get).thenApply(row -> reads.outcomes().read(row, number)),
        gets -> client -> client.get(gets).thenApply(reads.outcomes()::read));
  }

  /**
   * Checks that a row exists, or each row of a batch in one request. Servers return no cells of a
   * row by itself; of a batch they send them, and HBase's client drops them.
   */
  static Operation exists(RowRequests requests) {
    return batches(
        requests,
        row -> requests.reads().get(row).setCheckExistenceOnly(true),
        (get, number) -> client -> client.get(get).thenApply(row -> existing(List.of(row))),
        gets -> client -> client.get(gets).thenApply(RowOperations::existing));
  }

  /** The results of such gets have no cells, whether the rows exist or not. */
  private static Outcome existing(List<Result> rows) {
    long found = rows.stream().filter(row -> Boolean.TRUE.equals(row.getExists())).count();
    long stale = rows.stream().filter(Result::isStale).count();
    Outcome outcome = new Outcome(found, rows.size() - found, 0);
    return stale == 0
        ? outcome
        : outcome.with(new OutcomeDetails(stale, Scans.NONE, List.of(), VerificationResult.NONE));
  }

  /** Writes a row that may exist, or a batch of rows in one request. */
  static Operation put(RowRequests requests) {
    return puts(requests, requests.writes()::put);
  }

  /** Writes a new row, or a batch of rows in one request. */
  static Operation insert(RowRequests requests) {
    return puts(requests, requests.writes()::newRow);
  }

  /** Outcomes are counted before the cells are sent: after it, they have left the caches. */
  private static Operation puts(RowRequests requests, LongFunction<Put> make) {
    return batches(
        requests,
        make,
        (put, number) -> {
          Outcome written = OutcomeCounts.written(put);
          return client -> client.put(put).thenApply(done -> written);
        },
        puts -> {
          Outcome written = OutcomeCounts.written(puts);
          return client -> client.put(puts).thenApply(done -> written);
        });
  }

  /** Deletes all families of a row, whether the row exists or not. */
  static Operation delete(RowRequests requests) {
    return keys -> {
      Delete delete = requests.writes().delete(keys.next());
      return Request.forRow(
          delete.getRow(),
          client -> client.delete(delete).thenApply(done -> OutcomeCounts.written(delete)));
    };
  }

  static Operation bufferedPut(RowRequests requests) {
    return keys -> buffer(requests, requests.writes()::put, Client::put, keys);
  }

  static Operation bufferedDelete(RowRequests requests) {
    return keys -> buffer(requests, requests.writes()::delete, Client::delete, keys);
  }

  /**
   * Collects mutations until {@code --write-buffer} is full, then sends them in one request, as
   * HBase's BufferedMutator does. Only that request is timed; it counts one row for each mutation.
   */
  private static <M extends Mutation> Request buffer(
      RowRequests requests,
      LongFunction<M> make,
      BiFunction<Client, List<M>, CompletableFuture<Void>> send,
      KeySequence keys) {
    List<M> mutations = new ArrayList<>();
    long bytes = 0;
    while (bytes < requests.writes().bufferBytes() && keys.hasNext()) {
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

  /** Adds 1 to a counter in each family. */
  static Operation increment(RowRequests requests) {
    return keys -> {
      Increment increment = new Increment(requests.key(keys.next()));
      increment.setDurability(requests.writes().durability());
      requests.families().forEach(family -> increment.addColumn(family, INCREMENTED, 1));
      return Request.forRow(
          increment.getRow(),
          client -> client.increment(increment).thenApply(r -> OutcomeCounts.written(increment)));
    };
  }

  /**
   * Appends the row key to one cell in each family. The cell grows with every request for the row.
   */
  static Operation append(RowRequests requests) {
    return keys -> {
      byte[] key = requests.key(keys.next());
      Append append = new Append(key);
      append.setDurability(requests.writes().durability());
      requests.families().forEach(family -> append.addColumn(family, APPENDED, key));
      return Request.forRow(
          key, client -> client.append(append).thenApply(r -> OutcomeCounts.written(append)));
    };
  }

  /**
   * Reads a row, then writes it: two round trips and one latency sample, as in YCSB's workload F.
   * Not atomic. A row that the read does not find counts as not found, although the write creates
   * it.
   */
  static Operation readModifyWrite(RowRequests requests) {
    return keys -> {
      long row = keys.next();
      Get get = requests.reads().get(row);
      Put put = requests.writes().put(row);
      return Request.forRow(
          get.getRow(),
          client ->
              client
                  .get(get)
                  .thenCompose(
                      old ->
                          client
                              .put(put)
                              .thenApply(done -> readAndWritten(requests, row, old, put))));
    };
  }

  private static Outcome readAndWritten(RowRequests requests, long row, Result old, Put put) {
    Outcome read = requests.reads().outcomes().read(old, row);
    long bytes = read.bytes() + OutcomeCounts.written(put).bytes();
    return new Outcome(read.rows(), read.notFound(), bytes, read.details());
  }

  /** Scans that end after a number of rows. */
  static Operation scan(RowRequests requests) {
    return keys -> scanFrom(requests, keys.next(), false);
  }

  /** Scans that end after a number of keys, however many of their rows exist. */
  static Operation scanRange(RowRequests requests) {
    return keys -> scanFrom(requests, keys.next(), true);
  }

  /**
   * Opens a scanner at a row, reads as many rows as {@code --scan-rows} and {@code --scan-lengths}
   * set, and closes it.
   */
  private static Request scanFrom(RowRequests requests, long first, boolean ranged) {
    int rows = requests.reads().scanRows();
    Scan scan = requests.reads().scan().withStartRow(requests.key(first)).setLimit(rows);
    if (ranged) {
      scan.withStopRow(requests.keys().bound(first + rows));
    }
    return Request.forRows(
        scan.getStartRow(),
        rows,
        client -> client.scan(scan).thenApply(requests.reads().outcomes()::scanned));
  }

  /**
   * Scans the first family of the whole table for one value in its first column: the servers read
   * all rows and return few or none. The value is that of a row of the key distribution.
   */
  static Operation scanFiltered(RowRequests requests) {
    return keys -> {
      Scan scan = requests.reads().firstFamilyScan();
      Filter value =
          new SingleColumnValueFilter(
              requests.families().get(0),
              requests.columns().get(0),
              CompareOperator.EQUAL,
              requests.writes().firstValue(keys.next()));
      scan.setFilter(scan.getFilter() == null ? value : new FilterList(scan.getFilter(), value));
      return client -> client.scan(scan).thenApply(requests.reads().outcomes()::found);
    };
  }

  /** Looks up the region of a row in {@code hbase:meta}, without the client's cache. */
  static Operation locate(RowRequests requests) {
    return keys -> {
      byte[] key = requests.key(keys.next());
      return client -> client.locate(key).thenApply(found -> ONE_ROW);
    };
  }

  /** Draws a row and sends nothing: measures the cost of hbench itself. */
  static Operation noop(RowRequests requests) {
    return keys -> {
      keys.next();
      return client -> CompletableFuture.completedFuture(ONE_ROW);
    };
  }
}
