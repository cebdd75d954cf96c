package io.hbench.job;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.yarn.api.protocolrecords.UpdateApplicationTimeoutsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.util.Times;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State, counters and failure reason of a submitted job, as Hadoop reports them. */
record HadoopJob(Job job) implements JobSubmission.Submitted {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopJob.class);

  /** Failure of an attempt, or of the last attempt of a task. */
  private static final Set<TaskCompletionEvent.Status> FAILED =
      EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);

  /** Id in the reason of the job: the history server does not say which attempt was the last. */
  private static final Pattern TASK = Pattern.compile("task_\\d+_\\d+_[mr]_\\d+");

  /** What precedes the end of a container's log in YARN's diagnostics. */
  private static final Pattern STDERR = Pattern.compile("^Last \\d+ bytes of .*stderr");

  /** Lines of that part that are YARN's, or say nothing. */
  private static final Pattern NOISE =
      Pattern.compile(
          "^(Last \\d+ bytes|\\[|SLF4J|log4j|WARNING|For more|\\.? ?Failing|.* warning: "
              + "|Picked up (JAVA_TOOL|_JAVA)_OPTIONS)");

  /** Of the ResourceManager's clock and this machine's. */
  private static final Duration CLOCK_ERROR = Duration.ofMinutes(10);

  /** User of the placeholder that MapReduce returns for a job unknown to YARN. */
  private static final String UNKNOWN_USER = "N/A";

  /**
   * Finds the job of a run: by its id or, if it has none yet, by its name, which ends with the run
   * directory. The newest one if there are several.
   *
   * @return empty if the cluster does not know the job
   */
  static Optional<HadoopJob> find(Configuration conf, JobFacts facts, Path run)
      throws IOException, InterruptedException {
    Cluster cluster = new Cluster(conf);
    String id = facts.job().id();
    Optional<JobID> known =
        id == null ? newest(cluster, run, facts) : Optional.of(JobID.forName(id));
    Job job = known.isPresent() ? cluster.getJob(known.get()) : null;
    return job == null || UNKNOWN_USER.equals(job.getStatus().getUsername())
        ? Optional.empty()
        : Optional.of(new HadoopJob(job));
  }

  /** An older job had the directory before. */
  private static Optional<JobID> newest(Cluster cluster, Path run, JobFacts facts)
      throws IOException, InterruptedException {
    Instant since = OffsetDateTime.parse(facts.status().started()).toInstant().minus(CLOCK_ERROR);
    return Stream.ofNullable(cluster.getAllJobStatuses())
        .flatMap(Arrays::stream)
        .filter(status -> status.getJobName().endsWith(LoadJob.nameEnd(run)))
        .filter(status -> status.getStartTime() >= since.toEpochMilli())
        .max(Comparator.comparingLong(JobStatus::getStartTime))
        .map(JobStatus::getJobID);
  }

  /** Counters of hbench and Hadoop; none until the application master answers. */
  Counters counters() throws IOException {
    Counters counters = job.getCounters();
    return counters == null ? new Counters() : counters;
  }

  /** Whether the job has an application master; a job of LocalJobRunner needs none. */
  boolean hasMaster() throws IOException, InterruptedException {
    return job.getStatus().getState() != JobStatus.State.PREP;
  }

  /**
   * Counters of hbench, or null without a history server; the tasks' files have the same counts.
   */
  Map<String, Long> finalCounters() {
    try {
      Map<String, Long> values = new TreeMap<>();
      counters()
          .getGroup(LoadCounter.GROUP)
          .forEach(counter -> values.put(counter.getName(), counter.getValue()));
      return values.isEmpty() ? null : values;
    } catch (IOException | YarnRuntimeException e) {
      LOG.warn("no counters of {}: {}", job.getJobID(), FailureText.of(e));
      return null;
    }
  }

  /**
   * Why the job failed: the first line of the diagnostics of the task that ended it, or YARN's
   * reason; but of a container that did not start, what its log says. Other tasks may have failed
   * before and have been started again. Empty if there is neither, as for jobs of LocalJobRunner.
   */
  Optional<String> whyFailed() throws IOException, InterruptedException {
    List<TaskCompletionEvent> failed = new ArrayList<>();
    int from = 0;
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, 100);
    while (events.length > 0) {
      Arrays.stream(events).filter(e -> FAILED.contains(e.getStatus())).forEach(failed::add);
      from += events.length;
      events = job.getTaskCompletionEvents(from, 100);
    }
    String info = job.getStatus().getFailureInfo();
    Optional<TaskID> fatal =
        failed.stream()
            .filter(e -> e.getStatus() == TaskCompletionEvent.Status.TIPFAILED)
            .map(e -> e.getTaskAttemptId().getTaskID())
            .findFirst()
            .or(
                () ->
                    TASK.matcher(info).results().map(id -> TaskID.forName(id.group())).findFirst());
    for (TaskCompletionEvent event : failed) {
      TaskAttemptID attempt = event.getTaskAttemptId();
      if (fatal.isPresent() && attempt.getTaskID().equals(fatal.get())) {
        String[] diagnostics = job.getTaskDiagnostics(attempt);
        if (diagnostics != null && diagnostics.length > 0) {
          return tellingLine(String.join("\n", diagnostics));
        }
      }
    }
    return tellingLine(info);
  }

  /** The line of diagnostics that says why a container ended. */
  static Optional<String> tellingLine(String text) {
    List<String> lines =
        text.lines()
            .map(line -> line.replaceFirst("^(Error: )?(java\\.io\\.IOException: )?", "").trim())
            .filter(line -> !line.isEmpty() && !line.equals("NA"))
            .toList();
    return lines.stream()
        .dropWhile(line -> !STDERR.matcher(line).find())
        .filter(line -> !NOISE.matcher(line).find())
        .findFirst()
        .or(() -> lines.stream().findFirst())
        .map(ContainerJava::explained);
  }

  private ApplicationId id() {
    JobID id = job.getJobID();
    return ApplicationId.newInstance(Long.parseLong(id.getJtIdentifier()), id.getId());
  }

  private <T> T ask(HadoopQueue.Query<T> query) throws IOException {
    return HadoopQueue.ask(job.getConfiguration(), query);
  }

  /** End of a job, as the ResourceManager has it. */
  record End(String state, String diagnostics) {
    boolean isSuccess() {
      return state.equals(FinalApplicationStatus.SUCCEEDED.name());
    }
  }

  /** The end of the job without the history server; empty if it runs, or is local. */
  Optional<End> end() throws IOException {
    if (isLocal()) {
      return Optional.empty();
    }
    ApplicationReport report = ask(yarn -> yarn.getApplicationReport(id()));
    FinalApplicationStatus end = report.getFinalApplicationStatus();
    return end == FinalApplicationStatus.FAILED
            || end == FinalApplicationStatus.KILLED
            || end == FinalApplicationStatus.SUCCEEDED
        ? Optional.of(
            new End(end.name(), tellingLine(report.getDiagnostics()).orElse("no reason given")))
        : Optional.empty();
  }

  private boolean isLocal() {
    return LoadJob.isLocal(job.getConfiguration());
  }

  /**
   * Lets YARN end the job, also without its submitter, in a time from its submission by the clock
   * of the ResourceManager.
   *
   * @return one line if YARN does not
   */
  Optional<String> endAfter(Duration lifetime) {
    if (isLocal()) {
      return Optional.empty();
    }
    try {
      return ask(
          yarn -> {
            long end = yarn.getApplicationReport(id()).getStartTime() + lifetime.toMillis();
            var unused =
                yarn.updateApplicationTimeouts(
                    UpdateApplicationTimeoutsRequest.newInstance(
                        id(), Map.of(ApplicationTimeoutType.LIFETIME, Times.formatISO8601(end))));
            return Optional.empty();
          });
    } catch (IOException | RuntimeException e) { // also of a YARN before 2.9
      return Optional.of(
          "YARN takes no lifetime for %s: it does not end the job by itself: %s"
              .formatted(application().orElse("the job"), FailureText.of(e)));
    }
  }

  @Override
  public Optional<String> application() {
    return isLocal()
        ? Optional.empty()
        : Optional.ofNullable(job.getJobID())
            .map(id -> id.toString().replaceFirst("^job_", "application_"));
  }

  /** Asks the ResourceManager alone: another thread may wait for the job's other services. */
  @Override
  public boolean kill() throws IOException {
    if (job.getJobID() == null) {
      throw new IOException("the submission is on its way");
    }
    if (isLocal()) {
      job.killJob();
      return true;
    }
    return ask(
        yarn -> {
          if (yarn.getApplicationReport(id()).getFinalApplicationStatus()
              != FinalApplicationStatus.UNDEFINED) {
            return false;
          }
          yarn.killApplication(id());
          return true;
        });
  }

  /** Kills the job after Ctrl-C: the load must not outlive its submitter. */
  void killQuietly() {
    try {
      // without an id the submission is on its way; if it arrives, the tasks miss their submitter
      if (job.getJobID() != null && !job.isComplete()) {
        job.killJob();
        deleteStaging();
      }
    } catch (IllegalStateException e) { // Hadoop's Job, whose submission is on its way or failed
      killUnderWay();
    } catch (IOException | RuntimeException e) {
      LOG.warn("can't kill {}", job.getJobID(), e);
    }
  }

  private void killUnderWay() {
    try {
      var unused = kill();
    } catch (IOException | RuntimeException e) {
      LOG.debug("YARN has no {}", job.getJobID(), e);
    }
    try {
      deleteFilesOfSubmission();
    } catch (IOException | RuntimeException e) {
      LOG.debug("files of the submission stay", e);
    }
  }

  /**
   * Deletes the files of the submission of a job that has ended: its application master does so,
   * and YARN does not if it kills the job before there is one.
   */
  void deleteStaging() {
    try {
      if (job.isComplete()) {
        deleteFilesOfSubmission();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("files of the submission stay: {}", FailureText.of(e));
    }
  }

  private void deleteFilesOfSubmission() throws IOException {
    String staging = job.getConfiguration().get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (staging != null) {
      Path path = new Path(staging);
      path.getFileSystem(job.getConfiguration()).delete(path, true);
    }
  }
}
