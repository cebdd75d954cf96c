package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowReads;
import io.hbench.row.RowRequests;
import io.hbench.rundir.TaskFacts.DefectRange;
import io.hbench.verify.Defect;
import io.hbench.verify.RowVerifier;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Scans the range of a thread and verifies every row. The threads at both ends also find unexpected
 * rows before the first row and after the last one.
 *
 * <p>A scan that fails, after the retries of HBase's client, ends the verification of the range:
 * its remaining rows are not compared, and the report counts them.
 */
final class VerifyOperation implements Operation {
  /** Ranges of each defect whose region is looked up: each costs a request. */
  private static final int MAX_LOCATED = 3;

  private final RowRequests requests;
  private final RowReads reads;
  private final RowVerifier verifier;
  private final KeyRange range;
  private final Map<String, Integer> located = new HashMap<>();
  private Client.Scanner scanner;

  /** The first row that was not compared yet. */
  private long next;

  private volatile boolean ended;

  VerifyOperation(RowRequests requests, KeyRange range) {
    this.requests = requests;
    this.reads = requests.reads();
    this.verifier = reads.verifier();
    this.range = range;
    this.next = range.first();
    this.ended = range.isEmpty();
  }

  @Override
  public boolean hasNext(KeySequence keys) {
    return !ended;
  }

  /** Only counts the rows of the sequence: the table may have more or fewer rows. */
  @Override
  public Request next(KeySequence keys) {
    for (int i = 0; i < reads.caching() && keys.hasNext(); i++) {
      keys.next();
    }
    return new Step();
  }

  private final class Step implements Request {
    private long first = next;

    @Override
    public boolean isNeedless() {
      return ended;
    }

    @Override
    public boolean isForSeveralRegions() {
      return true;
    }

    /** The next row if none is missing. */
    @Override
    public byte[] row() {
      return requests.key(Math.min(first, range.end() - 1));
    }

    @Override
    public CompletableFuture<Outcome> send(Client client) {
      first = next; // it is made while the one before is under way
      if (scanner == null) {
        scanner = client.open(scan());
      }
      return scanner
          .next(reads.caching())
          .whenComplete((scanned, failure) -> ended |= failure != null)
          .thenCompose(
              scanned -> {
                VerificationResult result = compare(scanned.rows());
                Outcome outcome = reads.outcomes().found(scanned);
                return locate(client, result)
                    .thenApply(found -> outcome.with(outcome.details().with(found)));
              });
    }
  }

  private Scan scan() {
    KeyRange all = verifier.expected().rows();
    Scan scan = reads.allCellsScan();
    if (range.first() > all.first()) {
      scan.withStartRow(requests.key(range.first()));
    }
    if (range.end() < all.end()) {
      scan.withStopRow(requests.keys().bound(range.end()));
    }
    return scan;
  }

  private VerificationResult compare(List<Result> rows) {
    VerificationResult.Builder result = new VerificationResult.Builder();
    for (Result found : rows) {
      OptionalLong row = verifier.row(found.getRow());
      if (row.isEmpty()) {
        RowVerifier.unexpected(found, result);
      } else {
        absent(new KeyRange(next, row.getAsLong()), result);
        verifier.compare(row.getAsLong(), found, true, result);
        next = row.getAsLong() + 1;
      }
    }
    if (rows.size() < reads.caching()) {
      absent(new KeyRange(next, range.end()), result);
      next = range.end();
      ended = true;
    }
    return result.build();
  }

  /** Counts a gap as compared, and its required rows as missing. */
  private void absent(KeyRange gap, VerificationResult.Builder result) {
    result.compared(gap.size());
    for (KeyRange missing : verifier.expected().required().within(gap)) {
      result.found(
          Defect.MISSING,
          Bytes.toStringBinary(requests.key(missing.first())),
          Bytes.toStringBinary(requests.key(missing.end() - 1)),
          missing.size(),
          null);
    }
  }

  /** Looks up the regions of the first few ranges of each defect. */
  private CompletableFuture<VerificationResult> locate(Client client, VerificationResult result) {
    List<CompletableFuture<DefectRange>> all = new ArrayList<>();
    for (DefectRange defects : result.defects()) {
      if (located.merge(defects.defect(), 1, Integer::sum) > MAX_LOCATED) {
        all.add(CompletableFuture.completedFuture(defects));
      } else {
        all.add(
            client
                .locate(Bytes.toBytesBinary(defects.first()))
                .handle(
                    (region, failure) ->
                        failure != null
                            ? defects
                            : defects.at(
                                region.getRegion().getEncodedName(),
                                region.getServerName().getAddress().toString())));
      }
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done ->
                new VerificationResult(
                    result.compared(),
                    result.correct(),
                    result.unacknowledged(),
                    all.stream().map(CompletableFuture::join).toList()));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
