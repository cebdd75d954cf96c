package io.hbench.job;

import static io.hbench.figure.Format.format;

import io.hbench.job.KillReasons.Kill;
import io.hbench.job.barrier.SubmitterHeartbeat;
import io.hbench.job.result.TaskFile;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.settings.Place;
import io.hbench.settings.UsageException;
import io.hbench.spec.ReplaySpec;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.spec.Tenants;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits a job, watches it to its end and writes {@code job.json} into the run directory.
 *
 * @param conf settings of the run and addresses of HBase; the job gets a copy
 */
public record JobSubmission(Time time, RunSpec spec, Configuration conf, RunDirectory run) {
  private static final Logger LOG = LoggerFactory.getLogger(JobSubmission.class);

  /** YARN ends a job that its submitter has not ended for so long after the limit. */
  private static final Duration SLACK = Duration.ofMinutes(5);

  /** Access to the HBase cluster that a job drives. */
  public interface Servers {
    /** No cluster: nothing is known about its servers. */
    Servers NONE = new Servers() {};

    /** Current state of the cluster; null without a cluster. */
    default ServerFacts facts() throws IOException {
      return null;
    }

    /** What the servers are, before the job; of a cluster of hundreds, some of them. */
    default List<Setup> setups() {
      return List.of();
    }

    /** Called when the job is submitted: writes the files that its tasks wait for. */
    default void submitted(JobFacts job) throws IOException {}

    /** hbench's mark in the descriptor of the table; null if it has none, unknown if it is. */
    default String tableMark() throws IOException {
      return null;
    }

    /** Steps that prepared the table before the job. */
    default List<PreparedStep> prepared() {
      return List.of();
    }

    /**
     * Changes since the last call; none at the first call.
     *
     * @param atMs current time in milliseconds of the reference clock
     */
    default List<ServerEvent> changes(double atMs) throws IOException {
      return List.of();
    }

    /** Called before the last call for changes: none may be left unseen. */
    default void ending() {}

    /** What was looked at less often than usual, as the cluster is large; one line for each. */
    default List<String> notes() {
      return List.of();
    }

    /** Counters of all region servers now, or of some in turn; empty if there are none. */
    default List<ServerSamples.Reading> readings() throws IOException {
      return List.of();
    }

    /** Counters of further servers after the last load; empty if there are none. */
    default List<ServerSamples.Reading> lastReadings() throws IOException {
      return List.of();
    }

    /** Counters of DataNodes that are still to come, for some of which it waits. */
    default List<ServerSamples.Reading> lastOfDataNodes() {
      return List.of();
    }

    /** Takes the progress of the job, about once a second or more often. */
    default void see(Progress now) {}

    /**
     * Called before the job is killed: begins to undo what hooks have done, and returns at once.
     */
    default void aborted() {}

    /** Hands over the HFiles of a job that succeeded; returns the job's facts with the result. */
    default JobFacts take(JobFacts job) throws IOException, InterruptedException {
      return job;
    }
  }

  /** Source of the steps of a job that measures several times: see findmax. */
  @FunctionalInterface
  public interface Steps {
    /**
     * Decides on the next step.
     *
     * @param done the step before, which all tasks have finished; empty at the first call
     * @return settings of the next step as XML, or empty if there is none
     */
    Optional<String> next(Optional<RunDirectory> done) throws IOException;
  }

  /** What limits the time of a job from outside. */
  public interface Limit {
    /** Why the job is to be killed, whatever its progress; empty before that. */
    Optional<String> exceeded();

    /** Time that is left; empty without a limit. */
    Optional<Duration> left();

    /** Takes the job before it is submitted. */
    void submits(Submitted job);

    /** Called before the job is killed, with the reason. */
    void kills(String why);

    /** Called when the job has ended: what follows is the submitter's alone. */
    void ends();

    /** Takes a line for the user. */
    void say(String line);
  }

  /** A job as a thread sees it that does not wait for it. */
  public interface Submitted {
    /** Its id in YARN; empty if it has none, or none yet. */
    Optional<String> application();

    /**
     * Kills the job, by connections of its own, and returns when it has ended.
     *
     * @return false if the job had ended before
     */
    boolean kill() throws IOException, InterruptedException;
  }

  /**
   * Makes all configurations read the files of the site: {@code mapred-site.xml}, which Hadoop
   * reads with its first job, and hbench's own.
   */
  public static void readSite() {
    ConfigUtil.loadResources();
    Configuration.addDefaultResource(SitePolicy.FILE);
  }

  /** Whether the job continues when this process ends. */
  public boolean outlivesThisProcess() {
    return !LoadJob.isLocal(conf, spec);
  }

  /** Size of the heap of each task, in bytes. */
  public long heapOfTask() {
    return TaskHeap.of(spec, conf);
  }

  /**
   * Runs the job to its end, step by step if there are steps.
   *
   * @param steps asked in a thread of its own, when all tasks have done a step
   * @param missed takes the progress, about once a second or more often, and says which objective
   *     is missed, because of which the job is to be killed
   * @param limit of its time, submission and hand-over included
   */
  @SuppressWarnings("try") // the sign is given while the job runs, and the killer is there
  public JobFacts execute(
      String plan,
      Servers servers,
      Optional<Steps> steps,
      Function<Progress, Optional<String>> missed,
      Limit limit)
      throws IOException, InterruptedException {
    ServerFacts before = servers.facts();
    HadoopJob job = new HadoopJob(LoadJob.of(spec, placed(before), run.path()));
    // a failure is no reason to kill a job that may be fine
    try (KillAtExit killer = new KillAtExit(job)) {
      JobFacts facts = start(job, plan, before, servers, limit);
      String since = time.iso(); // the upload of files is no wait for containers
      JobWatch watch = new JobWatch(time, spec, conf, run);
      ServerWatch serverWatch =
          ServerWatch.start(time, servers, run, spec.measurement().interval());
      Optional<StepCoordinator> coordinator =
          steps.map(
              s ->
                  new StepCoordinator(time, s, conf, run, facts.job(), serverWatch::writeSamples)
                      .start());
      Optional<Kill> killed;
      try (SubmitterHeartbeat sign =
          SubmitterHeartbeat.give(time, run, spec.policies().submitterTimeout())) {
        submitted(job, facts, servers);
        KillReasons reasons = new KillReasons(spec, conf, run, new BreachWatch(spec));
        killed =
            watch.toItsEnd(
                job,
                since,
                serverWatch,
                now ->
                    reasons
                        .check(now, missed.apply(now))
                        .or(() -> limit.exceeded().map(why -> new Kill(why, false)))
                        .or(() -> failure(coordinator))
                        .map(
                            kill -> {
                              servers.aborted();
                              limit.kills(kill.why());
                              return kill;
                            }));
        watch.awaitEnd(job.job());
        if (killed.isPresent()) {
          job.deleteStaging();
        }
      } finally {
        coordinator.ifPresent(StepCoordinator::stop);
        serverWatch.end();
      }
      JobFacts ended = watch.end(job, facts, killed);
      if (ended.hasEnded()) {
        limit.ends();
      }
      ended = watch.complete(ended, servers, serverWatch);
      if (coordinator.isPresent()) {
        coordinator.get().end(ended);
      }
      return ended;
    }
  }

  /**
   * Starts the job without watching it: a {@link JobFollower} does the rest.
   *
   * @param limit of its time, at which YARN ends it
   */
  public JobFacts submit(String plan, Servers servers, Limit limit)
      throws IOException, InterruptedException {
    ServerFacts before = servers.facts();
    HadoopJob job = new HadoopJob(LoadJob.of(spec, placed(before), run.path()));
    JobFacts facts = start(job, plan, before, servers, limit);
    Optional<String> exceeded = limit.exceeded(); // as by Ctrl-C, while YARN took the job
    if (exceeded.isPresent()) {
      job.killQuietly();
      throw new IOException(exceeded.get() + ": the job was killed");
    }
    submitted(job, facts, servers);
    return facts;
  }

  /** Tells the servers of a job, or kills it: nobody would know of it. */
  private static void submitted(HadoopJob job, JobFacts facts, Servers servers) throws IOException {
    try {
      servers.submitted(facts);
    } catch (IOException | RuntimeException e) {
      job.killQuietly();
      throw e;
    }
  }

  /**
   * Shows that YARN answers, and that its queue takes the job.
   *
   * @return why YARN may refuse the job, if that is not certain
   * @throws UsageException naming a queue that takes no job
   */
  public static Optional<String> checkQueue(RunSpec spec, Configuration conf)
      throws IOException, InterruptedException {
    Optional<Place> place = spec.policies().place();
    if (place.filter(p -> !p.isByServers() || !spec.needsTable()).isPresent()) {
      var unused = TaskPlacement.find(spec, conf, null);
    }
    if (LoadJob.isLocal(conf, spec)) {
      return Optional.empty();
    }
    SiteJob.check(spec, conf);
    spec.replay().ifPresent(replay -> checkFile(replay, conf));
    return HadoopQueue.check(conf, LoadJob.reduces(spec, conf));
  }

  /** Refuses a file that is on this machine, where tasks on others do not find it. */
  private static void checkFile(ReplaySpec replay, Configuration conf) {
    String scheme = new Path(replay.load().file()).toUri().getScheme();
    if ("file".equals(scheme) && !scheme.equals(FileSystem.getDefaultUri(conf).getScheme())) {
      throw replay.bad(
          "a file of this machine, which the tasks can't read", "replay requests.csv in HDFS");
    }
  }

  /**
   * Shows that YARN has hosts for {@code --place servers} or {@code apart}; for other places see
   * {@link #checkQueue}.
   *
   * @param servers asked if that matters; null if unknown
   * @throws UsageException if it has none
   */
  public void checkPlace(FailableSupplier<ServerFacts, IOException> servers) throws IOException {
    if (spec.policies().place().filter(Place::isByServers).isPresent()) {
      var unused = placed(servers.get());
    }
  }

  /** The configuration, with the hosts that tasks are to have now. */
  private Configuration placed(ServerFacts servers) throws IOException {
    return spec.policies().place().isPresent()
        ? TaskPlacement.find(spec, conf, servers).in(new Configuration(conf))
        : conf;
  }

  /**
   * Shows that the job can be submitted: it has a run directory, and the tokens last. Leaves
   * nothing behind. See {@link #checkQueue}, too.
   *
   * @return what the run will lack, if anything
   * @throws UsageException for a run that its tokens don't last for; for a run in this process that
   *     Hadoop would refuse on a cluster with Kerberos; or for a bulk load in this process if it
   *     can't write HFiles: HBase's metrics reach into a package of Hadoop, which {@code hadoop
   *     jar} loads by another class loader
   */
  public Optional<String> check() throws IOException, InterruptedException {
    if (outlivesThisProcess()) {
      TokenLifetime.check(spec, conf, run.path());
      TaskHeap.check(spec, conf);
      ContainerJava.set(new Configuration(conf), spec.policies().jdk()); // or says what it lacks
    } else if (spec.bulk()
        && JobSubmission.class.getClassLoader() != Configuration.class.getClassLoader()) {
      throw new UsageException(
          "--bulk: contradicts --local, because HFiles can't be written in a process of hadoop jar;"
              + " try --bulk without --local");
    }
    if (!outlivesThisProcess()
        && LoadJob.reduces(spec, conf)
        && UserGroupInformation.isSecurityEnabled()
        && !NativeIO.isAvailable()) {
      throw new UsageException(
          "--local: with Kerberos, Hadoop hands files from task to task only by its native library,"
              + " which this JVM lacks; try the same without --local, or"
              + " HADOOP_OPTS=-Djava.library.path=/opt/hadoop/lib/native");
    }
    return TaskFile.canFlush(run)
        ? Optional.empty()
        : Optional.of(
            "--out %s: a file system without flush: a task that is killed leaves no records, and progress shows no latencies; the report is complete"
                .formatted(run.path()));
  }

  /**
   * Containers of map tasks for which a queue has memory, beside the application master.
   *
   * @param queue its name and use
   * @param most number of containers if nothing else runs
   * @param now the same now
   */
  public record Room(String queue, int nodes, long mb, long most, long now) {}

  /** What YARN holds; empty if the tasks are threads of this JVM. */
  public static Optional<Room> room(RunSpec spec, Configuration conf)
      throws IOException, InterruptedException {
    return LoadJob.isLocal(conf, spec) ? Optional.empty() : Optional.of(HadoopQueue.room(conf));
  }

  /** The containers that the job wants, and the queue that has to have them, in one line. */
  public String resources() throws IOException, InterruptedException {
    if (!outlivesThisProcess()) {
      return "none, tasks are threads of this JVM";
    }
    JobConf job = new JobConf(conf);
    long map = job.getMemoryRequired(TaskType.MAP);
    long other =
        conf.getLong(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB)
            + (LoadJob.reduces(spec, conf) ? job.getMemoryRequired(TaskType.REDUCE) : 0);
    return format(
        "%,d of %,d MB for tasks, and %,d MB; queue %s",
        Tenants.containers(conf, spec.tasks()), map, other, HadoopQueue.describe(conf));
  }

  /**
   * Submits the job. What a follower needs is there before, in case this process is killed, and so
   * is the first sign of life for the tasks.
   */
  JobFacts start(HadoopJob job, String plan, ServerFacts before, Servers servers, Limit limit)
      throws IOException, InterruptedException {
    JobFile file = new JobFile(time, run);
    JobFacts planned =
        file.planned(spec)
            .with(new JobFacts.Servers(before, null, List.of(), List.of(), servers.setups()))
            .with(servers.prepared())
            .withTableMark(servers.tableMark());
    run.write(RunDirectory.PLAN, plan); // a plan without a job's facts may be of a running one
    file.write(planned);
    try {
      SubmitterHeartbeat.giveOne(run);
      limit.submits(job);
      job.job().submit();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    } catch (IOException | RuntimeException e) {
      forget(file, planned);
      throw e;
    }
    JobFacts submitted;
    try {
      submitted = file.submitted(job, planned);
    } catch (IOException e) {
      job.killQuietly(); // a directory that can't be written gets no results
      throw e;
    }
    Duration slack = spec.policies().detach() ? Duration.ZERO : SLACK;
    limit.left().map(slack::plus).flatMap(job::endAfter).ifPresent(limit::say);
    return submitted;
  }

  /**
   * Deletes the run directory of a job that YARN does not know, or writes the end of one that it
   * has refused.
   */
  private void forget(JobFile file, JobFacts planned) throws InterruptedException {
    try {
      Optional<HadoopJob> known = HadoopJob.find(conf, planned, run.path());
      if (known.isEmpty()) {
        run.delete(RunDirectory.TAKEN, RunDirectory.PLAN, RunDirectory.JOB, RunDirectory.START);
      } else if (known.get().job().isComplete()) {
        var unused = file.endedUnseen(known.get(), planned);
      }
    } catch (IOException | YarnRuntimeException e) {
      LOG.warn("{} stays: the job may have been submitted: {}", run.path(), FailureText.of(e));
    }
  }

  /** A search without a next step: its tasks would wait for it. */
  private static Optional<Kill> failure(Optional<StepCoordinator> coordinator) {
    return coordinator
        .flatMap(StepCoordinator::failure)
        .map(why -> new Kill("can't start the next step: " + why, false));
  }
}
