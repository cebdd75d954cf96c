package io.hbench.row;

import io.hbench.data.ScanLengths;
import org.apache.hadoop.hbase.client.Scan.ReadType;

/**
 * How scans go on.
 *
 * @param rows that a scan of several rows is to read, or the longest of them
 * @param lengths of the scans, between one row and so many
 * @param caching rows in each answer of a server
 * @param prefetch whether the blocking client asks for rows before they are needed
 */
public record ScanOptions(
    int rows,
    ScanLengths lengths,
    int caching,
    boolean prefetch,
    boolean cacheBlocks,
    ReadType readType) {}
