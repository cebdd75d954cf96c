package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Runs in the sandbox that something happens to, by their names. */
final class Runs {
  static final String ID = Long.toString(System.currentTimeMillis(), 36);

  private static final String ROOT = "/runs-" + ID;

  /** Runs of this JVM, whether they have ended or not, by their names. */
  private static final Map<String, CompletableFuture<Shell.Result>> STARTED =
      new ConcurrentHashMap<>();

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

  /** Starts a run in a thread of its own: a pool of few threads would let it wait for others. */
  static CompletableFuture<Shell.Result> start(String name, String words) {
    CompletableFuture<Shell.Result> run =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return hbench(name, words);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            work -> {
              Thread thread = new Thread(work, "run " + name);
              thread.setDaemon(true);
              thread.start();
            });
    STARTED.put(name, run);
    return run;
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
    return await(name, "facts of task " + task, () -> facts(name, task));
  }

  static Optional<TaskFacts> facts(String name, int task) throws IOException {
    return new RunDirectory(Sandbox.hdfsConf(), new Path(dir(name))).tasks().facts(task);
  }

  static JsonObject awaitJson(String name, String file) throws Exception {
    return await(
        name,
        file,
        () -> {
          try {
            return Optional.of(Sandbox.json(dir(name) + "/" + file));
          } catch (FileNotFoundException | IllegalStateException | JsonParseException e) {
            return Optional.empty(); // not there, or not all of it
          }
        });
  }

  /**
   * What a run has as soon as there is any; fails once the run has ended without it.
   *
   * @param what to wait for, as a noun phrase
   */
  static <T> T await(String name, String what, Waits.Question<T> question) throws Exception {
    return Waits.await(what + " of run " + name, Waits.LIMIT, () -> end(name), question);
  }

  /** Waits until a run has come so far; fails once it has ended before. */
  static void until(String name, String what, Waits.Condition condition) throws Exception {
    Waits.until(what + " of run " + name, () -> end(name), condition);
  }

  /** How a run of this JVM, or the suite that it is of, has ended; empty if it runs. */
  private static Optional<String> end(String name) {
    CompletableFuture<Shell.Result> run = STARTED.get(name);
    if (run == null) {
      int slash = name.lastIndexOf('/');
      return slash < 0 ? Optional.empty() : end(name.substring(0, slash));
    }
    return run.isDone()
        ? Optional.of("the run has ended: " + run.handle(Runs::describe).join())
        : Optional.empty();
  }

  private static String describe(Shell.Result result, Throwable failure) {
    return failure == null
        ? "exit code %d%n%s%s".formatted(result.exitCode(), result.out(), result.err())
        : failure.toString();
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

  /** On a busy machine, it may be later. */
  static void sleepUntil(double epochMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep((long) epochMillis - System.currentTimeMillis());
  }

  /** The id of a run's job, as soon as it is submitted. */
  static String job(String name) throws Exception {
    return await(
        name,
        "id of the job",
        () -> {
          JsonElement id = awaitJson(name, "job.json").getAsJsonObject("job").get("id");
          return id.isJsonNull() ? Optional.empty() : Optional.of(id.getAsString());
        });
  }

  /** The JVM of a task's container, as soon as it is there. */
  static long taskProcess(String name, int task) throws Exception {
    String attempt = "%s_m_%06d_0".formatted(job(name).replace("job", "attempt"), task);
    return await(
        name,
        "container of " + attempt,
        () ->
            ProcessHandle.allProcesses()
                .filter(p -> p.info().command().orElse("").endsWith("java"))
                .filter(p -> p.info().commandLine().orElse("").contains(attempt))
                .findAny()
                .map(ProcessHandle::pid));
  }

  static void signal(String name, long pid) throws Exception {
    assertThat(Shell.run("kill -%s %d".formatted(name, pid)).exitCode()).isZero();
  }
}
