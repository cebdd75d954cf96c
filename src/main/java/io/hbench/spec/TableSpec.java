package io.hbench.spec;

import io.hbench.client.HBaseUser;
import io.hbench.settings.Consent;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The table of a run, and the user's consent to drop it or to write into it.
 *
 * @param user as whom HBase is asked, with the rights of that user
 * @param name name with or without a namespace
 * @param presplit number of regions, if it is given
 * @param newTable descriptor of a table that the run creates
 * @param recreate {@code true} to drop a table that hbench created; the name to drop any; {@code
 *     false}
 * @param consent to changes of a table that hbench did not create, and to large writes
 * @param metaWrites whether {@code hbase:meta} may be written
 */
public record TableSpec(
    HBaseUser user,
    String name,
    Optional<Integer> presplit,
    TableDescriptor newTable,
    String recreate,
    Consent consent,
    boolean metaWrites) {

  /** Whether the user has agreed to changes of the table, whoever created it. */
  public boolean mayChange() {
    return consent.toTable(name);
  }
}
