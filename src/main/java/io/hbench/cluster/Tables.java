package io.hbench.cluster;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.op.MetaOperation;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
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
 * Checks of the table of a run. A system table is never changed. The schema of a table that hbench
 * did not create is never changed either; such a table is dropped only if the user names it, and
 * written, flushed, compacted or read as a whole only with consent.
 */
public final class Tables {
  /** Tables of HBase's backups; its other system tables have a namespace of their own. */
  private static final Set<String> BACKUP_TABLES = Set.of("backup:system", "backup:system_bulk");

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
   * Checks the table.
   *
   * @param version of hbench, for the mark of a new table
   * @param confirm asks the user for consent, where {@code --yes} does not give it
   * @return the creation of the table, if it has to be created for the run
   * @throws UsageException if the table does not fit the run; nothing was changed
   */
  public Optional<TableCreation> check(String version, Predicate<String> confirm)
      throws IOException {
    if (spec.writesMeta()) {
      checkMeta();
      return Optional.empty();
    }
    checkSystem();
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
      return Optional.empty();
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
    TableMark mark =
        new TableMark(version, TableMark.fullName(name), cluster.id(), Instant.now().toString());
    byte[][] splitPoints =
        spec.keys()
            .format()
            .splitPoints(spec.keys().range(), spec.tableSpec().presplit().orElse(1));
    return Optional.of(
        new TableCreation(admin, NewTable.descriptor(name, spec, mark), splitPoints, drop));
  }

  /** Refuses to change a table that HBase itself keeps. */
  private void checkSystem() {
    boolean changes =
        spec.operations().anyMatch(o -> o.effect().changesTheTable())
            || !spec.tableSpec().recreate().equals("false")
            || spec.preparation().onWholeTable().isPresent();
    if (changes && (name.isSystemTable() || BACKUP_TABLES.contains(name.getNameAsString()))) {
      throw wrongTable("a system table of HBase, which hbench only reads", "--table t1");
    }
  }

  /** Text of hbench's mark in the descriptor of the table; null if it has none. */
  public String mark() throws IOException {
    return spec.writesMeta() ? null : cluster.admin().getDescriptor(name).getValue(TableMark.KEY);
  }

  /**
   * Checks that the table is the one that an earlier load wrote: it exists, has the mark that it
   * had, and a sample of the acknowledged rows.
   *
   * @param directory of the earlier load, for messages
   * @param mark hbench's mark then; null if it had none
   */
  public void checkResumed(String directory, String mark) throws IOException {
    boolean exists = cluster.admin().tableExists(name);
    if (!exists || !Objects.equals(mark, mark())) {
      throw UsageException.badValue(
          Settings.RESUME.flag(),
          directory,
          "table "
              + name
              + (exists ? " is not the one that it wrote: it was created again" : " is gone"),
          load());
    }
    RowSet written = spec.data().acknowledged().orElseGet(RowSet::new);
    List<Get> sample =
        written.sample(SAMPLE).mapToObj(spec.keys().format()::key).map(Get::new).toList();
    if (spec.bulk() || sample.isEmpty()) {
      return; // HFiles may not be handed over yet
    }
    try (Table table = cluster.connection().getTable(name)) {
      boolean[] there = table.exists(sample);
      long missing = IntStream.range(0, there.length).filter(i -> !there[i]).count();
      if (missing > 0) {
        throw UsageException.badValue(
            Settings.RESUME.flag(),
            directory,
            "table %s lacks %d of %d rows of it that were looked up"
                .formatted(name, missing, sample.size()),
            load());
      }
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

  private boolean mayDrop(TableDescriptor table) throws IOException {
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
            ? foreign("table " + name, table) + ", so its name has to confirm the drop"
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

  private void checkConsent(TableDescriptor table, Predicate<String> confirm) throws IOException {
    if (spec.tableSpec().foreignWrites() || isOurs(table)) {
      return;
    }
    if (spec.operations().anyMatch(o -> o.effect().changesTheTable())
        && !confirm.test(foreign("table " + name, table) + ": write into it?")) {
      throw wrongTable(foreign("it", table), "--table " + name + " --yes");
    }
    Optional<Setting<?>> work = spec.preparation().onWholeTable();
    if (work.isPresent()
        && !confirm.test(foreign("table " + name, table) + ": " + work.get().name() + " it?")) {
      throw new UsageException(
          work.get().flag()
              + ": works on the whole table, and "
              + foreign("table " + name, table)
              + "; try "
              + work.get().flag()
              + " --table "
              + name
              + " --yes");
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

  private boolean isOurs(TableDescriptor table) throws IOException {
    Optional<TableMark> mark = TableMark.of(table);
    return mark.isPresent() && mark.get().fits(name, cluster.id());
  }

  /** Why a table is foreign; names the table of its mark, if it is a clone of that. */
  private static String foreign(String what, TableDescriptor table) {
    return "hbench did not create "
        + what
        + TableMark.of(table).map(mark -> " (its mark is that of " + mark.table() + ")").orElse("");
  }
}
