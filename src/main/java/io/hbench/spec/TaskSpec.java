package io.hbench.spec;

import io.hbench.client.KeySpan;
import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.KeySpace;
import io.hbench.data.NewestRows;
import io.hbench.data.Seeds;
import io.hbench.row.RowRequests;
import io.hbench.settings.KeyScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a run that one map task performs.
 *
 * @param index number of the task, from 0, over all assignments
 * @param range the part of the rows; the tasks of each assignment cover every row exactly once
 * @param requests measured requests of the task, if a number of them ends the run
 * @param rows requested rows of the task, if a number of them ends the run
 */
public record TaskSpec(
    int index, Mix mix, KeyRange range, Optional<Long> requests, Optional<Long> rows) {

  /** The tasks of a run, in order; the plan is the same on every machine. */
  public static List<TaskSpec> plan(RunSpec spec) {
    List<TaskSpec> plan = new ArrayList<>(spec.tasks());
    for (Assignment assignment : spec.assignments()) {
      for (int i = 0; i < assignment.tasks(); i++) {
        int index = plan.size();
        plan.add(
            new TaskSpec(
                index,
                assignment.mix(),
                spec.keys().range().part(i, assignment.tasks()),
                spec.limit().requests().map(all -> share(all, index, spec.tasks())),
                spec.limit().rows().map(all -> share(all, index, spec.tasks()))));
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

  /**
   * The sequence of rows that a thread requests.
   *
   * @param newest the newest rows of the table that the thread knows
   * @param reads whether it reads them; regions may have other weights for that
   */
  public KeySequence keys(RunSpec spec, int thread, NewestRows newest, boolean reads) {
    long threadSeed = Seeds.derive(spec.taskSeed(index), thread);
    KeySpace space =
        new KeySpace(rows(spec), share(spec, thread), commonSeed(spec), threadSeed, newest);
    KeyDistribution keys = spec.keys().distribution();
    if (spec.command().isEveryRowOnce()) {
      return keys.once(space, spec.rowsToProcess(space.share()));
    }
    int stride = spec.keys().stride();
    if (stride > 1) { // of keys that are sequential, and without weights of regions
      return KeySequence.cycle(space.walked(), stride);
    }
    return spec.keys()
        .regions()
        .map(regions -> regions.sequence(space, reads, keys::sequence))
        .orElseGet(() -> keys.sequence(space));
  }

  /**
   * The seed of what all threads agree on: a permuted order is drawn for each run; hot rows belong
   * to the data and stay.
   */
  private static long commonSeed(RunSpec spec) {
    return spec.keys().distribution().type() == KeyDistributionType.PERMUTED
        ? spec.data().drawSeed()
        : spec.data().seed();
  }

  /**
   * The keys that the task asks for: those from the first to the last of its rows, or all if keys
   * do not sort like rows. Rows that it inserts have keys outside.
   *
   * @param made makes the keys
   */
  public KeySpan keySpan(RunSpec spec, RowRequests made) {
    KeyRange rows = rows(spec);
    boolean sorted =
        spec.replay().isEmpty() && (spec.keys().isSampled() || spec.keys().format().isOrdered());
    return sorted && !spec.writesMeta() && !rows.isEmpty()
        ? KeySpan.between(made.key(rows.first()), made.key(rows.end() - 1))
        : KeySpan.all();
  }

  /** The rows that the task's threads draw from. */
  private KeyRange rows(RunSpec spec) {
    return switch (spec.keys().scope()) {
      case PARTITIONED -> range;
      case TABLE_WIDE -> spec.keys().range();
      // that of the first thread of the first task
      case SHARED -> spec.keys().range().part(0, Math.toIntExact(spec.totalThreads()));
    };
  }

  /**
   * A thread's share of the rows: all of them, or a part where threads partition the rows or the
   * places of their random order.
   */
  private KeyRange share(RunSpec spec, int thread) {
    return arePartitioned(spec) ? range.part(thread, spec.load().threads()) : rows(spec);
  }

  /** The rows that a thread scans in order, for operations that walk a range. */
  public KeyRange own(RunSpec spec, int thread) {
    return spec.keys().scope() == KeyScope.PARTITIONED
        ? range.part(thread, spec.load().threads())
        : rows(spec);
  }

  private static boolean arePartitioned(RunSpec spec) {
    return spec.keys().scope() == KeyScope.PARTITIONED
        || (spec.keys().scope() == KeyScope.TABLE_WIDE
            && spec.keys().distribution().type() == KeyDistributionType.PERMUTED);
  }

  /**
   * A thread's share of the row budget. A multiple of all rows makes each thread request its own
   * rows as often.
   */
  public Optional<Long> rowBudget(RunSpec spec, int thread) {
    if (spec.limit().rows().isEmpty()) {
      return rows;
    }
    long all = spec.limit().rows().get();
    boolean everyRowSeveralTimes = arePartitioned(spec) && all % spec.rows() == 0;
    return everyRowSeveralTimes && spec.assignments().size() == 1
        ? Optional.of(share(spec, thread).size() * (all / spec.rows()))
        : rows.map(ofTask -> share(ofTask, thread, spec.load().threads()));
  }
}
