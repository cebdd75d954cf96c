package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.data.KeySample;
import io.hbench.rundir.FailureText;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.ExceptionUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creation of the table of a run, in place of a table of that name that is dropped, if there is
 * one.
 *
 * @param splitPoints start keys of all regions but the first
 * @param drops whether a table of that name exists, and is dropped before
 */
@SuppressWarnings("ArrayRecordComponent") // no two are compared
public record TableCreation(
    Admin admin, TableDescriptor made, byte[][] splitPoints, boolean drops) {
  private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);

  /** What follows a table's name in the name of a trial: it ends with a UUID. */
  private static final String TRIAL = "_hbench_trial_";

  /** A trial takes seconds: a younger one may be that of a run that is under way. */
  private static final Duration LONGEST_TRIAL = Duration.ofMinutes(10);

  private static final TableName QUOTAS = TableName.valueOf("hbase:quota");
  private static final String MAX_REGIONS = "hbase.namespace.quota.maxregions";
  private static final String MAX_TABLES = "hbase.namespace.quota.maxtables";

  private static final String ANY_UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /**
   * The same with other regions: those of a sample of the rows.
   *
   * @throws UsageException if it has fewer rows than there are to be regions
   */
  public TableCreation of(KeySample rows) {
    if (rows.size() <= splitPoints.length) {
      throw Settings.PRESPLIT.bad(
          splitPoints.length + 1,
          format("more than the %,d rows of the sample", rows.size()),
          Settings.PRESPLIT.flag() + " " + Math.max(1, rows.size()));
    }
    byte[][] points = rows.splitPoints(splitPoints.length + 1);
    return new TableCreation(admin, made, points, drops);
  }

  /** HBase does not create the table of a trial. */
  public static final class Refusal extends IOException {
    private static final long serialVersionUID = 1;

    private Refusal(IOException cause) {
      super(FailureText.of(cause), cause);
    }
  }

  /**
   * Shows that HBase accepts the new table before the old one is dropped: creates a table of
   * another name with one region, and drops it. HBase has no check without a creation. A process
   * that is killed leaves such a table, which a check drops that comes ten minutes later or more.
   *
   * @param more what else is tried with that table; without it, only a drop needs a check
   * @throws IOException if HBase refuses the table, or the trial fails; the old one is as it was
   */
  public void check(Optional<FailableConsumer<TableName, IOException>> more) throws IOException {
    if (!drops && more.isEmpty()) {
      return;
    }
    if (!checkQuota() && drops) {
      LOG.warn(
          "table {} is dropped without a trial of the new one: its namespace has no room for both{}",
          made.getTableName(),
          more.isPresent() ? ", and whether HBase takes the HFiles is not known before" : "");
      return;
    }
    try {
      tryBeside(more.orElse(table -> {}));
    } catch (Refusal e) {
      throw new IOException(
          "HBase refuses the new table, and nothing was dropped: " + e.getMessage(), e);
    }
  }

  /**
   * Tries something with a table of another name with one region, and drops it.
   *
   * @throws Refusal if HBase does not let that table be; nothing was tried
   */
  public void tryBeside(FailableConsumer<TableName, IOException> trial) throws IOException {
    dropTrials();
    TableName name = made.getTableName();
    TableName beside =
        TableName.valueOf(
            name.getNamespaceAsString(), name.getQualifierAsString() + TRIAL + UUID.randomUUID());
    try {
      create(beside);
      trial.accept(beside);
    } finally {
      drop(beside);
    }
  }

  private void create(TableName trial) throws IOException {
    try {
      TableDescriptorBuilder table =
          TableDescriptorBuilder.newBuilder(TableDescriptorBuilder.copy(trial, made));
      TableMark.of(made)
          .ifPresent(mark -> table.setValue(TableMark.KEY, mark.at(Instant.now()).toString()));
      admin.createTable(table.build());
    } catch (IOException e) {
      throw new Refusal(e);
    }
  }

  /**
   * Checks that the namespace may have the regions of the new table: the trial has one. Where the
   * user may not read the namespace, HBase refuses the new table after the drop. Where the master
   * has no quotas, it has no table of them, and the limits of a namespace mean nothing.
   *
   * @return whether it may have the trial beside its tables; true if unknown
   */
  private boolean checkQuota() throws IOException {
    String namespace = made.getTableName().getNamespaceAsString();
    NamespaceDescriptor limits;
    try {
      limits = admin.getNamespaceDescriptor(namespace);
    } catch (AccessDeniedException e) {
      return true;
    }
    long maxRegions = NumberUtils.toLong(limits.getConfigurationValue(MAX_REGIONS), Long.MAX_VALUE);
    long maxTables = NumberUtils.toLong(limits.getConfigurationValue(MAX_TABLES), Long.MAX_VALUE);
    if (Math.min(maxRegions, maxTables) == Long.MAX_VALUE || !admin.tableExists(QUOTAS)) {
      return true;
    }
    TableName[] tables = admin.listTableNamesByNamespace(namespace);
    long all = 0;
    long others = 0;
    for (TableName table : tables) {
      int regions = admin.getRegions(table).size();
      all += regions;
      others += table.equals(made.getTableName()) ? 0 : regions;
    }
    long free = maxRegions - others;
    if (free < splitPoints.length + 1) {
      throw Settings.PRESPLIT.bad(
          Integer.toString(splitPoints.length + 1),
          "namespace %s may have %d regions (%s), and its other tables have %d"
              .formatted(namespace, maxRegions, MAX_REGIONS, others),
          free > 0 ? Settings.PRESPLIT.flag() + " " + free : "--table of another namespace");
    }
    return all < maxRegions && tables.length != maxTables; // with more, there is no room for any
  }

  /** Drops old tables that have the name of a trial, and the mark that hbench gave it. */
  private void dropTrials() throws IOException {
    String owner = TableMark.of(made).map(TableMark::table).orElse("");
    Instant now = Instant.now();
    Pattern names =
        Pattern.compile(Pattern.quote(made.getTableName().getNameAsString() + TRIAL) + ANY_UUID);
    for (TableDescriptor table : admin.listTableDescriptors(names)) {
      if (TableMark.of(table)
          .filter(mark -> mark.table().equals(owner) && mark.isOlder(LONGEST_TRIAL, now))
          .isPresent()) {
        try {
          drop(table.getTableName());
        } catch (IOException e) { // another user's, or another process drops it now
          ExceptionUtil.rethrowIfInterrupt(e);
          LOG.warn("{} stays: {}", table.getTableName(), FailureText.of(e));
        }
      }
    }
  }

  /**
   * Drops the old table, if there is one, and creates the new one.
   *
   * @throws IOException the message says if the old one is gone
   */
  public void perform() throws IOException {
    if (drops) {
      drop(made.getTableName());
    }
    try {
      if (splitPoints.length == 0) {
        admin.createTable(made);
      } else {
        admin.createTable(made, splitPoints);
      }
    } catch (IOException e) {
      throw new IOException(
          "can't create table %s%s: %s"
              .formatted(
                  made.getTableName(),
                  drops ? ", and the table of that name was dropped before" : "",
                  FailureText.of(e)),
          e);
    }
  }

  private void drop(TableName table) throws IOException {
    if (admin.tableExists(table)) {
      if (!admin.isTableDisabled(table)) { // or still being created
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  @Override
  public String toString() {
    String done = drops ? "dropped and created again" : "created";
    return done + " with " + (splitPoints.length + 1) + " regions";
  }
}
