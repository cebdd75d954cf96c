package io.hbench.compare;

import io.hbench.rundir.RunDirectory;
import java.util.List;

/**
 * Runs of the same thing: the repeats of a step of a suite, or a run alone.
 *
 * @param name of the step and the rung of its ladder; empty for what has none
 * @param leftOut runs that failed, each with the reason
 */
public record RunSet(String name, List<RunDirectory> runs, List<String> leftOut) {

  public RunSet {
    runs = List.copyOf(runs);
    leftOut = List.copyOf(leftOut);
  }
}
