package io.hbench.view;

import io.hbench.latency.LatencySummary;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Lost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The report of a synthetic run of very many tasks: 600 intervals of gets and puts at a rate, which
 * are four series. Task 777 is slow, and the tasks on host 42 are a little; some tasks came late,
 * have errors, or were lost. Each server has errors of its own.
 */
final class ManyTasks {
  static final int SLOW_TASK = 777;
  static final int SLOW_HOST = 42;
  static final int LOST = 12;
  static final int LATE_EACH = 500;
  static final int FAILING_EACH = 50;

  private static final int TASKS_ON_A_HOST = 8;
  private static final int REQUESTS = 1_000;
  private static final int KINDS_OF_ERRORS = 3_000;

  private ManyTasks() {}

  static RunReport report(Path dir, int tasks) throws IOException {
    RunReport few =
        ReportReader.read(
            new MadeRun(List.of("get", "put"), 2, 600, 1, 5, "20", true, true, Map.of())
                .write(dir));
    SplittableRandom random = new SplittableRandom(3);
    List<ClientTask> clients =
        IntStream.range(LOST, tasks).mapToObj(task -> task(task, random)).toList();
    List<Lost> lost =
        IntStream.range(0, LOST)
            .mapToObj(task -> new Lost(task, host(task), "2026-01-01T00:01:00Z", 17))
            .toList();
    return with(few, tasks, clients, lost);
  }

  static String host(int task) {
    return "node%04d.example.org".formatted(task / TASKS_ON_A_HOST);
  }

  private static ClientTask task(int task, SplittableRandom random) {
    double slow =
        (task == SLOW_TASK ? 20 : task / TASKS_ON_A_HOST == SLOW_HOST ? 3 : 1)
            * Math.exp(0.2 * random.nextGaussian());
    Histogram latency = new Histogram(3);
    for (int i = 0; i < REQUESTS; i++) {
      latency.recordValue(Math.round(500_000 * slow * Math.exp(0.5 * random.nextGaussian())));
    }
    LatencySummary summary = LatencySummary.of(latency);
    return new ClientTask(
        task,
        host(task),
        task % LATE_EACH == 3 ? 100 + task : 0,
        REQUESTS - task % 29,
        task % FAILING_EACH == 7 ? 1 + task % 13 : 0,
        summary,
        (long) (task % 40),
        0.1 + 0.01 * (task % 10),
        summary,
        summary,
        List.of(600_000L, 600_001L, 600_002L, 600_003L),
        null);
  }

  private static RunReport with(RunReport few, int tasks, List<ClientTask> all, List<Lost> lost) {
    Map<String, Integer> hosts =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    ClientTask::host, TreeMap::new, Collectors.summingInt(task -> 1)));
    return new RunReport(
        few.schema(),
        few.run(),
        few.verdict(),
        few.objectives(),
        new RunReport.Tasks(tasks, tasks, all.size(), 0, 20, lost, 31.0, 4.0, 598, hosts),
        few.window(),
        few.pace(),
        few.operations(),
        few.total(),
        few.reads(),
        few.verification(),
        few.handOver(),
        IntStream.range(0, KINDS_OF_ERRORS)
            .mapToObj(
                i ->
                    new RunReport.Errors(
                        i % 2 == 0 ? "get" : "put",
                        "CallTimeoutException",
                        "rs%04d.example.org:16020".formatted(i / 2),
                        KINDS_OF_ERRORS - i,
                        "2026-01-01T00:00:48Z",
                        "2026-01-01T00:00:49Z",
                        null))
            .toList(),
        few.availability(),
        few.timeline(),
        few.phases(),
        few.stages(),
        few.slow(),
        new RunReport.Clients(
            few.clients().gcMs(),
            few.clients().cpuSeconds(),
            few.clients().cpuShareMax(),
            few.clients().hiccups(),
            few.clients().sendDelay(),
            all),
        few.servers(),
        few.byServer(),
        few.cost(),
        few.machines(),
        few.setups(),
        few.limit(),
        few.prepared(),
        few.profile(),
        few.noise(),
        few.settings());
  }
}
