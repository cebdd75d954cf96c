package io.hbench.bench;

import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.StringUtils;

/** HDFS of one DataNode in this JVM, for thousands of open files. */
final class BenchHdfs {
  private static final int MAX_OPEN_FILES = 10_000;

  /** One DataNode needs room for a block of each open file. */
  private static final int BLOCK_BYTES = 16 << 20;

  private BenchHdfs() {}

  /** A measurement with a number of tasks. */
  @FunctionalInterface
  interface Measurement {
    void measure(Configuration conf, NameNodeCalls calls, int tasks) throws Exception;
  }

  /**
   * Measures with each number of tasks, and ends the JVM: clients of HDFS have threads that go on.
   *
   * @param args numbers of tasks in place of the usual ones
   */
  static void measure(String[] args, List<Integer> usual, Measurement measurement)
      throws Exception {
    int exitCode = 1;
    File base = Files.createTempDirectory("hbench-bench").toFile();
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.datanode.max.transfer.threads", MAX_OPEN_FILES);
    conf.setInt("dfs.replication", 1);
    conf.setInt("dfs.blocksize", BLOCK_BYTES);
    List<Integer> counts =
        args.length == 0 ? usual : Stream.of(args).map(Integer::valueOf).toList();
    try (MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf, base).numDataNodes(1).build()) {
      hdfs.waitActive();
      for (int tasks : counts) {
        measurement.measure(hdfs.getConfiguration(0), new NameNodeCalls(hdfs), tasks);
      }
      exitCode = 0;
    } catch (Exception e) {
      System.err.println(StringUtils.stringifyException(e)); // a JVM that ends prints none
    } finally {
      FileUtils.deleteQuietly(base);
    }
    System.exit(exitCode);
  }
}
