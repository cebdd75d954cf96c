package io.hbench.cluster;

import io.hbench.data.KeyRange;
import io.hbench.op.MetaOperation;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Checks the table of a run, and creates or drops it if the settings ask for it. The schema of a
 * table that hbench did not create is never changed. Such a table is dropped only if the user names
 * it, and written only with consent.
 */
public final class Tables {
  /** Key in the descriptor of every table that hbench creates; the value is hbench's version. */
  public static final String MARKER = "HBENCH";

  /** Number of rows that are read one by one if keys are not ordered. */
  private static final int SAMPLE = 100;

  private final Cluster cluster;
  private final RunSpec spec;
  private final TableName name;

  public Tables(Cluster cluster, RunSpec spec) {
    this.cluster = cluster;
    this.spec = spec;
    this.name = TableName.valueOf(spec.table());
  }

  /**
   * Checks the table, then drops and creates it if the settings ask for it.
   *
   * @param version of hbench, for the marker
   * @param confirm asks the user for consent, where {@code --yes} does not give it
   * @throws UsageException if the table does not fit the run; nothing was changed then
   */
  public void prepare(String version, Predicate<String> confirm) throws IOException {
    if (spec.writesMeta()) {
      checkMeta();
      return;
    }
    Admin admin = cluster.admin();
    Optional<TableDescriptor> table =
        admin.tableExists(name) ? Optional.of(admin.getDescriptor(name)) : Optional.empty();
    boolean drop = table.isPresent() && mayDrop(table.get());
    if (table.isPresent() && !drop) {
      if (admin.isTableDisabled(name)) {
        throw wrongTable("is disabled", "--table " + name + "2");
      }
      checkFamilies(table.get());
      checkRegions();
      checkRows();
      checkConsent(table.get(), confirm);
      return;
    }
    reader()
        .ifPresent(
            reader -> {
              throw wrongTable(
                  (drop ? "would be empty" : "does not exist") + ", and " + reader + " reads it",
                  load());
            });
    if (spec.operations().noneMatch(o -> o.effect() == Effect.WRITES)) {
      throw wrongTable("does not exist, and the run writes nothing", load());
    }
    TableDescriptor made = NewTable.descriptor(name, spec, version);
    byte[][] splitPoints =
        spec.keys()
            .format()
            .splitPoints(spec.keys().range(), spec.tableSpec().presplit().orElse(1));
    if (drop) {
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
    if (splitPoints.length == 0) {
      admin.createTable(made);
    } else {
      admin.createTable(made, splitPoints);
    }
  }

  private void checkMeta() throws IOException {
    if (cluster.admin().tableExists(MetaOperation.NO_TABLE)) {
      throw new UsageException(
          "table "
              + MetaOperation.NO_TABLE
              + ": exists, and metaWrite would change its regions; try metaWrite on a cluster"
              + " without this table");
    }
  }

  private boolean mayDrop(TableDescriptor table) {
    String recreate = spec.tableSpec().recreate();
    if (recreate.equals("false")) {
      return false;
    }
    boolean named = recreate.equals(spec.table()) && !recreate.equals("true");
    if (named || (recreate.equals("true") && isOurs(table))) {
      return true;
    }
    throw UsageException.badValue(
        Settings.RECREATE.flag(),
        recreate,
        recreate.equals("true")
            ? "hbench did not create table " + name + ", so its name has to confirm the drop"
            : "not the name of table " + name,
        Settings.RECREATE.flag() + "=" + name);
  }

  private void checkFamilies(TableDescriptor table) {
    if (spec.data().reads().wholeRows()
        && spec.operations().noneMatch(o -> o.effect().changesTheTable())) {
      return;
    }
    for (String family : spec.data().cells().families()) {
      if (!table.hasColumnFamily(Bytes.toBytes(family))) {
        List<String> has =
            Arrays.stream(table.getColumnFamilies())
                .map(ColumnFamilyDescriptor::getNameAsString)
                .toList();
        throw UsageException.badValue(
            Settings.FAMILY_NAMES.flag(),
            family,
            "no family of table " + name + ", which has " + String.join(",", has),
            Settings.FAMILY_NAMES.flag() + " " + has.get(0));
      }
    }
  }

  /** Refuses regions that were split for other rows. */
  private void checkRegions() throws IOException {
    Optional<Integer> presplit = spec.tableSpec().presplit();
    if (presplit.isEmpty()) {
      return;
    }
    try (RegionLocator regions = cluster.connection().getRegionLocator(name)) {
      byte[][] starts = regions.getStartKeys();
      byte[][] found = Arrays.copyOfRange(starts, 1, starts.length);
      if (!Arrays.deepEquals(
          found, spec.keys().format().splitPoints(spec.keys().range(), presplit.get()))) {
        throw UsageException.badValue(
            Settings.PRESPLIT.flag(),
            presplit.get().toString(),
            "table " + name + " has " + starts.length + " regions with other split points",
            Settings.TABLE.flag() + " " + name + "2 --presplit " + presplit.get());
      }
    }
  }

  private void checkRows() throws IOException {
    Optional<String> reader = reader();
    if (reader.isEmpty()) {
      return;
    }
    if (spec.isSampled()) {
      if (!hasSome(new Scan().setFilter(new FirstKeyOnlyFilter()))) {
        throw wrongTable("has no rows, and " + reader.get() + " reads it", load());
      }
      return;
    }
    KeyRange rows = spec.keys().range();
    byte[] end = spec.keys().format().isOrdered() ? spec.keys().format().bound(rows.end()) : null;
    if (!hasSome(rows, end)) {
      throw wrongTable(
          "has none of the rows 0 to "
              + (spec.rows() - 1)
              + ", and "
              + reader.get()
              + " reads them",
          load());
    }
  }

  /**
   * Whether the table has any row of a range.
   *
   * @param rows range of rows; a sample of them is read if keys are not ordered
   * @param end exclusive end key of the range; null if keys are not ordered
   */
  private boolean hasSome(KeyRange rows, byte[] end) throws IOException {
    if (end == null) {
      byte[][] keys = spec.keys().format().sample(rows, (int) Math.min(SAMPLE, rows.size()));
      try (Table table = cluster.connection().getTable(name)) {
        return ArrayUtils.contains(table.exists(Arrays.stream(keys).map(Get::new).toList()), true);
      }
    }
    return hasSome(
        new Scan().withStartRow(spec.keys().format().bound(rows.first())).withStopRow(end));
  }

  private boolean hasSome(Scan scan) throws IOException {
    try (Table table = cluster.connection().getTable(name);
        ResultScanner found = table.getScanner(scan.setLimit(1).setCaching(1))) {
      return found.next() != null;
    }
  }

  private void checkConsent(TableDescriptor table, Predicate<String> confirm) {
    boolean writes = spec.operations().anyMatch(o -> o.effect().changesTheTable());
    if (writes && !isOurs(table) && !spec.tableSpec().foreignWrites()) {
      if (!confirm.test("hbench did not create table " + name + ": write into it?")) {
        throw wrongTable("hbench did not create it", "--table " + name + " --yes");
      }
    }
  }

  /** The operation or setting that needs existing rows. */
  private Optional<String> reader() {
    return spec.isSampled()
        ? Optional.of("--keys " + spec.keys().distribution())
        : spec.operations()
            .filter(o -> o.rows() == Rows.EXISTING)
            .map(Object::toString)
            .findFirst();
  }

  private String load() {
    return "load --table " + name + " --rows " + spec.rows();
  }

  private UsageException wrongTable(String reason, String example) {
    return UsageException.badValue(Settings.TABLE.flag(), name.toString(), reason, example);
  }

  private static boolean isOurs(TableDescriptor table) {
    return table.getValue(MARKER) != null;
  }
}
