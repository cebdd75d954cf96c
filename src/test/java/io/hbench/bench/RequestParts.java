package io.hbench.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What any generator of requests for HBase pays on this machine: HBase's own objects of a get, and
 * of a put of 1,000 bytes, with a key; and two readings of the clock. No rows are drawn, no value
 * is made, nothing is recorded.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-Xmn3g"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
public class RequestParts {
  private static final int VALUE_BYTES = 1_000;

  private final byte[] key = Bytes.toBytes("00000000000000000000000001");
  private final byte[] family = Bytes.toBytes("info0");
  private final byte[] qualifier = Bytes.toBytes("0");
  private final byte[] value = new byte[VALUE_BYTES];

  @Benchmark
  public Get get(Blackhole clock) {
    clock.consume(System.nanoTime());
    Get get = new Get(key.clone()).addColumn(family, qualifier);
    clock.consume(System.nanoTime());
    return get;
  }

  @Benchmark
  public Put put(Blackhole clock) throws IOException {
    clock.consume(System.nanoTime());
    byte[] row = key.clone();
    Put put =
        new Put(row)
            .add(
                new KeyValue(
                    row, family, qualifier, HConstants.LATEST_TIMESTAMP, KeyValue.Type.Put, value));
    clock.consume(System.nanoTime());
    return put;
  }
}
