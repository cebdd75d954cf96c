package io.hbench.op;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import io.hbench.verify.Defect;
import io.hbench.verify.DefectRange;
import io.hbench.verify.RowVerifier;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.EnumMap;
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

  private final RowRequests shape;
  private final RowVerifier verifier;
  private final KeyRange own;
  private final Map<Defect, Integer> located = new EnumMap<>(Defect.class);
  private Client.Scanner scanner;

  /** The first row that was not compared yet. */
  private long next;

  private volatile boolean ended;

  VerifyOperation(RowRequests shape, KeyRange own) {
    this.shape = shape;
    this.verifier = shape.verifier();
    this.own = own;
    this.next = own.first();
    this.ended = own.isEmpty();
  }

  @Override
  public boolean hasNext(KeySequence keys) {
    return !ended;
  }

  /** Only counts the rows of the sequence: the table may have more or fewer rows. */
  @Override
  public Request next(KeySequence keys) {
    for (int i = 0; i < shape.scans().caching() && keys.hasNext(); i++) {
      keys.next();
    }
    return new Step();
  }

  private final class Step implements Request {
    @Override
    public boolean isNeedless() {
      return ended;
    }

    @Override
    public CompletableFuture<Outcome> send(Client client) {
      if (scanner == null) {
        scanner = client.open(scan());
      }
      return scanner
          .next(shape.scans().caching())
          .whenComplete((scanned, failure) -> ended |= failure != null)
          .thenCompose(
              scanned -> {
                VerificationResult proof = compare(scanned.rows());
                Outcome outcome = shape.outcomes().found(scanned);
                return locate(client, proof)
                    .thenApply(found -> outcome.with(outcome.extras().with(found)));
              });
    }
  }

  private Scan scan() {
    KeyRange all = verifier.expected().rows();
    Scan scan = shape.allCellsScan();
    if (own.first() > all.first()) {
      scan.withStartRow(shape.key(own.first()));
    }
    if (own.end() < all.end()) {
      scan.withStopRow(shape.keys().bound(own.end()));
    }
    return scan;
  }

  private VerificationResult compare(List<Result> rows) {
    VerificationResult.Builder proof = new VerificationResult.Builder();
    for (Result found : rows) {
      OptionalLong row = verifier.row(found.getRow());
      if (row.isEmpty()) {
        RowVerifier.unexpected(found, proof);
      } else {
        absent(new KeyRange(next, row.getAsLong()), proof);
        verifier.compare(row.getAsLong(), found, true, proof);
        next = row.getAsLong() + 1;
      }
    }
    if (rows.size() < shape.scans().caching()) {
      absent(new KeyRange(next, own.end()), proof);
      next = own.end();
      ended = true;
    }
    return proof.build();
  }

  /** Counts a gap as compared, and its required rows as missing. */
  private void absent(KeyRange gap, VerificationResult.Builder proof) {
    proof.compared(gap.size());
    for (KeyRange missing : verifier.expected().sure().within(gap)) {
      proof.found(
          Defect.MISSING,
          Bytes.toStringBinary(shape.key(missing.first())),
          Bytes.toStringBinary(shape.key(missing.end() - 1)),
          missing.size(),
          null);
    }
  }

  /** Looks up the regions of the first few ranges of each defect. */
  private CompletableFuture<VerificationResult> locate(Client client, VerificationResult proof) {
    List<CompletableFuture<DefectRange>> all = new ArrayList<>();
    for (DefectRange finding : proof.findings()) {
      if (located.merge(finding.flaw(), 1, Integer::sum) > MAX_LOCATED) {
        all.add(CompletableFuture.completedFuture(finding));
      } else {
        all.add(
            client
                .locate(Bytes.toBytesBinary(finding.first()))
                .handle(
                    (region, failure) ->
                        failure != null
                            ? finding
                            : finding.at(
                                region.getRegion().getEncodedName(),
                                region.getServerName().getAddress().toString())));
      }
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done ->
                new VerificationResult(
                    proof.compared(),
                    proof.right(),
                    proof.inDoubt(),
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
