package io.hbench.job;

import io.hbench.bulk.HFileClients;
import io.hbench.client.ClientFactory;
import io.hbench.engine.Clock;
import io.hbench.engine.HiccupMonitor;
import io.hbench.engine.TaskCounters;
import io.hbench.engine.TaskRun;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.row.RowRequests;
import io.hbench.row.ScanCounts;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.verify.Defect;
import io.hbench.verify.DefectRange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;

/**
 * Map task of a run: connects, waits at the start barrier, drives the load, and writes its
 * histograms, once for the reducer and once into a file of the task. In a findmax job it does so
 * step by step, and writes the task's files only.
 */
public final class LoadMapper extends Mapper<NullWritable, NullWritable, Text, LatencyRecord> {

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    RunSpec spec = RunSpec.from(conf);
    TaskSpec task = TaskSpec.plan(spec).get(((TaskSplit) context.getInputSplit()).index());
    refuseSecondAttempt(context, task);
    RunDirectory run = new RunDirectory(conf, FileOutputFormat.getOutputPath(context));
    if (spec.command() == Command.FINDMAX) {
      driveSteps(context, spec, task.index(), run);
    } else {
      drive(context, spec, task, run, run, () -> connect(spec, conf, run), startMargin(conf));
    }
  }

  /** Runs one step after the other on the same connections, until there is no further step. */
  @SuppressWarnings("try") // the heartbeat continues while the task waits for a step
  private static void driveSteps(Context context, RunSpec all, int index, RunDirectory run)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    StepBarrier barrier = new StepBarrier(run, all.tasks());
    try (Heartbeat alive = new Heartbeat(context, new TaskCounters());
        ClientFactory clients = connect(all, conf, run)) {
      Optional<RunDirectory> step = barrier.await(1);
      for (int i = 1; step.isPresent(); step = barrier.await(++i)) {
        RunSpec spec = StepBarrier.spec(step.get(), conf);
        TaskSpec task = TaskSpec.plan(spec).get(index);
        Duration margin = i == 1 ? startMargin(conf) : StartBarrier.WARM;
        drive(
            context,
            spec,
            task,
            step.get(),
            run,
            () -> ClientFactory.withoutClose(clients),
            margin);
        barrier.done(step.get(), index);
      }
    }
  }

  /**
   * Drives one measurement, from the start barrier to the final state of the task.
   *
   * @param run directory of the results: that of the job, or of a step
   * @param home directory of the job, with the files that all its steps share
   */
  private static void drive(
      Context context,
      RunSpec spec,
      TaskSpec task,
      RunDirectory run,
      RunDirectory home,
      ClientFactory.Connector connector,
      Duration margin)
      throws IOException, InterruptedException {
    String host = host();
    TaskCounters counters = new TaskCounters();
    try (Heartbeat heartbeat = new Heartbeat(context, counters);
        TaskFile file = new TaskFile(context.getConfiguration(), run, task.index());
        TaskFile warmup = TaskFile.toNowhere(context.getConfiguration());
        Recording recording = new Recording(spec.window(), new Output(context, file), warmup);
        ClientFactory clients = connector.connect()) {
      RowRequests rowRequests = rowRequests(spec, context.getConfiguration(), home);
      Path probe = new Path(run.path(), RunDirectory.START + "/clock-" + task.index());
      ReferenceClock reference = ReferenceClock.measure(run.fileSystem(), probe);
      context.setStatus("at the start barrier");
      double start =
          StartBarrier.of(run, spec, context.getConfiguration(), margin)
              .await(task.index(), reference);
      double lateMs = Math.max(0, reference.toMillis(System.nanoTime()) - start);

      TaskFacts facts =
          TaskFacts.started(
              task.index(),
              new TaskFacts.TaskProcess(host, ProcessHandle.current().pid()),
              task.mix().toString(),
              new TaskFacts.Start(start, reference.errorMillis(), lateMs));
      Clock clock = Clock.startingAt(reference.toNanoTime(start));
      HiccupMonitor monitor;
      try (TaskRun load =
          TaskRun.start(spec, task, rowRequests, clients, clock, recording, counters)) {
        save(run, facts);
        heartbeat.started(
            recording,
            clock,
            () -> save(run, facts.with(failures(counters), acknowledged(spec, counters))),
            load::fail);
        clock.waitUntil(spec.window().start()); // the JIT compiler's work is in the warm-up
        monitor = new HiccupMonitor();
        load.await();
        monitor.end();
      }
      heartbeat.ended();
      save(
          run,
          facts
              .with(failures(counters), acknowledged(spec, counters))
              .with(result(counters, monitor)));
    }
  }

  private static RowRequests rowRequests(RunSpec spec, Configuration conf, RunDirectory run)
      throws IOException, InterruptedException {
    return spec.isSampled()
        ? spec.rowRequests().with(new KeysFile(conf, run).await(spec.policies().startTimeout()))
        : spec.rowRequests();
  }

  private static void save(RunDirectory run, TaskFacts facts) throws IOException {
    run.writeJson(RunDirectory.taskFacts(facts.index()), facts);
  }

  /** Null for a bulk load: its rows are in the table only after the hand-over of the HFiles. */
  private static String acknowledged(RunSpec spec, TaskCounters counters) {
    return spec.logsAcknowledgedRows() && !spec.bulk() ? counters.acknowledged().toString() : null;
  }

  private static Duration startMargin(Configuration conf) {
    return LoadJob.isLocal(conf) ? StartBarrier.WARM : StartBarrier.COLD;
  }

  /** Refuses to run again after YARN preempted the task: the run would lack a part of its load. */
  private static void refuseSecondAttempt(Context context, TaskSpec task) throws IOException {
    if (context.getTaskAttemptID().getId() > 0) {
      throw new IOException(
          "YARN killed task %d and started it again; a run needs all its tasks from the start"
              .formatted(task.index()));
    }
  }

  /** Writes each record to the reducer and into the task's file. */
  private record Output(Context context, TaskFile file) implements Recording.Sink {
    @Override
    public void accept(Series series, LatencyRecord record) throws IOException {
      try {
        context.write(new Text(series.toString()), record);
        file.accept(series, record);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while writing " + series);
      }
    }

    @Override
    public void flush() throws IOException {
      file.flush();
    }
  }

  private static ClientFactory connect(RunSpec spec, Configuration conf, RunDirectory run)
      throws IOException {
    if (!spec.needsTable()) {
      return ClientFactory.unconnected();
    }
    if (spec.bulk()) {
      return HFileClients.connect(
          conf, spec.keys().format(), spec.target(), new Path(run.path(), RunDirectory.HFILES));
    }
    // it takes a stack trace of each 128th network buffer to find leaks: 1.5 % of the client's CPU
    // time
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    Configuration own = new Configuration(conf);
    if (spec.data().cells().tags() > 0) {
      // HBase's own default leaves tags out on their way to the servers
      own.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    }
    return ClientFactory.pooled(
        spec.load().connections(), () -> spec.load().client().connect(own, spec.target()));
  }

  /** Name of this machine in YARN's spelling, by which its logs are found. */
  private static String host() throws IOException {
    String node = System.getenv(ApplicationConstants.Environment.NM_HOST.name());
    return node != null ? node : InetAddress.getLocalHost().getHostName();
  }

  private static List<TaskFacts.Failures> failures(TaskCounters counters) {
    return counters.failures().entrySet().stream()
        .map(
            e ->
                new TaskFacts.Failures(
                    e.getKey().operation().toString(),
                    e.getKey().kind(),
                    e.getKey().server(),
                    e.getValue().count(),
                    e.getValue().first(),
                    e.getValue().last()))
        .sorted(Comparator.comparing(TaskFacts.Failures::count).reversed())
        .toList();
  }

  private static TaskFacts.Result result(TaskCounters counters, HiccupMonitor monitor) {
    ScanCounts scans = counters.scans();
    return new TaskFacts.Result(
        new TaskFacts.Times(
            counters.started(),
            counters.firstSent(),
            counters.lastDone(),
            counters.threadNanos().stream().map(TimeUnit.NANOSECONDS::toMillis).toList()),
        new TaskFacts.Requests(
            counters.warmupRequests(),
            counters.warmupErrors(),
            counters.requests(),
            counters.errors(),
            counters.dropped()),
        new TaskFacts.Rows(
            counters.rows(),
            counters.notFound(),
            counters.staleRows(),
            textOrNull(counters.valueSizes())),
        new TaskFacts.Client(
            monitor.seconds(),
            monitor.gcMillis(),
            monitor.cpuSeconds(),
            monitor.cpuShare(),
            LatencyRecord.toText(monitor.hiccups()),
            textOrNull(counters.sendDelay())),
        new TaskFacts.Scans(scans.rpcs(), scans.remoteRpcs(), scans.regions(), scans.bytes()),
        counters.compared() == 0 && counters.defects().isEmpty() ? null : verification(counters));
  }

  private static TaskFacts.Verification verification(TaskCounters counters) {
    return new TaskFacts.Verification(
        counters.compared(),
        counters.correct(),
        counters.unacknowledged(),
        new TaskFacts.Defects(
            counters.count(Defect.MISSING),
            counters.count(Defect.STALE),
            counters.count(Defect.CORRUPT),
            counters.count(Defect.UNEXPECTED)),
        counters.defects().stream().map(LoadMapper::defectRange).toList());
  }

  private static TaskFacts.DefectRange defectRange(DefectRange range) {
    return new TaskFacts.DefectRange(
        range.defect().toString(),
        range.first(),
        range.last(),
        range.rows(),
        range.detail(),
        range.region(),
        range.server());
  }

  private static String textOrNull(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? null : LatencyRecord.toText(histogram);
  }
}
