package io.hbench.spec;

import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The table of a run, and the user's consent to drop it or to write into it.
 *
 * @param name name with or without a namespace
 * @param presplit number of regions, if it is given
 * @param newTable descriptor of a table that the run creates
 * @param recreate {@code true} to drop a table that hbench created; the name to drop any; {@code
 *     false}
 * @param foreignWrites whether a table that hbench did not create may be written
 * @param metaWrites whether {@code hbase:meta} may be written
 */
public record TableSpec(
    String name,
    Optional<Integer> presplit,
    TableDescriptor newTable,
    String recreate,
    boolean foreignWrites,
    boolean metaWrites) {}
