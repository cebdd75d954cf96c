package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Runs in the sandbox that something happens to, by their names. */
final class Runs {
  static final String ID = Long.toString(System.currentTimeMillis(), 36);

  private static final String ROOT = "/runs-" + ID;

  private Runs() {}

  static String dir(String name) {
    return ROOT + "/" + name;
  }

  /** After the last test. */
  static void cleanUp() throws IOException {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new Path(ROOT), true);
    }
  }

  static Shell.Result hbench(String name, String words) throws Exception {
    return Sandbox.hbench(words + " --quiet --out " + dir(name));
  }

  static CompletableFuture<Shell.Result> start(String name, String words) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return hbench(name, words);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  static JsonObject report(String name) throws Exception {
    return Sandbox.json(dir(name) + "/report.json");
  }

  static JsonObject operation(String name, int index) throws Exception {
    return report(name).getAsJsonArray("operations").get(index).getAsJsonObject();
  }

  /** When all tasks start, in milliseconds since the epoch: known a second or so before. */
  static double startOf(String name, int task) throws Exception {
    return await(name, task).start().atMs();
  }

  /** Facts of a task, as soon as there are any. */
  static TaskFacts await(String name, int task) throws Exception {
    while (true) {
      Optional<TaskFacts> facts = facts(name, task);
      if (facts.isPresent()) {
        return facts.get();
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  static Optional<TaskFacts> facts(String name, int task) throws IOException {
    return new RunDirectory(Sandbox.client(), new Path(dir(name))).tasks().facts(task);
  }

  static JsonObject awaitJson(String name, String file) throws Exception {
    while (true) {
      try {
        return Sandbox.json(dir(name) + "/" + file);
      } catch (FileNotFoundException | IllegalStateException | JsonParseException e) {
        TimeUnit.MILLISECONDS.sleep(100); // not there, or not all of it
      }
    }
  }

  /** Σ intervals = totals = job counters: the verdict looks, and would say so. */
  static void countsAgree(String run) throws Exception {
    JsonObject report = report(run);
    assertThat(report.getAsJsonObject("verdict").toString()).doesNotContain("counts-differ");
    long points = 0;
    for (JsonElement point : report.getAsJsonObject("timeline").getAsJsonArray("points")) {
      points += point.getAsJsonObject().get("count").getAsLong();
    }
    long counter =
        Sandbox.json(dir(run) + "/job.json")
            .getAsJsonObject("status")
            .getAsJsonObject("counters")
            .get("REQUESTS")
            .getAsLong();
    assertThat(points).isEqualTo(counter).isEqualTo(operation(run, 0).get("count").getAsLong());
  }

  static void sleepUntil(double epochMillis) throws InterruptedException {
    long left = (long) epochMillis - System.currentTimeMillis();
    assertThat(left).as("it is too late already").isPositive();
    TimeUnit.MILLISECONDS.sleep(left);
  }

  /** The id of a run's job, as soon as it is submitted. */
  static String job(String name) throws Exception {
    while (true) {
      JsonElement id = awaitJson(name, "job.json").getAsJsonObject("job").get("id");
      if (!id.isJsonNull()) {
        return id.getAsString();
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** The JVM of a task's container, as soon as it is there. */
  static long taskProcess(String name, int task) throws Exception {
    String attempt = "%s_m_%06d_0".formatted(job(name).replace("job", "attempt"), task);
    while (true) {
      Optional<ProcessHandle> found =
          ProcessHandle.allProcesses()
              .filter(p -> p.info().command().orElse("").endsWith("java"))
              .filter(p -> p.info().commandLine().orElse("").contains(attempt))
              .findAny();
      if (found.isPresent()) {
        return found.get().pid();
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  static void signal(String name, long pid) throws Exception {
    assertThat(Shell.run("kill -%s %d".formatted(name, pid)).exitCode()).isZero();
  }
}
