package io.hbench.run;

import io.hbench.data.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one map task is to do.
 *
 * @param index from 0, over all assignments
 * @param range its part of the rows: the tasks of each assignment cover every row exactly once
 * @param requests how many requests it measures, if a number of them ends the run
 * @param draws how many rows it asks for, if a number of them ends the run
 */
public record TaskSpec(
    int index, Mix mix, KeyRange range, Optional<Long> requests, Optional<Long> draws) {

  /** All tasks of a run, in order. Plan and spec are the same wherever they are computed. */
  public static List<TaskSpec> plan(RunSpec spec) {
    List<TaskSpec> plan = new ArrayList<>(spec.tasks());
    for (Assignment assignment : spec.assignments()) {
      for (int i = 0; i < assignment.tasks(); i++) {
        int index = plan.size();
        plan.add(
            new TaskSpec(
                index,
                assignment.mix(),
                spec.range().part(i, assignment.tasks()),
                spec.limit().requests().map(all -> share(all, index, spec.tasks())),
                spec.limit().draws().map(all -> share(all, index, spec.tasks()))));
      }
    }
    return plan;
  }

  private static long share(long all, int index, int parts) {
    return KeyRange.ofRows(all).part(index, parts).size();
  }

  /** A thread's share of the requests. */
  public Optional<Long> requests(int thread, int threads) {
    return requests.map(all -> share(all, thread, threads));
  }

  /** The rows that a thread has for its own. */
  KeyRange own(RunSpec spec, int thread) {
    return switch (spec.keyScope()) {
      case OWN -> range.part(thread, spec.threads());
      case TABLE -> spec.range();
      case SHARED -> spec.range().part(0, Math.toIntExact(spec.threadsInAll()));
    };
  }

  /**
   * A thread's share of the rows that are asked for. Where that is every row several times over, it
   * is each thread's own rows as often.
   *
   * @param own the rows that the thread has for its own
   */
  Optional<Long> draws(RunSpec spec, int thread, KeyRange own) {
    if (spec.limit().draws().isEmpty()) {
      return draws;
    }
    long all = spec.limit().draws().get();
    boolean passes = spec.keyScope() == KeyScope.OWN && all % spec.rows() == 0;
    return passes && spec.assignments().size() == 1
        ? Optional.of(own.size() * (all / spec.rows()))
        : draws.map(ofTask -> share(ofTask, thread, spec.threads()));
  }
}
