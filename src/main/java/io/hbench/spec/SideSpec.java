package io.hbench.spec;

import io.hbench.latency.Side;
import java.util.Optional;

/**
 * A side of a duet, or the whole of another run.
 *
 * @param alternation the intervals of the side; empty unless the run is a duet
 */
public record SideSpec(RunSpec spec, Optional<Alternation> alternation) {

  /** The part of a task in this side, whose operations have names of their own. */
  public TaskSpec part(TaskSpec task) {
    return alternation.map(a -> task.with(named(task.mix(), a.side()))).orElse(task);
  }

  private static Mix named(Mix mix, Side side) {
    return new Mix(
        mix.shares().stream()
            .map(s -> new Mix.Share(new SideOperation(s.operation(), side), s.weight()))
            .toList());
  }
}
