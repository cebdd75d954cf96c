package io.hbench.row;

import org.apache.hadoop.hbase.client.Durability;

/**
 * How mutations are written.
 *
 * @param buffer bytes that buffered writes gather before they go
 * @param columns of rows that are there: new ones get all
 */
public record WriteOptions(Durability durability, int buffer, ColumnChoice columns) {}
