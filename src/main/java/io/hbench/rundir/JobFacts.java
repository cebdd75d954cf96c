package io.hbench.rundir;

import java.util.Map;

/**
 * What the submitter knows: the file {@code job.json}. It is written when the job was submitted and
 * again when it has ended, so a run whose submitter died has the first version.
 *
 * @param state RUNNING, or how it ended: SUCCEEDED, FAILED, KILLED
 * @param failure in one line, or null
 * @param started ISO 8601 with zone
 * @param finished likewise, or null
 * @param counters hbench's own, of the whole job, or null
 * @param before what the servers said before the job, or null where there is no table
 * @param after likewise
 * @param handOver of a bulk load, or null
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
    HandOver handOver) {

  /**
   * HFiles that the servers took over.
   *
   * @param seconds that it took
   */
  public record HandOver(int files, long bytes, double seconds) {}

  public boolean succeeded() {
    return state.equals("SUCCEEDED");
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
        handOver);
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
        newHandOver);
  }

  /** The same job, with what the servers say after it. */
  public JobFacts with(ServerFacts newAfter) {
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
        handOver);
  }
}
