package io.hbench.compare;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport;
import io.hbench.report.Verdict;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;

/**
 * The files of a synthetic run beside its records: plan, facts of tasks and job, report.
 *
 * @param settings to put over the usual ones
 * @param servers what they say before and after; null if not measured
 * @param hosts prefix of the names of the clients
 */
record SyntheticFiles(
    int tasks, int intervals, Map<Setting<?>, String> settings, ServerFacts servers, String hosts) {
  private static final Map<List<Object>, String> PLANS = new ConcurrentHashMap<>();
  private static final String VERSION = "0.2.0";
  private static final String STARTED = "2026-01-01T00:00:00Z";
  private static final String FINISHED = "2026-01-01T00:02:00Z";

  TaskFacts facts(int task, long count, long failed) {
    String nothing = LatencyRecord.toText(new Histogram(3));
    return TaskFacts.started(
            task,
            new TaskFacts.TaskProcess(host(task), 1, null, null),
            "get",
            new TaskFacts.Start(1_767_225_600_000.0, 1, 0))
        .with(
            new TaskFacts.Result(
                new TaskFacts.Times(0, 1, intervals * 1_000_000_000L, List.of(intervals * 1_000L)),
                new TaskFacts.Requests(0, 0, count, failed, 0, 0),
                new TaskFacts.Rows(count - failed, 0, 0, null),
                new TaskFacts.Client(intervals, 0, 1, 0.1, null, null, nothing, null, null),
                TaskFacts.Scans.NONE,
                null,
                null,
                null,
                null,
                null,
                null));
  }

  RunReport report(RunDirectory run, LatencyRecord all, long failed) {
    Map<String, String> echo = new LinkedHashMap<>();
    Configuration plan = settingsOfTheRun();
    Settings.all().forEach(setting -> echo.put(setting.name(), setting.text(plan)));
    return new RunReport(
        RunReport.SCHEMA,
        new RunReport.Run(
            run.path().getName(),
            "run get@" + tasks,
            VERSION,
            STARTED,
            FINISHED,
            run.path().toString(),
            1),
        new Verdict(Verdict.Status.VALID, List.of()),
        List.of(),
        null,
        new RunReport.Window(0, intervals, STARTED, null),
        null,
        List.of(
            new RunReport.OperationReport(
                "get",
                all.count() + failed,
                failed,
                0,
                null,
                0,
                all.rows(),
                all.bytes(),
                (double) all.count() / intervals,
                (double) all.rows() / intervals,
                (double) all.bytes() / intervals,
                all.summary(),
                null,
                null,
                null,
                Map.of(),
                null,
                null)),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        new RunReport.Timeline(1, Timing.SERVICE.toString(), List.of(), List.of()),
        null,
        null,
        null,
        new RunReport.Clients(
            0L,
            0.0,
            null,
            null,
            null,
            IntStream.range(0, tasks)
                .mapToObj(
                    task ->
                        new RunReport.ClientTask(
                            task, host(task), 0, 0, 0, null, 0L, 0.0, null, null, List.of(), null))
                .toList()),
        new RunReport.Servers(servers, servers, null, null),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        null,
        null,
        echo);
  }

  private String host(int task) {
    return hosts + task;
  }

  /** Made once for all runs of a kind, since Hadoop takes some milliseconds for it. */
  String plan() throws IOException {
    List<Object> kind = List.of(tasks, intervals, settings);
    String plan = PLANS.get(kind);
    if (plan == null) {
      StringWriter xml = new StringWriter();
      settingsOfTheRun().writeXml(xml);
      plan = xml.toString();
      PLANS.put(kind, plan);
    }
    return plan;
  }

  private Configuration settingsOfTheRun() {
    Configuration plan = new Configuration(false);
    Settings.COMMAND.set(plan, "run");
    Settings.ASSIGNMENTS.set(plan, "get@" + tasks);
    Settings.WARMUP.set(plan, "0s");
    Settings.FOR.set(plan, intervals + "s");
    Settings.INTERVAL.set(plan, "1s");
    settings.forEach((setting, text) -> setting.set(plan, text));
    return plan;
  }

  JobFacts job(Path directory, long count, long failed) {
    Map<String, Long> counters = new HashMap<>();
    Arrays.stream(LoadCounter.values()).forEach(counter -> counters.put(counter.name(), 0L));
    counters.put(LoadCounter.REQUESTS.name(), count);
    counters.put(LoadCounter.ERRORS.name(), failed);
    counters.put(LoadCounter.ROWS.name(), count - failed);
    counters.put(LoadCounter.TASKS_STARTED.name(), (long) tasks);
    return JobFacts.submitted(
            new JobFacts.Job("job_1", directory.getFileName().toString(), VERSION, tasks, 1),
            STARTED)
        .succeeded(FINISHED, counters)
        .with(new JobFacts.Servers(servers, servers, null, null, null));
  }
}
