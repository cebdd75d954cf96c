package io.hbench.compare;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
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
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Directories of synthetic runs, with every file that a run leaves: gets in a closed loop, whose
 * times follow a law that is known. A time is that law's, times the levels of its run, of its task
 * and of its interval; levels of intervals follow each other as an autoregressive process. Where
 * all is slower, fewer requests are sent.
 *
 * @param requests of a task in an interval of a second, at level 1
 * @param medianNanos of the law, or nearly; the shorter, the less there is to be written
 * @param runScatter standard deviation of the logarithm of the runs' levels, as of the next two
 * @param autocorrelation of the levels of neighbouring intervals
 * @param slower by which factor all is slower than the law says
 * @param settings to put over the usual ones
 * @param servers what they say before and after; null if not measured
 */
public record SyntheticRuns(
    int tasks,
    int intervals,
    int requests,
    double medianNanos,
    double runScatter,
    double taskScatter,
    double intervalScatter,
    double autocorrelation,
    double slower,
    Map<Setting<?>, String> settings,
    ServerFacts servers) {

  /** Quantiles, in medians: one of 100 takes five times as long as others. */
  private static final double[] LAW = law();

  private static final String VERSION = "0.2.0";
  private static final String STARTED = "2026-01-01T00:00:00Z";
  private static final String FINISHED = "2026-01-01T00:02:00Z";

  public SyntheticRuns slower(double factor) {
    return new SyntheticRuns(
        tasks,
        intervals,
        requests,
        medianNanos,
        runScatter,
        taskScatter,
        intervalScatter,
        autocorrelation,
        factor,
        settings,
        servers);
  }

  public SyntheticRuns with(Setting<?> setting, String text) {
    Map<Setting<?>, String> more = new HashMap<>(settings);
    more.put(setting, text);
    return new SyntheticRuns(
        tasks,
        intervals,
        requests,
        medianNanos,
        runScatter,
        taskScatter,
        intervalScatter,
        autocorrelation,
        slower,
        more,
        servers);
  }

  public SyntheticRuns with(ServerFacts newServers) {
    return new SyntheticRuns(
        tasks,
        intervals,
        requests,
        medianNanos,
        runScatter,
        taskScatter,
        intervalScatter,
        autocorrelation,
        slower,
        settings,
        newServers);
  }

  /** Of local files without checksums, and without a process for each of them that says chmod. */
  public static final class QuickFileSystem extends RawLocalFileSystem {
    @Override
    public void setPermission(org.apache.hadoop.fs.Path path, FsPermission permission) {}
  }

  private static final Map<List<Object>, String> PLANS = new ConcurrentHashMap<>();
  private static final Configuration CONF = new Configuration();

  static {
    CONF.setClass("fs.file.impl", QuickFileSystem.class, FileSystem.class);
    // or other tests of this JVM would get it for theirs
    CONF.setBoolean("fs.file.impl.disable.cache", true);
  }

  public static Configuration conf() {
    return CONF;
  }

  /**
   * A run in a new directory. Its report has no points of the timeline, which take longer than all
   * else; {@code ReportReader} makes one that has.
   */
  public RunDirectory write(Path directory, long seed) throws IOException {
    RunDirectory run = new RunDirectory(conf(), new org.apache.hadoop.fs.Path(directory.toUri()));
    SplittableRandom random = new SplittableRandom(seed);
    double runLevel = slower * Math.exp(runScatter * random.nextGaussian());
    double[] levels = levels(random);
    TreeMap<Series, LatencyRecord> merged = new TreeMap<>();
    for (int task = 0; task < tasks; task++) {
      TreeMap<Series, LatencyRecord> own = new TreeMap<>();
      double level = runLevel * Math.exp(taskScatter * random.nextGaussian());
      Series get = Series.of("get", Timing.SERVICE, Series.OK);
      for (int i = 0; i < intervals; i++) {
        LatencyRecord record = record(level * levels[i], random);
        own.put(get.at(i), record);
        own.computeIfAbsent(get, s -> new LatencyRecord()).add(record);
      }
      own.forEach(
          (series, record) -> merged.computeIfAbsent(series, s -> new LatencyRecord()).add(record));
      write(run, RunDirectory.taskPart(task), own);
      put(
          run,
          RunDirectory.taskFacts(task),
          RunDirectory.toJson(facts(task, own.get(get).count())));
    }
    Map<Series, LatencyRecord> whole = new TreeMap<>(merged);
    whole.keySet().removeIf(series -> !series.isWhole());
    merged.keySet().removeIf(Series::isWhole);
    write(run, RunDirectory.MERGED, whole);
    write(run, RunDirectory.TIMELINE + "-r-00000", merged);
    LatencyRecord all = whole.values().iterator().next();
    put(run, RunDirectory.PLAN, plan());
    put(run, RunDirectory.JOB, RunDirectory.toJson(job(directory, all.count())));
    put(run, RunDirectory.REPORT_JSON, RunDirectory.toJson(report(run, all)));
    put(run, RunDirectory.SUCCESS, "");
    return run;
  }

  private static void put(RunDirectory run, String name, String text) throws IOException {
    RunDirectory.write(run.fileSystem(), new org.apache.hadoop.fs.Path(run.path(), name), text);
  }

  private double[] levels(SplittableRandom random) {
    double[] levels = new double[intervals];
    double innovation = intervalScatter * Math.sqrt(1 - autocorrelation * autocorrelation);
    double level = intervalScatter * random.nextGaussian();
    for (int i = 0; i < intervals; i++) {
      levels[i] = Math.exp(level);
      level = autocorrelation * level + innovation * random.nextGaussian();
    }
    return levels;
  }

  private LatencyRecord record(double level, SplittableRandom random) {
    LatencyRecord record = new LatencyRecord();
    long count = Math.max(1, Math.round(requests / level + random.nextDouble() - 0.5));
    for (long i = 0; i < count; i++) {
      record.record(Math.round(level * medianNanos * LAW[random.nextInt(LAW.length)]), 1, 0, 1_000);
    }
    return record;
  }

  private static double[] law() {
    NormalDistribution normal = new NormalDistribution();
    double[] law = new double[100_000];
    for (int i = 0; i < law.length; i++) {
      boolean slow = i % 100 == 0;
      double rank = slow ? Math.floorDiv(i, 100) * 100.0 : i;
      double share = (rank + (slow ? 50 : 0.5)) / law.length;
      law[i] = Math.exp(0.4 * normal.inverseCumulativeProbability(share)) * (slow ? 5 : 1);
    }
    return law;
  }

  private static void write(RunDirectory run, String name, Map<Series, LatencyRecord> records)
      throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(run.path(), name)),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class))) {
      for (Map.Entry<Series, LatencyRecord> e : records.entrySet()) {
        writer.append(new Text(e.getKey().toString()), e.getValue());
      }
    }
  }

  private TaskFacts facts(int task, long count) {
    String nothing = LatencyRecord.toText(new Histogram(3));
    return TaskFacts.started(
            task,
            new TaskFacts.TaskProcess(host(task), 1),
            "get",
            new TaskFacts.Start(1_767_225_600_000.0, 1, 0))
        .with(
            new TaskFacts.Result(
                new TaskFacts.Times(0, 1, intervals * 1_000_000_000L, List.of(intervals * 1_000L)),
                new TaskFacts.Requests(0, 0, count, 0, 0),
                new TaskFacts.Rows(count, 0, 0, null),
                new TaskFacts.Client(intervals, 0, 1, 0.1, null, nothing, null),
                TaskFacts.Scans.NONE,
                null,
                null,
                null));
  }

  private RunReport report(RunDirectory run, LatencyRecord all) {
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
        new RunReport.Window(0, intervals, STARTED),
        null,
        List.of(
            new RunReport.OperationReport(
                "get",
                all.count(),
                0,
                0,
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
        new RunReport.Timeline(1, Timing.SERVICE.toString(), List.of(), List.of()),
        new RunReport.Clients(
            0,
            0,
            null,
            null,
            null,
            IntStream.range(0, tasks)
                .mapToObj(
                    task ->
                        new RunReport.ClientTask(
                            task, host(task), 0, 0, 0, null, 0, 0, null, null, List.of()))
                .toList()),
        new RunReport.Servers(servers, servers, null),
        List.of(),
        echo);
  }

  private static String host(int task) {
    return "host" + task;
  }

  /** Made once for all runs of a kind, since Hadoop takes some milliseconds for it. */
  private String plan() throws IOException {
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

  private JobFacts job(Path directory, long count) {
    Map<String, Long> counters = new HashMap<>();
    Arrays.stream(LoadCounter.values()).forEach(counter -> counters.put(counter.name(), 0L));
    counters.put(LoadCounter.REQUESTS.name(), count);
    counters.put(LoadCounter.ROWS.name(), count);
    counters.put(LoadCounter.TASKS_STARTED.name(), (long) tasks);
    return JobFacts.submitted(
            new JobFacts.Job("job_1", directory.getFileName().toString(), VERSION, tasks, 1),
            STARTED)
        .succeeded(FINISHED, counters)
        .with(new JobFacts.Servers(servers, servers, List.of()));
  }
}
