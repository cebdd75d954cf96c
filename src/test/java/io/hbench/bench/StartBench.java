package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.check;
import static io.hbench.bench.BenchSandbox.inSandbox;

import io.hbench.it.Shell;
import io.hbench.kit.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run costs besides its load, as jobs of the sandbox, in turns with PerformanceEvaluation's
 * mode for MapReduce: the wall time of the command less the time in which its tasks drive load. And
 * how long {@code hadoop jar hbench.jar --version} takes beside {@code hadoop fs -help}.
 */
final class StartBench {
  private static final int ROUNDS = 3;
  private static final int TASKS = 4;
  private static final int SECONDS = 5;
  private static final double TARGET_VERSION = 2;
  private static final double TARGET_RUN = 0.7;

  /** Gets of each task: so many that all tasks drive load for some seconds. */
  private static final int ROWS = 20_000;

  private static final String TABLE = "startbench";
  private static final String PE = "PerformanceEvaluation";
  private static final String PE_COUNTERS = "org.apache.hadoop.hbase.PerformanceEvaluation$Counter";
  private static final Pattern JOB = Pattern.compile("(job_\\d+_\\d+)");
  private static final Pattern START = Pattern.compile("#\\[StartTime: ([\\d.]+)");
  private static final Pattern HISTORY = Pattern.compile("jobhistory_http (\\d+)");

  /** Times of a run in milliseconds since 1970, in their order. */
  private record Times(List<Double> at) {
    private static final List<String> PARTS =
        List.of(
            "submission",
            "application master",
            "containers",
            "start",
            "load",
            "end of maps",
            "end of job",
            "report");

    private static final int LOAD = PARTS.indexOf("load");

    /** Seconds of a part. */
    double part(int part) {
      return (at.get(part + 1) - at.get(part)) / 1_000;
    }

    double besidesLoad() {
      return (at.get(PARTS.size()) - at.get(0)) / 1_000 - part(LOAD);
    }
  }

  private StartBench() {}

  public static void main(String[] args) throws Exception {
    BenchSandbox.during(
        () -> {
          version();
          runs();
        });
  }

  private static void version() throws Exception {
    List<Double> help = new ArrayList<>();
    List<Double> version = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      help.add(seconds("hadoop fs -help"));
      version.add(seconds("hadoop jar target/hbench.jar --version"));
    }
    double ratio = Median.of(version) / Median.of(help);
    System.out.printf(
        "medians: hadoop fs -help %.1f s   hadoop jar hbench.jar --version %.1f s   ratio %.2f"
            + "   target %.0f or less: %s%n%n",
        Median.of(help),
        Median.of(version),
        ratio,
        TARGET_VERSION,
        ratio <= TARGET_VERSION ? "yes" : "no");
  }

  private static void runs() throws Exception {
    inSandbox(
        "hadoop jar target/hbench.jar load --table %s --rows %d --presplit %d --recreate --quiet"
            .formatted(TABLE, ROWS * TASKS, TASKS));
    List<Times> theirs = new ArrayList<>();
    List<Times> ours = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      theirs.add(performanceEvaluation());
      ours.add(hbench());
      System.out.printf(
          "round %d besides the load: %s %.1f s   hbench %.1f s%n",
          round, PE, theirs.get(round - 1).besidesLoad(), ours.get(round - 1).besidesLoad());
    }
    System.out.printf("%nmedians in seconds%n%-20s %22s %8s%n", "", PE, "hbench");
    for (int i = 0; i < Times.PARTS.size(); i++) {
      int part = i;
      System.out.printf(
          "%-20s %22.1f %8.1f%n",
          Times.PARTS.get(part),
          Median.of(theirs.stream().mapToDouble(t -> t.part(part))),
          Median.of(ours.stream().mapToDouble(t -> t.part(part))));
    }
    double pe = Median.of(theirs.stream().mapToDouble(Times::besidesLoad));
    double hbench = Median.of(ours.stream().mapToDouble(Times::besidesLoad));
    System.out.printf(
        "%-20s %22.1f %8.1f   ratio %.2f   target %.1f or less: %s%n",
        "all but the load",
        pe,
        hbench,
        hbench / pe,
        TARGET_RUN,
        hbench / pe <= TARGET_RUN ? "yes" : "no");
  }

  /**
   * Its load is the time in which all its tasks drive load, by their own counters, as hbench's
   * tasks do from the start barrier on.
   */
  private static Times performanceEvaluation() throws Exception {
    double before = System.currentTimeMillis();
    Shell.Result result =
        check(
            Shell.inSandbox(
                "HBASE_ROOT_LOGGER=INFO,console hbase pe --table=%s --rows=%d randomRead %d"
                    .formatted(TABLE, ROWS, TASKS)));
    double after = System.currentTimeMillis();
    String job = find(JOB, result.out() + result.err());
    List<Json> maps = maps(job);
    double firstStart = Double.MAX_VALUE;
    double lastStart = 0;
    double firstEnd = Double.MAX_VALUE;
    for (Json map : maps) {
      double start = map.number("finishTime") - loadMillis(job, map.text("id"));
      firstStart = Math.min(firstStart, start);
      lastStart = Math.max(lastStart, start);
      firstEnd = Math.min(firstEnd, map.number("finishTime"));
    }
    double lastEnd = max(maps, "finishTime");
    System.out.printf(
        "%s: all tasks drive load for %.1f s, from the first start to the last end it is %.1f s%n",
        PE, (firstEnd - lastStart) / 1_000, (lastEnd - firstStart) / 1_000);
    return times(before, job, lastStart, firstEnd, after);
  }

  private static double loadMillis(String job, String task) throws Exception {
    return history("/jobs/" + job + "/tasks/" + task + "/counters")
        .list("jobTaskCounters.taskCounterGroup")
        .stream()
        .filter(group -> group.text("counterGroupName").equals(PE_COUNTERS))
        .flatMap(group -> group.list("counter").stream())
        .filter(counter -> counter.text("name").equals("ELAPSED_TIME"))
        .mapToDouble(counter -> counter.number("value"))
        .findFirst()
        .orElseThrow();
  }

  private static Times hbench() throws Exception {
    String out = "startbench/" + System.currentTimeMillis();
    double before = System.currentTimeMillis();
    inSandbox(
        "hadoop jar target/hbench.jar run noop@%d --for %ds --warmup 0s --out %s"
            .formatted(TASKS, SECONDS, out));
    double after = System.currentTimeMillis();
    String job = find(JOB, inSandbox("hadoop fs -cat %s/job.json".formatted(out)));
    String log = inSandbox("hadoop fs -cat %s/run.hlog".formatted(out));
    double start = 1_000 * Double.parseDouble(find(START, log));
    return times(before, job, start, start + 1_000.0 * SECONDS, after);
  }

  private static Times times(double before, String job, double start, double end, double after)
      throws Exception {
    Json facts = history("/jobs/" + job);
    List<Json> maps = maps(job);
    return new Times(
        List.of(
            before,
            facts.number("job.submitTime"),
            history("/jobs/" + job + "/jobattempts").number("jobAttempts.jobAttempt.0.startTime"),
            max(maps, "startTime"),
            start,
            end,
            max(maps, "finishTime"),
            facts.number("job.finishTime"),
            after));
  }

  private static List<Json> maps(String job) throws Exception {
    return history("/jobs/" + job + "/tasks").list("tasks.task").stream()
        .filter(task -> task.text("type").equals("MAP"))
        .toList();
  }

  private static double max(List<Json> tasks, String field) {
    return tasks.stream().mapToDouble(task -> task.number(field)).max().orElseThrow();
  }

  private static Json history(String path) throws IOException {
    String port = find(HISTORY, Files.readString(Path.of("target/sandbox/conf/ports")));
    URI page = URI.create("http://localhost:" + port + "/ws/v1/history/mapreduce" + path);
    try (InputStream in = page.toURL().openStream()) {
      return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static double seconds(String command) throws Exception {
    long start = System.nanoTime();
    inSandbox(command);
    return (System.nanoTime() - start) / 1e9;
  }

  private static String find(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("no " + pattern + " in: " + text);
    }
    return found.group(1);
  }
}
