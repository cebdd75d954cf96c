package io.hbench.job;

import io.hbench.client.ClientFactory;
import io.hbench.client.RegionLookup;
import io.hbench.client.RegionPages;
import io.hbench.data.KeySample;
import io.hbench.engine.Clock;
import io.hbench.engine.HiccupMonitor;
import io.hbench.engine.MachineMonitor;
import io.hbench.engine.SideLoad;
import io.hbench.engine.TaskCounters;
import io.hbench.engine.TaskRun;
import io.hbench.job.barrier.Lease;
import io.hbench.job.barrier.LengthWatch;
import io.hbench.job.barrier.ReferenceClock;
import io.hbench.job.barrier.Stagger;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.job.barrier.StepBarrier;
import io.hbench.job.barrier.SubmitterHeartbeat;
import io.hbench.job.result.LiveRecords;
import io.hbench.job.result.SafetyCopy;
import io.hbench.job.result.TaskCheckpoint;
import io.hbench.job.result.TaskFile;
import io.hbench.job.result.TaskOutput;
import io.hbench.latency.Recording;
import io.hbench.profile.ClientProfile;
import io.hbench.replay.TaskRequests;
import io.hbench.row.CopiedRows;
import io.hbench.row.RowRequests;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerRegionFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import io.hbench.settings.Command;
import io.hbench.settings.SettingType;
import io.hbench.spec.CopySpec;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.spec.Tenants.Tenant;
import io.hbench.time.Time;
import io.hbench.time.Work;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.yarn.api.ApplicationConstants;

/**
 * Task of a run: connects, waits at the start barrier, drives the load, and writes its histograms,
 * once for the reducer and once into a file of the task. In a findmax job it does so step by step,
 * and writes the task's files only.
 */
final class LoadTask {
  private static final String SUBMITTER_GONE =
      "the submitter is gone, and the run was not detached";
  private static final String DENIED = "a right is missing";

  /** Longest wait for the look-up of regions before the start; it goes on during the warm-up. */
  private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(10);

  private final Time time;
  private final Container container;
  private final Mapper<NullWritable, NullWritable, Text, TaskRecord>.Context context;
  private final Configuration conf;

  /** Directory of the job, with the files that all its steps or tenants share. */
  private final RunDirectory home;

  /** The job as a run: what all tasks share. */
  private final RunSpec job;

  private final Optional<Tenant> tenant;

  private final int number;

  /** Run directory for the task's results: a tenant's own, or that of the job. */
  private final RunDirectory own;

  /** Number of the task in its run. */
  private final int index;

  /** Why there is no common start, which is the failure of no tenant; null otherwise. */
  private IOException unmet;

  /** With {@code --keys sampled}; all steps of a search have the same, and little time between. */
  private KeySample keys;

  /**
   * Of a search: the reading of the last step. Later ones come from files that there are anyway.
   */
  private ReferenceClock clock;

  /** The look-up of regions; that of a search goes on through its steps. */
  private RegionLookup lookup;

  /**
   * @param number of the task in the job
   */
  LoadTask(Time time, Container container, int number) throws IOException {
    this.time = time;
    this.container = container;
    this.context = container.context;
    this.conf = context.getConfiguration();
    this.job = container.job;
    this.number = number;
    home = new RunDirectory(conf, FileOutputFormat.getOutputPath(context));
    tenant = container.tenants.map(all -> all.ofTask(number));
    index = number - tenant.map(Tenant::firstTask).orElse(0);
    own = tenant.isEmpty() ? home : new RunDirectory(conf, tenant.get().directory(home.path()));
  }

  void run() throws IOException, InterruptedException {
    try {
      if (tenant.isPresent()) {
        perform(tenant.get());
      } else {
        perform(job);
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      if (container.isFirstFailure() && LoadJob.isLocal(conf)) {
        TaskFailure.write(home, number, e);
      }
      throw e;
    }
  }

  private void perform(Tenant tenant) throws IOException, InterruptedException {
    try {
      perform(tenant.spec());
    } catch (IOException | IllegalStateException e) {
      if (e == unmet) {
        throw unmet;
      }
      throw new IOException(
          "tenant %s ends the run of all tenants: %s".formatted(tenant.name(), FailureText.of(e)),
          e);
    }
  }

  private void perform(RunSpec spec) throws IOException, InterruptedException {
    if (isLost()) {
      new LostTasks(own, spec).add(index, container.tasks.size() - 1, time.iso());
      context.setStatus("lost");
      return;
    }
    StartBarrier barrier = new StartBarrier(home, job, conf, Duration.ZERO);
    TaskPlacement.check(job, conf, number, host(), barrier);
    if (spec.command() == Command.FINDMAX) {
      driveSteps(spec);
    } else {
      drive(
          spec,
          () -> new SafetyCopy(time, own, open(own), container.pending),
          () -> TaskClients.connect(spec, task(spec), container, home),
          copy -> meet(job, home, copy));
    }
  }

  private TaskSpec task(RunSpec spec) {
    return TaskSpec.plan(spec).get(index);
  }

  /** Runs one step after the other on the same connections, until there is no further step. */
  @SuppressWarnings("try") // the heartbeat continues while the task waits for a step
  private void driveSteps(RunSpec all) throws IOException, InterruptedException {
    StepBarrier barrier = new StepBarrier(time, home, all.tasks());
    try (Heartbeat alive = new Heartbeat(time, context);
        SubmitterHeartbeat submitter = watchSubmitter(all, barrier::fail);
        ClientFactory clients = TaskClients.connect(all, task(all), container, home);
        Closeable lookUp = this::endLookup) {
      Optional<StepBarrier.Step> next = barrier.await(index, 1, conf);
      if (next.isEmpty()) {
        return;
      }
      RunDirectory first = next.get().directory();
      SafetyCopy copy = SafetyCopy.ofSteps(time, first, open(first));
      try (Closeable last = copy::end) {
        for (int i = 1; next.isPresent(); next = barrier.await(index, ++i, conf)) {
          StepBarrier.Step step = next.get();
          if (i > 1) {
            copy.next(
                step.directory(),
                Stagger.beforeStepFile(index, all.tasks()),
                () -> new TaskFile(time, conf, step.directory(), index, false));
          }
          drive(step.spec(), () -> copy, () -> ClientFactory.ofStep(clients), c -> start(step, c));
        }
        time.sleep(Stagger.beforeEnd(index, all.tasks()));
      }
    }
  }

  /** The start of a step: the tasks meet before the first one, later ones have a time. */
  private CommonStart start(StepBarrier.Step step, SafetyCopy copy)
      throws IOException, InterruptedException {
    CommonStart start =
        step.start().isEmpty()
            ? meet(step.spec(), step.directory(), copy)
            : new CommonStart(clock.now(time, home.fileSystem(), copy.stamp()), step.start().get());
    clock = start.clock;
    return start;
  }

  /**
   * Start of all tasks, as one of them sees it.
   *
   * @param millis of the reference clock
   */
  private record CommonStart(ReferenceClock clock, double millis) {}

  /** Waits until the start is known; it may be over then, for a task that is late. */
  @FunctionalInterface
  private interface StartGate {
    CommonStart await(SafetyCopy copy) throws IOException, InterruptedException;
  }

  /** Meets the other tasks at the start barrier. */
  private CommonStart meet(RunSpec spec, RunDirectory run, SafetyCopy copy)
      throws IOException, InterruptedException {
    context.setStatus("at the start barrier");
    Duration margin = LoadJob.isLocal(conf) ? StartBarrier.WARM : StartBarrier.COLD;
    StartBarrier barrier = new StartBarrier(run, spec, conf, margin);
    ReferenceClock clock = barrier.arrive(time, number, copy.stamp());
    try {
      return new CommonStart(clock, barrier.await(time, number, clock));
    } catch (IOException e) {
      unmet = e;
      throw e;
    }
  }

  /** Drives one measurement, from the start barrier to the final state of the task. */
  @SuppressWarnings("try") // the submitter is watched while the load runs
  private void drive(
      RunSpec spec, Work<SafetyCopy> open, ClientFactory.Connector connector, StartGate gate)
      throws IOException, InterruptedException {
    TaskSpec task = task(spec);
    TaskCounters counters = new TaskCounters();
    CounterReport counts = new CounterReport(context, counters);
    context.setStatus("connecting");
    try (Heartbeat heartbeat = new Heartbeat(time, context);
        Lease lease = index == 0 && spec.policies().detach() ? Lease.handedOver(time, home) : null;
        SafetyCopy copy = open.perform();
        LiveRecords live = liveRecords(spec);
        ClientProfile profile = ClientProfile.of(spec, index, LoadJob.isLocal(conf), home)) {
      TaskOutput output =
          new TaskOutput(context, copy, live == null ? (series, record) -> {} : live);
      TaskCheckpoint checkpoint;
      HiccupMonitor monitor = null;
      ServerRegionFacts places;
      StageCalls calls;
      UnaryOperator<RowRequests> rows = rows(spec, task);
      RowRequests rowRequests = rows.apply(spec.rowRequests());
      Optional<TaskRequests> recorded = recorded(spec);
      try (Closeable ofReplay = () -> recorded.ifPresent(TaskRequests::close);
          TaskFile warmup = TaskFile.toNowhere(conf);
          Recording recording = new Recording(spec.window(), output, warmup);
          ClientFactory clients = connector.connect();
          Closeable lookUp = spec.command() == Command.FINDMAX ? () -> {} : this::endLookup) {
        if (lookup == null) {
          RegionPages regions = clients.regions(task.keySpan(spec, rowRequests));
          lookup = RegionLookup.start(time, regions, job.tasks());
          lookup.await(LOOKUP_LIMIT);
        }
        MachineMonitor machine = new MachineMonitor(time);
        CommonStart start = gate.await(copy);
        checkSubmitter(spec, start);
        Lease.begin(lease);
        machine.idle();
        checkpoint = new TaskCheckpoint(spec, started(task, start), counters, copy);
        calls = StageCalls.of(spec, container.isOfOneTask());
        Clock clock = Clock.startingAt(time, start.clock.toNanoTime(start.millis));
        try (TaskRun load =
            TaskRun.start(
                SideLoad.of(spec, task, rows, recorded, clients), clock, recording, counters)) {
          checkpoint.start();
          heartbeat.started(
              () -> {
                counts.report();
                if (spec.policies().detach() || spec.tenant().isPresent()) {
                  KillReasons.tooManyErrors(spec, counters)
                      .ifPresent(why -> load.fail("too many errors", new IOException(why)));
                }
                recording.flush(clock.nanos());
                checkpoint.update();
                calls.sample(clock.nanos());
                machine.sample();
                counters.denial().ifPresent(why -> load.fail(DENIED, new IOException(why)));
              },
              load::fail);
          try (SubmitterHeartbeat submitter = watchSubmitter(spec, load::fail);
              LengthWatch length = LengthWatch.of(time, spec, index, home, load::endAt)) {
            time.sleep(Duration.ofNanos(Math.max(0, -clock.nanos())));
            counts.task(LoadCounter.TASKS_STARTED); // from which hooks count their time
            load.awaitWindow(); // the JIT compiler's work is in the warm-up
            monitor = container.monitor(() -> new HiccupMonitor(clock, machine));
            profile.start();
            load.awaitEnd();
            monitor.endWindow(); // the wait for late requests is not of the window
            profile.stop();
            load.await();
            calls.sample(clock.nanos());
            monitor.end();
            profile.write();
          } catch (IllegalStateException e) {
            checkRights(counters);
            throw e;
          } finally {
            if (monitor != null && container.tasks.size() == 1) {
              monitor.abandon(); // unless it has ended
            }
          }
        }
        if (lookup.isCut()) {
          counts.task(LoadCounter.LOOKUPS_CUT);
        }
        places = ServerRegionFacts.of(recording.servers(), index, spec.tasks());
      }
      boolean inSteps = context.getNumReduceTasks() == 0 && spec.tenant().isEmpty();
      if (!inSteps) { // the next step of a search is waited for
        time.sleep(Stagger.beforeEnd(number, job.tasks()));
      }
      TaskFacts facts = checkpoint.finish(monitor, output.totals(), places, calls.failed());
      if (context.getNumReduceTasks() == 0 && copy.failure().isPresent()) {
        // the submitter reads the tasks' files
        throw new IOException("the records of the task are incomplete: " + copy.failure().get());
      }
      output.accept(facts);
      checkRights(counters);
    }
  }

  private void endLookup() {
    if (lookup != null) {
      lookup.close();
    }
  }

  /** Opens the task's own file, when it is the task's turn. */
  private TaskFile open(RunDirectory run) throws IOException, InterruptedException {
    if (!LoadJob.isLocal(conf)) {
      time.sleep(Stagger.beforeStart(number, job.tasks()));
    }
    return new TaskFile(time, conf, run, index, context.getTaskAttemptID().getId() > 0);
  }

  /** Where records go while the load runs; null if the tasks' own files are read. */
  private LiveRecords liveRecords(RunSpec spec) throws IOException {
    if (LoadJob.isLocal(conf)
        || spec.command() == Command.FINDMAX
        || spec.tenant().isPresent()
        || spec.tasks() < LiveRecords.MIN_TASKS) {
      return null;
    }
    byte[] secret = TokenCache.getJobToken(context.getCredentials()).getPassword();
    return new LiveRecords(
        time,
        conf,
        home,
        index,
        spec.tasks(),
        host(),
        JobTokenSecretManager.createSecretKey(secret));
  }

  /** Fails the task if the user lacked a right: what was not refused is not the run's load. */
  private static void checkRights(TaskCounters counters) throws IOException {
    if (counters.denial().isPresent()) {
      throw new IOException(counters.denial().get());
    }
  }

  /** Not if the run outlives it by design. */
  private boolean needsSubmitter(RunSpec spec) {
    return !spec.policies().detach() && !LoadJob.isLocal(conf);
  }

  /** No load begins that nothing limits and that others may not know of any more. */
  private void checkSubmitter(RunSpec spec, CommonStart start)
      throws IOException, InterruptedException {
    Duration timeout = spec.policies().submitterTimeout();
    if (needsSubmitter(spec)
        && SubmitterHeartbeat.isGone(time, home, timeout, start.clock.toMillis(time.nanos()))) {
      throw new IOException(SUBMITTER_GONE + ": no sign of it for " + SettingType.text(timeout));
    }
  }

  /** Ends the load if the submitter is gone. */
  private SubmitterHeartbeat watchSubmitter(RunSpec spec, BiConsumer<String, Throwable> load) {
    if (!needsSubmitter(spec)) {
      return null;
    }
    Duration timeout = spec.policies().submitterTimeout();
    return SubmitterHeartbeat.watch(
        time,
        home,
        timeout,
        () ->
            load.accept(
                SUBMITTER_GONE, new IOException("no sign of it for " + SettingType.text(timeout))));
  }

  private TaskFacts started(TaskSpec task, CommonStart start) throws IOException {
    double lateMs = Math.max(0, start.clock.toMillis(time.nanos()) - start.millis);
    return TaskFacts.started(
        task.index(),
        new TaskFacts.TaskProcess(
            host(),
            ProcessHandle.current().pid(),
            System.getenv("CONTAINER_ID"),
            Setup.ofThisProcess()),
        task.mix().toString(),
        new TaskFacts.Start(start.millis, start.clock.errorMillis(), lateMs));
  }

  /** The keys or rows of a table that replace those which a run makes. */
  private UnaryOperator<RowRequests> rows(RunSpec spec, TaskSpec task)
      throws IOException, InterruptedException {
    Optional<CopySpec> copy = spec.data().copy();
    if (!spec.keys().isSampled() && copy.isEmpty()) {
      return made -> made;
    }
    if (keys == null) {
      keys = new KeysFile(conf, own).await(time, spec.policies().startTimeout());
    }
    if (copy.isEmpty()) {
      return made -> made.with(keys);
    }
    context.setStatus("reading the rows to copy");
    CopiedRows copied = TaskClients.read(conf, spec, keys, task.range());
    return made -> made.with(keys).with(copied);
  }

  private Optional<TaskRequests> recorded(RunSpec spec) throws IOException {
    return spec.replay().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TaskRequests(
                time,
                conf,
                spec.replay().get().load(),
                index,
                spec.load().threads(),
                spec.totalThreads()));
  }

  /** Whether an earlier attempt of the task may have sent requests. */
  private boolean isLost() throws IOException {
    int attempt = context.getTaskAttemptID().getId();
    if (job.command() == Command.FINDMAX) {
      RunDirectory step = home.directory(RunDirectory.step(1));
      StartBarrier first = new StartBarrier(step, job, conf, Duration.ZERO);
      return !new StepBarrier(time, home, job.tasks()).admits(number, attempt, first);
    }
    return !new StartBarrier(home, job, conf, Duration.ZERO).admits(number, attempt);
  }

  /** Name of this machine in YARN's spelling, by which its logs are found. */
  static String host() throws IOException {
    String node = System.getenv(ApplicationConstants.Environment.NM_HOST.name());
    return node != null ? node : InetAddress.getLocalHost().getHostName();
  }
}
