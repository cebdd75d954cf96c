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
import java.util.function.LongFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.client.Consistency;

/** Keys, reads and writes from which operations make their requests. For one thread. */
public final class RowRequests {
  private final KeyFormat keys;
  private final LongFunction<byte[]> key;
  private final Columns columns;
  private final RowReads reads;
  private final RowWrites writes;
  private final int batch;
  private final Map<String, String> properties;

  /**
   * @param batch rows in each get or put request
   * @param properties of {@code --operation-properties}, for operations of a user
   * @param expected rows that the verifier expects
   */
  public RowRequests(
      KeyFormat keys,
      CellLayout cells,
      ReadOptions reads,
      ScanOptions scans,
      WriteOptions writes,
      int batch,
      long seed,
      Map<String, String> properties,
      ExpectedRows expected) {
    this.keys = keys;
    this.key = keys::key;
    this.columns = Columns.of(cells, random(seed));
    ValueSource values = cells.values(seed);
    RowVerifier verifier =
        new RowVerifier(keys, columns.families(), columns.qualifiers(), values, expected);
    boolean sizes = cells.lengths() != ValueLengths.FIXED;
    OutcomeCounts outcomes =
        new OutcomeCounts(reads.consistency() == Consistency.TIMELINE, sizes, verifier);
    this.reads = new RowReads(key, columns, reads, scans, outcomes);
    this.writes =
        new RowWrites(key, columns, values, RowWrites.tags(cells, seed), writes, cells.version());
    this.batch = batch;
    this.properties = Map.copyOf(properties);
  }

  private RowRequests(RowRequests other, LongFunction<byte[]> key, long seed) {
    this.keys = other.keys;
    this.key = key;
    this.columns = other.columns.with(random(seed));
    this.reads = other.reads.with(key, columns);
    this.writes = other.writes.with(key, columns);
    this.batch = other.batch;
    this.properties = other.properties;
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The same requests for one thread, with random choices of its own; values are shared. */
  public RowRequests forThread(long seed) {
    return new RowRequests(this, key, seed);
  }

  /** The same requests for rows whose keys were sampled from the table. */
  public RowRequests with(KeySample sample) {
    return new RowRequests(this, sample::key, 0);
  }

  /** Makes gets and scans. */
  public RowReads reads() {
    return reads;
  }

  /** Makes puts and deletes. */
  public RowWrites writes() {
    return writes;
  }

  /** The format of keys, unless keys were sampled. */
  public KeyFormat keys() {
    return keys;
  }

  /** The key of a row, made or sampled. */
  public byte[] key(long row) {
    return key.apply(row);
  }

  /** The names of the column families. */
  public List<byte[]> families() {
    return columns.families();
  }

  /** The names of the columns in each family. */
  public List<byte[]> columns() {
    return columns.qualifiers();
  }

  /** Rows in each get or put request: {@code --batch}. */
  public int batch() {
    return batch;
  }

  /** Takes up to a batch of rows from the sequence and makes something of each. */
  public <T> List<T> batch(KeySequence rows, LongFunction<T> make) {
    List<T> made = new ArrayList<>();
    while (made.size() < batch && rows.hasNext()) {
      made.add(make.apply(rows.next()));
    }
    return made;
  }

  /** The properties of {@code --operation-properties}. */
  public Map<String, String> properties() {
    return properties;
  }
}
