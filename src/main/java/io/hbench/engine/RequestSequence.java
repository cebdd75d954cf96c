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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.DiscreteProbabilityCollectionSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * What one thread of a task sends, one request after the other: the same sequence each time,
 * whatever the servers do and however long they take.
 */
final class RequestSequence implements AutoCloseable {
  private final Supplier<OperationType> mix;
  private final Map<OperationType, Operation> operations = new HashMap<>();
  private final RowBudget budget;
  private final KeySequence keys;
  private final KeySequence newKeys;
  private final DrawnRows drawn;
  private final TaskInserts.ThreadInserts inserts;

  private long rowsBefore;
  private long insertsBefore;
  private OperationType operation;
  private Request request;

  RequestSequence(
      RunSpec spec, TaskSpec task, int thread, RowRequests rowRequests, TaskInserts taskInserts) {
    long seed = spec.taskSeed(task.index());
    this.mix = sampler(task.mix(), Seeds.derive(seed, ~thread));
    KeyRange own = task.own(spec, thread);
    // next to the seed of the thread's keys
    RowRequests ofThread = rowRequests.forThread(Seeds.derive(Seeds.derive(seed, thread), 0));
    for (Mix.Share share : task.mix().shares()) {
      operations.put(share.operation(), share.operation().create(ofThread, own));
    }
    this.budget = new RowBudget(task.rowBudget(spec, thread).orElse(Long.MAX_VALUE));
    KeySequence rows = task.keys(spec, thread, taskInserts.newest());
    this.drawn = new DrawnRows(rows);
    this.keys = budget.of(spec.logsAcknowledgedRows() ? drawn : rows);
    this.inserts = taskInserts.ofThread(thread);
    this.newKeys = budget.of(inserts);
  }

  /** Goes on to the next request, or to the first. */
  void advance() {
    skip();
    KeySequence rows = operation.rows() == Rows.NEW ? newKeys : keys;
    Operation maker = operations.get(operation);
    rowsBefore = budget.count();
    insertsBefore = inserts.drawn();
    drawn.clear();
    request = maker.hasNext(rows) ? maker.next(rows) : null;
    if (request != null) {
      operation = request.recordedAs(operation);
    }
  }

  /** Goes on to the next operation, and makes no request of it. */
  void skip() {
    operation = mix.get();
    request = null;
  }

  /** Whether there is a request: there is none when all rows have been drawn. */
  boolean hasOne() {
    return request != null;
  }

  Request request() {
    return request;
  }

  /** The rows that {@link #request()} writes, if it is known to write each row once; else none. */
  List<KeyRange> rows() {
    return drawn.ranges();
  }

  /** What {@link #request()} is recorded as. */
  OperationType operation() {
    return operation;
  }

  /** So many rows had been drawn before those of {@link #request()}. */
  long rowsBefore() {
    return rowsBefore;
  }

  /** So many new rows had been drawn before those of {@link #request()}. */
  long insertsBefore() {
    return insertsBefore;
  }

  /** So many new rows are in {@link #request()}. */
  long inserts() {
    return inserts.drawn() - insertsBefore;
  }

  @Override
  public void close() {
    operations.values().forEach(Operation::close);
  }

  /** Notes which rows are drawn for one request. */
  private static final class DrawnRows implements KeySequence {
    private final KeySequence rows;
    private List<KeyRange> ranges = List.of();
    private long first;
    private long end;

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
      if (row != end) {
        endRange();
        first = row;
      }
      end = row + 1;
      return row;
    }

    private void endRange() {
      if (first < end) {
        ranges = ranges.isEmpty() ? new ArrayList<>(1) : ranges;
        ranges.add(new KeyRange(first, end));
      }
      first = end;
    }

    private void clear() {
      ranges = List.of();
      first = end;
    }

    private List<KeyRange> ranges() {
      endRange();
      return ranges;
    }
  }

  private static Supplier<OperationType> sampler(Mix mix, long seed) {
    var types = mix.shares().stream().map(Mix.Share::operation).toList();
    if (types.size() == 1) {
      OperationType only = types.get(0);
      return () -> only;
    }
    double[] weights = mix.shares().stream().mapToDouble(Mix.Share::weight).toArray();
    return new DiscreteProbabilityCollectionSampler<>(
            RandomSource.XO_RO_SHI_RO_128_PP.create(seed), types, weights)
        ::sample;
  }
}
