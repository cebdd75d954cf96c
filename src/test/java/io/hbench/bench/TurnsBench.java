package io.hbench.bench;

import static io.hbench.bench.ClusterBench.IN_FLIGHT;
import static io.hbench.bench.ClusterBench.ROWS;
import static io.hbench.bench.ClusterBench.THREADS;
import static io.hbench.bench.ClusterBench.VALUE_BYTES;

import io.hbench.client.ClientFactory;
import io.hbench.client.KeySpan;
import io.hbench.client.RegionLookup;
import io.hbench.engine.Clock;
import io.hbench.engine.Counter;
import io.hbench.engine.HiccupMonitor;
import io.hbench.engine.MachineMonitor;
import io.hbench.engine.SideLoad;
import io.hbench.engine.TaskCounters;
import io.hbench.engine.TaskRun;
import io.hbench.job.result.TaskFile;
import io.hbench.kit.Hbench;
import io.hbench.latency.Recording;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * The load of a task of hbench beside the bare HBase client, in one JVM and in short turns, on one
 * table of the sandbox: the mean ratios of neighbouring turns, with 95 % intervals. Of a task there
 * is what its process does during the load: load loops, latencies by region server and interval,
 * their records, the monitors; not what MapReduce and HDFS do.
 *
 * <p>Each turn has a connection of its own. Which event loops of HBase's client serve a connection
 * is chance, which would be the same in all turns otherwise.
 */
final class TurnsBench {
  private static final String TABLE = "turns";
  private static final int PAIRS = 25;
  private static final int WARMUP_PAIRS = 5;
  private static final int SECONDS = 2;

  /** Half an interval: its records are written then, once in each second that is measured. */
  private static final int CUT_MILLIS = 500;

  private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(10);
  private static final double CONFIDENCE = 0.95;
  private static final double NONE = Double.NaN;

  /**
   * What is compared.
   *
   * @param mostCpu goal of the ratio of CPU for each request
   * @param leastSpeed goal of the ratio of requests a second
   */
  private record Load(String operation, String client, double mostCpu, double leastSpeed) {
    String name() {
      return operation + "-" + client;
    }
  }

  private static final List<Load> ALL =
      List.of(
          new Load("put", "async", 1.10, NONE),
          new Load("put", "blocking", 1.08, 0.95),
          new Load("get", "blocking", 1.08, 0.95),
          new Load("get", "async", NONE, NONE));

  private final Configuration conf;
  private final Load load;
  private final RunSpec spec;
  private final List<Cost> ours = new ArrayList<>();
  private final List<Cost> theirs = new ArrayList<>();

  private TurnsBench(Configuration hbase, Load load) {
    this.conf = new Configuration(hbase);
    this.load = load;
    boolean async = load.client().equals("async");
    set(Settings.ASSIGNMENTS, load.operation() + "@1");
    set(Settings.CLIENT, load.client());
    set(Settings.TABLE, TABLE);
    set(Settings.ROWS, ROWS);
    set(Settings.VALUE_SIZE, VALUE_BYTES);
    set(Settings.THREADS, async ? 1 : THREADS);
    set(Settings.IN_FLIGHT, async ? IN_FLIGHT : 1);
    set(Settings.WARMUP, "0s");
    spec = RunSpec.from(conf);
  }

  private void set(Setting<?> setting, Object value) {
    conf.set(Setting.PREFIX + setting.name(), value.toString());
  }

  /**
   * Runs the bench.
   *
   * @param args number of pairs of turns, 25 if not given; and what is compared, such as {@code
   *     put-async}, all if not given
   */
  public static void main(String[] args) throws Exception {
    int pairs = args.length > 0 ? Integer.parseInt(args[0]) : PAIRS;
    BenchSandbox.during(
        () -> {
          Configuration conf = HBaseConfiguration.create();
          conf.addResource(Path.of("target/sandbox/conf/hbase/hbase-site.xml").toUri().toURL());
          load(conf);
          System.out.printf("%d pairs of turns of %d s%n", pairs, SECONDS);
          for (Load load : ALL) {
            if (args.length < 2 || args[1].equals(load.name())) {
              TurnsBench bench = new TurnsBench(conf, load);
              bench.measure(pairs);
              bench.print();
            }
          }
        });
  }

  /** It leaves this JVM the heap of a task, too. */
  private static void load(Configuration conf) throws Exception {
    Path dir = Files.createTempDirectory(TABLE);
    try {
      Hbench.Result result =
          new Hbench(conf, dir)
              .job(
                  "load --presplit 4 --recreate --yes --tasks 1 --table %s --rows %d --value-size "
                          .formatted(TABLE, ROWS)
                      + VALUE_BYTES);
      if (result.exitCode() != 0) {
        throw new IllegalStateException(result.out() + result.err());
      }
    } finally {
      FileUtils.deleteDirectory(dir.toFile());
    }
  }

  private void measure(int pairs) throws Exception {
    for (int turn = 0; turn < 2 * (WARMUP_PAIRS + pairs); turn++) {
      if ((turn + turn / 2) % 2 == 0) { // in every second pair, the bare client is the first
        ours.add(hbench());
      } else {
        theirs.add(bare());
      }
    }
    ours.subList(0, WARMUP_PAIRS).clear();
    theirs.subList(0, WARMUP_PAIRS).clear();
  }

  private Cost bare() throws Exception {
    try (BareRequests requests =
        BareRequests.start(conf, load.operation(), load.client(), TABLE, ROWS)) {
      return Cost.of(requests::answered, CUT_MILLIS, SECONDS, () -> {});
    }
  }

  /** As a map task does it. */
  private Cost hbench() throws Exception {
    Time time = Time.real();
    TaskSpec task = TaskSpec.plan(spec).get(0);
    TaskCounters counters = new TaskCounters();
    try (TaskFile nowhere = TaskFile.toNowhere(conf);
        Recording recording = new Recording(spec.window(), nowhere);
        ClientFactory clients = spec.load().client().connect(conf, spec.user()).apply(TABLE);
        RegionLookup lookup = RegionLookup.start(time, clients.regions(KeySpan.all()), 1)) {
      lookup.await(LOOKUP_LIMIT);
      MachineMonitor machine = new MachineMonitor(time);
      Clock clock = Clock.startingAt(time, time.nanos());
      List<SideLoad> loads = SideLoad.of(spec, task, made -> made, Optional.empty(), clients);
      try (TaskRun run = TaskRun.start(loads, clock, recording, counters)) {
        HiccupMonitor monitor = new HiccupMonitor(clock, machine);
        Cost cost =
            Cost.of(
                () -> counters.get(Counter.REQUESTS),
                CUT_MILLIS,
                SECONDS,
                () -> {
                  recording.flush(clock.nanos());
                  machine.sample();
                });
        run.endAt(clock.nanos());
        run.await();
        monitor.end();
        if (counters.get(Counter.ERRORS) > 0) {
          throw new IllegalStateException(counters.failures().toString());
        }
        return cost;
      }
    }
  }

  private void print() {
    System.out.printf("%n%s, %s%n", load.operation(), load.client());
    print("bare client", Cost.medianOf(theirs));
    print("hbench", Cost.medianOf(ours));
    print("CPU", Cost::cpuMicros, "<=", load.mostCpu());
    print("as fast", Cost::requestsPerSecond, ">=", load.leastSpeed());
  }

  private void print(String name, Cost median) {
    System.out.printf(
        "%-12s %,8.0f %ss/s %7.1f µs of CPU for each%n",
        name, median.requestsPerSecond(), load.operation(), median.cpuMicros());
  }

  /** Prints a ratio; the figures of a pair are divided, so that what slows both down is in none. */
  private void print(String what, ToDoubleFunction<Cost> figure, String side, double target) {
    double[] logs =
        IntStream.range(0, ours.size())
            .mapToDouble(
                i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i)))
            .map(Math::log)
            .toArray();
    double mean = StatUtils.mean(logs);
    double reach =
        new TDistribution(logs.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
            * Math.sqrt(StatUtils.variance(logs) / logs.length);
    double low = Math.exp(mean - reach);
    double high = Math.exp(mean + reach);
    boolean open = low <= target && target <= high;
    String verdict = open ? "inconclusive" : side.equals("<=") == (high <= target) ? "yes" : "no";
    System.out.printf(
        "%-12s %6.3f of the bare client, 95 %% between %.3f and %.3f%s%n",
        what,
        Math.exp(mean),
        low,
        high,
        Double.isNaN(target) ? "" : "   target %s %.2f: %s".formatted(side, target, verdict));
  }
}
