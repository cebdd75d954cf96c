package io.hbench.spec;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Settings;

/**
 * The rows of a run, their key distribution or key order, and the format of their keys.
 *
 * @param stride distance of consecutive rows of a sequential order, in rows
 * @param firstInsert row of the first insert, behind the rows
 */
public record KeySpec(
    KeyRange range,
    KeyDistribution distribution,
    KeyScope scope,
    int stride,
    KeyFormat format,
    long firstInsert) {

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
          type == KeyDistributionType.SAMPLED ? "--rows 1M" : "--keys ycsb-zipfian");
    }
    if (type == KeyDistributionType.SAMPLED && range.first() != 0) {
      throw Settings.FIRST_ROW.bad(
          range.first(), "contradicts --keys sampled, whose rows have no numbers", "--rows 100k");
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
          format, "too short for row " + (range.end() - 1), "--key-format {row:26}");
    }
    if (firstInsert < range.end()) {
      throw Settings.FIRST_INSERT.bad(
          firstInsert, "one of the --rows that are there", "--first-insert " + range.end());
    }
    if (stride > 1 && type != KeyDistributionType.SEQUENTIAL) {
      throw Settings.STRIDE.bad(stride, "needs sequential keys", "--keys sequential");
    }
  }

  /** The rows before the first insert: those of the run, and the inserts of earlier runs. */
  public KeyRange rowsBeforeInserts() {
    return new KeyRange(range.first(), firstInsert);
  }

  /** Whether the keys are drawn from a sample of the table's keys. */
  public boolean isSampled() {
    return distribution.type() == KeyDistributionType.SAMPLED;
  }
}
