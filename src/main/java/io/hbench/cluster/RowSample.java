package io.hbench.cluster;

import io.hbench.client.MissingRight;
import io.hbench.data.KeySampler;
import io.hbench.time.Pace;
import io.hbench.twin.Law;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lengths of rows of a table, from some rows behind each of some places. The places are spread over
 * the regions by their bytes, and over the keys of a region. Of the values, only the size after
 * compression is kept. Lookups bypass the block caches.
 */
final class RowSample implements CellLengths {
  /** Rows behind a place. */
  private static final int ROWS = 20;

  /** Values of a family that are compressed, in blocks as those of HBase. */
  private static final int MAX_VALUES = 1 << 20;

  private static final int BLOCK = 1 << 16;

  /** An answer of HBase to a scan. */
  private static final double BYTES_OF_A_CALL = 2 << 20;

  private final Cluster cluster;
  private final TableName table;
  private final Pace pace;
  private final Set<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
  private final Map<String, Cells> families = new TreeMap<>();

  private static final class Cells {
    private final List<Integer> columns = new ArrayList<>();
    private final List<Integer> qualifiers = new ArrayList<>();
    private final List<Integer> values = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void add(List<Cell> cells) {
      columns.add(cells.size());
      for (Cell cell : cells) {
        qualifiers.add(cell.getQualifierLength());
        values.add(cell.getValueLength());
        int room = Math.min(cell.getValueLength(), MAX_VALUES - bytes.size());
        bytes.write(cell.getValueArray(), cell.getValueOffset(), room);
      }
    }
  }

  private RowSample(Cluster cluster, TableName table, Pace pace) {
    this.cluster = cluster;
    this.table = table;
    this.pace = pace;
  }

  static RowSample of(Cluster cluster, TableName table, int max, Pace pace) throws IOException {
    RowSample sample = new RowSample(cluster, table, pace);
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(0);
    try {
      for (Map.Entry<RegionKeys, Integer> region : places(cluster, table, max).entrySet()) {
        sample.read(region.getKey(), region.getValue(), max, random);
      }
    } catch (UncheckedIOException e) {
      throw MissingRight.named(e.getCause(), cluster.user(), table, "--sample");
    } catch (IOException e) {
      throw MissingRight.named(e, cluster.user(), table, "--sample");
    }
    return sample;
  }

  /** Number of places in regions, by their bytes; regions without a place are left out. */
  private static Map<RegionKeys, Integer> places(Cluster cluster, TableName table, int max)
      throws IOException {
    NavigableMap<Double, RegionKeys> upTo = new TreeMap<>();
    double bytes = 0;
    for (RegionKeys region : SamplePass.regions(cluster, table, new LongAdder())) {
      bytes += Math.max(1, region.size());
      upTo.put(bytes, region);
    }
    Map<RegionKeys, Integer> places = new LinkedHashMap<>();
    int all = (max + ROWS - 1) / ROWS;
    for (int i = 0; i < all && !upTo.isEmpty(); i++) {
      places.merge(upTo.higherEntry((i + 0.5) / all * bytes).getValue(), 1, Integer::sum);
    }
    return places;
  }

  private void read(RegionKeys region, int places, int max, UniformRandomProvider random)
      throws IOException {
    byte[] end = region.region().getEndKey();
    byte[] first = read(region.region().getStartKey(), end, max);
    if (first == null || places == 1) {
      return;
    }
    await();
    byte[] last = region.before(end);
    for (int i = 1; i < places && last != null; i++) {
      read(KeySampler.between(first, last, random), end, max);
    }
  }

  /**
   * Reads the rows behind a place.
   *
   * @return the key of the first; null without one
   */
  private byte[] read(byte[] place, byte[] end, int max) throws IOException {
    await();
    Scan scan =
        new Scan()
            .withStartRow(place)
            .withStopRow(end)
            .setLimit(ROWS)
            .setCaching(ROWS)
            .setCacheBlocks(false);
    byte[] first = null;
    try (Table connected = cluster.connection().getTable(table);
        ResultScanner rows = connected.getScanner(scan)) {
      for (Result row = rows.next(); row != null && keys.size() < max; row = rows.next()) {
        first = first == null ? row.getRow() : first;
        if (keys.add(row.getRow())) {
          add(row);
        }
        pace.took(Math.max(0, Result.getTotalSizeOfCells(row) / BYTES_OF_A_CALL));
        pace.await(); // a row may be as large as many calls
      }
    }
    return first;
  }

  private void await() throws IOException {
    pace.await();
    pace.took(1);
  }

  private void add(Result row) {
    Map<String, List<Cell>> cells =
        row.listCells().stream()
            .collect(Collectors.groupingBy(cell -> Bytes.toString(CellUtil.cloneFamily(cell))));
    cells.forEach(
        (family, some) -> families.computeIfAbsent(family, name -> new Cells()).add(some));
  }

  @Override
  public Map<String, String> unknown() {
    String why = "the sample has found no row";
    return keys.isEmpty() ? Map.of("rowKeys", why, "table.families", why) : Map.of();
  }

  @Override
  public Set<String> families() {
    return families.keySet();
  }

  @Override
  public Law rowKeys() {
    return Law.of(keys.stream().mapToInt(key -> key.length).toArray());
  }

  @Override
  public Family family(String name, String shown, FamilySettings settings) {
    Cells cells = families.getOrDefault(name, new Cells());
    return new Family(
        shown,
        settings,
        law(cells.columns),
        keys.isEmpty() ? null : (double) cells.columns.size() / keys.size(),
        law(cells.qualifiers),
        law(cells.values),
        null,
        compressibleTo(cells.bytes.toByteArray()));
  }

  private static Law law(List<Integer> lengths) {
    return Law.of(lengths.stream().mapToInt(length -> length).toArray());
  }

  /** Null without a byte. */
  private static Double compressibleTo(byte[] values) {
    if (values.length == 0) {
      return null;
    }
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    byte[] block = new byte[2 * BLOCK];
    long compressed = 0;
    for (int from = 0; from < values.length; from += BLOCK) {
      deflater.reset();
      deflater.setInput(values, from, Math.min(BLOCK, values.length - from));
      deflater.finish();
      compressed += deflater.deflate(block);
    }
    deflater.end();
    return Math.min(1, (double) compressed / values.length);
  }
}
