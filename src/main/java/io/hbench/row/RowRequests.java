package io.hbench.row;

import io.hbench.data.KeyFormat;
import io.hbench.data.KeySample;
import io.hbench.data.KeySequence;
import io.hbench.data.ValueLengths;
import io.hbench.data.ValueSource;
import io.hbench.op.Operation;
import io.hbench.verify.ExpectedRows;
import io.hbench.verify.RowVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Keys, reads and writes from which operations make their requests. For one thread. */
public final class RowRequests {
  /** {@code PerformanceEvaluation.TAG_LENGTH}. */
  private static final int TAG_BYTES = 256;

  /** What HFile adds to each cell: a version, which is 0 once nobody reads an older one. */
  private static final int MVCC_BYTES = 1;

  /** Below 0, the filter passes no row: HBase has no filter of that kind in its own jars. */
  private static final float NO_CHANCE = -1;

  private final KeyFormat keys;
  private final LongFunction<byte[]> key;
  private final List<byte[]> families;
  private final List<byte[]> columns;
  private final List<Place> places;
  private final ValueSource values;
  private final List<Tag> tags;
  private final ReadOptions reads;
  private final ScanOptions scans;
  private final WriteOptions writes;
  private final int batch;
  private final int version;
  private final RowVerifier verifier;
  private final OutcomeCounts outcomes;
  private final Map<String, String> properties;

  /** Decides which column it is where it is one. */
  private final UniformRandomProvider random;

  /** Where a value is made; its cell has a copy. As long as the longest that was made so far. */
  private byte[] scratch = {};

  /** Where a cell is. */
  private static final class Place {
    private final byte[] family;
    private final byte[] column;

    /** Its number, over all families. */
    private final int cell;

    Place(byte[] family, byte[] column, int cell) {
      this.family = family;
      this.column = column;
      this.cell = cell;
    }
  }

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
    this.families = cells.families().stream().map(Bytes::toBytes).toList();
    this.columns = cells.columnNames().stream().map(Bytes::toBytes).toList();
    this.places =
        IntStream.range(0, families.size() * columns.size())
            .mapToObj(
                i ->
                    new Place(families.get(i / columns.size()), columns.get(i % columns.size()), i))
            .toList();
    this.values = cells.values(seed);
    byte[] tag =
        new ValueSource(~seed, TAG_BYTES, ValueLengths.FIXED, cells.bytes()).value(0, 0, 0);
    this.tags =
        IntStream.range(0, cells.tags())
            .<Tag>mapToObj(type -> new ArrayBackedTag((byte) type, tag))
            .toList();
    this.reads = reads;
    this.scans = scans;
    this.writes = writes;
    this.batch = batch;
    this.version = cells.version();
    this.verifier = new RowVerifier(keys, families, columns, values, expected);
    this.outcomes =
        new OutcomeCounts(
            reads.consistency() == Consistency.TIMELINE,
            cells.lengths() != ValueLengths.FIXED,
            verifier);
    this.properties = Map.copyOf(properties);
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  private RowRequests(RowRequests other, LongFunction<byte[]> key, long seed) {
    this.keys = other.keys;
    this.key = key;
    this.families = other.families;
    this.columns = other.columns;
    this.places = other.places;
    this.values = other.values;
    this.tags = other.tags;
    this.reads = other.reads;
    this.scans = other.scans;
    this.writes = other.writes;
    this.batch = other.batch;
    this.version = other.version;
    this.verifier = other.verifier;
    this.outcomes = other.outcomes;
    this.properties = other.properties;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The same for one thread, with random choices of its own; what is large is shared. */
  public RowRequests forThread(long seed) {
    return new RowRequests(this, key, seed);
  }

  /** The same requests for rows whose keys were sampled from the table. */
  public RowRequests with(KeySample sample) {
    return new RowRequests(this, sample::key, 0);
  }

  /** How row numbers become keys, where these are made. */
  public KeyFormat keys() {
    return keys;
  }

  /** The key of a row, made or sampled. */
  public byte[] key(long row) {
    return key.apply(row);
  }

  /** The names of the column families. */
  public List<byte[]> families() {
    return families;
  }

  /** The names of the columns in each family. */
  public List<byte[]> columns() {
    return columns;
  }

  public Durability durability() {
    return writes.durability();
  }

  /** Bytes that buffered writes gather before they go. */
  public int writeBuffer() {
    return writes.buffer();
  }

  public int batch() {
    return batch;
  }

  /** Takes up to a batch of rows from the sequence and makes something of each. */
  public ScanOptions scans() {
    return scans;
  }

  /** How many rows the next scan asks for. */
  public int scanRows() {
    return scans.lengths().rows(scans.rows(), random.nextLong());
  }

  /** What {@code --operation-properties} says. */
  public Map<String, String> properties() {
    return properties;
  }

  public OutcomeCounts outcomes() {
    return outcomes;
  }

  public RowVerifier verifier() {
    return verifier;
  }

  /** Asks for the columns by name: those that increments and appends add are left alone. */
  public Get get(long row) {
    Get get = new Get(key(row));
    if (reads.wholeFamilies()) {
      families.forEach(get::addFamily);
    } else if (!reads.wholeRows()) {
      for (Place place : places(reads.columns(), families.size())) {
        get.addColumn(place.family, place.column);
      }
    }
    get.setCacheBlocks(scans.cacheBlocks());
    prepare(get);
    return get;
  }

  /** A scan of the same cells as {@link #get}, from anywhere to anywhere. */
  public Scan scan() {
    return scan(families.size(), reads.columns());
  }

  /** A scan of all columns of the first family. */
  public Scan scanOfTheFirstFamily() {
    return scan(1, ColumnChoice.ALL);
  }

  private Scan scan(int ofFamilies, ColumnChoice choice) {
    Scan scan =
        new Scan()
            .setCaching(scans.caching())
            .setCacheBlocks(scans.cacheBlocks())
            .setAsyncPrefetch(scans.prefetch())
            .setReadType(scans.readType())
            .setScanMetricsEnabled(true);
    if (reads.wholeFamilies()) {
      families.subList(0, ofFamilies).forEach(scan::addFamily);
    } else if (!reads.wholeRows()) {
      for (Place place : places(choice, ofFamilies)) {
        scan.addColumn(place.family, place.column);
      }
    }
    prepare(scan);
    return scan;
  }

  /** A scan of all columns, whoever wrote them, that leaves the servers' block caches alone. */
  public Scan allCellsScan() {
    Scan scan =
        new Scan()
            .setCaching(scans.caching())
            .setCacheBlocks(false)
            .setReadType(Scan.ReadType.STREAM)
            .setScanMetricsEnabled(true);
    families.forEach(scan::addFamily);
    return scan;
  }

  private void prepare(Query query) {
    query.setConsistency(reads.consistency());
    if (reads.replica() >= 0) {
      query.setReplicaId(reads.replica());
    }
    if (reads.filterAll()) {
      query.setFilter(new RandomRowFilter(NO_CHANCE));
    }
  }

  private List<Place> places(ColumnChoice choice, int ofFamilies) {
    int most = ofFamilies * columns.size();
    return choice == ColumnChoice.ONE
        ? List.of(places.get(random.nextInt(most)))
        : places.subList(0, most);
  }

  /**
   * Writes a row that may be there: all of it, or, with {@code --write-columns}, one column. For
   * {@link Operation#next} alone: what is called when an answer comes may be called by others.
   */
  public Put put(long row) {
    return put(row, writes.columns());
  }

  /** Writes a row that is not there yet, all of it; where {@link #put} may be called. */
  public Put newRow(long row) {
    return put(row, ColumnChoice.ALL);
  }

  private Put put(long row, ColumnChoice choice) {
    Put put = new Put(key(row)).setDurability(writes.durability());
    for (Place place : places(choice, families.size())) {
      add(put, row, place);
    }
    return put;
  }

  /** Not by {@code Put.addColumn}: it takes the value as an array of its own, and copies it. */
  private void add(Put put, long row, Place place) {
    int length = values.length(row, place.cell);
    scratch = scratch.length < length ? new byte[length] : scratch;
    values.write(row, place.cell, version, scratch);
    byte[] key = put.getRow();
    try {
      put.add(
          new KeyValue(
              key,
              0,
              key.length,
              place.family,
              0,
              place.family.length,
              place.column,
              0,
              place.column.length,
              HConstants.LATEST_TIMESTAMP,
              KeyValue.Type.Put,
              scratch,
              0,
              length,
              tags));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is thrown for a cell of another row
    }
  }

  /** Bytes of a row's cells in a block of a file, where nothing compresses or encodes it. */
  public long blockBytes(long row) {
    return put(row).getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .mapToLong(cell -> cell.getSerializedSize() + MVCC_BYTES)
        .sum();
  }

  /** The value of a row's first cell. */
  public byte[] value(long row) {
    return values.value(row, 0, version);
  }

  /** All of the row's families, as PerformanceEvaluation deletes them. */
  public Delete delete(long row) {
    Delete delete = new Delete(key(row)).setDurability(writes.durability());
    for (byte[] family : families) {
      delete.addFamily(family);
    }
    return delete;
  }

  /** Takes up to a batch of rows from the sequence and makes something of each. */
  public <T> List<T> batch(KeySequence keys, LongFunction<T> make) {
    List<T> made = new ArrayList<>();
    while (made.size() < batch && keys.hasNext()) {
      made.add(make.apply(keys.next()));
    }
    return made;
  }
}
