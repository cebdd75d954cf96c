package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeDetails;
import io.hbench.row.RowRequests;
import io.hbench.rundir.TaskFacts.Scans;
import io.hbench.verify.VerificationResult;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Checks that a row exists, or each row of a batch in one request. Servers return no cells. */
record ExistsOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    if (requests.batch() == 1) {
      Get get = check(keys.next());
      return Request.forRow(
          get.getRow(), client -> client.get(get).thenApply(row -> outcome(List.of(row))));
    }
    List<Get> gets = requests.batch(keys, this::check);
    return Request.forRows(
        gets.get(0).getRow(),
        gets.size(),
        client -> client.get(gets).thenApply(ExistsOperation::outcome));
  }

  private Get check(long row) {
    return requests.reads().get(row).setCheckExistenceOnly(true);
  }

  /** The results of such gets have no cells, whether the rows exist or not. */
  private static Outcome outcome(List<Result> rows) {
    long found = rows.stream().filter(row -> Boolean.TRUE.equals(row.getExists())).count();
    long stale = rows.stream().filter(Result::isStale).count();
    Outcome outcome = new Outcome(found, rows.size() - found, 0);
    return stale == 0
        ? outcome
        : outcome.with(new OutcomeDetails(stale, Scans.NONE, List.of(), VerificationResult.NONE));
  }
}
