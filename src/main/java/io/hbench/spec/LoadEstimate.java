package io.hbench.spec;

import io.hbench.data.KeyRange;
import io.hbench.data.ValueLengths;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.replay.RecordedLoad;
import io.hbench.row.CellLayout;
import io.hbench.row.ColumnChoice;
import io.hbench.row.RowRequests;
import io.hbench.settings.Command;
import io.hbench.settings.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What the settings of a run ask for: an upper bound, which needs no cluster. A closed loop with a
 * fixed time has none, because the cluster sets its rate.
 *
 * @param requests requests of all tasks, the warm-up included, but for that of a closed loop
 * @param bytesWritten bytes in HBase's blocks of the rows that they write; 0 without writes
 * @param maxBytesWritten the same, with what a closed loop may write in its time or its warm-up, or
 *     a step of a search
 */
public record LoadEstimate(
    Optional<Long> requests, Optional<Long> bytesWritten, long maxBytesWritten) {
  /** Requests of a slot in a second: few writes take less than a millisecond. */
  private static final double MAX_SLOT_RATE = 1_000;

  private static final long MAX_SAMPLES = 1_000;
  private static final long SAMPLE_BYTES = 64 << 20;

  public static LoadEstimate of(RunSpec spec) {
    if (spec.replay().isPresent()) {
      RecordedLoad load = spec.replay().get().load();
      return new LoadEstimate(Optional.of(load.total()), Optional.of(load.bytes()), load.bytes());
    }
    Optional<Long> requests = requests(spec);
    if (spec.data().copy().isPresent()) {
      long most = CopySpec.maxBytes(Long.MAX_VALUE);
      return new LoadEstimate(requests, Optional.empty(), spec.tasks() * most);
    }
    double bytes = bytesOfRequest(spec);
    if (bytes == 0) {
      return new LoadEstimate(requests, Optional.of(0L), 0);
    }
    return new LoadEstimate(
        requests,
        requests.map(number -> (long) (number * bytes)),
        (long)
            (requests
                    .filter(number -> spec.command() != Command.FINDMAX)
                    .map(
                        number ->
                            spec.limit().requests().isPresent()
                                ? number + maxRequests(spec, Duration.ZERO)
                                : number)
                    .orElseGet(() -> maxRequests(spec, spec.limit().time().orElse(Duration.ZERO)))
                * bytes));
  }

  /**
   * What a closed loop may send in its warm-up and a time after it, or a step of a search, whose
   * rate grows.
   */
  private static double maxRequests(RunSpec spec, Duration time) {
    return spec.load().rate().isPresent() && spec.command() != Command.FINDMAX
        ? 0
        : seconds(spec.measurement().warmup().plus(time)) * maxRate(spec);
  }

  /** Requests in a second for which there are slots. */
  private static double maxRate(RunSpec spec) {
    return MAX_SLOT_RATE * spec.tasks() * spec.load().threads() * spec.load().inFlight();
  }

  /**
   * Bytes that a search may write in all its steps. Each of them may be one that confirms.
   *
   * @param confirm window of such a step
   * @param siteRate requests in a second, which the site allows
   */
  static long maxBytesOfSearch(
      RunSpec spec, int steps, Duration confirm, Optional<BigDecimal> siteRate) {
    double window = Math.max(seconds(spec.limit().time().orElseThrow()), seconds(confirm));
    double slots = maxRate(spec);
    double rate = siteRate.map(max -> Math.min(max.doubleValue(), slots)).orElse(slots);
    return (long)
        (steps * (window + seconds(spec.measurement().warmup())) * rate * bytesOfRequest(spec));
  }

  private static double bytesOfRequest(RunSpec spec) {
    double rowsWritten = rowsWritten(spec);
    return rowsWritten == 0 ? 0 : rowsWritten * rowBytes(spec);
  }

  /** Size of a row in a block; with variable value lengths, the mean of a sample. */
  public static long rowBytes(RunSpec spec) {
    RowRequests requests = spec.rowRequests();
    CellLayout cells = spec.data().cells();
    long largest =
        Math.max(1L, (long) cells.families().size() * cells.columns() * cells.valueSize());
    long samples =
        cells.lengths() == ValueLengths.FIXED
            ? 1
            : Math.max(1, Math.min(MAX_SAMPLES, SAMPLE_BYTES / largest));
    boolean isNew = spec.operations().anyMatch(Operations.INSERT::equals); // it writes all columns
    return Math.round(
        LongStream.range(0, samples)
            .map(row -> requests.writes().blockBytes(row, isNew))
            .average()
            .orElseThrow());
  }

  /** Requests after which a run ends, without those of its warm-up; empty if its time ends it. */
  public static Optional<Long> limit(RunSpec spec) {
    if (spec.command().isEveryRowOnce()) {
      long rows = spec.rowsToProcess(spec.keys().range()).stream().mapToLong(KeyRange::size).sum();
      return Optional.of(batches(spec, rows));
    }
    return spec.limit().requests().or(() -> spec.limit().rows().map(rows -> batches(spec, rows)));
  }

  private static long batches(RunSpec spec, long rows) {
    return -Math.floorDiv(-rows, spec.data().batch());
  }

  private static Optional<Long> requests(RunSpec spec) {
    double warmup =
        spec.load().rate().map(rate -> rate.levels().get(0).doubleValue()).orElse(0.0)
            * seconds(spec.measurement().warmup());
    if (spec.limit().requests().isPresent()) {
      double ofRows = (double) batches(spec, spec.measurement().warmupRows()) * spec.totalThreads();
      return limit(spec).map(number -> (long) (number + warmup + ofRows)); // saturates
    }
    Optional<Long> limit = limit(spec); // a number of rows includes those of the warm-up
    if (limit.isPresent() || spec.load().rate().isEmpty() || spec.limit().time().isEmpty()) {
      return limit;
    }
    Rate rate = spec.load().rate().get();
    // of the window; the intervals may be those of the higher levels
    double part = spec.neighbourOf().isPresent() && rate.isConstant() ? 0.5 : 1;
    return Optional.of(
        Math.round(part * rate.mean() * seconds(spec.limit().time().get()) + warmup));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** Rows that a request writes, on average; tasks have equal shares of a rate. */
  private static double rowsWritten(RunSpec spec) {
    double rows = 0;
    for (Assignment assignment : spec.assignments()) {
      double all = assignment.mix().shares().stream().mapToDouble(Mix.Share::weight).sum();
      for (Mix.Share share : assignment.mix().shares()) {
        OperationType.Effect effect = share.operation().effect();
        if (effect.changesTheTable() || effect == OperationType.Effect.WRITES_META) {
          double part = share.weight() / all;
          rows += part * rowsOf(spec, share.operation()) * assignment.tasks();
        }
      }
    }
    return rows / spec.tasks();
  }

  /** Rows of a request: of a full buffer, unless the run counts the rows in it. */
  private static long rowsOf(RunSpec spec, OperationType operation) {
    boolean fills = spec.limit().rows().isEmpty();
    if (fills
        && operation == Operations.BUFFERED_PUT
        && spec.data().cells().lengths() == ValueLengths.FIXED) {
      ColumnChoice columns = spec.data().writes().columns();
      return spec.data().writes().buffer() / RowsInFlight.Size.of(spec, columns).heap() + 1;
    }
    if (fills // as many bytes as it has at most: a mutation's heap is more
        && (operation == Operations.BUFFERED_PUT || operation == Operations.BUFFERED_DELETE)) {
      return spec.data().writes().buffer() / rowBytes(spec) + 1;
    }
    return spec.data().batch();
  }
}
