package io.hbench.cluster;

import io.hbench.client.MissingRight;
import io.hbench.cluster.rights.NeededRight;
import io.hbench.cluster.rights.Rights;
import io.hbench.data.RowSet;
import io.hbench.op.MetaOperation;
import io.hbench.row.RowRequests;
import io.hbench.settings.Consent;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.CopySpec;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a run may do to its table. A system table is never changed. The schema of a table that
 * hbench did not create is never changed either; such a table is dropped only if the user names it,
 * and written, flushed, compacted or read as a whole only with consent.
 *
 * @param load command that loads the rows of the run, for messages
 */
public record Tables(Cluster cluster, RunSpec spec, String load) {
  /** Tables of HBase's backups; its other system tables have a namespace of their own. */
  private static final Set<String> BACKUP_TABLES = Set.of("backup:system", "backup:system_bulk");

  /**
   * Checks the table.
   *
   * @param confirm asks the user for consent, where {@code --yes} does not give it
   * @return the creation of the table, if it has to be created for the run
   * @throws UsageException if the table does not fit the run, or the user lacks a right that the
   *     run needs; nothing was changed
   */
  public Optional<TableCreation> check(String version, String run, Predicate<String> confirm)
      throws IOException {
    try {
      if (spec.writesMeta()) {
        checkMeta();
        checkRights(TableName.META_TABLE_NAME);
        return Optional.empty();
      }
      checkSystem();
      return checkTable(version, run, confirm);
    } catch (IOException e) {
      throw denied(e, spec.command().toString());
    }
  }

  /** The error of a request; a refusal of one for lack of a right is the user's. */
  private IOException denied(IOException failure, String what) {
    Optional<MissingRight> missing = MissingRight.of(failure, cluster.user(), name());
    if (missing.isPresent()) {
      throw new UsageException(missing.get().neededBy(what));
    }
    return failure;
  }

  private Optional<TableCreation> checkTable(String version, String run, Predicate<String> confirm)
      throws IOException {
    Admin admin = cluster.admin();
    boolean exists = admin.tableExists(name());
    Optional<TableDescriptor> table = exists ? cluster.schema(name()) : Optional.empty();
    boolean drop = exists && mayDrop(table);
    if (exists && !drop && spec.data().copy().isPresent()) {
      throw fit()
          .wrong(
              "exists, and " + Settings.COPY_OF.flag() + " makes one",
              "--table " + name() + "2, or --recreate");
    }
    if (exists && !drop) {
      if (admin.isTableDisabled(name())) {
        throw fit().wrong("is disabled", "--table " + name() + "2");
      }
      checkRights(name());
      fit().check(table);
      checkConsent(table, confirm);
      return Optional.empty();
    }
    fit().checkNew(drop ? "would be empty" : "does not exist");
    rights().checkCreation(name(), drop);
    rights()
        .check(
            name(),
            List.of(),
            List.of(),
            NeededRight.of(spec).stream().filter(NeededRight::onEverything).toList());
    byte[][] splitPoints =
        spec.data().copy().isPresent()
            ? new byte[spec.tableSpec().presplit().orElse(1) - 1]
                [] // as rows that are sampled later
            : spec.splitPoints();
    TableDescriptor made =
        TableDescriptorBuilder.newBuilder(spec.tableSpec().newTable())
            .setValue(TableMark.KEY, mark(version, run))
            .build();
    return Optional.of(new TableCreation(admin, made, splitPoints, drop));
  }

  /**
   * Checks the table of which the run copies rows: its cells may be read by fewer people than those
   * of a table that hbench makes.
   *
   * @param confirm asks the user for consent, where {@code --yes} does not name the table
   * @throws UsageException if it can't be copied, or the user lacks a right or consent
   */
  public List<String> checkSource(Predicate<String> confirm) throws IOException {
    CopySpec copy = spec.data().copy().orElseThrow();
    TableName source = TableName.valueOf(copy.table());
    if (isSystem(source)) {
      throw Settings.COPY_OF.bad(source, "a system table of HBase", "--copy-of t1");
    }
    if (!cluster.admin().tableExists(source) || cluster.admin().isTableDisabled(source)) {
      throw Settings.COPY_OF.bad(source, "no table, or a disabled one", "--copy-of t1");
    }
    Optional<TableDescriptor> schema = cluster.schema(source);
    MissingRight unreadable = MissingRight.onTable(cluster.user(), Action.CREATE, source);
    if (schema.isEmpty() && copy.families().isEmpty()) {
      throw Settings.COPY_OF.bad(
          source,
          "unknown families, as " + unreadable,
          "--copy-of " + source + " --family-names cf1,cf2");
    }
    List<ColumnFamilyDescriptor> copied =
        schema.stream()
            .flatMap(table -> Stream.of(table.getColumnFamilies()))
            .filter(one -> copy.copies(one.getNameAsString()))
            .toList();
    if (isEncrypted(copied)
        && !isEncrypted(List.of(spec.tableSpec().newTable().getColumnFamilies()))) {
      throw Settings.COPY_OF.bad(
          source,
          "encrypted, which the copy would not be",
          "--copy-of " + source + " " + Settings.ENCRYPTION.flag() + " AES");
    }
    List<String> names =
        copy.families().isEmpty()
            ? copied.stream().map(ColumnFamilyDescriptor::getNameAsString).toList()
            : copy.families();
    rights()
        .check(
            source,
            names.stream().map(Bytes::toBytes).toList(),
            Collections.singletonList(null),
            List.of(new NeededRight(Action.READ, Settings.COPY_OF.flag(), false)));
    String why = foreign("it", schema, unreadable);
    if (!isOurs(schema)
        && !spec.tableSpec().consent().names(copy.table())
        && !confirm.test("table " + source + ": " + why + ": copy its rows?")) {
      throw Settings.COPY_OF.bad(source, why, Consent.flagOf(copy.table()));
    }
    return names;
  }

  private static boolean isEncrypted(List<ColumnFamilyDescriptor> families) {
    return families.stream().anyMatch(family -> family.getEncryptionType() != null);
  }

  private String mark(String version, String run) throws IOException {
    return new TableMark(
            version,
            TableMark.fullName(name()),
            cluster.id(),
            Instant.now().toString(),
            cluster.user().toString(),
            run)
        .toString();
  }

  /**
   * A table beside the existing one, with the same families and nothing else of its schema, to try
   * a hand-over of HFiles.
   *
   * @throws UsageException if the user may create no table
   */
  public TableCreation trial(String version, String run) throws IOException {
    rights().checkCreation(name(), false);
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name()).setValue(TableMark.KEY, mark(version, run));
    spec.rowRequests().families().stream()
        .map(ColumnFamilyDescriptorBuilder::of)
        .forEach(table::setColumnFamily);
    return new TableCreation(cluster.admin(), table.build(), new byte[0][], false);
  }

  private void checkRights(TableName table) throws IOException {
    RowRequests rows = spec.rowRequests();
    rights().check(table, rows.families(), rows.columns(), NeededRight.of(spec));
  }

  /** Whether HBase itself keeps a table. */
  public static boolean isSystem(TableName table) {
    return table.isSystemTable() || BACKUP_TABLES.contains(table.getNameAsString());
  }

  private void checkSystem() {
    boolean changes =
        spec.operations().anyMatch(o -> o.effect().changesTheTable())
            || !spec.tableSpec().recreate().equals("false")
            || spec.preparation().onWholeTable().isPresent();
    if (changes && isSystem(name())) {
      throw fit().wrong("a system table of HBase, which hbench only reads", "--table t1");
    }
  }

  /**
   * Text of hbench's mark in the descriptor of the table, or the cluster of a table without one;
   * {@link TableMark#UNKNOWN} if the user may not read it, and null if the run has no table.
   */
  public String mark() throws IOException {
    if (spec.writesMeta()) {
      return null;
    }
    Optional<TableDescriptor> table = cluster.schema(name());
    if (table.isEmpty()) {
      return TableMark.UNKNOWN;
    }
    String mark = table.get().getValue(TableMark.KEY);
    return mark == null ? TableMark.NONE + cluster.id() : mark;
  }

  /**
   * Checks that the table is the one that an earlier load wrote: it exists, has the mark that it
   * had, and a sample of the rows.
   *
   * @param mark {@link #mark} then
   * @param written rows that the table had then
   */
  public void checkResumed(String directory, String mark, RowSet written) throws IOException {
    if (!cluster.admin().tableExists(name())) {
      throw Settings.RESUME.bad(directory, "table %s is gone".formatted(name()), load);
    }
    String now = mark();
    if (!isSameMark(mark, now)) {
      boolean elsewhere = mark != null && now != null && !cluster(mark).equals(cluster(now));
      throw Settings.RESUME.bad(
          directory,
          "table %s is not the one that it wrote: it %s"
              .formatted(name(), elsewhere ? "is of another cluster" : "was created again"),
          elsewhere ? "the -D and -conf of that load, too" : load);
    }
    try {
      fit().checkWritten(directory, written);
    } catch (IOException e) {
      if (!spec.bulk() || MissingRight.of(e, cluster.user(), name()).isEmpty()) {
        throw denied(e, Settings.RESUME.flag()); // a bulk load needs no right to read
      }
    }
  }

  private static String cluster(String mark) {
    return mark.replaceFirst(".*cluster=(\\S+).*", "$1");
  }

  /**
   * Whether a table has the mark that it had.
   *
   * @param then null if it had none, in records of older versions
   */
  static boolean isSameMark(String then, String now) {
    return Objects.equals(then, now)
        || (then == null && now.startsWith(TableMark.NONE)) // of an older version
        || TableMark.UNKNOWN.equals(then)
        || TableMark.UNKNOWN.equals(now);
  }

  /**
   * Names of the run's table, and of the one that it copies: those that no table of another cluster
   * has.
   */
  public List<String> uniqueNames() throws IOException {
    String id = cluster.id();
    return Stream.concat(Stream.of(spec.table()), spec.data().copy().stream().map(CopySpec::table))
        .map(TableName::valueOf)
        .map(t -> String.join(",", id, t.getNamespaceAsString(), t.getQualifierAsString()))
        .toList();
  }

  private void checkMeta() throws IOException {
    if (cluster.admin().tableExists(MetaOperation.NO_TABLE)) {
      throw new UsageException(
          "table %s: exists, and metaWrite would change its regions; try metaWrite on a cluster without this table"
              .formatted(MetaOperation.NO_TABLE));
    }
  }

  private boolean mayDrop(Optional<TableDescriptor> table) throws IOException {
    String recreate = spec.tableSpec().recreate();
    if (recreate.equals("false")) {
      return false;
    }
    if (table.isEmpty()) {
      throw new UsageException(unreadable().neededBy(Settings.RECREATE.flag()));
    }
    boolean named = recreate.equals(spec.table()) && !recreate.equals("true");
    boolean ours = isOurs(table);
    TableMark mark = TableMark.of(table.get()).orElse(null);
    boolean own = ours && mark.user().equals(cluster.user().toString());
    // a file may name the proxied user, and brings in no consent
    if (named || (recreate.equals("true") && own && !cluster.user().isProxied())) {
      return true;
    }
    String why = ours ? mark.describe(name()) : foreign("table " + name(), table);
    throw Settings.RECREATE.bad(
        recreate,
        recreate.equals("true")
            ? why + ", so its name has to confirm the drop"
            : "not the name of table " + name(),
        Settings.RECREATE.flag() + "=" + name());
  }

  private void checkConsent(Optional<TableDescriptor> table, Predicate<String> confirm)
      throws IOException {
    if (spec.tableSpec().mayChange() || isOurs(table)) {
      return;
    }
    String why = foreign("table " + name(), table);
    if (spec.operations().anyMatch(o -> o.effect().changesTheTable())
        && !confirm.test(why + ": write into it?")) {
      throw fit().wrong(foreign("it", table), Consent.flagOf(spec.table()));
    }
    Optional<Setting<?>> work = spec.preparation().onWholeTable();
    if (work.isPresent() && !confirm.test(why + ": " + work.get().name() + " it?")) {
      throw new UsageException(
          "%s: works on the whole table, and %s; try %s %s"
              .formatted(work.get().flag(), why, work.get().flag(), Consent.flagOf(spec.table())));
    }
  }

  /**
   * Checks that a run may perform actions on its table, if the table exists.
   *
   * @param creates whether the run creates its table: rights alone are checked then, and those on
   *     the table if another user creates it
   * @throws UsageException if the user lacks a right or consent; nothing was changed
   */
  public void checkActions(
      List<io.hbench.cluster.action.Action> actions, boolean creates, Predicate<String> confirm)
      throws IOException {
    if (!creates && !cluster.admin().tableExists(name())) {
      return; // a step before creates it, which makes it hbench's
    }
    List<NeededRight> needed =
        actions.stream()
            .map(
                action ->
                    new NeededRight(
                        action.type().right(),
                        "action '" + action + "'",
                        action.needsRightOnEverything()))
            .filter(right -> right.onEverything() || !creates || spec.user().isProxied())
            .toList();
    rights().check(name(), List.of(), List.of(), needed);
    List<NeededRight> reads =
        actions.stream()
            .filter(action -> action.type().isOfQuotas())
            .map(action -> new NeededRight(Action.READ, "action '" + action + "'", false))
            .toList();
    TableName quotas = TableName.valueOf("hbase:quota");
    if (!reads.isEmpty() && !cluster.admin().tableExists(quotas)) {
      throw new UsageException(
          "%s: HBase has no quotas: hbase.quota.enabled is false; set it to true, or leave this out"
              .formatted(reads.get(0).what()));
    }
    rights().check(quotas, List.of(Bytes.toBytes("q")), List.of(Bytes.toBytes("s")), reads);
    if (creates) {
      return;
    }
    Optional<TableDescriptor> table = cluster.schema(name());
    if (spec.tableSpec().mayChange() || isOurs(table)) {
      return;
    }
    String all = io.hbench.cluster.action.Action.names(actions);
    String why = foreign("table " + name(), table);
    if (!confirm.test(why + ": " + all + " on it?")) {
      throw new UsageException(
          "action '%s': %s; try %s".formatted(all, why, Consent.flagOf(spec.table())));
    }
  }

  private boolean isOurs(Optional<TableDescriptor> table) throws IOException {
    Optional<TableMark> mark = table.flatMap(TableMark::of);
    return mark.isPresent() && mark.get().fits(table.get().getTableName(), cluster.id());
  }

  private MissingRight unreadable() {
    return MissingRight.onTable(cluster.user(), Action.CREATE, name());
  }

  /** Why a table is foreign; names the table of its mark, if it is a clone of that. */
  private String foreign(String what, Optional<TableDescriptor> table) {
    return foreign(what, table, unreadable());
  }

  private static String foreign(
      String what, Optional<TableDescriptor> table, MissingRight unreadable) {
    if (table.isEmpty()) {
      return "unknown whether hbench created " + what + ", because " + unreadable;
    }
    return "hbench did not create "
        + what
        + TableMark.of(table.get())
            .map(mark -> " (its mark is that of " + mark.table() + ")")
            .orElse("");
  }

  private TableName name() {
    return TableName.valueOf(spec.table());
  }

  private TableFit fit() {
    return new TableFit(cluster.connection(), name(), spec, load);
  }

  private Rights rights() {
    return new Rights(cluster.admin(), cluster.user());
  }
}
