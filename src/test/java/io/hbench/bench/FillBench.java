package io.hbench.bench;

import io.hbench.it.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How fast a table gets full: {@code load --bulk} as a job of the sandbox, from the start of its
 * tasks until the servers have the HFiles, beside PerformanceEvaluation's buffered {@code
 * sequentialWrite}; in turns, each into a new table. And how much memory a task takes.
 */
final class FillBench {
  private static final int ROUNDS = 3;
  private static final int CLIENTS = 4;

  /** Fewer measure how fast JVMs warm up, and how much the page cache takes. */
  private static final long ROWS = 4_000_000;

  private static final double TARGET = 3;
  private static final int TARGET_MB = 512;

  private static final Pattern DURATION =
      Pattern.compile("duration \\]\\s+Min: \\d+ms\\s+Max: (\\d+)ms");
  private static final Pattern LOADED = Pattern.compile("with it, ([\\d,]+) rows/s were loaded");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private FillBench() {}

  public static void main(String[] args) throws Exception {
    boolean startedHere = Shell.run("bin/sandbox status").exitCode() != 0;
    if (startedHere) {
      check(Shell.run("bin/sandbox start"));
    }
    String table = "fill" + Long.toString(System.currentTimeMillis(), 36);
    try {
      List<Double> theirs = new ArrayList<>();
      List<Double> ours = new ArrayList<>();
      long peakMb = 0;
      for (int round = 1; round <= ROUNDS; round++) {
        theirs.add(pe(table + "_pe" + round));
        PeakMemory memory = new PeakMemory();
        ours.add(hbench(table + "_" + round));
        peakMb = Math.max(peakMb, memory.end());
        System.out.printf(
            "round %d PerformanceEvaluation %,9.0f rows/s   hbench %,9.0f rows/s   ratio %5.2f%n",
            round,
            theirs.get(round - 1),
            ours.get(round - 1),
            ours.get(round - 1) / theirs.get(round - 1));
      }
      double ratio = Median.of(ours) / Median.of(theirs);
      System.out.printf(
          "medians PerformanceEvaluation %,9.0f rows/s   hbench %,9.0f rows/s   ratio %5.2f"
              + "   target %.0f or more: %s%n",
          Median.of(theirs), Median.of(ours), ratio, TARGET, ratio >= TARGET ? "yes" : "no");
      System.out.printf(
          "largest task %,d MB resident   target below %d: %s%n",
          peakMb, TARGET_MB, peakMb > 0 && peakMb < TARGET_MB ? "yes" : "no");
    } finally {
      if (startedHere) {
        check(Shell.run("bin/sandbox stop"));
      }
    }
  }

  private static double pe(String table) throws Exception {
    Shell.Result result =
        check(
            Shell.inSandbox(
                "HBASE_ROOT_LOGGER=INFO,console hbase pe --nomapred --oneCon=true"
                    + " --table="
                    + table
                    + " --valueSize=1000 --presplit="
                    + CLIENTS
                    + " --rows="
                    + ROWS / CLIENTS
                    + " sequentialWrite "
                    + CLIENTS));
    double seconds = Double.parseDouble(find(DURATION, result.out() + result.err())) / 1_000;
    return ROWS / seconds;
  }

  private static double hbench(String table) throws Exception {
    Shell.Result result =
        check(
            Shell.inSandbox(
                "hadoop jar target/hbench.jar load --bulk --table "
                    + table
                    + " --value-size 1000 --quiet --tasks 2 --presplit "
                    + CLIENTS
                    + " --rows "
                    + ROWS));
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

  private static Shell.Result check(Shell.Result result) {
    if (result.exitCode() != 0) {
      throw new IllegalStateException(result.out() + result.err());
    }
    return result;
  }
}
