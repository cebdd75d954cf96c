package io.hbench.rundir;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The submitter's record of a job: the file {@code job.json}. It is written when the job was
 * submitted and again when it has ended, so a run whose submitter died has the first version.
 *
 * @param servers state of the cluster before and after the job
 * @param handOver of a bulk load, or null
 * @param prepared steps that prepared the table: before the job of a run, after the job of a load
 * @param tableMark hbench's mark in the descriptor of the table; {@code none} and the cluster if it
 *     has none, {@code unknown} if the user could not read it; null of older versions
 */
public record JobFacts(
    Job job,
    Status status,
    Servers servers,
    BulkLoad handOver,
    List<PreparedStep> prepared,
    String tableMark) {

  /** State of a job that was killed because an objective was missed. */
  public static final String BREACHED = "BREACHED";

  /** Start of the ids of jobs whose tasks are threads of a process. */
  public static final String LOCAL = "job_local";

  private static final String RUNNING = "RUNNING";
  private static final String SUCCEEDED = "SUCCEEDED";

  /** States of Hadoop in which a job that was killed may be seen. */
  private static final Set<String> UNENDED = Set.of(RUNNING, "PREP");

  /**
   * Identity of a job.
   *
   * @param id by Hadoop; null while the job is being submitted
   * @param runId name of the run directory
   * @param tasks number of map tasks
   * @param drawSeed seed of the drawn keys, operations and arrivals
   */
  public record Job(String id, String runId, String hbenchVersion, int tasks, long drawSeed) {

    public Job {
      Objects.requireNonNull(runId, "no job.runId");
    }

    /** The id, or that of the run if the job has none yet. */
    public String label() {
      return id == null ? "the job of run " + runId : id;
    }
  }

  /**
   * State of a job.
   *
   * @param state RUNNING, SUCCEEDED, FAILED, KILLED, or {@link #BREACHED}
   * @param failure reason in one line, or null
   * @param started ISO 8601 with zone
   * @param finished ISO 8601 with zone, or null
   * @param counters hbench's counters of the whole job by {@link LoadCounter}, or null
   */
  public record Status(
      String state, String failure, String started, String finished, Map<String, Long> counters) {
    public Status {
      Objects.requireNonNull(state, "no status.state");
    }
  }

  /**
   * State of the cluster around a job.
   *
   * @param before state before the job, or null where there is no table
   * @param after state after the job, or null
   * @param events changes at the servers while the job ran, the first thousand of each frequent
   *     kind
   * @param notes what was looked at less often than usual or not from the start on, in words
   * @param setups what the servers are, before the job; of a cluster of hundreds, some of them
   */
  public record Servers(
      ServerFacts before,
      ServerFacts after,
      List<ServerEvent> events,
      List<String> notes,
      List<Setup> setups) {
    private static final Servers UNKNOWN = new Servers(null, null, null, null, null);

    /** Makes absent lists empty ones. */
    public Servers {
      events = events == null ? List.of() : List.copyOf(events);
      notes = notes == null ? List.of() : List.copyOf(notes);
      setups = setups == null ? List.of() : List.copyOf(setups);
    }
  }

  /**
   * HFiles of a bulk load that the region servers took over.
   *
   * @param seconds duration of the hand-over
   */
  public record BulkLoad(int files, long bytes, double seconds) {}

  /** Makes absent lists empty ones, and refuses a file without the facts of every job. */
  public JobFacts {
    Objects.requireNonNull(job, "no job");
    Objects.requireNonNull(status, "no status");
    servers = servers == null ? Servers.UNKNOWN : servers;
    prepared = prepared == null ? List.of() : List.copyOf(prepared);
  }

  /** Reads the file of a run; empty if there is none. */
  public static Optional<JobFacts> find(RunDirectory run) throws IOException {
    return run.readJson(RunDirectory.JOB, JobFacts.class);
  }

  /**
   * Reads the file of a run.
   *
   * @throws IOException if there is none, or if it is damaged
   */
  public static JobFacts read(RunDirectory run) throws IOException {
    return find(run).orElseThrow(() -> new IOException(run.path() + " has no " + RunDirectory.JOB));
  }

  /**
   * A job that was submitted and has not ended.
   *
   * @param started ISO 8601 with zone
   */
  public static JobFacts submitted(Job job, String started) {
    Status running = new Status(RUNNING, null, started, null, null);
    return new JobFacts(job, running, Servers.UNKNOWN, null, List.of(), null);
  }

  public boolean succeeded() {
    return status.state.equals(SUCCEEDED);
  }

  /** How the job ended without success, or that it runs, in one line. */
  public String describeFailure() {
    String state = status.state.toLowerCase(Locale.ROOT);
    String why = status.failure == null ? "" : ": " + status.failure;
    return "the job " + state + " (" + job.id + ")" + why;
  }

  public boolean isBreached() {
    return status.state.equals(BREACHED);
  }

  /**
   * Whether the job has ended, as far as its submitter or a follower saw.
   *
   * @return false if it runs, if its submitter died before it ended, or if it was killed and had
   *     not ended some time later
   */
  public boolean hasEnded() {
    return status.finished != null && !UNENDED.contains(status.state);
  }

  /**
   * The same job, succeeded.
   *
   * @param finished ISO 8601 with zone
   * @param counters may be null
   */
  public JobFacts succeeded(String finished, Map<String, Long> counters) {
    return ended(SUCCEEDED, null, finished, counters);
  }

  public JobFacts ended(String state, String failure, String finished, Map<String, Long> counters) {
    Status ended = new Status(state, failure, status.started, finished, counters);
    return new JobFacts(job, ended, servers, handOver, prepared, tableMark);
  }

  public JobFacts withId(String id) {
    Job withId = new Job(id, job.runId, job.hbenchVersion, job.tasks, job.drawSeed);
    return new JobFacts(withId, status, servers, handOver, prepared, tableMark);
  }

  /** The same job, killed because an objective was missed. */
  public JobFacts breached() {
    return ended(BREACHED, status.failure, status.finished, status.counters);
  }

  public JobFacts with(BulkLoad newBulkLoad) {
    return new JobFacts(job, status, servers, newBulkLoad, prepared, tableMark);
  }

  public JobFacts with(Servers newServers) {
    return new JobFacts(job, status, newServers, handOver, prepared, tableMark);
  }

  /** The same job with the state of the cluster after it, and the changes in between. */
  public JobFacts withAfter(ServerFacts after, List<ServerEvent> events, List<String> notes) {
    return with(new Servers(servers.before, after, events, notes, servers.setups));
  }

  /** The same with one more note on what is unknown of the servers. */
  public JobFacts withNote(String note) {
    List<String> notes = Stream.concat(servers.notes.stream(), Stream.of(note)).toList();
    return withAfter(servers.after, servers.events, notes);
  }

  public JobFacts with(List<PreparedStep> newPrepared) {
    return new JobFacts(job, status, servers, handOver, newPrepared, tableMark);
  }

  public JobFacts withTableMark(String mark) {
    return new JobFacts(job, status, servers, handOver, prepared, mark);
  }
}
