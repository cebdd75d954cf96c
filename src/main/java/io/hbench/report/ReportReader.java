package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Clients;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import io.hbench.report.RunReport.Run;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.RunReport.Tasks;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.RunReport.Window;
import io.hbench.run.RunSpec;
import io.hbench.run.Setting;
import io.hbench.run.Settings;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Makes a report from the files of a run directory, and from nothing else. */
public final class ReportReader {
  private static final double NANOS = 1e9;
  private static final Comparator<Series> BY_NAME = Comparator.comparing(Series::toString);

  private final RunDirectory directory;
  private final Configuration plan = new Configuration(false);
  private final RunSpec spec;
  private final JobFacts job;
  private final boolean succeeded;
  private final List<TaskFacts> tasks;

  /** What the reducer wrote, or, if it never ran, what the tasks did. */
  private final Map<Series, LatencyRecord> records = new TreeMap<>(BY_NAME);

  /** Requests in the tasks' own files. */
  private final Map<Series, Long> taskCounts = new TreeMap<>(BY_NAME);

  private ReportReader(RunDirectory directory) throws IOException {
    this.directory = directory;
    try (var in = directory.fileSystem().open(new Path(directory.path(), RunDirectory.PLAN))) {
      plan.addResource(in);
      spec = RunSpec.from(plan);
    }
    job =
        directory
            .readJson(RunDirectory.JOB, JobFacts.class)
            .orElseThrow(() -> new IOException(directory.path() + " has no " + RunDirectory.JOB));
    tasks = directory.taskFacts().stream().sorted(Comparator.comparing(TaskFacts::index)).toList();
    succeeded = directory.has(RunDirectory.SUCCESS);
    boolean merged = directory.has(RunDirectory.MERGED);
    directory.readRecords(
        RunDirectory.TASK_PART,
        (series, record) -> {
          taskCounts.merge(series, record.count(), Long::sum);
          if (!merged) {
            records.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
          }
        });
    directory.readRecords(RunDirectory.MERGED, records::put);
    directory.readRecords(RunDirectory.TIMELINE, records::put);
  }

  /**
   * Reads a run.
   *
   * @throws IOException if the directory is not a run's, or a file in it is missing or damaged
   */
  public static RunReport read(RunDirectory directory) throws IOException {
    if (!directory.has(RunDirectory.PLAN)) {
      throw new IOException(
          directory.path() + " is not a run directory: it has no " + RunDirectory.PLAN);
    }
    return new ReportReader(directory).report();
  }

  private RunReport report() {
    Window window = window();
    List<OperationReport> operations =
        byOperation(Series.WHOLE).values().stream().map(s -> operation(s, window)).toList();
    OperationReport total =
        operations.size() < 2 ? null : operation(new SeriesSet("total", whole()), window);
    RunReport report =
        new RunReport(
            RunReport.SCHEMA,
            new Run(
                job.runId(),
                command(),
                job.hbenchVersion(),
                job.started(),
                job.finished(),
                directory.path().toString()),
            null,
            tasks(window),
            window,
            operations,
            total,
            timeline(),
            clients(),
            new Servers(job.before(), job.after()),
            settings());
    return report.with(
        new Checks(report, spec, job, succeeded, tasks, records, taskCounts).verdict());
  }

  private String command() {
    return spec.assignments().stream()
        .map(Object::toString)
        .collect(Collectors.joining(" ", spec.command() + " ", ""));
  }

  /** Up to its planned end, or, if a number of requests ended the run, up to the last answer. */
  private Window window() {
    double start = spec.warmup().toNanos() / NANOS;
    double end = tasks.stream().mapToLong(TaskFacts::lastDoneNanos).max().orElse(0) / NANOS;
    return new Window(
        start, spec.limit().time().map(t -> t.toNanos() / NANOS).orElse(Math.max(0, end - start)));
  }

  private Tasks tasks(Window window) {
    List<TaskFacts> sent = tasks.stream().filter(t -> t.firstSentNanos() != null).toList();
    Map<String, Integer> hosts =
        tasks.stream()
            .collect(Collectors.toMap(TaskFacts::host, t -> 1, Integer::sum, TreeMap::new));
    Double spread = null;
    Double clockError = null;
    double overlap = 0;
    if (!sent.isEmpty()) {
      spread = max(sent, TaskFacts::startedMs) + max(sent, t -> -t.startedMs());
      clockError = 2 * max(sent, TaskFacts::clockErrorMs); // of a difference: either end may be off
      double from = Math.max(window.startSeconds(), max(sent, t -> t.firstSentNanos() / NANOS));
      double to =
          Math.min(
              window.startSeconds() + window.seconds(),
              -max(sent, t -> -t.lastDoneNanos() / NANOS));
      overlap = sent.size() < spec.tasks() ? 0 : Math.max(0, to - from);
    }
    Map<String, Long> counters = job.counters() == null ? Map.of() : job.counters();
    return new Tasks(
        spec.tasks(),
        counters.getOrDefault(LoadCounter.TASKS_STARTED.name(), (long) sent.size()).intValue(),
        tasks.size(),
        0, // a run starts with all its tasks or not at all
        spread,
        clockError,
        overlap,
        hosts);
  }

  private static double max(List<TaskFacts> of, Function<TaskFacts, Double> what) {
    return of.stream().mapToDouble(what::apply).max().orElseThrow();
  }

  /** The series of one operation, or of all. */
  private record SeriesSet(String operation, Map<Series, LatencyRecord> series) {
    LatencyRecord sum(Timing timing, boolean withOk, boolean withErrors) {
      LatencyRecord sum = new LatencyRecord();
      series.forEach(
          (name, record) -> {
            if (name.timing() == timing && (name.isOk() ? withOk : withErrors)) {
              sum.add(record);
            }
          });
      return sum;
    }
  }

  private Map<Series, LatencyRecord> whole() {
    return at(Series.WHOLE);
  }

  private Map<Series, LatencyRecord> at(int interval) {
    Map<Series, LatencyRecord> found = new LinkedHashMap<>();
    records.forEach(
        (series, record) -> {
          if (series.interval() == interval) {
            found.put(series, record);
          }
        });
    return found;
  }

  private Map<String, SeriesSet> byOperation(int interval) {
    Map<String, SeriesSet> sets = new TreeMap<>();
    at(interval)
        .forEach(
            (series, record) ->
                sets.computeIfAbsent(
                        series.operation(), o -> new SeriesSet(o, new LinkedHashMap<>()))
                    .series()
                    .put(series, record));
    return sets;
  }

  private static OperationReport operation(SeriesSet set, Window window) {
    LatencyRecord ok = set.sum(Timing.SERVICE, true, false);
    LatencyRecord failed = set.sum(Timing.SERVICE, false, true);
    LatencyRecord response = set.sum(Timing.RESPONSE, true, true);
    Map<String, Long> kinds = new TreeMap<>();
    set.series()
        .forEach(
            (name, record) -> {
              if (name.timing() == Timing.SERVICE && !name.isOk()) {
                kinds.merge(name.outcome(), record.count(), Long::sum);
              }
            });
    return new OperationReport(
        set.operation(),
        ok.count() + failed.count(),
        failed.count(),
        ok.empty(),
        ok.rows(),
        ok.bytes(),
        rate(ok.count(), window.seconds()),
        rate(ok.rows(), window.seconds()),
        rate(ok.bytes(), window.seconds()),
        ok.summary(),
        response.count() == 0 ? null : response.summary(),
        kinds);
  }

  private static double rate(long count, double seconds) {
    return seconds > 0 ? count / seconds : 0;
  }

  private Timeline timeline() {
    double seconds = spec.interval().toNanos() / NANOS;
    List<Point> points = new ArrayList<>();
    Collection<Integer> intervals =
        records.keySet().stream()
            .map(Series::interval)
            .filter(i -> i != Series.WHOLE)
            .sorted()
            .distinct()
            .toList();
    for (int interval : intervals) {
      for (SeriesSet set : byOperation(interval).values()) {
        LatencyRecord ok = set.sum(Timing.SERVICE, true, false);
        long errors = set.sum(Timing.SERVICE, false, true).count();
        LatencySummary service = ok.summary();
        points.add(
            new Point(
                interval * seconds,
                set.operation(),
                ok.count() + errors,
                errors,
                rate(ok.count(), seconds),
                service.p50(),
                service.p99(),
                service.max()));
      }
    }
    return new Timeline(seconds, points);
  }

  private Clients clients() {
    return new Clients(
        tasks.stream().mapToLong(TaskFacts::gcMs).sum(),
        tasks.isEmpty() ? null : max(tasks, TaskFacts::cpuShare),
        tasks.stream()
            .map(
                t ->
                    new ClientTask(
                        t.index(),
                        t.host(),
                        t.requests(),
                        t.gcMs(),
                        t.cpuShare(),
                        t.pauses(),
                        null)) // no schedule, nothing to be late for
            .toList());
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      settings.put(setting.name(), setting.text(plan));
    }
    return settings;
  }
}
