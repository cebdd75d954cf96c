package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.Seeds;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Request;
import io.hbench.row.RowRequests;
import io.hbench.spec.Mix;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.DiscreteProbabilityCollectionSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Sequence of the requests of one thread. It depends on the seed alone, not on the servers or on
 * the time they take.
 */
final class RequestSequence implements AutoCloseable {
  private final SideLoad load;
  private final List<Maker> makers;
  private final Supplier<Maker> mix;

  /** Makers without another request: a walk whose thread has no rows, or all at the end. */
  private final Set<Maker> ended = new HashSet<>();

  private final long maxRows;
  private final KeySequence keys;
  private final KeySequence newKeys;
  private final DrawnRows drawn;
  private final TaskInserts.ThreadInserts inserts;

  /** Number of rows drawn. */
  private long rowsDrawn;

  private Maker maker;

  /** The request that was made last; null after the last row. */
  Request request;

  /** Name of the operation under which the request is recorded. */
  String operation;

  /** Number of rows drawn before those of the request. */
  long rowsBefore;

  /** Number of new rows drawn before those of the request. */
  long insertsBefore;

  /**
   * Maker of the requests of an operation.
   *
   * @param name under which they are recorded
   */
  private record Maker(OperationType type, Operation operation, String name) {}

  RequestSequence(SideLoad load, int thread, TaskInserts taskInserts) {
    this.load = load;
    RunSpec spec = load.spec();
    TaskSpec task = load.task();
    long seed = spec.taskSeed(task.index());
    KeyRange own = task.own(spec, thread);
    // next to the seed of the thread's keys
    RowRequests ofThread =
        load.rowRequests().forThread(Seeds.derive(Seeds.derive(seed, thread), 0));
    this.makers =
        task.mix().shares().stream()
            .map(Mix.Share::operation)
            .map(type -> new Maker(type, type.create(ofThread, own), load.nameOf(type)))
            .toList();
    this.mix = sampler(task.mix(), Seeds.derive(seed, ~thread));
    this.maxRows = task.rowBudget(spec, thread).orElse(Long.MAX_VALUE);
    KeySequence rows = task.keys(spec, thread, taskInserts.newest());
    this.drawn = new DrawnRows(rows);
    this.keys = counted(spec.logsAcknowledgedRows() ? drawn : rows);
    this.inserts = taskInserts.ofThread(thread);
    this.newKeys = counted(inserts);
  }

  /** A sequence that counts its rows, and ends when all such sequences reach the maximum. */
  private KeySequence counted(KeySequence rows) {
    return new KeySequence() {
      @Override
      public boolean hasNext() {
        return rowsDrawn < maxRows && rows.hasNext();
      }

      @Override
      public long next() {
        rowsDrawn++;
        return rows.next();
      }
    };
  }

  /** Makes the next request. An operation that has none is left out from then on. */
  void advance() {
    do {
      skip();
      KeySequence rows = maker.type.rows() == Rows.NEW ? newKeys : keys;
      rowsBefore = rowsDrawn;
      insertsBefore = inserts.drawn();
      drawn.clear();
      if (maker.operation.hasNext(rows)) {
        request = maker.operation.next(rows);
        OperationType recorded = request.recordedAs(maker.type);
        operation = recorded == maker.type ? maker.name : load.nameOf(recorded);
      } else {
        ended.add(maker);
      }
    } while (request == null && ended.size() < makers.size());
  }

  /** Draws the next operation without making a request. */
  void skip() {
    maker = mix.get();
    operation = maker.name;
    request = null;
  }

  /** Rows of the request if the run keeps an acknowledged-rows log, else none. */
  List<KeyRange> rows() {
    return drawn.ranges.isEmpty() ? List.of() : drawn.ranges;
  }

  /** Number of new rows in the request. */
  long inserts() {
    return inserts.drawn() - insertsBefore;
  }

  @Override
  public void close() {
    makers.forEach(maker -> maker.operation.close());
  }

  /** Sequence that keeps the rows drawn for the current request. */
  private static final class DrawnRows implements KeySequence {
    private final KeySequence rows;
    private List<KeyRange> ranges = new ArrayList<>(1);

    DrawnRows(KeySequence rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public long next() {
      long row = rows.next();
      int last = ranges.size() - 1;
      if (last >= 0 && ranges.get(last).end() == row) {
        ranges.set(last, new KeyRange(ranges.get(last).first(), row + 1));
      } else {
        ranges.add(new KeyRange(row, row + 1));
      }
      return row;
    }

    /** Begins a new list, because a request in flight keeps the one before. */
    private void clear() {
      if (!ranges.isEmpty()) {
        ranges = new ArrayList<>(1);
      }
    }
  }

  private Supplier<Maker> sampler(Mix mix, long seed) {
    if (makers.size() == 1) {
      Maker only = makers.get(0);
      return () -> only;
    }
    double[] weights = mix.shares().stream().mapToDouble(Mix.Share::weight).toArray();
    return new DiscreteProbabilityCollectionSampler<>(
            RandomSource.XO_RO_SHI_RO_128_PP.create(seed), makers, weights)
        ::sample;
  }
}
