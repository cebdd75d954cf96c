package io.hbench.spec;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * Attributes of a table that hbench creates.
 *
 * @param bloomPrefix bytes of the Bloom filter's prefix
 * @param blockSize bytes
 * @param splitPolicy class name
 * @param regionSplits whether servers split regions automatically
 * @param mobThreshold bytes above which a value goes into a MOB file
 */
public record NewTableOptions(
    Compression.Algorithm compression,
    DataBlockEncoding blockEncoding,
    BloomType bloomFilter,
    Optional<Integer> bloomPrefix,
    int blockSize,
    boolean inMemory,
    MemoryCompactionPolicy inMemoryCompaction,
    Optional<String> encryption,
    Optional<String> splitPolicy,
    boolean regionSplits,
    int replicas,
    int versions,
    Optional<Duration> timeToLive,
    Optional<Integer> mobThreshold,
    boolean prefetchOnOpen) {}
