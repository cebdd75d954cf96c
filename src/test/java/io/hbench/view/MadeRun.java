package io.hbench.view;

import io.hbench.driver.RunConclusion;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.outage.OutageFacts;
import io.hbench.outage.TaskOutage;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Directory of a synthetic run, for tests of its page. Latencies are log-normal around half a
 * millisecond; the last task is twice as slow, and puts are three times as slow as other
 * operations. A scan reads a hundred rows. With troubles, requests wait and fail during a stall at
 * two fifths of the time.
 *
 * @param operations with even weights
 * @param perInterval requests of each task and operation in an interval
 * @param rate as in {@code --rate}, or null for a closed loop
 * @param troubles whether requests fail, regions move, and a task is late
 * @param servers whether the run has snapshots of the cluster
 * @param settings settings that override the derived ones
 */
record MadeRun(
    List<String> operations,
    int tasks,
    int intervals,
    int intervalSeconds,
    int perInterval,
    String rate,
    boolean troubles,
    boolean servers,
    Map<Setting<?>, String> settings) {
  private static final long SECOND = 1_000_000_000;
  private static final double START_MS = 1_767_225_600_000.0;
  private static final String TABLE = "usertable";

  /** Two minutes of gets and puts at a rate, with troubles. */
  static MadeRun paced() {
    return new MadeRun(List.of("get", "put"), 4, 120, 1, 60, "480", true, true, Map.of());
  }

  /** Gets of one task, without servers or troubles. */
  static MadeRun plain() {
    return new MadeRun(List.of("get"), 1, 20, 1, 200, null, false, false, Map.of());
  }

  MadeRun with(Setting<?> setting, String text) {
    Map<Setting<?>, String> more = new HashMap<>(settings);
    more.put(setting, text);
    return new MadeRun(
        operations, tasks, intervals, intervalSeconds, perInterval, rate, troubles, servers, more);
  }

  /**
   * Writes the run and its report.
   *
   * @return the HTML page, in the run directory
   */
  Path page(Path path) throws IOException {
    RunDirectory run = write(path);
    RunReport report = ReportReader.read(run);
    RunConclusion.writeFiles(run, report);
    RunView.writePage(run, report);
    return path.resolve(RunDirectory.REPORT_PAGE);
  }

  /** Writes the run into a new directory. */
  RunDirectory write(Path path) throws IOException {
    RunDirectory run =
        new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(path.toUri()));
    SplittableRandom random = new SplittableRandom(7);
    TreeMap<Series, LatencyRecord> merged = new TreeMap<>();
    for (int task = 0; task < tasks; task++) {
      TreeMap<Series, LatencyRecord> own = new TreeMap<>();
      for (String operation : operations) {
        for (int i = 0; i < intervals; i++) {
          record(own, operation, task, i, random);
        }
      }
      new TreeMap<>(own).forEach((series, record) -> add(own, series.at(Series.WHOLE)).add(record));
      own.forEach((series, record) -> add(merged, series).add(record));
      write(run, RunDirectory.taskPart(task), own);
      run.writeJson(RunDirectory.taskFacts(task), facts(task, own));
    }
    TreeMap<Series, LatencyRecord> whole = new TreeMap<>(merged);
    whole.keySet().removeIf(series -> !series.isWhole());
    merged.keySet().removeIf(Series::isWhole);
    write(run, RunDirectory.MERGED, whole);
    write(run, RunDirectory.TIMELINE + "-r-00000", merged);
    run.write(RunDirectory.PLAN, plan());
    run.writeJson(RunDirectory.JOB, job(path.getFileName().toString(), whole));
    run.write(RunDirectory.SUCCESS, "");
    return run;
  }

  private static LatencyRecord add(Map<Series, LatencyRecord> to, Series series) {
    return to.computeIfAbsent(series, s -> new LatencyRecord());
  }

  private void record(
      Map<Series, LatencyRecord> to, String operation, int task, int i, SplittableRandom random) {
    boolean stalls = troubles && i == intervals * 2 / 5;
    double slow =
        (operation.equals("put") ? 3 : 1)
            * (tasks > 1 && task == tasks - 1 ? 2 : 1)
            * (1 + 0.15 * Math.sin(i / 7.0));
    for (int n = 0; n < perInterval; n++) {
      double tail = random.nextInt(200) == 0 ? 12 : 1;
      long service = Math.round(500_000 * slow * tail * Math.exp(0.45 * random.nextGaussian()));
      boolean fails = stalls && random.nextInt(8) == 0;
      String outcome = fails ? "CallTimeoutException" : Series.OK;
      int cells = fails ? 0 : operation.equals("scan") ? 100 : 1;
      add(to, Series.of(operation, Timing.SERVICE, outcome).at(i))
          .record(fails ? SECOND : service, cells, 0, cells * 1_000L);
      if (rate != null) {
        long wait = stalls ? random.nextLong(SECOND) : random.nextLong(60_000);
        add(to, Series.of(operation, Timing.RESPONSE, outcome).at(i))
            .record((fails ? SECOND : service) + wait, cells, 0, cells * 1_000L);
      }
    }
  }

  private static void write(RunDirectory run, String name, Map<Series, LatencyRecord> records)
      throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            new Configuration(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(run.path(), name)),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class))) {
      for (Map.Entry<Series, LatencyRecord> e : records.entrySet()) {
        writer.append(new Text(e.getKey().toString()), e.getValue());
      }
    }
  }

  private static long rows(Map<Series, LatencyRecord> records) {
    return records.entrySet().stream()
        .filter(e -> e.getKey().isWhole() && e.getKey().timing() == Timing.SERVICE)
        .mapToLong(e -> e.getValue().rows())
        .sum();
  }

  private static long count(Map<Series, LatencyRecord> records, boolean ok) {
    return records.entrySet().stream()
        .filter(e -> e.getKey().isWhole() && e.getKey().timing() == Timing.SERVICE)
        .filter(e -> e.getKey().isOk() == ok)
        .mapToLong(e -> e.getValue().count())
        .sum();
  }

  private TaskFacts facts(int task, Map<Series, LatencyRecord> own) {
    long end = (long) intervals * intervalSeconds * SECOND;
    long ok = count(own, true);
    long failed = count(own, false);
    long stall = end * 2 / 5;
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(80_000, 990);
    pauses.recordValueWithCount(400_000L * (1 + task % 3), 20);
    String late = LatencyRecord.toText(pauses);
    List<TaskFacts.Failures> failures =
        failed == 0
            ? List.of()
            : List.of(
                new TaskFacts.Failures(
                    operations.get(0),
                    "CallTimeoutException",
                    "rs2.example.org:16020",
                    failed,
                    stall,
                    stall + SECOND,
                    "Call to address=rs2.example.org:16020 timed out"));
    String host = "node%02d.example.org".formatted(1 + task / 2);
    return TaskFacts.started(
            task,
            new TaskFacts.TaskProcess(host, 100L + task, null, jvm(1_070_000_000)),
            assignment(),
            new TaskFacts.Start(START_MS, 1.5, troubles && task == tasks - 1 ? 1_300 : 0))
        .with(failures, null)
        .with(new OutageFacts(troubles && servers ? outages(stall) : List.of(), 0))
        .with(
            new TaskFacts.Result(
                new TaskFacts.Times(task * 1_000_000L, 1, end, List.of(end / 1_000_000)),
                new TaskFacts.Requests(0, 0, ok + failed, failed, 0, 0),
                new TaskFacts.Rows(rows(own), 0, 0, null),
                new TaskFacts.Client(
                    end / (double) SECOND,
                    40 + 13L * task,
                    end / (double) SECOND * 0.4,
                    0.11 + 0.02 * (task % 5),
                    new TaskFacts.BusyThread("load", 0.31 + 0.02 * (task % 5), 0.004),
                    null,
                    late,
                    rate == null ? null : late,
                    machine(task)),
                null,
                null,
                null,
                null,
                null,
                null,
                null));
  }

  /** Of two hosts, the second of which has twice the load. */
  private TaskFacts.Machine machine(int task) {
    double load = 1 + task / 2;
    return new TaskFacts.Machine(
        "kernel" + task / 2, 16, 0.02, use(intervals * intervalSeconds, load));
  }

  private static MachineUse use(double seconds, double load) {
    return new MachineUse(
        seconds,
        0.2 * (1 + load),
        0.2,
        0.2 * load,
        0.01 * load,
        0.0,
        3.2,
        64e9,
        8e9,
        30e9,
        List.of(
            new MachineUse.Disk("sda", 0, 0, 0, 0, 0, null),
            new MachineUse.Disk("sdb", 0.1 * load, 50, 100 * load, 4e6, 30e6 * load, 2_500.0)),
        List.of("eth0"),
        40e6 * load,
        5e6,
        50e6 * load,
        6e6,
        1.25e9);
  }

  /** Three regions of a server, each back half a second after the one before. */
  private static List<TaskOutage> outages(long stall) {
    return IntStream.range(0, 3)
        .mapToObj(
            i ->
                new TaskOutage(
                    "region" + i,
                    "rs2.example.org:16020",
                    stall - i,
                    stall + i,
                    stall + SECOND / 2,
                    stall + SECOND,
                    stall + SECOND + i * SECOND / 2,
                    stall + SECOND + (i + 1) * SECOND / 2,
                    Map.of("get", 10L - i),
                    true,
                    0))
        .toList();
  }

  private String assignment() {
    return String.join(",", operations.stream().map(o -> o + ":1").toList()) + "@" + tasks;
  }

  private String plan() throws IOException {
    Configuration plan = new Configuration(false);
    Settings.COMMAND.set(plan, "run");
    Settings.ASSIGNMENTS.set(plan, assignment());
    Settings.TABLE.set(plan, TABLE);
    Settings.ROWS.set(plan, "10M");
    Settings.WARMUP.set(plan, "0s");
    Settings.FOR.set(plan, intervals * intervalSeconds + "s");
    Settings.INTERVAL.set(plan, intervalSeconds + "s");
    if (rate != null) {
      Settings.RATE.set(plan, rate);
    }
    settings.forEach((setting, text) -> setting.set(plan, text));
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    return xml.toString();
  }

  private JobFacts job(String id, Map<Series, LatencyRecord> whole) {
    long ok = count(whole, true);
    long failed = count(whole, false);
    double stall = START_MS + 1_000.0 * intervals * intervalSeconds * 2 / 5;
    List<ServerEvent> events = new ArrayList<>();
    if (troubles) {
      events.add(new ServerEvent(stall, Kind.SERVER_LEFT, 1, "rs2.example.org:16020 is gone"));
      events.add(new ServerEvent(stall + 4_000, Kind.REGION_MOVED, 2, "2 regions moved"));
      events.add(new ServerEvent(stall + 30_000, Kind.FLUSH, 3, "3 more store files"));
      events.add(new ServerEvent(stall + 40_000, Kind.COMPACTION, 2, "2 fewer store files"));
    }
    Map<String, Long> counters =
        Map.of(
            LoadCounter.REQUESTS.name(),
            ok + failed,
            LoadCounter.ERRORS.name(),
            failed,
            LoadCounter.ROWS.name(),
            rows(whole),
            LoadCounter.ROWS_NOT_FOUND.name(),
            0L,
            LoadCounter.TASKS_STARTED.name(),
            (long) tasks);
    return JobFacts.submitted(
            new JobFacts.Job("job_1767225600000_0001", id, "0.2.0", tasks, 1),
            "2026-01-01T00:00:00Z")
        .succeeded("2026-01-01T00:02:10Z", counters)
        .with(
            new JobFacts.Servers(
                servers ? servers(0, 0) : null,
                servers ? servers(ok, 30_000) : null,
                events,
                List.of(),
                servers ? setups() : List.of()));
  }

  /** Of two servers that are alike, and of one with other handlers. */
  private static List<Setup> setups() {
    Map<String, String> values = new TreeMap<>(jvm(33_300_000_000L));
    SetupItem.settings().forEach(item -> values.put(item.key(), SetupItem.DEFAULT));
    values.put(SetupItem.PROCESSORS.key(), "16");
    values.put(SetupItem.MEMORY.key(), "67200000000");
    values.put(SetupItem.HANDLERS.key(), "30");
    values.put(SetupItem.L1.key(), "0.4");
    values.put(SetupItem.WAL.key(), "asyncfs");
    Map<String, String> other = new TreeMap<>(values);
    other.put(SetupItem.HANDLERS.key(), "60");
    return List.of(
        new Setup(List.of("rs1.example.org:16020", "rs3.example.org:16020"), values),
        new Setup(List.of("rs2.example.org:16020"), other));
  }

  private static Map<String, String> jvm(long heap) {
    return Setup.ofJvm(
        "17.0.9+9 (Eclipse Adoptium)",
        Stream.of("G1 Old Generation", "G1 Young Generation"),
        Stream.of("-XX:MaxGCPauseMillis=50", "-Dpassword=secret", "-XX:HeapDumpPath=/tmp"),
        heap,
        "3.3.5");
  }

  private static ServerFacts servers(long requests, long blocks) {
    Map<String, ServerFacts.RegionServer> all = new TreeMap<>();
    for (int i = 1; i <= 3; i++) {
      all.put(
          "rs" + i + ".example.org:16020",
          new ServerFacts.RegionServer(
              1, 8, requests / (i + 1), requests / 9, blocks * i, blocks / i / 10, 2L, 1L));
    }
    return new ServerFacts(
        "2.6.1-hadoop3",
        24,
        requests,
        requests / 3,
        31,
        9_400L << 20,
        120L << 20,
        "{}",
        all,
        List.of());
  }
}
