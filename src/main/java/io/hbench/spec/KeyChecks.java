package io.hbench.spec;

import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import org.apache.hadoop.conf.Configuration;

/** Refuses rows, orders, scopes and formats of keys that make no sense of each other. */
final class KeyChecks {
  /** Keys must not run out in the middle of a run: so many times as many rows as at its start. */
  private static final int ROOM_FOR_INSERTS = 10;

  private final RunSpec spec;

  KeyChecks(RunSpec spec) {
    this.spec = spec;
  }

  /**
   * All of them.
   *
   * @throws UsageException for the first thing that is wrong
   */
  void all() {
    checkOrder(spec.keys().type());
    if (spec.isSampled()) {
      checkSample();
    }
    checkFormat();
    if (spec.stride() > 1 && spec.keys().type() != KeyDistributionType.SEQUENTIAL) {
      throw UsageException.badValue(
          "--stride", Integer.toString(spec.stride()), "needs rows in order", "--keys sequential");
    }
  }

  private void checkOrder(KeyDistributionType order) {
    if (spec.everyRowOnce() && order.isSkewed()) {
      throw UsageException.badValue(
          "--keys", spec.keys().toString(), "does not go over every row once", "permuted");
    }
    boolean dealtOut =
        spec.keyScope() == KeyScope.TABLE_WIDE
            && order == KeyDistributionType.PERMUTED
            && spec.command() == Command.LOAD;
    if (spec.everyRowOnce() && spec.keyScope() != KeyScope.PARTITIONED && !dealtOut) {
      throw UsageException.badValue(
          "--key-scope",
          spec.keyScope().toString(),
          "would not have each row gone over once",
          "load --keys permuted --key-scope table, or leave it out");
    }
    if (order == KeyDistributionType.PERMUTED && (spec.bulk() || spec.acknowledged().isPresent())) {
      throw UsageException.badValue(
          "--keys",
          spec.keys().toString(),
          "is not the order in which HFiles are written, or a load is gone on with",
          "sequential");
    }
    if (order.isSkewed() && spec.keyScope() != KeyScope.TABLE_WIDE) {
      throw UsageException.badValue(
          "--key-scope",
          spec.keyScope().toString(),
          "would give " + order + " keys a hot set for each task instead of one for all",
          "--key-scope table, or leave it out");
    }
    if (spec.rows() > order.maxRows()) {
      throw UsageException.badValue(
          "--keys",
          spec.keys().toString(),
          "can choose from no more than " + order.maxRows() + " rows",
          spec.isSampled() ? "--rows 1M" : KeyDistributionType.YCSB_ZIPFIAN.toString());
    }
  }

  /** Keys that were found say nothing of where others are, nor of what is in their rows. */
  private void checkSample() {
    if (spec.range().first() != 0) {
      throw UsageException.badValue(
          "--first-row",
          Long.toString(spec.range().first()),
          "is no row where --keys sampled finds the keys",
          "--rows 100k");
    }
    if (!spec.keyFormat().equals(Settings.KEY_FORMAT.get(new Configuration(false)))) {
      throw UsageException.badValue(
          "--key-format",
          spec.keyFormat().toString(),
          "makes keys, and --keys sampled finds them",
          "one of them");
    }
    if (spec.expected().share() > 0) {
      throw refusal("brings rows that hbench may not have written, and --check needs to know");
    }
    spec.operations()
        .forEach(
            operation -> {
              if (operation.rows() == Rows.NEW) {
                throw refusal("has no row behind the last, and " + operation + " writes those");
              }
              if (operation.needsOrderedKeys()) {
                throw refusal("has no ranges of rows, and " + operation + " needs them");
              }
              if (operation == Operations.SCAN_FILTERED) {
                throw refusal("knows no values, and " + operation + " looks for one");
              }
            });
  }

  private UsageException refusal(String why) {
    return UsageException.badValue("--keys", spec.keys().toString(), why, "get, scan or put");
  }

  private void checkFormat() {
    KeyFormat format = spec.keyFormat();
    boolean inserts = spec.operations().anyMatch(o -> o.rows() == Rows.NEW);
    boolean limited = inserts && format.maxRow() < Long.MAX_VALUE;
    long room = limited ? format.maxRow() / ROOM_FOR_INSERTS : format.maxRow();
    if (spec.range().end() - 1 > room) {
      throw UsageException.badValue(
          "--key-format",
          format.toString(),
          limited
              ? "leaves no room for inserts behind row " + (spec.range().end() - 1)
              : "is too short for row " + (spec.range().end() - 1),
          "{row:26}");
    }
    if (spec.bulk() && !format.isOrdered()) {
      throw UsageException.badValue(
          "--key-format",
          format.toString(),
          "has keys that don't sort as rows do, and HFiles need that",
          "user{row:12}, or load without --bulk");
    }
    if (spec.expected().share() > 0 && !format.isReversible()) {
      throw UsageException.badValue(
          "--key-format",
          format.toString(),
          "hides which row it is, and --check needs to know",
          "user{row:12}, or no --check");
    }
    spec.operations()
        .filter(o -> o.needsOrderedKeys() && !format.isOrdered())
        .findFirst()
        .ifPresent(
            operation -> {
              throw UsageException.badValue(
                  "--key-format",
                  format.toString(),
                  "has keys that don't sort as rows do, and " + operation + " needs that",
                  "user{row:12}");
            });
  }
}
