package io.hbench.spec;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.data.RegionWeights;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Settings;
import java.util.Optional;

/**
 * The rows of a run, their key distribution or key order, and the format of their keys.
 *
 * @param stride distance of consecutive rows of a sequential order, in rows
 * @param firstInsert row of the first insert, behind the rows
 * @param sliceOf rows of the table of which {@code range} is the slice of one of several runs; 0 if
 *     the rows are not divided
 * @param regions weights of the table's regions; empty for regions of any table
 */
public record KeySpec(
    KeyRange range,
    KeyDistribution distribution,
    KeyScope scope,
    int stride,
    KeyFormat format,
    long firstInsert,
    long sliceOf,
    Optional<RegionWeights> regions) {

  public KeySpec {
    KeyDistributionType type = distribution.type();
    if (type.isSkewed() && scope != KeyScope.TABLE_WIDE) {
      throw Settings.KEY_SCOPE.bad(
          scope,
          "would give " + type + " keys a hot set for each task instead of one for all",
          "--key-scope table-wide");
    }
    if (range.size() > type.maxRows()) {
      throw Settings.KEYS.bad(
          distribution,
          "limited to " + type.maxRows() + " rows",
          switch (type) {
            case ZIPFIAN -> "--keys ycsb-zipfian";
            case LATEST -> "--keys exponential";
            default -> "--rows " + type.maxRows(); // of the sample, not of the table
          });
    }
    if (type == KeyDistributionType.SAMPLED && range.first() != 0) {
      throw Settings.FIRST_ROW.bad(
          range.first(), "contradicts --keys sampled, whose rows have no numbers", "--first-row 0");
    }
    if (type == KeyDistributionType.SAMPLED
        && !format.equals(KeyFormat.parse(Settings.KEY_FORMAT.fallback()))) {
      throw Settings.KEY_FORMAT.bad(
          format,
          "contradicts --keys sampled, which takes keys from the table",
          "--keys sampled alone");
    }
    if (range.end() - 1 > format.maxRow()) {
      throw Settings.KEY_FORMAT.bad(
          format,
          "too short for row " + (range.end() - 1),
          "--key-format " + format.wideFor(range.end() - 1));
    }
    if (sliceOf > 0 && sliceOf < range.end()) {
      throw Settings.SLICE_OF.bad(
          sliceOf, "less than the end of the slice", "--slice-of " + range.end());
    }
    long before = sliceOf == 0 ? range.end() : range.first() + sliceOf;
    if (firstInsert < before || !isOwn(firstInsert, range, sliceOf)) {
      throw Settings.FIRST_INSERT.bad(
          firstInsert,
          firstInsert < before ? "one of the --rows that are there" : "a row of another slice",
          "--first-insert " + before);
    }
    if (regions.isPresent() && !format.isOrdered()) {
      throw Settings.KEY_FORMAT.bad(
          format,
          "keys do not sort by row number, which --region-weights needs",
          "--key-format {row:26}");
    }
    if (regions.isPresent() && regions.get().size() > range.size()) {
      throw Settings.ROWS.bad(
          range.size(),
          "less than the " + regions.get().size() + " regions of --region-weights",
          "--rows " + 1_000L * regions.get().size());
    }
    if (stride > 1 && type != KeyDistributionType.SEQUENTIAL) {
      throw Settings.STRIDE.bad(stride, "needs sequential keys", "--keys sequential");
    }
  }

  /** The places before the first insert: of the run's rows, and of the inserts of earlier runs. */
  public KeyRange placesBeforeInserts() {
    long rows = firstInsert - range.first();
    return new KeyRange(
        range.first(),
        sliceOf == 0
            ? firstInsert
            : range.first() + rows / sliceOf * range.size() + rows % sliceOf);
  }

  /**
   * The row at a place. Places are the run's rows, and its inserts without gaps behind them. The
   * inserts of a slice repeat it behind all slices, so those of several runs are different rows.
   */
  public long row(long place) {
    long rows = place - range.first();
    return sliceOf == 0
        ? place
        : range.first() + rows / range.size() * sliceOf + rows % range.size();
  }

  private static boolean isOwn(long row, KeyRange slice, long sliceOf) {
    return sliceOf == 0 || (row - slice.first()) % sliceOf < slice.size();
  }

  /** Whether the keys are drawn from a sample of the table's keys. */
  public boolean isSampled() {
    return distribution.type() == KeyDistributionType.SAMPLED;
  }
}
