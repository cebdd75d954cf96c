package io.hbench.spec;

import io.hbench.data.RowSet;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.row.CellLayout;
import io.hbench.row.ColumnChoice;
import io.hbench.row.ReadOptions;
import io.hbench.row.ScanOptions;
import io.hbench.row.WriteOptions;
import io.hbench.settings.Settings;
import io.hbench.verify.ExpectedRows;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Consistency;

/**
 * The content of rows, and the options of the requests that read and write them.
 *
 * @param batch rows in each get, put or insert request
 * @param properties properties of user-defined operations
 * @param copy source of the rows; empty if they are made
 * @param acknowledged rows whose writes an earlier load has logged as acknowledged
 * @param seed seed of keys and values
 * @param drawSeed seed of the drawn keys, operations and arrivals; 0 for settings that no run has
 *     read yet
 */
public record DataSpec(
    CellLayout cells,
    ReadOptions reads,
    ScanOptions scans,
    WriteOptions writes,
    int batch,
    Map<String, String> properties,
    ExpectedRows expected,
    Optional<CopySpec> copy,
    Optional<RowSet> acknowledged,
    long seed,
    long drawSeed) {
  private static final int MAX_VALUE_SIZE = 1 << 30;

  public DataSpec {
    properties = Map.copyOf(properties);
    checkLengths(cells);
    if (cells.valueSize() > MAX_VALUE_SIZE) {
      throw Settings.VALUE_SIZE.bad(cells.valueSize(), "more than 1GB", "--value-size 1KB");
    }
    if (cells.random() < 1 && cells.bytes() != ValueBytes.RANDOM) {
      throw Settings.VALUE_BYTES.bad(
          cells.bytes(), "contradicts --compressible-to", "--value-bytes random");
    }
    if (reads.wholeFamilies() && reads.columns() == ColumnChoice.ONE) {
      throw Settings.READ_COLUMNS.bad(
          reads.columns(), "contradicts --whole-families", "--whole-families alone");
    }
    if (reads.replica() > 0 && reads.consistency() != Consistency.TIMELINE) {
      throw Settings.REPLICA.bad(
          reads.replica(), "needs --consistency timeline", "--replica 1 --consistency timeline");
    }
    if (reads.replica() > 0 && batch > 1) {
      throw Settings.REPLICA.bad(
          reads.replica(),
          "HBase's clients send batches of reads to the primaries",
          "--replica 1 --consistency timeline --batch 1");
    }
  }

  private static void checkLengths(CellLayout cells) {
    boolean histogram = cells.lengths() == ValueLengths.HISTOGRAM;
    if (histogram != cells.histogram().isPresent()) {
      throw Settings.VALUE_LENGTHS.bad(
          cells.lengths(),
          histogram ? "needs a file" : "takes no file",
          "--value-lengths histogram --value-histogram hist.txt");
    }
    if (histogram && cells.histogram().get().maxLength() > MAX_VALUE_SIZE) {
      throw Settings.VALUE_HISTOGRAM.bad(
          cells.histogram().get().maxLength() + " bytes",
          "more than 1GB",
          "--value-lengths uniform --value-size 1KB");
    }
    int min = cells.minSize();
    boolean varies =
        cells.lengths() == ValueLengths.UNIFORM || cells.lengths() == ValueLengths.ZIPFIAN;
    if (min > 0 && (!varies || min >= cells.valueSize())) {
      throw Settings.MIN_VALUE_SIZE.bad(
          min,
          varies
              ? "not less than --value-size " + cells.valueSize()
              : "needs lengths that vary, not " + cells.lengths() + " ones",
          varies ? Settings.MIN_VALUE_SIZE.flag() + " 1" : "--value-lengths uniform");
    }
  }
}
