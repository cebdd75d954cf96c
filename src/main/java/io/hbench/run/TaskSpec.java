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
 * @param requests how many requests it measures, if a number ends the run
 */
public record TaskSpec(int index, Mix mix, KeyRange range, Optional<Long> requests) {

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
                spec.limit().requests().map(all -> share(all, index, spec.tasks()))));
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
}
