package io.hbench.compare;

import io.hbench.rundir.RunDirectory;
import java.util.List;

/**
 * Runs of the same load: the repeats of a suite's step, or a single run.
 *
 * @param name step and rung of its ladder; empty for runs outside a suite
 * @param siblings further runs, which lie beside the named ones
 * @param excluded runs that failed, each with the reason
 */
public record RunSet(
    String name, List<RunDirectory> runs, List<RunDirectory> siblings, List<String> excluded) {

  public RunSet(String name, List<RunDirectory> runs, List<String> excluded) {
    this(name, runs, List.of(), excluded);
  }
}
