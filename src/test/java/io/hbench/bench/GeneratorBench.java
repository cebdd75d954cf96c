package io.hbench.bench;

import io.hbench.client.MadeRegions;
import io.hbench.client.TableRegions;
import io.hbench.data.KeyFormat;
import io.hbench.engine.Clock;
import io.hbench.engine.SideLoad;
import io.hbench.engine.TaskCounters;
import io.hbench.engine.TaskRun;
import io.hbench.latency.Recording;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.time.Time;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.results.RunResult;

/**
 * What hbench itself costs: its real loop (keys, values, requests, clocks, histograms) with a
 * client that answers at once. An invocation is a whole run of {@link #REQUESTS} requests; threads
 * are hbench's own.
 *
 * <p>A closed loop first; then with everything on that a rate brings: a schedule that is always due
 * already, response times beside service times, and lateness. Both once more with latencies by
 * region server, of a table with 200 regions on 20 servers.
 *
 * <p>The heap is large. A collection stops all threads, so it costs two of them twice as much as
 * one; and at millions of requests a second there would be some forty collections a second, where a
 * task on a cluster, with a hundredth of these requests, has one in a few seconds.
 *
 * <p>The table shows the best invocation of each: whatever else runs on the machine only adds to
 * it, and two threads need both processors of a small one. JMH's own lines show the spread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OperationsPerInvocation(GeneratorBench.REQUESTS)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-Xmn3g"})
@Warmup(iterations = 5)
@Measurement(iterations = 20)
public class GeneratorBench {
  static final int REQUESTS = 2_000_000;
  private static final String CLOSED = "none";

  /** With latencies by server. */
  private static final String BY_SERVER = " by server";

  private static final int REGIONS = 200;
  private static final int SERVERS = 20;

  private static final Map<String, Integer> MOST_NANOS =
      Map.of("get", 130, "put", 230, "get by server", 230, "put by server", 330);
  private static final double LEAST_SPEEDUP = 1.9;

  @Param({"get", "put", "get" + BY_SERVER, "put" + BY_SERVER})
  public String operation;

  @Param({CLOSED, "1G"})
  public String rate;

  @Param({"1", "2"})
  public int threads;

  private static final int LOOPS = 40;
  private static final long LOOP_TOKENS = 100_000_000;

  private RunSpec spec;
  private TableRegions regions;

  @Setup
  public void readSpec() {
    Configuration conf = new Configuration(false);
    boolean byServer = operation.endsWith(BY_SERVER);
    set(conf, Settings.ASSIGNMENTS, operation.replace(BY_SERVER, "") + "@1");
    set(conf, Settings.NO_BY_SERVER, Boolean.toString(!byServer));
    set(conf, Settings.THREADS, Integer.toString(threads));
    set(conf, Settings.WARMUP, "0s");
    set(conf, Settings.OPS, Integer.toString(REQUESTS));
    if (!rate.equals(CLOSED)) {
      set(conf, Settings.RATE, rate);
    }
    spec = RunSpec.from(conf);
    regions = byServer ? regions() : TableRegions.NONE;
  }

  private TableRegions regions() {
    KeyFormat keys = spec.keys().format();
    return MadeRegions.of(
        LongStream.range(1, REGIONS)
            .mapToObj(i -> keys.key(i * spec.keys().range().size() / REGIONS))
            .toList(),
        SERVERS);
  }

  private static void set(Configuration conf, Setting<?> setting, String value) {
    conf.set(Setting.PREFIX + setting.name(), value);
  }

  @Benchmark
  public Recording request() throws Exception {
    Recording recording = new Recording(spec.window(), (series, record) -> {});
    try (TaskRun run =
        TaskRun.start(
            List.of(
                new SideLoad(
                    spec,
                    TaskSpec.plan(spec).get(0),
                    spec.rowRequests(),
                    InstantClient.connect(regions),
                    Optional.empty(),
                    Optional.empty())),
            Clock.startingAt(Time.real(), System.nanoTime()),
            recording,
            new TaskCounters())) {
      run.await();
    }
    return recording;
  }

  /**
   * How much faster two threads of this machine are than one at something that shares nothing: the
   * most that two threads of anything could get.
   */
  private static double speedupOfLoops() throws InterruptedException {
    double one = Double.MAX_VALUE;
    double two = Double.MAX_VALUE;
    for (int i = 0; i < LOOPS; i++) {
      one = Math.min(one, loops(1));
      two = Math.min(two, loops(2));
    }
    return one / two;
  }

  /** Nanoseconds of a fixed amount of work, divided among threads. */
  private static double loops(int threads) throws InterruptedException {
    Thread[] loops = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      loops[i] = new Thread(() -> Blackhole.consumeCPU(LOOP_TOKENS / threads));
    }
    long start = System.nanoTime();
    for (Thread loop : loops) {
      loop.start();
    }
    for (Thread loop : loops) {
      loop.join();
    }
    return System.nanoTime() - start;
  }

  private static double best(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMin();
  }

  public static void main(String[] args) throws Exception {
    Map<String, Double> parts = new TreeMap<>();
    for (RunResult result : Jmh.run(RequestParts.class)) {
      parts.put(result.getPrimaryResult().getLabel(), best(result));
    }
    Map<String, Double> best = new TreeMap<>();
    for (RunResult result : Jmh.run(GeneratorBench.class)) {
      best.put(
          String.join(
              " ",
              result.getParams().getParam("operation"),
              result.getParams().getParam("rate"),
              result.getParams().getParam("threads")),
          best(result));
    }
    System.out.printf(
        "HBase's objects and two readings of the clock: get %.0f ns, put %.0f ns%n",
        parts.get("get"), parts.get("put"));
    System.out.printf("speed-up of two bare loops %.2f%n", speedupOfLoops());
    System.out.printf(
        "%-13s %-5s %16s %16s %8s   %s%n",
        "generator", "rate", "ns, 1 thread", "ns, 2 threads", "speed-up", "targets");
    for (String operation : new String[] {"get", "put", "get" + BY_SERVER, "put" + BY_SERVER}) {
      for (String rate : new String[] {CLOSED, "1G"}) {
        double one = best.get(operation + " " + rate + " 1");
        double two = best.get(operation + " " + rate + " 2");
        System.out.printf(
            "%-13s %-5s %16.0f %16.0f %8.2f   %s%n",
            operation,
            rate,
            one,
            two,
            one / two,
            "<= " + MOST_NANOS.get(operation) + " ns, >= " + LEAST_SPEEDUP);
      }
    }
  }
}
