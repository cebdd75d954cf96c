package io.hbench.cluster;

import io.hbench.op.MetaOperation;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What a run may do to its table. A system table is never changed. The schema of a table that
 * hbench did not create is never changed either; such a table is dropped only if the user names it,
 * and written, flushed, compacted or read as a whole only with consent.
 */
public final class Tables {
  /** Tables of HBase's backups; its other system tables have a namespace of their own. */
  private static final Set<String> BACKUP_TABLES = Set.of("backup:system", "backup:system_bulk");

  private final Cluster cluster;
  private final RunSpec spec;
  private final TableName name;
  private final TableFit fit;

  public Tables(Cluster cluster, RunSpec spec) {
    this.cluster = cluster;
    this.spec = spec;
    this.name = TableName.valueOf(spec.table());
    this.fit = new TableFit(cluster.connection(), name, spec);
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
        throw fit.wrong("is disabled", "--table " + name + "2");
      }
      fit.check(table.get());
      checkConsent(table.get(), confirm);
      return Optional.empty();
    }
    fit.checkNew(drop ? "would be empty" : "does not exist");
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
      throw fit.wrong("a system table of HBase, which hbench only reads", "--table t1");
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
          fit.load());
    }
    fit.checkAcknowledged(directory);
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

  private void checkConsent(TableDescriptor table, Predicate<String> confirm) throws IOException {
    if (spec.tableSpec().foreignWrites() || isOurs(table)) {
      return;
    }
    if (spec.operations().anyMatch(o -> o.effect().changesTheTable())
        && !confirm.test(foreign("table " + name, table) + ": write into it?")) {
      throw fit.wrong(foreign("it", table), "--table " + name + " --yes");
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
