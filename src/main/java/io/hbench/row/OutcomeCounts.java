package io.hbench.row;

import io.hbench.client.Client;
import io.hbench.rundir.TaskFacts.Scans;
import io.hbench.verify.RowVerifier;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * Factory of outcomes: counts the rows and bytes that requests return or write.
 *
 * @param replicas whether rows may come from secondary replicas
 * @param sizes whether values have different sizes, which are recorded
 * @param verifier of the rows that are returned, if it is active
 */
public record OutcomeCounts(boolean replicas, boolean sizes, RowVerifier verifier) {
  /**
   * The outcome of a get.
   *
   * @param number of the row, which its key may not tell
   */
  public Outcome read(Result row, long number) {
    if (row.isEmpty() && !replicas) {
      return new Outcome(0, 1, 0);
    }
    return replicas || sizes || verifier.isActive()
        ? outcome(List.of(row), row.isEmpty() ? 1 : 0, Scans.NONE, found -> number)
        : new Outcome(1, 0, bytes(row));
  }

  public Outcome read(List<Result> rows) {
    return outcome(rows, rows.stream().filter(Result::isEmpty).count(), Scans.NONE);
  }

  /** The outcome of a scan: without rows, one row counts as not found. */
  public Outcome scanned(Client.Scanned scanned) {
    return outcome(scanned.rows(), scanned.rows().isEmpty() ? 1 : 0, scans(scanned.metrics()));
  }

  /** The outcome of a part of a scan: rows that are missing from it count as not found. */
  public Outcome walked(Client.Scanned scanned, long asked) {
    return outcome(scanned.rows(), asked - scanned.rows().size(), scans(scanned.metrics()));
  }

  /** The outcome of a filtered scan, which may return no rows. */
  public Outcome found(Client.Scanned scanned) {
    return outcome(scanned.rows(), 0, scans(scanned.metrics()));
  }

  public static Outcome written(Mutation row) {
    return new Outcome(1, 0, bytes(row));
  }

  public static Outcome written(List<? extends Mutation> rows) {
    long bytes = 0;
    for (Mutation row : rows) {
      bytes += bytes(row);
    }
    return new Outcome(rows.size(), 0, bytes);
  }

  /** The outcome of a conditional mutation: if the condition fails, the row counts as not found. */
  public static Outcome checked(Mutation row, boolean done) {
    return done ? written(row) : new Outcome(0, 1, 0);
  }

  /** The counts since the last call; {@link Scans#NONE} without metrics. */
  private static Scans scans(ScanMetrics metrics) {
    if (metrics == null) {
      return Scans.NONE;
    }
    Map<String, Long> counts = metrics.getMetricsMap(); // resets them to 0
    return new Scans(
        counts.getOrDefault(ScanMetrics.RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REMOTE_RPC_CALLS_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.REGIONS_SCANNED_METRIC_NAME, 0L),
        counts.getOrDefault(ScanMetrics.BYTES_IN_RESULTS_METRIC_NAME, 0L));
  }

  private Outcome outcome(List<Result> rows, long notFound, Scans scan) {
    return outcome(rows, notFound, scan, row -> verifier.keys().row(row.getRow()));
  }

  private Outcome outcome(
      List<Result> rows, long notFound, Scans scan, ToLongFunction<Result> numbers) {
    long present = 0;
    long stale = 0;
    long bytes = 0;
    List<Integer> lengths = sizes ? new ArrayList<>() : List.of();
    for (Result row : rows) {
      present += row.isEmpty() ? 0 : 1;
      stale += replicas && row.isStale() ? 1 : 0;
      bytes += bytes(row);
      if (sizes && !row.isEmpty()) {
        for (Cell cell : row.rawCells()) {
          lengths.add(cell.getValueLength());
        }
      }
    }
    VerificationResult verification =
        verifier.isActive() ? verifier.sample(rows, numbers) : VerificationResult.NONE;
    OutcomeDetails details =
        stale == 0
                && lengths.isEmpty()
                && scan.equals(Scans.NONE)
                && verification.equals(VerificationResult.NONE)
            ? OutcomeDetails.NONE
            : new OutcomeDetails(stale, scan, lengths, verification);
    return new Outcome(present, notFound, bytes, details);
  }

  private static long bytes(Result row) {
    long bytes = 0;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        bytes += cell.getSerializedSize();
      }
    }
    return bytes;
  }

  private static long bytes(Mutation row) {
    long bytes = 0;
    for (List<Cell> cells : row.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        bytes += cell.getSerializedSize();
      }
    }
    return bytes;
  }
}
