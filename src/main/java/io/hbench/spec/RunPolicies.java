package io.hbench.spec;

import io.hbench.settings.Objective;
import io.hbench.settings.Place;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Start conditions, objectives, and conditions for an early end of a run.
 *
 * @param place where tasks run
 * @param startTimeout longest wait at the start barrier
 * @param allowWaves whether the run starts without missing tasks after the timeout
 * @param lostTasks share of the tasks that may be lost after the start, from 0 to 1
 * @param abortAbove share of failed requests above which the run ends
 * @param abortOnBreach whether the first interval that misses an objective ends the run
 * @param detach whether the submitter exits after the submission
 * @param submitterTimeout time after which tasks end whose submitter is gone, without detach
 * @param deadline longest time from the submission to the end of the job
 * @param jdk archive of the JDK that the containers start with
 */
public record RunPolicies(
    Optional<Place> place,
    Duration startTimeout,
    boolean allowWaves,
    double lostTasks,
    Optional<Double> abortAbove,
    List<Objective> objectives,
    boolean abortOnBreach,
    boolean detach,
    Duration submitterTimeout,
    Optional<Duration> deadline,
    Optional<String> jdk) {

  public RunPolicies {
    objectives = List.copyOf(objectives);
    if (abortOnBreach && objectives.stream().noneMatch(Objective::isOfIntervals)) {
      throw Settings.ABORT_ON_BREACH.bad(
          "true",
          "needs an objective of every interval",
          "--objective 'throughput > 5k every interval after 30s'");
    }
  }
}
