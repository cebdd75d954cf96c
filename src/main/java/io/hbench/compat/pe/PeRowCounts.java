package io.hbench.compat.pe;

import io.hbench.data.KeyRange;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.hadoop.conf.Configuration;

/**
 * Numbers of rows of all clients of PerformanceEvaluation together.
 *
 * @param requested number of requested rows, including repetitions by {@code --cycles}
 * @param stride distance of consecutive rows of a sequential command; 1 for every row
 */
record PeRowCounts(long table, long requested, int stride) {
  /** {@code PerformanceEvaluation.ONE_GB}: its factors are 1024, 1024 and 1000. */
  private static final long ONE_GB = 1024 * 1024 * 1000;

  /**
   * Computes the numbers as PerformanceEvaluation does.
   *
   * @param random whether rows are drawn at random, not in order
   * @param sizeIsOfTable whether {@code --size} is the size of the table and {@code --rows} the
   *     number of requested rows
   * @throws UsageException if there are fewer rows than clients, or more than a long holds
   */
  static PeRowCounts of(Configuration options, int clients, boolean random, boolean sizeIsOfTable) {
    long ofClient = PeOptions.ROWS.get(options);
    long table = PeOptions.SIZE.isSet(options) ? rowsOfSize(options) : multiply(ofClient, clients);
    if (table < clients) {
      throw new UsageException(
          "pe: " + table + " rows are too few for " + clients + " clients; try --size 1");
    }
    long requested =
        sizeIsOfTable && PeOptions.ROWS.isSet(options) ? multiply(ofClient, clients) : table;
    double share = PeOptions.SAMPLE_RATE.get(options);
    int stride = 1;
    if (share < 1 && random) {
      requested = Math.max(clients, Math.round(requested * share));
    } else if (share < 1) {
      stride = (int) Math.max(1, Math.round(1 / share));
      requested = Math.max(1, (requested / clients + stride - 1) / stride) * clients;
    }
    return new PeRowCounts(table, multiply(requested, PeOptions.CYCLES.get(options)), stride);
  }

  private static long rowsOfSize(Configuration options) {
    BigDecimal size = PeOptions.SIZE.get(options);
    try {
      return size.multiply(BigDecimal.valueOf(rowsPerGb(options)))
          .setScale(0, RoundingMode.DOWN)
          .longValueExact();
    } catch (ArithmeticException e) {
      throw PeOptions.SIZE.bad(size, "more rows than a long holds", PeOptions.SIZE.flag() + " 100");
    }
  }

  /** Rows of a gigabyte of values; the mean length of random values is half the maximum. */
  private static long rowsPerGb(Configuration options) {
    long value = PeOptions.VALUE_SIZE.get(options);
    long bytes =
        Math.max(1, PeOptions.VALUE_RANDOM.get(options) ? value / 2 : value)
            * PeOptions.FAMILIES.get(options)
            * PeOptions.COLUMNS.get(options);
    return Math.max(1, ONE_GB / bytes);
  }

  private static long multiply(long rows, long by) {
    try {
      KeyRange.ofRows(Math.multiplyExact(rows, by));
      return rows * by;
    } catch (ArithmeticException e) {
      throw new UsageException(
          "pe: " + rows + " rows × " + by + ": more rows than a long holds; try --rows 1000");
    }
  }
}
