package io.hbench.bench;

import io.hbench.latency.Recording;
import io.hbench.op.Client;
import io.hbench.op.Clients;
import io.hbench.run.Clock;
import io.hbench.run.RunSpec;
import io.hbench.run.Setting;
import io.hbench.run.Tally;
import io.hbench.run.TaskRun;
import io.hbench.run.TaskSpec;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What hbench itself costs: its real loop (keys, values, requests, clocks, histograms) with a
 * client that answers at once. Every figure is the median of three runs after one that is thrown
 * away.
 */
final class GeneratorBench {
  private static final int RUNS = 3;
  private static final double SECONDS = 2;

  private GeneratorBench() {}

  public static void main(String[] args) throws Exception {
    System.out.printf(
        "%-22s %8s %14s %16s%n", "generator alone", "threads", "ns/request", "requests/s");
    for (String operation : List.of("noop", "get", "put", "get:90,put:10")) {
      double one = print(operation, 1);
      double two = print(operation, 2);
      System.out.printf("%-22s two threads do %.2f times as much as one%n", "", two / one);
    }
  }

  /** Returns requests per second. */
  private static double print(String operation, int threads) throws Exception {
    once(operation, threads);
    double[] rates = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      rates[i] = once(operation, threads);
    }
    Arrays.sort(rates);
    double median = rates[RUNS / 2];
    System.out.printf(
        "%-22s %8d %14.0f %,16.0f%n", operation, threads, threads * 1e9 / median, median);
    return median;
  }

  private static double once(String operation, int threads) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(Setting.PREFIX + "assignments", operation + "@1");
    conf.set(Setting.PREFIX + "threads", Integer.toString(threads));
    conf.set(Setting.PREFIX + "warmup", "0s");
    conf.set(Setting.PREFIX + "for", (int) (SECONDS * 1000) + "ms");
    RunSpec spec = RunSpec.from(conf);
    Tally tally = new Tally();
    Recording recording = new Recording(spec.window(), (series, record) -> {});
    Clock clock = Clock.startingAt(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100));
    try (TaskRun run =
        TaskRun.start(spec, TaskSpec.plan(spec).get(0), new Instants(), clock, recording, tally)) {
      run.await();
    }
    return tally.requests() / SECONDS;
  }

  private static final class Instants implements Clients {
    @Override
    public Client open() {
      return new Instant();
    }

    @Override
    public void close() {}
  }

  /** Answers at once. */
  private static final class Instant implements Client {
    private static final Result EMPTY = Result.EMPTY_RESULT;

    @Override
    public CompletableFuture<Result> get(Get get) {
      return CompletableFuture.completedFuture(EMPTY);
    }

    @Override
    public CompletableFuture<List<Result>> get(List<Get> gets) {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<Void> put(Put put) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> put(List<Put> puts) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> delete(Delete delete) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Result> increment(Increment increment) {
      return CompletableFuture.completedFuture(EMPTY);
    }

    @Override
    public CompletableFuture<Result> append(Append append) {
      return CompletableFuture.completedFuture(EMPTY);
    }

    @Override
    public CompletableFuture<List<Result>> scan(Scan scan) {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public void close() {}
  }
}
