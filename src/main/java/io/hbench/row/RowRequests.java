package io.hbench.row;

import io.hbench.data.KeyFormat;
import io.hbench.data.KeySample;
import io.hbench.data.KeySequence;
import io.hbench.data.ValueLengths;
import io.hbench.data.ValueSource;
import io.hbench.verify.ExpectedRows;
import io.hbench.verify.RowVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.client.Consistency;

/**
 * Keys, reads and writes from which operations make their requests. For one thread.
 *
 * @param keys the format of keys, unless keys were sampled
 * @param batch rows in each get or put request: {@code --batch}
 * @param properties of {@code --operation-properties}, for operations of a user
 */
public record RowRequests(
    KeyFormat keys, RowReads reads, RowWrites writes, int batch, Map<String, String> properties) {

  public RowRequests {
    properties = Map.copyOf(properties);
  }

  /**
   * Makes them.
   *
   * @param seed of the values, and of the choice of columns
   * @param expected rows that the verifier expects
   */
  public static RowRequests of(
      KeyFormat keys,
      CellLayout cells,
      ReadOptions reads,
      ScanOptions scans,
      WriteOptions writes,
      int batch,
      long seed,
      Map<String, String> properties,
      ExpectedRows expected) {
    Columns columns = Columns.of(cells, random(seed));
    ValueSource values = cells.values(seed);
    RowVerifier verifier =
        new RowVerifier(keys, columns.families(), columns.qualifiers(), values, expected);
    boolean sizes = cells.lengths() != ValueLengths.FIXED;
    OutcomeCounts outcomes =
        new OutcomeCounts(reads.consistency() == Consistency.TIMELINE, sizes, verifier);
    byte[][] tags = RowWrites.tags(cells, seed);
    return new RowRequests(
        keys,
        new RowReads(keys::key, columns, reads, scans, outcomes),
        new RowWrites(keys::key, columns, values, tags, writes, cells.version(), Optional.empty()),
        batch,
        properties);
  }

  private RowRequests with(LongFunction<byte[]> key, long seed) {
    Columns columns = reads.columns().with(random(seed));
    return new RowRequests(
        keys, reads.with(key, columns), writes.with(key, columns), batch, properties);
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The same requests for one thread, with random choices of its own; values are shared. */
  public RowRequests forThread(long seed) {
    return with(reads.key(), seed);
  }

  /** The same requests for rows whose keys were sampled from the table. */
  public RowRequests with(KeySample sample) {
    return with(sample::key, 0);
  }

  /** The same requests, whose puts are rows of another table. */
  public RowRequests with(CopiedRows rows) {
    return new RowRequests(keys, reads, writes.with(rows), batch, properties);
  }

  /** The key of a row, made or sampled. */
  public byte[] key(long row) {
    return reads.key().apply(row);
  }

  public List<byte[]> families() {
    return reads.columns().families();
  }

  public List<byte[]> columns() {
    return reads.columns().qualifiers();
  }

  /** Takes up to a batch of rows from the sequence and makes something of each. */
  public <T> List<T> batch(KeySequence rows, LongFunction<T> make) {
    List<T> made = new ArrayList<>();
    while (made.size() < batch && rows.hasNext()) {
      made.add(make.apply(rows.next()));
    }
    return made;
  }
}
