package io.hbench.bench;

import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.util.ToolRunner;

/**
 * The random reads, or unbuffered writes, of HBase's own PerformanceEvaluation, with threads in
 * this JVM on one connection. Called twice, as its first call is mostly the compiler; only the
 * second one counts. Arguments are {@code get|put table rows threads cycles}: each cycle is as many
 * requests as there are rows.
 */
final class PerformanceEvaluationRequests {
  private PerformanceEvaluationRequests() {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[3]);
    int rowsOfThread = Integer.parseInt(args[2]) / threads; // it draws from all rows of all threads
    int cycles = Integer.parseInt(args[4]);
    String[] words = {
      "--nomapred",
      "--oneCon=true",
      "--autoFlush=true",
      "--valueSize=" + ClusterBench.VALUE_BYTES,
      "--table=" + args[1],
      "--rows=" + rowsOfThread,
      "--cycles=" + cycles,
      args[0].equals("put") ? "randomWrite" : "randomRead",
      Integer.toString(threads)
    };
    run(words);
    Cost.Meter meter = new Cost.Meter();
    run(words);
    System.out.println(meter.of((long) rowsOfThread * threads * cycles));
  }

  private static void run(String[] words) throws Exception {
    PerformanceEvaluation evaluation = new PerformanceEvaluation(HBaseConfiguration.create());
    if (ToolRunner.run(evaluation, words) != 0) {
      throw new IllegalStateException("PerformanceEvaluation failed");
    }
  }
}
