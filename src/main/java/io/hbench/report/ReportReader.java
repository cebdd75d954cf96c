package io.hbench.report;

import io.hbench.figure.FigureKey;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.length.LengthFacts;
import io.hbench.profile.Profiles;
import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.Lost;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Run;
import io.hbench.report.RunReport.Tasks;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.RunReport.Window;
import io.hbench.report.cost.CostWindow;
import io.hbench.report.cost.MachineFigures;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ServerFigures;
import io.hbench.report.slow.SlowReader;
import io.hbench.report.slow.SlowRequests;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.LostTask;
import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.SlowLog;
import io.hbench.settings.Secrets;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Reader of run directories, which makes the report of a run from its files alone. */
public final class ReportReader {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  private final RunDirectory directory;
  private final Configuration plan;
  private final RunSpec spec;
  private final JobFacts job;
  private final List<Lost> lostTasks;

  /** Tasks that have started, without the lost ones. */
  private final List<TaskFacts> tasks;

  /** Completed tasks. */
  private final List<TaskFacts> done;

  private final RunRecords records;

  private ReportReader(RunDirectory directory, boolean audit) throws IOException {
    this.directory = directory;
    plan = directory.plan();
    spec = RunSpec.from(plan);
    job = JobFacts.read(directory);
    Map<Integer, LostTask> lost = directory.tasks().lost();
    records = RunRecords.read(directory, audit);
    lostTasks =
        lost.values().stream()
            .map(
                t ->
                    new Lost(
                        t.index(),
                        t.host(),
                        t.noticed(),
                        records.lostRequests.getOrDefault(t.index(), 0L)))
            .toList();
    tasks = List.copyOf(records.facts.values());
    done = tasks.stream().filter(t -> t.result() != null).toList();
  }

  /**
   * Reads a run from its merged files.
   *
   * @throws IOException if the directory is not a run's, or a file in it is missing or damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  public static RunReport read(RunDirectory directory) throws IOException {
    return read(directory, false);
  }

  /** Reads a run; an audit compares the merged records with those in the tasks' own files. */
  public static RunReport read(RunDirectory directory, boolean audit) throws IOException {
    FormatVersion.check(directory);
    try {
      return new ReportReader(directory, audit).report();
    } catch (RuntimeException e) { // files that are well-formed, and wrong or not of one run
      throw new IOException(
          directory.path() + ": no report can be made of its files: " + FailureText.of(e), e);
    }
  }

  private RunReport report() throws IOException {
    Window window = window();
    TaskResults results = new TaskResults(done, records.tasks);
    List<OperationReport> operations = new ArrayList<>();
    records
        .totals
        .byOperation()
        .forEach((operation, set) -> operations.add(operation(operation, set, window)));
    Timeline timeline = timeline(window, events());
    double offset = records.measured.offset(spec.measurement(), window);
    CostWindow costs = results.window(window, timeline, offset);
    ServerSamples samples =
        directory.readJson(ServerSamples.FILE, ServerSamples.class).orElse(null);
    boolean local = job.job().label().startsWith(JobFacts.LOCAL);
    boolean shared = spec.tenant().isPresent() && (local || Settings.CONTAINERS.isSet(plan));
    boolean whole = records.measured.isAll();
    double seconds = records.measured.seconds(spec.measurement(), window);
    ServerFacts before = job.servers().before();
    ByServer servers =
        ServerFigures.of(records.servers, results.places(), before == null ? 0 : before.regions());
    Availability availability =
        Availability.of(
            records.totals,
            spec.measurement(),
            tasks,
            window.startSeconds(),
            window.startSeconds() + window.seconds(),
            startNanos() / NANOS);
    Setups setups = new Setups(job.servers().setups(), results.setups());
    RunReport report =
        new RunReport(
            RunReport.SCHEMA,
            new Run(
                job.job().runId(),
                spec.commandText(),
                job.job().hbenchVersion(),
                job.status().started(),
                job.status().finished(),
                directory.path().toString(),
                Settings.DRAW_SEED.find(plan).orElse(job.job().drawSeed())),
            null,
            List.of(),
            tasks(window),
            window,
            pace(window),
            operations,
            operations.size() < 2 ? null : operation(FigureKey.TOTAL, records.totals, window),
            results.reads(),
            results.verification(),
            job.handOver(),
            TaskResults.errors(tasks, this::time),
            availability,
            timeline,
            Intervals.phases(
                records,
                spec,
                job.servers().events(),
                startMs(),
                offset,
                seconds,
                availability,
                setups.quotaLateSeconds().orElse(null)),
            Intervals.stages(records, spec, Settings.PERCENT_OF.find(plan).orElse(null), window),
            slowest(operations, samples),
            results.clients(shared),
            ServerDifference.of(job),
            servers,
            results.cost(samples, spec, costs, servers, whole, shared, !lostTasks.isEmpty()),
            MachineFigures.of(
                samples,
                directory.readJson(HostFacts.FILE, HostFacts.class).orElse(null),
                costs,
                results.done(),
                whole && spec.measurement().warmupRows() == 0,
                spec.needsTable() && samples == null ? TaskResults.whyNotSampled(spec) : null),
            setups,
            null,
            job.prepared(),
            spec.measurement().profile() ? Profiles.read(directory, spec.tasks(), local) : null,
            directory.readJson(Noise.FILE, Noise.class).orElse(null),
            Secrets.redacted(plan));
    boolean succeeded = directory.has(RunDirectory.SUCCESS);
    Verdict verdict =
        new VerdictChecks(report, spec, job, succeeded, tasks, records, new VerdictReasons())
            .verdict();
    ObjectiveEvaluation evaluation =
        new ObjectiveEvaluation(records, report, spec.measurement(), !verdict.isInvalid());
    return report.with(
        verdict, evaluation.evaluate(spec.policies().objectives()), LimitRules.of(report, verdict));
  }

  private SlowRequests slowest(List<OperationReport> operations, ServerSamples samples)
      throws IOException {
    Map<String, Double> medians = new HashMap<>();
    for (OperationReport operation : operations) {
      if (operation.service().p50() != null) {
        medians.put(operation.operation(), operation.service().p50());
      }
    }
    return new SlowReader(
            startNanos() / NANOS,
            directory.readJson(SlowLog.FILE, SlowLog.class),
            Optional.ofNullable(samples),
            spec.measurement().latencyThreshold().map(from -> from.toNanos() / NANOS_PER_MICRO),
            medians,
            spec.data().batch() > 1)
        .read(done, intended -> records.measured.have(intended, spec.measurement()));
  }

  private double maxOrZero(ToDoubleFunction<TaskFacts.Result> what) {
    return done.stream().map(TaskFacts::result).mapToDouble(what).max().orElse(0);
  }

  private double minOrZero(ToDoubleFunction<TaskFacts.Result> what) {
    return done.stream().map(TaskFacts::result).mapToDouble(what).min().orElse(0);
  }

  /** Origin of the report's times, in nanoseconds since the common start. */
  private long startNanos() {
    return records.measured.startNanos(spec.measurement());
  }

  /**
   * The measurement window. It ends at its planned end; at the last answer, if a number of requests
   * ended the run; with the last precise interval, if precision did; or at the end of the last
   * recorded interval, if the run was killed.
   */
  private Window window() throws IOException {
    MeasuredIntervals measured = records.measured;
    double interval = spec.measurement().interval().toNanos() / NANOS;
    double start = startNanos() / NANOS;
    if (spec.measurement().warmupRows() > 0) { // the warm-up has no fixed length
      double first = minOrZero(t -> t.times().firstSentNanos()) / NANOS;
      start = Math.max(start, Math.min(first, plannedEnd())); // if none was sent, it has no length
    }
    double seconds =
        measured.isAll()
            ? Math.max(0, plannedEnd() - start)
            : (measured.to() - measured.from()) * interval;
    if (!records.merged && !job.succeeded()) {
      int intervals = records.recordedIntervals();
      if (spec.neighbourOf().isPresent()) {
        intervals += intervals % 2; // one interval of each pair is the neighbour's
      }
      double recorded = // the window begins within the first of them
          intervals * interval - (start - startNanos() / NANOS);
      seconds = spec.limit().time().isPresent() ? Math.min(seconds, recorded) : recorded;
    }
    return new Window(
        start,
        seconds,
        tasks.isEmpty() ? null : time(startNanos()),
        directory.readJson(LengthFacts.FILE, LengthFacts.class).orElse(null));
  }

  /** In seconds since the common start. */
  private double plannedEnd() {
    return spec.limit()
        .time()
        .map(t -> (spec.measurement().warmup().toNanos() + t.toNanos()) / NANOS)
        .orElseGet(() -> maxOrZero(t -> t.times().lastDoneNanos()) / NANOS);
  }

  /** A time by the reference clock, ISO 8601. */
  private String time(long nanosSinceStart) {
    return iso(tasks.get(0).start().atMs() + nanosSinceStart / NANOS_PER_MILLI);
  }

  private static String iso(double millis) {
    return Time.iso(Instant.ofEpochMilli(Math.round(millis)));
  }

  private Tasks tasks(Window window) {
    Map<String, Integer> hosts =
        tasks.stream()
            .collect(Collectors.toMap(TaskFacts::host, t -> 1, Integer::sum, TreeMap::new));
    Double spread = null;
    Double clockError = null;
    double overlap = 0;
    if (!done.isEmpty()) {
      spread =
          (maxOrZero(t -> t.times().startedNanos()) - minOrZero(t -> t.times().startedNanos()))
              / NANOS_PER_MILLI;
      // of a difference: the error of both ends
      clockError =
          done.size() == 1 && spec.tenant().isEmpty() // whose window is that of others, too
              ? 0
              : 2 * done.stream().mapToDouble(t -> t.start().clockErrorMs()).max().orElse(0);
      double from =
          Math.max(
              window.startSeconds(),
              maxOrZero(
                  t ->
                      (spec.measurement().warmupRows() > 0
                              ? t.times().firstSentNanos()
                              : t.times().startedNanos())
                          / NANOS));
      double end = window.startSeconds() + window.seconds();
      // tasks wait for the end of a timed schedule or of alternation, or think, without a request
      boolean scheduled =
          spec.neighbourOf().isPresent()
              || (spec.limit().time().isPresent()
                  && (spec.load().rate().isPresent() || !spec.load().thinkTime().isZero()));
      double to =
          scheduled ? end : Math.min(end, minOrZero(t -> t.times().lastDoneNanos() / NANOS));
      overlap = done.size() < spec.tasks() - lostTasks.size() ? 0 : Math.max(0, to - from);
    }
    Map<String, Long> counters =
        job.status().counters() == null ? Map.of() : job.status().counters();
    return new Tasks(
        spec.tasks(),
        counters.getOrDefault(LoadCounter.TASKS_STARTED.name(), (long) tasks.size()).intValue()
            + lostTasks.size(),
        done.size(),
        tasks.size() - done.size(),
        (int) tasks.stream().filter(TaskFacts::isLate).count(),
        lostTasks,
        spread,
        clockError,
        overlap,
        hosts);
  }

  private ScheduleFacts pace(Window window) {
    if (spec.load().rate().isEmpty()) {
      return null;
    }
    long dropped = records.totals.dropped();
    // known of the whole run alone; version 0.2 counted them as dropped, and did not record them
    long missed =
        records.measured.isAll()
            ? done.stream()
                    .map(t -> t.result().requests())
                    .mapToLong(requests -> requests.dropped() + requests.missed())
                    .sum()
                - dropped
            : 0;
    missed = Math.max(0, missed); // of tasks that have not ended there are the records alone
    double seconds = spec.measuredSeconds(FigureKey.TOTAL, window.seconds());
    long sent = records.totals.sent();
    long scheduled = sent + dropped + missed;
    return new ScheduleFacts(
        scheduled,
        dropped,
        spec.limit().time().isPresent()
            ? OperationReport.rate(scheduled, seconds)
            : spec.load().rate().get().mean(), // one level; the window ends with the last answer
        OperationReport.rate(sent, seconds));
  }

  private OperationReport operation(String operation, SeriesSet set, Window window) {
    double seconds = spec.measuredSeconds(operation, window.seconds());
    return OperationReport.of(operation, set, spec.measurement(), seconds);
  }

  private Timeline timeline(Window window, List<Event> events) throws IOException {
    double seconds = spec.measurement().interval().toNanos() / NANOS;
    Timing timing = spec.load().rate().isPresent() ? Timing.RESPONSE : Timing.SERVICE;
    return new Timeline(
        seconds, timing.toString(), Intervals.points(records, spec, 1, window), events);
  }

  /** Origin of the report's times by the reference clock; 0 if no task has started. */
  private double startMs() {
    return tasks.isEmpty() ? 0 : tasks.get(0).start().atMs() + startNanos() / NANOS_PER_MILLI;
  }

  private List<Event> events() {
    double start = startMs();
    return job.servers().events().stream()
        .map(
            e ->
                new Event(
                    tasks.isEmpty() ? null : (e.atMs() - start) / 1e3,
                    iso(e.atMs()),
                    e.kind(),
                    e.count(),
                    e.description()))
        .toList();
  }
}
