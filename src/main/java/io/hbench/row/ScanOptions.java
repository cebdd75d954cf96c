package io.hbench.row;

import io.hbench.data.ScanLengths;
import org.apache.hadoop.hbase.client.Scan.ReadType;

/**
 * The options of scans.
 *
 * @param rows maximum number of rows of a scan
 * @param lengths distribution of the number of rows, up to the maximum
 * @param caching rows in each answer of a server
 * @param prefetch whether the blocking client requests rows before they are needed
 * @param cacheBlocks whether servers put the blocks of gets and scans into their block caches
 */
public record ScanOptions(
    int rows,
    ScanLengths lengths,
    int caching,
    boolean prefetch,
    boolean cacheBlocks,
    ReadType readType) {}
