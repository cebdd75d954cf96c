package io.hbench.rundir;

import java.util.List;
import java.util.Map;

/**
 * The submitter's record of a job: the file {@code job.json}. It is written when the job was
 * submitted and again when it has ended, so a run whose submitter died has the first version.
 *
 * @param servers state of the cluster before and after the job
 * @param handOver of a bulk load, or null
 * @param prepared steps that prepared the table: before the job of a run, after the job of a load
 */
public record JobFacts(
    String id,
    String runId,
    String hbenchVersion,
    int tasks,
    String state,
    String failure,
    String started,
    String finished,
    Map<String, Long> counters,
    ServerFacts before,
    ServerFacts after,
    HandOver handOver,
    List<PreparedStep> prepared,
    List<ServerEvent> events) {

  /** State of a job that was killed because an objective was missed. */
  public static final String BREACHED = "BREACHED";

  /**
   * Identity of a job.
   *
   * @param seconds that it took
   */
  public record HandOver(int files, long bytes, double seconds) {}

  /** Makes absent lists empty ones. */
  public JobFacts {
    prepared = prepared == null ? List.of() : List.copyOf(prepared);
    events = events == null ? List.of() : List.copyOf(events);
  }

  public boolean succeeded() {
    return state.equals("SUCCEEDED");
  }

  public boolean isBreached() {
    return state.equals(BREACHED);
  }

  /**
   * Whether the job has ended, as far as its submitter or a follower saw.
   *
   * @return false if it runs, or if its submitter died before it ended
   */
  public JobFacts ended(
      String newState, String newFailure, String newFinished, Map<String, Long> counters) {
    return new JobFacts(
        id,
        runId,
        hbenchVersion,
        tasks,
        newState,
        newFailure,
        started,
        newFinished,
        counters,
        before,
        after,
        handOver,
        prepared,
        events);
  }

  /**
   * The same job, succeeded.
   *
   * @param finished ISO 8601 with zone
   * @param counters may be null
   */
  public JobFacts breached() {
    return ended(BREACHED, failure, finished, counters);
  }

  /** The same job with its end. */
  public JobFacts with(HandOver newHandOver) {
    return new JobFacts(
        id,
        runId,
        hbenchVersion,
        tasks,
        state,
        failure,
        started,
        finished,
        counters,
        before,
        after,
        newHandOver,
        prepared,
        events);
  }

  /** The same job, killed because an objective was missed. */
  public JobFacts with(ServerFacts newAfter, List<ServerEvent> newEvents) {
    return new JobFacts(
        id,
        runId,
        hbenchVersion,
        tasks,
        state,
        failure,
        started,
        finished,
        counters,
        before,
        newAfter,
        handOver,
        prepared,
        newEvents);
  }

  /** The same job, with what was done to the table. */
  public JobFacts with(List<PreparedStep> newPrepared) {
    return new JobFacts(
        id,
        runId,
        hbenchVersion,
        tasks,
        state,
        failure,
        started,
        finished,
        counters,
        before,
        after,
        handOver,
        newPrepared,
        events);
  }
}
