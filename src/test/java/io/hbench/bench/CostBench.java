package io.hbench.bench;

import io.hbench.driver.ExitCode;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.io.FileUtils;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * What an operation costs the servers of the sandbox, beside what Linux's {@code /proc} says of
 * them; how much that varies from run to run, beside the throughput of runs without a rate; and
 * whether {@code compare} finds a table of another block encoding by it.
 */
final class CostBench {
  private static final String LOAD =
      "load --table %s --rows 50000 --value-size 100 --tasks 1 --presplit 2 --flush --recreate --yes"
          + " --block-encoding %s --quiet";
  private static final String RUN =
      "run %s@1 --threads 4 --table %s --rows 50000 --value-size 100 --yes --quiet --warmup 4s"
          + " --for %ds %s";
  private static final String RATE = "--rate %d";
  private static final String PLAIN = "cost";
  private static final String ENCODED = "cost-fast-diff";
  private static final int WARM_UP = 3;
  private static final int PUTS = 3;
  private static final int RUNS_OF_A_SIDE = 5;

  private final Hbench hbench;
  private final int seconds;
  private final int rate;
  private final List<Long> servers = new ArrayList<>();
  private final Map<String, List<Run>> runs = new TreeMap<>();

  /**
   * A run.
   *
   * @param cpu microseconds of the servers for each operation, by hbench
   * @param byProc the same by {@code /proc}
   * @param allocated bytes of the servers for each operation
   */
  private record Run(double opsPerSecond, double cpu, double byProc, double allocated) {
    double error() {
      return cpu / byProc - 1;
    }
  }

  private CostBench(Hbench hbench, int seconds, int rate) throws Exception {
    this.hbench = hbench;
    this.seconds = seconds;
    this.rate = rate;
    for (String server : List.of("regionserver1", "regionserver2")) {
      Path pid = Path.of("target/sandbox/pids", server);
      servers.add(Long.parseLong(Files.readString(pid).trim()));
    }
  }

  /**
   * Runs the bench.
   *
   * @param args number of runs, 10 if not given, 0 for the two tables alone; length of a window in
   *     seconds, 12 if not given; rate, 1500 if not given
   */
  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 12;
    int rate = args.length > 2 ? Integer.parseInt(args[2]) : 1_500;
    BenchSandbox.during(() -> run(rounds, seconds, rate));
  }

  private static void run(int rounds, int seconds, int rate) throws Exception {
    Path dir = Files.createTempDirectory("cost");
    try {
      Configuration conf = new Configuration(false);
      conf.addResource(Path.of("target/sandbox/conf/hbase/hbase-site.xml").toUri().toURL());
      CostBench bench = new CostBench(new Hbench(conf, dir), seconds, rate);
      bench.measure(rounds);
      bench.compare();
    } finally {
      FileUtils.deleteDirectory(dir.toFile());
    }
  }

  private void measure(int rounds) throws Exception {
    check(hbench.job(LOAD.formatted(PLAIN, "none")));
    check(hbench.job(LOAD.formatted(ENCODED, "fast_diff")));
    for (int i = 1; i <= WARM_UP; i++) { // the compilers of the servers
      run("warm/" + i, "get", PLAIN, "");
    }
    if (rounds == 0) {
      return;
    }
    System.out.println("run          ops/s   CPU of an operation   by /proc   difference");
    for (int round = 1; round <= rounds; round++) {
      print(run("get/" + round, "get", PLAIN, RATE.formatted(rate)), "get " + round);
      print(run("closed/" + round, "get", PLAIN, ""), "closed " + round);
    }
    for (int round = 1; round <= PUTS; round++) {
      print(run("put/" + round, "put", PLAIN, RATE.formatted(rate)), "put " + round);
    }
    double throughput = variation("closed", Run::opsPerSecond);
    System.out.printf("%nthroughput of a get without a rate varies by %.2f %%%n", 100 * throughput);
    for (String name : List.of("get", "closed")) {
      System.out.printf(
          "%-6s CPU of an operation varies by %5.2f %%, ratio %.2f; allocated bytes by %5.2f %%, ratio"
              + " %.2f   target 0.33 or less%n",
          name,
          100 * variation(name, Run::cpu),
          variation(name, Run::cpu) / throughput,
          100 * variation(name, Run::allocated),
          variation(name, Run::allocated) / throughput);
    }
    double worst =
        List.of("get", "closed", "put").stream()
            .flatMap(name -> runs.get(name).stream())
            .mapToDouble(r -> Math.abs(r.error()))
            .max()
            .orElseThrow();
    System.out.printf("largest difference from /proc %.2f %%   target 2 %%%n", 100 * worst);
  }

  /** Whether the cost tells two tables apart that throughput and latencies need not. */
  private void compare() throws Exception {
    run("warm/encoded", "get", ENCODED, "");
    for (int i = 1; i <= RUNS_OF_A_SIDE; i++) {
      run("none/" + i, "get", PLAIN, RATE.formatted(rate));
      run("fast_diff/" + i, "get", ENCODED, RATE.formatted(rate));
    }
    Path dir = hbench.last().dir().getParent().getParent();
    Hbench.Result result =
        hbench.run(
            "compare --with-siblings --format json %s/none/1 %s/fast_diff/1".formatted(dir, dir));
    if (result.exitCode() != ExitCode.REGRESSION && result.exitCode() != ExitCode.OK) {
      throw new IllegalStateException(result.out() + result.err());
    }
    System.out.printf("%nblock encoding fast_diff against none, %d runs a side%n", RUNS_OF_A_SIDE);
    for (Json figure : Json.parse(result.out()).at("sets.0.operations.0").list("figures")) {
      System.out.printf(
          "%-10s %10.2f %10.2f   change %+6.1f %% (%+.1f to %+.1f)   %s%n",
          figure.text("figure"),
          number(figure, "baseline"),
          number(figure, "candidate"),
          100 * number(figure, "change"),
          100 * number(figure, "low"),
          100 * number(figure, "high"),
          figure.text("verdict"));
    }
  }

  private static double number(Json figure, String name) {
    return figure.isNull(name) ? Double.NaN : figure.number(name);
  }

  private Run run(String name, String operation, String table, String rest) throws Exception {
    ProcessCpu proc = new ProcessCpu(servers);
    Hbench.Result result = check(hbench.job(name, RUN.formatted(operation, table, seconds, rest)));
    Thread.sleep(100); // a reading after the window
    proc.end();
    Json report = result.report();
    double from = OffsetDateTime.parse(report.text("window.started")).toInstant().toEpochMilli();
    double byProc = proc.seconds(from, from + 1e3 * report.number("window.seconds"));
    Run run =
        new Run(
            report.number("operations.0.opsPerSecond"),
            cost(report, "server-cpu"),
            1e6 * byProc / report.number("operations.0.count"),
            cost(report, "allocated"));
    runs.computeIfAbsent(name.substring(0, Math.max(0, name.indexOf('/'))), n -> new ArrayList<>())
        .add(run);
    return run;
  }

  private static double cost(Json report, String figure) {
    return report.list("cost.figures").stream()
        .filter(f -> f.text("figure").equals(figure))
        .findFirst()
        .orElseThrow()
        .number("perOperation");
  }

  private static void print(Run run, String name) {
    System.out.printf(
        "%-10s %7.0f %18.1f us %7.1f us %+10.2f %%%n",
        name, run.opsPerSecond(), run.cpu(), run.byProc(), 100 * run.error());
  }

  /** The coefficient of variation of a figure. */
  private double variation(String name, ToDoubleFunction<Run> figure) {
    double[] all = runs.get(name).stream().mapToDouble(figure).toArray();
    return Math.sqrt(StatUtils.variance(all)) / StatUtils.mean(all);
  }

  private static Hbench.Result check(Hbench.Result result) {
    if (result.exitCode() != ExitCode.OK) {
      throw new IllegalStateException(result.out() + result.err());
    }
    return result;
  }
}
