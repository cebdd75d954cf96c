package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.check;
import static io.hbench.bench.BenchSandbox.inSandbox;

import io.hbench.driver.ExitCode;
import io.hbench.it.Shell;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;

/**
 * How much narrower the confidence intervals of a live comparison are than those of two runs, one
 * after the other, in the same machine time: on two tables of the sandbox with the same rows,
 * beside a process that takes a processor for up to 20 s, and leaves it for as long.
 *
 * <p>As nothing differs, a change that is found is the error of the method.
 */
final class DuetBench {
  private static final String OUT = "hbench-duet";
  private static final String HBENCH = "hadoop jar target/hbench.jar ";
  private static final List<String> FIGURES = List.of("ops/s", "p50", "p99");

  private static final String HOG =
      "while :; do timeout $((RANDOM % 20)) sh -c 'while :; do :; done'; sleep $((RANDOM % 20));"
          + " done";

  /**
   * What a comparison says of a figure.
   *
   * @param width of the interval, as a share; not a number without one
   * @param change that was found, as a share
   */
  private record Found(double width, double change, boolean holdsTheTruth) {
    static Found of(Json figure) {
      double change = figure.isNull("change") ? Double.NaN : figure.number("change");
      if (figure.isNull("low")) {
        return new Found(Double.NaN, change, true);
      }
      double low = figure.number("low");
      double high = figure.number("high");
      return new Found(high - low, change, low <= 0 && 0 <= high);
    }
  }

  /** Where the runs are. */
  private interface ServerRegion {
    /** Drives a run, of both tables or of one. */
    void run(String command, String tables, String out, int seconds) throws Exception;

    /** A comparison as JSON. */
    String compare(String directories) throws Exception;
  }

  private final ServerRegion place;
  private final int seconds;
  private final Map<String, List<Found>> runs = new LinkedHashMap<>();
  private final Map<String, List<Found>> duets = new LinkedHashMap<>();

  private DuetBench(ServerRegion place, int seconds) {
    this.place = place;
    this.seconds = seconds;
  }

  /**
   * Runs the bench.
   *
   * @param args number of rounds, 5 if not given; length of the duet's window in seconds, 120 if
   *     not given; {@code local} for {@link WorkOperation} in this JVM, without a cluster and
   *     without a process beside it but those of the machine
   */
  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 120;
    if (args.length > 2) {
      Path dir = Files.createTempDirectory("duets");
      new DuetBench(new Here(dir), seconds).measure(rounds);
      FileUtils.deleteDirectory(dir.toFile());
      return;
    }
    BenchSandbox.during(
        () -> {
          load();
          Process hog = new ProcessBuilder("bash", "-c", HOG).start();
          Runtime.getRuntime().addShutdownHook(new Thread(() -> end(hog))); // also by Ctrl-C
          try {
            new DuetBench(new Sandbox(), seconds).measure(rounds);
          } finally {
            end(hog);
          }
        });
  }

  private static void load() throws Exception {
    for (String table : List.of("duet1", "duet2")) {
      inSandbox("hadoop fs -rm -r -f " + OUT);
      inSandbox(
          HBENCH
              + "load --local --recreate --tasks 1 --presplit 2 --value-size 100 --rows 50000"
              + " --flush --table "
              + table
              + " --out "
              + OUT);
    }
    inSandbox("hadoop fs -rm -r -f " + OUT);
  }

  private static void end(Process hog) {
    List<ProcessHandle> all = hog.descendants().toList();
    hog.destroy();
    all.forEach(ProcessHandle::destroy);
  }

  private void measure(int rounds) throws Exception {
    for (int round = 1; round <= rounds; round++) {
      String a = "/a" + round;
      String b = "/b" + round;
      String duet = "/duet" + round;
      place.run("run", "duet1", a, seconds / 2);
      place.run("run", "duet2", b, seconds / 2);
      add(runs, place.compare("%s %s".formatted(a, b)));
      place.run("compare --live run", "duet1,duet2", duet, seconds);
      add(duets, place.compare(duet));
      print(round);
    }
    printMedians();
  }

  /** The sandbox, with clients in the JVM of the submitter. */
  private record Sandbox() implements ServerRegion {
    @Override
    public void run(String command, String tables, String out, int seconds) throws Exception {
      Shell.Result result =
          Shell.inSandbox(
              HBENCH
                  + "%s get@1 --local --threads 4 --rows 50000 --value-size 100 --quiet --warmup 5s --for %ds --table %s --out %s%s"
                      .formatted(command, seconds, tables, OUT, out));
      if (result.exitCode() != ExitCode.REGRESSION) {
        check(result);
      }
    }

    @Override
    public String compare(String directories) throws Exception {
      return Shell.inSandbox(
              HBENCH + "compare --format json " + directories.replaceAll("/", OUT + "/"))
          .out();
    }
  }

  /** This JVM, with directories below one. */
  private record Here(Path dir) implements ServerRegion {
    @Override
    public void run(String command, String tables, String out, int seconds) {
      new Hbench(dir)
          .run(
              "%s %s@1 --threads 1 --quiet --warmup 2s --interval 500ms --for %ds --table %s --out %s%s"
                  .formatted(command, WorkOperation.class.getName(), seconds, tables, dir, out));
    }

    @Override
    public String compare(String directories) {
      return new Hbench(dir)
          .run("compare --format json " + directories.replaceAll("/", dir + "/"))
          .out();
    }
  }

  private static void add(Map<String, List<Found>> all, String comparison) {
    List<Json> figures = Json.parse(comparison).at("sets.0.operations.0").list("figures");
    for (Json figure : figures) {
      all.computeIfAbsent(figure.text("figure"), f -> new ArrayList<>()).add(Found.of(figure));
    }
  }

  private void print(int round) {
    for (String figure : FIGURES) {
      Found one = runs.get(figure).get(round - 1);
      Found duet = duets.get(figure).get(round - 1);
      System.out.printf(
          "round %d %-6s two runs: change %+6.1f %%, width %6.1f %%   duet: change %+6.1f %%,"
              + " width %6.1f %%   ratio of widths %5.1f%n",
          round,
          figure,
          100 * one.change(),
          100 * one.width(),
          100 * duet.change(),
          100 * duet.width(),
          one.width() / duet.width());
    }
  }

  private void printMedians() {
    System.out.println();
    for (String figure : FIGURES) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < runs.get(figure).size(); i++) {
        ratios.add(runs.get(figure).get(i).width() / duets.get(figure).get(i).width());
      }
      ratios.removeIf(ratio -> ratio.isNaN());
      System.out.printf(
          "%-6s median ratio of widths %5.1f   target >= 3   median error: two runs %.1f %%,"
              + " duet %.1f %%   truth in the interval: two runs %d of %d, duet %d%n",
          figure,
          Median.of(ratios),
          medianError(runs.get(figure)),
          medianError(duets.get(figure)),
          runs.get(figure).stream().filter(Found::holdsTheTruth).count(),
          runs.get(figure).size(),
          duets.get(figure).stream().filter(Found::holdsTheTruth).count());
    }
  }

  private static double medianError(List<Found> all) {
    return Median.of(all.stream().mapToDouble(found -> 100 * Math.abs(found.change())));
  }
}
