package io.hbench.cluster;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Creation of the table of a run, in place of a table of that name that is dropped, if there is
 * one.
 */
public final class TableCreation {
  private final Admin admin;
  private final TableDescriptor made;
  private final byte[][] splitPoints;
  private final boolean drops;

  /**
   * @param splitPoints start keys of all regions but the first
   * @param drops whether a table of that name exists, and is dropped before
   */
  TableCreation(Admin admin, TableDescriptor made, byte[][] splitPoints, boolean drops) {
    this.admin = admin;
    this.made = made;
    this.splitPoints = splitPoints;
    this.drops = drops;
  }

  /**
   * Shows that HBase accepts the new table before the old one is dropped: creates a table of
   * another name with one region, and drops it. HBase has no check without a creation.
   *
   * @throws IOException if HBase refuses the table; the old one is as it was
   */
  public void check() throws IOException {
    if (!drops) {
      return;
    }
    TableName name = made.getTableName();
    TableName trial =
        TableName.valueOf(
            name.getNamespaceAsString(),
            name.getQualifierAsString() + "_hbench_trial_" + UUID.randomUUID());
    try {
      admin.createTable(TableDescriptorBuilder.copy(trial, made));
    } catch (IOException e) {
      throw new IOException(
          "HBase refuses the new table, and nothing was dropped: " + FailureText.of(e), e);
    } finally {
      drop(trial);
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
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  /** One line for people. */
  @Override
  public String toString() {
    return (drops ? "dropped and created again" : "created")
        + " with "
        + (splitPoints.length + 1)
        + " regions";
  }
}
