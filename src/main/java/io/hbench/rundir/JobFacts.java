package io.hbench.rundir;

import java.util.List;
import java.util.Map;

/**
 * What the submitter knows: the file {@code job.json}. It is written when the job was submitted and
 * again when it has ended, so a run whose submitter died has the first version.
 *
 * @param state RUNNING, or how it ended: SUCCEEDED, FAILED, KILLED, or {@link #BREACHED}
 * @param failure in one line, or null
 * @param started ISO 8601 with zone
 * @param finished likewise, or null
 * @param counters hbench's own, of the whole job, or null
 * @param before what the servers said before the job, or null where there is no table
 * @param after likewise
 * @param handOver of a bulk load, or null
 * @param prepared what was done to the table before the job of run, or after that of load
 * @param events what changed at the servers while the job ran, the first thousand
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

  /** Killed because an objective was broken. */
  public static final String BREACHED = "BREACHED";

  /**
   * HFiles that the servers took over.
   *
   * @param seconds that it took
   */
  public record HandOver(int files, long bytes, double seconds) {}

  /** Absent in a file is none. */
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

  /** The same job, when it has ended. */
  public JobFacts ended(
      String newState, String newFailure, String newFinished, Map<String, Long> newCounters) {
    return new JobFacts(
        id,
        runId,
        hbenchVersion,
        tasks,
        newState,
        newFailure,
        started,
        newFinished,
        newCounters,
        before,
        after,
        handOver,
        prepared,
        events);
  }

  /** The same job, which was killed because an objective was broken. */
  public JobFacts breached() {
    return ended(BREACHED, failure, finished, counters);
  }

  /** The same job, when its HFiles are in the table. */
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

  /** The same job, with what the servers say after it, and what changed meanwhile. */
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
