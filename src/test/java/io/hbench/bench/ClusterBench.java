package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.inSandbox;

import io.hbench.kit.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * hbench on YARN beside the bare HBase client and PerformanceEvaluation, one after the other in
 * several rounds, on one table of the sandbox. Clients and servers share the machine's processors
 * there: requests per second tell what a client leaves to the servers, and CPU per request tells
 * what it takes itself.
 *
 * <p>What is compared is measured next to each other, first the one and then the other, in every
 * second round the other way round; the ratio is the median of the rounds' ratios. A machine that
 * gets slower in half an hour, as servers that get faster, is in no ratio then.
 */
final class ClusterBench {
  static final int THREADS = 16;
  static final int IN_FLIGHT = 64;
  static final int VALUE_BYTES = 100;

  private static final String TABLE = "bench";
  static final int ROWS = 100_000;
  private static final int ROUNDS = 3;
  private static final int WARMUP_SECONDS = 30;
  private static final int SECONDS = 15;
  private static final int CYCLES = 3;

  /**
   * What submits the job is compiled as little as may be: it would not be on the servers'
   * processors elsewhere.
   */
  private static final String HBENCH =
      "HADOOP_CLIENT_OPTS=-XX:TieredStopAtLevel=1" + " hadoop jar target/hbench.jar ";

  private static final String OUT = "hbench-bench";

  /** That the sandbox's jobs hurry is for tests: these are Hadoop's own defaults. */
  private static final String UNHURRIED =
      "-D yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms=1000"
          + " -D mapreduce.client.progressmonitor.pollinterval=1000";

  /** What a task of the sandbox has. */
  private static final String HEAP = "400m";

  private static final String BARE_BLOCKING = "bare client, blocking";
  private static final String BARE_ASYNC = "bare client, async";
  private static final String BLOCKING = "hbench, blocking";
  private static final String ASYNC = "hbench, async";

  /** With as many threads, with which it takes the least: with 64 half as much again. */
  private static final String PE = "PerformanceEvaluation";

  private interface Client {
    Cost measure() throws Exception;
  }

  private final String operation;

  private ClusterBench(String operation) {
    this.operation = operation;
  }

  /**
   * Runs the bench.
   *
   * @param args operations; others than get and put
   */
  public static void main(String[] args) throws Exception {
    BenchSandbox.during(
        () -> {
          load();
          for (String operation : args.length == 0 ? List.of("get", "put") : List.of(args)) {
            ClusterBench bench = new ClusterBench(operation);
            bench.print(bench.measure());
          }
        });
  }

  private static void load() throws Exception {
    inSandbox("hadoop fs -rm -r -f " + OUT);
    inSandbox(
        HBENCH
            + "load --value-size %d --presplit 4 --recreate --tasks 2 --table %s --rows %d --out %s"
                .formatted(VALUE_BYTES, TABLE, ROWS, OUT));
  }

  private Map<String, List<Cost>> measure() throws Exception {
    Map<String, Client> clients = new LinkedHashMap<>();
    clients.put(BARE_BLOCKING, () -> bare("blocking"));
    clients.put(BLOCKING, () -> hbench("--client blocking --threads " + THREADS));
    clients.put(BARE_ASYNC, () -> bare("async"));
    clients.put(ASYNC, () -> hbench("--client async --threads 1 --in-flight " + IN_FLIGHT));
    clients.put(PE, this::performanceEvaluation);

    print("not counted: servers that are cold", bare("async"));
    List<String> order = new ArrayList<>(clients.keySet());
    Map<String, List<Cost>> costs = new LinkedHashMap<>();
    order.forEach(name -> costs.put(name, new ArrayList<>()));
    for (int round = 1; round <= ROUNDS; round++) {
      for (String name : order) {
        Cost cost = clients.get(name).measure();
        costs.get(name).add(cost);
        print("round " + round + " " + name, cost);
      }
      Collections.reverse(order);
    }
    return costs;
  }

  private Cost bare(String mode) throws Exception {
    return java(
        HEAP,
        "BareRequests %s %s %s %d %d %d"
            .formatted(operation, mode, TABLE, ROWS, WARMUP_SECONDS, SECONDS));
  }

  private Cost performanceEvaluation() throws Exception {
    return java(
        "2g",
        "PerformanceEvaluationRequests %s %s %d %d %d"
            .formatted(operation, TABLE, ROWS, THREADS, CYCLES));
  }

  /** One of this package's programs, in a JVM as {@code hbase pe} has it. */
  private static Cost java(String heap, String words) throws Exception {
    String out =
        inSandbox(
            "HBASE_OPTS=-Xmx%s HBASE_CLASSPATH=target/test-classes:target/classes hbase %s.%s"
                .formatted(heap, ClusterBench.class.getPackageName(), words));
    return Cost.parse(out.lines().reduce((first, last) -> last).orElseThrow());
  }

  private Cost hbench(String pace) throws Exception {
    inSandbox("hadoop fs -rm -r -f " + OUT);
    inSandbox(
        HBENCH
            + "run %s@1 %s --table %s --rows %d --warmup %ds --for %ds --value-size %d --out %s %s"
                .formatted(
                    operation,
                    UNHURRIED,
                    TABLE,
                    ROWS,
                    WARMUP_SECONDS,
                    SECONDS,
                    VALUE_BYTES,
                    OUT,
                    pace));
    Json report = json("report.json");
    Json requests = report.at("operations.0");
    double cpuSeconds = report.number("clients.cpuSeconds");
    return new Cost(requests.number("opsPerSecond"), cpuSeconds * 1e6 / requests.number("count"));
  }

  private static Json json(String file) throws Exception {
    return Json.parse(inSandbox("hadoop fs -cat " + OUT + "/" + file));
  }

  private void print(Map<String, List<Cost>> costs) {
    System.out.printf("%nmedians of %d rounds%n", ROUNDS);
    costs.forEach((name, all) -> print(name, Cost.medianOf(all)));
    System.out.println();
    printRatios(costs, BLOCKING, BARE_BLOCKING, "as fast", Cost::requestsPerSecond, ">= 0.97");
    printRatios(costs, ASYNC, BARE_ASYNC, "as fast", Cost::requestsPerSecond, ">= 0.97");
    printRatios(costs, BLOCKING, BARE_BLOCKING, "CPU", Cost::cpuMicros, "<= 1.05");
    printRatios(costs, ASYNC, BARE_ASYNC, "CPU", Cost::cpuMicros, "<= 1.05");
    printRatios(costs, BLOCKING, PE, "CPU", Cost::cpuMicros, "<= 0.60");
    printRatios(costs, ASYNC, PE, "CPU", Cost::cpuMicros, "<= 0.60");
  }

  private void print(String name, Cost cost) {
    System.out.printf(
        "%-40s %,8.0f %ss/s %7.1f µs of CPU for each%n",
        name, cost.requestsPerSecond(), operation, cost.cpuMicros());
  }

  private void printRatios(
      Map<String, List<Cost>> costs,
      String ours,
      String theirs,
      String what,
      ToDoubleFunction<Cost> figure,
      String target) {
    System.out.printf(
        "%-74s %6.3f   target %s%n",
        "%s: %s / %s, %s".formatted(operation, ours, theirs, what),
        Cost.medianRatio(costs.get(ours), costs.get(theirs), figure),
        target);
  }
}
