package io.hbench.row;

import org.apache.hadoop.hbase.client.Durability;

/**
 * The options of mutations.
 *
 * @param buffer bytes of mutations that a buffered write collects
 * @param columns to write of existing rows; new rows have all columns
 */
public record WriteOptions(Durability durability, int buffer, ColumnChoice columns) {}
