package io.hbench.spec;

import io.hbench.latency.Timing;
import io.hbench.settings.Command;
import io.hbench.settings.Objective;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;

/** Refuses objectives that a run can't be held against. */
final class ObjectiveChecks {
  private final RunSpec spec;

  ObjectiveChecks(RunSpec spec) {
    this.spec = spec;
  }

  /**
   * All of them.
   *
   * @throws UsageException for the first one that makes no sense
   */
  void all() {
    List<String> operations = spec.operations().map(Object::toString).toList();
    for (Objective objective : spec.objectives()) {
      objective
          .operation()
          .filter(name -> !operations.contains(name))
          .ifPresent(
              name -> {
                throw wrong(
                    objective,
                    "is of '" + name + "', which is not driven",
                    "one of " + String.join(", ", operations) + ", or none for all together");
              });
      if (objective.timing().filter(t -> t == Timing.RESPONSE).isPresent()
          && spec.rate().isEmpty()) {
        throw wrong(objective, "needs a rate: a closed loop has no response times", "--rate 5k");
      }
      objective
          .grace()
          .filter(grace -> spec.limit().time().filter(t -> grace.compareTo(t) >= 0).isPresent())
          .ifPresent(
              grace -> {
                throw wrong(objective, "begins when the run is over", "--for 5m");
              });
      if (spec.command() == Command.FINDMAX && objective.figure() == Objective.Figure.THROUGHPUT) {
        throw wrong(
            objective, "is what findmax looks for", "--objective 'p99 < 20ms' --start-rate 5k");
      }
    }
    if (spec.abortOnBreach() && spec.objectives().stream().noneMatch(Objective::isOfIntervals)) {
      throw new UsageException(
          "--abort-on-breach: no objective is of every interval; try --objective 'throughput > 5k"
              + " every interval after 30s'");
    }
  }

  private static UsageException wrong(Objective objective, String problem, String example) {
    return UsageException.badValue(Settings.OBJECTIVE.flag(), objective.text(), problem, example);
  }
}
