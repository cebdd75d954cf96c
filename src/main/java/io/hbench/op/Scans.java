package io.hbench.op;

import org.apache.hadoop.hbase.client.Scan.ReadType;

/**
 * How scans go on.
 *
 * @param rows that a scan of several rows is to read
 * @param caching rows in each answer of a server
 * @param prefetch whether the blocking client asks for rows before they are needed
 */
public record Scans(
    int rows, int caching, boolean prefetch, boolean cacheBlocks, ReadType readType) {}
