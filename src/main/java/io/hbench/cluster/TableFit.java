package io.hbench.cluster;

import static io.hbench.figure.Format.counted;
import static java.util.Locale.ROOT;

import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Whether the schema, the regions and the rows of a table fit a run. Reads only.
 *
 * @param load command that loads the rows of the run, for messages
 */
record TableFit(Connection connection, TableName name, RunSpec spec, String load) {
  /** Number of rows that are read one by one. */
  private static final int SAMPLE = 100;

  /** An attribute that a family has not. */
  private static final String ABSENT = "none";

  /** Attributes of a table that are compared by themselves. */
  private static final List<Bytes> COMPARED =
      Stream.of(
              TableDescriptorBuilder.SPLIT_ENABLED,
              TableDescriptorBuilder.REGION_REPLICATION,
              TableDescriptorBuilder.SPLIT_POLICY)
          .map(attribute -> new Bytes(Bytes.toBytes(attribute)))
          .toList();

  /** Attributes that a table without them has. */
  private static final Set<String> ON = Set.of("COMPACTION_ENABLED", "MERGE_ENABLED");

  /** HBase's defaults of a family; it leaves two out of its descriptors that hbench always sets. */
  private static final Map<Bytes, Bytes> USUAL =
      ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
          .setInMemoryCompaction(MemoryCompactionPolicy.NONE)
          .setPrefetchBlocksOnOpen(false)
          .build()
          .getValues();

  /** Values of attributes that a family without them has. */
  private static final Set<String> OFF = Set.of("false", "0", ABSENT);

  /** Any key: it need not be one of the table. */
  private static final byte[] FIRST_KEY = {0};

  /**
   * Checks a table that the run takes as it is.
   *
   * @param table its schema, if the user may read it
   * @throws UsageException if it does not fit
   */
  void check(Optional<TableDescriptor> table) throws IOException {
    if (table.isPresent()) {
      checkFamilies(table.get());
      checkSchema(table.get());
      checkReplica(table.get());
    } else if (spec.operations().anyMatch(OperationType::readsCells)) {
      checkFamiliesByReads();
    }
    checkRegions();
    checkRows();
  }

  private void checkReplica(TableDescriptor table) {
    int replica = spec.data().reads().replica();
    int all = table.getRegionReplication();
    if (replica >= all) {
      throw Settings.REPLICA.bad(
          replica,
          "table %s has %s, numbered from 0".formatted(name, counted(all, "replica")),
          "--replica 0");
    }
  }

  /**
   * Checks that the run needs no rows in a table without any, and writes some.
   *
   * @param state why the table has none
   */
  void checkNew(String state) {
    reader()
        .ifPresent(
            reader -> {
              throw wrong(state + ", and " + reader + " reads it", load);
            });
    if (spec.operations().noneMatch(o -> o.effect() == Effect.WRITES)) {
      throw wrong(state + ", and the run writes nothing", load);
    }
  }

  /** Checks that the table has a sample of the rows that an earlier load wrote. */
  void checkWritten(String directory, RowSet written) throws IOException {
    List<Get> sample =
        written.sample(SAMPLE).mapToObj(spec.keys().format()::key).map(Get::new).toList();
    if (sample.isEmpty()) {
      return;
    }
    try (Table table = connection.getTable(name)) {
      boolean[] there = table.exists(sample);
      long missing = IntStream.range(0, there.length).filter(i -> !there[i]).count();
      if (missing > 0) {
        throw Settings.RESUME.bad(
            directory,
            "table %s lacks %d of %d rows of it that were looked up"
                .formatted(name, missing, sample.size()),
            load);
      }
    }
  }

  private void checkFamilies(TableDescriptor table) {
    if (spec.data().reads().wholeRows()
        && spec.operations().noneMatch(o -> o.effect().changesTheTable())) {
      return;
    }
    List<String> families = spec.data().cells().families();
    for (String family : families) {
      if (!table.hasColumnFamily(Bytes.toBytes(family))) {
        List<String> has =
            Arrays.stream(table.getColumnFamilies())
                .map(ColumnFamilyDescriptor::getNameAsString)
                .toList();
        List<String> some = has.subList(0, Math.min(families.size(), has.size()));
        throw Settings.FAMILY_NAMES.bad(
            family,
            "no family of table " + name + ", which has " + String.join(",", has),
            Settings.FAMILY_NAMES.flag() + " " + String.join(",", some));
      }
    }
  }

  /**
   * Refuses a run that writes, and asks for another schema than the table has: it would measure
   * that of the table. Of families a load alone asks. What HBase has by default is not asked for.
   */
  private void checkSchema(TableDescriptor table) {
    if (spec.operations().noneMatch(o -> o.effect() == Effect.WRITES)) {
      return;
    }
    TableDescriptor wanted = spec.tableSpec().newTable();
    int replicas = wanted.getRegionReplication();
    if (replicas > 1 && replicas != table.getRegionReplication()) {
      throw other(Settings.REPLICAS, replicas, "" + table.getRegionReplication());
    }
    String policy = wanted.getRegionSplitPolicyClassName();
    if (policy != null && !policy.equals(table.getRegionSplitPolicyClassName())) {
      throw other(Settings.SPLIT_POLICY, policy, table.getRegionSplitPolicyClassName());
    }
    if (spec.command() != Command.LOAD) {
      return;
    }
    Map<Bytes, Bytes> ofTable = new HashMap<>(wanted.getValues());
    COMPARED.forEach(ofTable::remove);
    checkAttributes(ofTable, Map.of(), table.getValues());
    if (!wanted.isSplitEnabled() && table.isSplitEnabled()) {
      throw other(Settings.REGION_SPLITS, false, "true");
    }
    for (ColumnFamilyDescriptor family : wanted.getColumnFamilies()) {
      checkAttributes(all(family), USUAL, all(table.getColumnFamily(family.getName())));
    }
  }

  /** Attributes and properties of a family, which HBase keeps apart. */
  private static Map<Bytes, Bytes> all(ColumnFamilyDescriptor family) {
    Map<Bytes, Bytes> all = new HashMap<>(family.getValues());
    family
        .getConfiguration()
        .forEach(
            (key, value) ->
                all.put(new Bytes(Bytes.toBytes(key)), new Bytes(Bytes.toBytes(value))));
    return all;
  }

  /**
   * @param usual what HBase has by default, as far as it says so
   * @param has what the table has
   */
  private void checkAttributes(
      Map<Bytes, Bytes> wanted, Map<Bytes, Bytes> usual, Map<Bytes, Bytes> has) {
    wanted.forEach(
        (attribute, value) -> {
          String now = text(has.getOrDefault(attribute, usual.get(attribute)));
          boolean isAsked = // what a table has without the attribute
              !value.equals(usual.get(attribute))
                  && !(now.equals(ABSENT) && isOff(text(attribute), text(value)));
          if (isAsked && !text(value).equalsIgnoreCase(now)) {
            throw wrong(
                "has %s %s, and not %s".formatted(text(attribute), now, text(value)),
                "--table " + name + "2, or --recreate");
          }
        });
  }

  /** Whether a table without an attribute has this value; one without a property has the site's. */
  private static boolean isOff(String attribute, String value) {
    return OFF.contains(value.toLowerCase(ROOT))
        && !ON.contains(attribute)
        && !attribute.contains(".");
  }

  private static String text(Bytes bytes) {
    return bytes == null ? ABSENT : Bytes.toString(bytes.copyBytes());
  }

  private UsageException other(Setting<?> setting, Object wanted, String has) {
    return UsageException.badValue(
        setting.flag(),
        wanted.toString(),
        "table %s has %s".formatted(name, has == null ? ABSENT : has),
        "--table %s2 %s %s".formatted(name, setting.flag(), wanted));
  }

  /** Finds out by a read of each family whether there is one. */
  private void checkFamiliesByReads() throws IOException {
    if (spec.data().reads().wholeRows()) {
      return;
    }
    for (String family : spec.data().cells().families()) {
      try (Table table = connection.getTable(name)) {
        table.exists(new Get(FIRST_KEY).addFamily(Bytes.toBytes(family)));
      } catch (NoSuchColumnFamilyException e) {
        throw Settings.FAMILY_NAMES.bad(
            family,
            "no family of table " + name,
            Settings.FAMILY_NAMES.flag() + " NAMES with those of the table");
      }
    }
  }

  /**
   * Refuses regions that were split for other rows. Those with weights may have been split since.
   */
  private void checkRegions() throws IOException {
    boolean areWeighted = spec.keys().regions().isPresent();
    Optional<Integer> presplit = spec.tableSpec().presplit();
    if (presplit.isEmpty() && !areWeighted) {
      return;
    }
    try (RegionLocator regions = connection.getRegionLocator(name)) {
      byte[][] starts = regions.getStartKeys();
      byte[][] found = Arrays.copyOfRange(starts, 1, starts.length);
      byte[][] points = spec.splitPoints();
      String reason =
          "table " + name + " has " + starts.length + " regions with other split points";
      if (areWeighted
          && !Arrays.stream(points)
              .allMatch(p -> Arrays.binarySearch(found, p, Arrays::compareUnsigned) >= 0)) {
        throw Settings.REGION_WEIGHTS.bad(
            points.length + 1 + " regions", reason, Settings.TABLE.flag() + " " + name + "2");
      }
      if (!areWeighted && !Arrays.deepEquals(found, points)) {
        throw Settings.PRESPLIT.bad(
            presplit.get(),
            reason,
            Settings.TABLE.flag() + " " + name + "2 --presplit " + presplit.get());
      }
    }
  }

  private void checkRows() throws IOException {
    Optional<String> reader = reader();
    if (reader.isEmpty() || spec.replay().isPresent()) {
      return; // the rows of a file may have been deleted when it was recorded
    }
    Scan any = new Scan().setFilter(new FirstKeyOnlyFilter());
    if (spec.keys().isSampled()) {
      if (first(any).isEmpty()) {
        throw wrong("has no rows, and " + reader.get() + " reads it", load);
      }
      return;
    }
    KeyRange rows = spec.keys().range();
    if (!hasSome(rows)) {
      byte[] expected = spec.keys().format().key(rows.first());
      String keys =
          first(any)
              .map(
                  key ->
                      " (row %d would be %s, its first key is %s)"
                          .formatted(
                              rows.first(),
                              Bytes.toStringBinary(expected),
                              Bytes.toStringBinary(key)))
              .orElse("");
      throw wrong(
          "has none of the rows %d to %d%s, and %s reads them"
              .formatted(rows.first(), rows.end() - 1, keys, reader.get()),
          load);
    }
  }

  /** Whether the table has any row of a range; a sample of them is read if keys are not ordered. */
  private boolean hasSome(KeyRange rows) throws IOException {
    KeyFormat keys = spec.keys().format();
    if (keys.isOrdered()) {
      return first(
              new Scan().withStartRow(keys.bound(rows.first())).withStopRow(keys.bound(rows.end())))
          .isPresent();
    }
    byte[][] sample = keys.sample(rows, (int) Math.min(SAMPLE, rows.size()));
    try (Table table = connection.getTable(name)) {
      return ArrayUtils.contains(table.exists(Arrays.stream(sample).map(Get::new).toList()), true);
    }
  }

  private Optional<byte[]> first(Scan scan) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner found = table.getScanner(scan.setLimit(1).setCaching(1))) {
      return Optional.ofNullable(found.next()).map(Result::getRow);
    }
  }

  /** The operation or setting that needs existing rows. */
  private Optional<String> reader() {
    return spec.keys().isSampled()
        ? Optional.of("--keys " + spec.keys().distribution())
        : spec.operations()
            .filter(o -> o.rows() == Rows.EXISTING)
            .map(Object::toString)
            .findFirst();
  }

  /** A refusal of the table, which the caller throws. */
  UsageException wrong(String reason, String example) {
    return Settings.TABLE.bad(name, reason, example);
  }
}
