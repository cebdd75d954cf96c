package io.hbench.bench;

import io.hbench.job.MadeRecords;
import io.hbench.job.MergedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.commons.io.FileUtils;

/**
 * How long the real reducer and the real {@code report} take for the records of many tasks, each of
 * which has 600 intervals of four series. The reducer has the heap of this JVM, the report 512 MB.
 */
public final class MergeBench {
  private static final int INTERVALS = 600;
  private static final String REPORT_HEAP = "-Xmx512m";

  /** The first one warms the JVM up. */
  private static final List<Integer> TASKS = List.of(50, 250, 500, 1_000);

  private MergeBench() {}

  /**
   * Runs the bench.
   *
   * @param args numbers of tasks; others than 250, 500 and 1,000
   */
  public static void main(String[] args) throws Exception {
    System.out.printf(
        "merge: %,d MB of heap, %d intervals x %d series%n",
        Runtime.getRuntime().maxMemory() >> 20, INTERVALS, MadeRecords.SERIES.size());
    List<Integer> counts =
        args.length == 0 ? TASKS : List.of(args).stream().map(Integer::valueOf).toList();
    for (int tasks : counts) {
      Path directory = Files.createTempDirectory("merge-bench");
      try {
        run(new MergedRun(tasks, INTERVALS, directory));
      } finally {
        FileUtils.deleteQuietly(directory.toFile());
      }
    }
  }

  private static void run(MergedRun run) throws Exception {
    MergedRun.Seconds seconds = run.merge();
    long records = (long) run.tasks() * INTERVALS * MadeRecords.SERIES.size();
    System.out.printf(
        Locale.ROOT,
        "%,6d tasks, %,11d records: reducer %.1f s, %.1f us each; report %.1f s,"
            + " report.html %,d KB (maps %.0f s)%n",
        run.tasks(),
        records,
        seconds.reducer(),
        seconds.reducer() * 1e6 / records,
        report(run.out()),
        Files.size(run.out().resolve("report.html")) >> 10,
        seconds.maps());
  }

  /** Seconds of the whole command, the start of its JVM included. */
  private static double report(Path out) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process report =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                REPORT_HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                "io.hbench.cli.Main",
                "report",
                out.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (report.waitFor() != 0) {
      throw new IllegalStateException("report failed");
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
