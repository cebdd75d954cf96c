package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.check;

import io.hbench.it.Shell;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How fast a table gets full: PerformanceEvaluation's buffered {@code sequentialWrite}, the same
 * command line of hbench, and {@code load --bulk} as a job of the sandbox, from the start of its
 * tasks until the servers have the HFiles; in turns, each into a new table. And how much memory a
 * task takes.
 *
 * <p>Each round has a sandbox of its own, new and empty, since its tables and logs take 30 GB.
 */
final class FillBench {
  private static final String OWN_SANDBOX = "export HBENCH_SANDBOX=target/sandbox-fill; ";
  private static final int ROUNDS = 5;
  private static final int CLIENTS = 4;

  /** Fewer measure how fast JVMs warm up, and how much the page cache takes. */
  private static final long ROWS = 4_000_000;

  private static final double TARGET = 4;
  private static final double LEAST_OF_A_ROUND = 3;
  private static final double BUFFERED_TARGET = 1.1;
  private static final int TARGET_MB = 512;

  private static final Pattern DURATION =
      Pattern.compile("duration \\]\\s+Min: \\d+ms\\s+Max: (\\d+)ms");
  private static final Pattern LOADED = Pattern.compile("([\\d,]+) rows/s including that");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private FillBench() {}

  public static void main(String[] args) throws Exception {
    List<Double> theirs = new ArrayList<>();
    List<Double> buffered = new ArrayList<>();
    List<Double> bulk = new ArrayList<>();
    long peakMb = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      try {
        check(Shell.run(OWN_SANDBOX + "bin/sandbox start"));
        theirs.add(pe("pe"));
        buffered.add(buffered("buffered"));
        PeakMemory memory = new PeakMemory();
        bulk.add(bulk("bulk"));
        peakMb = Math.max(peakMb, memory.end());
      } finally {
        check(Shell.run(OWN_SANDBOX + "bin/sandbox stop --clean"));
      }
      System.out.printf(
          "round %d: PerformanceEvaluation %,9.0f rows/s; hbench, buffered %,9.0f, ratio %5.2f;"
              + " bulk %,9.0f, ratio %5.2f%n",
          round,
          theirs.get(round - 1),
          buffered.get(round - 1),
          buffered.get(round - 1) / theirs.get(round - 1),
          bulk.get(round - 1),
          bulk.get(round - 1) / theirs.get(round - 1));
    }
    print("buffered", ratios(buffered, theirs), BUFFERED_TARGET, 0);
    print("bulk", ratios(bulk, theirs), TARGET, LEAST_OF_A_ROUND);
    System.out.printf(
        "largest task %,d MB resident   target below %d: %s%n",
        peakMb, TARGET_MB, peakMb > 0 && peakMb < TARGET_MB ? "yes" : "no");
  }

  private static Shell.Result inSandbox(String line) throws Exception {
    return check(Shell.run(OWN_SANDBOX + "eval \"$(bin/sandbox env)\" && " + line));
  }

  private static double pe(String table) throws Exception {
    Shell.Result result =
        inSandbox(
            "HBASE_ROOT_LOGGER=INFO,console hbase pe --nomapred --oneCon=true"
                + " --table="
                + table
                + " --valueSize=1000 --presplit="
                + CLIENTS
                + " --rows="
                + ROWS / CLIENTS
                + " sequentialWrite "
                + CLIENTS);
    double seconds = Double.parseDouble(find(DURATION, result.out() + result.err())) / 1_000;
    return ROWS / seconds;
  }

  private static double[] ratios(List<Double> ours, List<Double> theirs) {
    return IntStream.range(0, ours.size()).mapToDouble(i -> ours.get(i) / theirs.get(i)).toArray();
  }

  private static void print(String what, double[] ratios, double target, double leastOfARound) {
    double median = Median.of(DoubleStream.of(ratios));
    double least = DoubleStream.of(ratios).min().orElseThrow();
    System.out.printf(
        "%-9s median of ratios %5.2f, least %5.2f   target %.1f and %.1f: %s%n",
        what,
        median,
        least,
        target,
        leastOfARound,
        median >= target && least >= leastOfARound ? "yes" : "no");
  }

  private static double buffered(String table) throws Exception {
    String out = "hbench-" + table;
    inSandbox(
        "hadoop jar target/hbench.jar pe --nomapred --oneCon=true --quiet --table="
            + table
            + " --valueSize=1000 --presplit="
            + CLIENTS
            + " --rows="
            + ROWS / CLIENTS
            + " --out="
            + out
            + " sequentialWrite "
            + CLIENTS);
    String report = inSandbox("hadoop fs -cat " + out + "/report.json").out();
    return Json.parse(report).number("operations.0.rowsPerSecond");
  }

  private static double bulk(String table) throws Exception {
    Shell.Result result =
        inSandbox(
            "hadoop jar target/hbench.jar load --bulk --table "
                + table
                + " --value-size 1000 --quiet --tasks 2 --presplit "
                + CLIENTS
                + " --rows "
                + ROWS);
    return Double.parseDouble(find(LOADED, result.out()).replace(",", ""));
  }

  /** The largest resident set that any task's JVM ever had. */
  private static final class PeakMemory {
    private final Thread thread = new Thread(this::watch, "memory");
    private volatile boolean ended;
    private volatile long mb;

    PeakMemory() {
      thread.setDaemon(true);
      thread.start();
    }

    private void watch() {
      while (!ended) {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
          processes.filter(PeakMemory::isTask).forEach(p -> mb = Math.max(mb, peak(p)));
          Thread.sleep(500);
        } catch (IOException e) {
          throw new IllegalStateException(e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    private static boolean isTask(Path process) {
      return read(process.resolve("cmdline")).contains("org.apache.hadoop.mapred.YarnChild");
    }

    private static long peak(Path process) {
      Matcher peak = PEAK.matcher(read(process.resolve("status")));
      return peak.find() ? Long.parseLong(peak.group(1)) / 1024 : 0;
    }

    /** Empty for what is no process, or none any more. */
    private static String read(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        return "";
      }
    }

    /** In megabytes. */
    long end() throws InterruptedException {
      ended = true;
      thread.join();
      return mb;
    }
  }

  private static String find(Pattern pattern, String output) {
    Matcher found = pattern.matcher(output);
    if (!found.find()) {
      throw new IllegalStateException("no " + pattern + " in: " + output);
    }
    return found.group(1);
  }
}
