package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Resident memory of the tasks of a long run. */
@Tag("soak")
@Sandbox.Shared
class MemoryIT {
  private static final int TASKS = 4;
  private static final int MINUTES = 20;
  private static final int SETTLED_MINUTES = 5;
  private static final double MAX_GROWTH = 1.05;
  private static final long MINUTE_MILLIS = 60_000;

  /** Resident from the start: what grows besides is not the heap, which is looked at as well. */
  private static final String SMALL_HEAP =
      "-D 'mapreduce.map.java.opts=-Xms128m -Xmx128m -XX:+UseSerialGC -XX:+AlwaysPreTouch'";

  /** Both at once, with the requests and intervals of an hour at a third of the rate. */
  @Test
  void residentMemoryStaysWithinFivePercentFromTheFifthMinuteOn() throws Exception {
    LongRun blocking = new LongRun("blocking");
    LongRun async = new LongRun("async");
    for (int minute = SETTLED_MINUTES; minute < MINUTES; minute++) {
      Runs.sleepUntil(async.start + minute * MINUTE_MILLIS);
      blocking.sample();
      async.sample();
    }
    blocking.end();
    async.end();
  }

  /** A run, and the memory of its tasks by minute. */
  private static final class LongRun {
    private final CompletableFuture<Shell.Result> run;
    private final double start;
    private final Map<Long, List<Long>> resident = new TreeMap<>();
    private final Map<Long, List<Long>> live = new TreeMap<>();

    LongRun(String client) throws Exception {
      String table = "memory-" + client;
      Shell.Result load =
          Runs.hbench("load-" + table, "load --local --tasks 2 --rows 10k --table " + table);
      assertThat(load.exitCode()).as(load.err()).isZero();
      run =
          Runs.start(
              table,
              "run get:90,insert:5,put:5@%d --keys latest --rate 180 --threads 4 --warmup 10s"
                      .formatted(TASKS)
                  + " --for %dm --interval 2s --client %s --rows 10k --yes --table %s %s"
                      .formatted(MINUTES, client, table, SMALL_HEAP));
      start = Runs.startOf(table, 0);
      for (int task = 0; task < TASKS; task++) {
        long process = Runs.taskProcess(table, task);
        resident.put(process, new ArrayList<>());
        live.put(process, new ArrayList<>());
      }
    }

    void sample() throws Exception {
      for (long process : resident.keySet()) {
        live.get(process).add(liveHeap(process));
        resident.get(process).add(resident(process));
      }
    }

    void end() throws Exception {
      Shell.Result result = run.get(SETTLED_MINUTES, TimeUnit.MINUTES);
      assertThat(result.exitCode()).as(result.err()).isZero();
      staysWithinLimits("resident", resident);
      staysWithinLimits("live objects", live);
    }

    private static void staysWithinLimits(String what, Map<Long, List<Long>> kilobytes) {
      System.out.println(what + ", kB by minute: " + kilobytes.values());
      assertThat(kilobytes.values())
          .allSatisfy(
              samples ->
                  assertThat(Collections.max(samples))
                      .as("%s, kB by minute: %s", what, samples)
                      .isLessThanOrEqualTo((long) (samples.get(0) * MAX_GROWTH)));
    }
  }

  /** Size of the objects that a full garbage collection leaves, in kilobytes. */
  private static long liveHeap(long process) throws Exception {
    String histogram = Shell.run("jcmd %d GC.class_histogram".formatted(process)).out();
    String total = histogram.lines().filter(l -> l.startsWith("Total")).findFirst().orElseThrow();
    return Long.parseLong(total.trim().replaceAll(".* ", "")) >> 10;
  }

  /** In kilobytes. */
  private static long resident(long process) throws Exception {
    return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElseThrow();
  }
}
