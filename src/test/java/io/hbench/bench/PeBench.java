package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.check;
import static io.hbench.bench.BenchSandbox.inSandbox;

import io.hbench.it.Shell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PerformanceEvaluation and {@code hbench pe} with the same words, both with threads in a JVM of
 * their own, in turns, against one table of the sandbox: do they find the same mean latency?
 */
final class PeBench {
  private static final int ROUNDS = 3;
  private static final int CLIENTS = 4;
  private static final double TOLERANCE = 0.1;
  private static final Pattern MEAN = Pattern.compile("\\[ Avg latency \\(us\\)]\\s+(\\d+)");

  /** Enough for the compiler to be done with most of it. */
  private static final String WORDS = "--nomapred --oneCon=true --table=pebench --valueSize=100 ";

  private PeBench() {}

  public static void main(String[] args) throws Exception {
    BenchSandbox.during(PeBench::measure);
  }

  private static void measure() throws Exception {
    Map<String, String> tests = new LinkedHashMap<>();
    tests.put("sequentialWrite", "--rows=15000 --autoFlush=true sequentialWrite " + CLIENTS);
    tests.put("randomRead", "--rows=20000 --cycles=3 randomRead " + CLIENTS);
    hbench("--rows=20000 --presplit=4 --recreate sequentialWrite " + CLIENTS);
    for (Map.Entry<String, String> test : tests.entrySet()) {
      measure(test.getKey(), test.getValue());
    }
  }

  private static void measure(String name, String words) throws Exception {
    List<Double> theirs = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      theirs.add(pe(words));
      ours.add(hbench(words));
      ratios.add(ours.get(round - 1) / theirs.get(round - 1));
      System.out.printf(
          "round %d %-16s PerformanceEvaluation %,8.0f µs   hbench %,8.0f µs   ratio %5.2f%n",
          round, name, theirs.get(round - 1), ours.get(round - 1), ratios.get(round - 1));
    }
    double ratio = Median.of(ours) / Median.of(theirs);
    System.out.printf(
        "%-16s medians: PerformanceEvaluation %,8.0f µs   hbench %,8.0f µs   ratio %5.2f"
            + "   target within %.0f %%: %s%n%n",
        name,
        Median.of(theirs),
        Median.of(ours),
        ratio,
        100 * TOLERANCE,
        Math.abs(ratio - 1) <= TOLERANCE ? "yes" : "no");
  }

  private static double pe(String words) throws Exception {
    Shell.Result result =
        Shell.inSandbox("HBASE_ROOT_LOGGER=INFO,console hbase pe " + WORDS + words);
    return mean(check(result).out() + result.err());
  }

  private static double hbench(String words) throws Exception {
    return mean(inSandbox("hadoop jar target/hbench.jar pe " + WORDS + words + " --yes --quiet"));
  }

  private static double mean(String output) {
    Matcher mean = MEAN.matcher(output);
    if (!mean.find()) {
      throw new IllegalStateException("no mean latency in: " + output);
    }
    return Double.parseDouble(mean.group(1));
  }
}
