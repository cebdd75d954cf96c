package io.hbench.row;

import org.apache.hadoop.hbase.client.Consistency;

/**
 * How gets and scans read.
 *
 * @param wholeRows all that is there, instead of families and columns by name
 * @param wholeFamilies instead of the columns by name
 * @param filterAll the servers read everything and return nothing
 * @param replica the one region replica that gets read, 0 for the primary; negative: any that the
 *     consistency allows
 */
public record ReadOptions(
    boolean wholeRows,
    boolean wholeFamilies,
    ColumnChoice columns,
    boolean filterAll,
    Consistency consistency,
    int replica) {}
