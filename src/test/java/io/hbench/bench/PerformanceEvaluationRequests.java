package io.hbench.bench;

import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.util.ToolRunner;

/**
 * The random reads of HBase's own PerformanceEvaluation, with threads in this JVM on one
 * connection. Called twice, as its first call is mostly the compiler; only the second one counts.
 * Arguments are {@code table rows cycles}: each cycle is as many gets as there are rows.
 */
final class PerformanceEvaluationRequests {
  private PerformanceEvaluationRequests() {}

  public static void main(String[] args) throws Exception {
    // it draws from all rows of all threads
    int rowsOfThread = Integer.parseInt(args[1]) / ClusterBench.THREADS;
    int cycles = Integer.parseInt(args[2]);
    String[] words = {
      "--nomapred",
      "--oneCon=true",
      "--table=" + args[0],
      "--rows=" + rowsOfThread,
      "--cycles=" + cycles,
      "randomRead",
      Integer.toString(ClusterBench.THREADS)
    };
    run(words);
    Cost.Meter meter = new Cost.Meter();
    run(words);
    System.out.println(meter.of((long) rowsOfThread * ClusterBench.THREADS * cycles));
  }

  private static void run(String[] words) throws Exception {
    PerformanceEvaluation evaluation = new PerformanceEvaluation(HBaseConfiguration.create());
    if (ToolRunner.run(evaluation, words) != 0) {
      throw new IllegalStateException("PerformanceEvaluation failed");
    }
  }
}
