package io.hbench.row;

import org.apache.hadoop.hbase.client.Consistency;

/**
 * The options of gets and scans.
 *
 * @param wholeRows whether to read all cells, instead of families or columns by name
 * @param wholeFamilies whether to read families, instead of columns by name
 * @param filterAll whether a filter makes servers read the rows and return none
 * @param replica the region replica to read, 0 for the primary; negative: any that the consistency
 *     allows
 */
public record ReadOptions(
    boolean wholeRows,
    boolean wholeFamilies,
    ColumnChoice columns,
    boolean filterAll,
    Consistency consistency,
    int replica) {}
