package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.Seeds;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.row.RowRequests;
import io.hbench.spec.Mix;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.DiscreteProbabilityCollectionSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Sequence of the requests of one thread. It depends on the seed alone, not on the servers or on
 * the time they take.
 */
final class RequestSequence extends LoopRequests {
  private final SideLoad load;
  private final List<Maker> makers;
  private final Supplier<Maker> mix;

  /** Makers without another request: a walk whose thread has no rows, or all at the end. */
  private final Set<Maker> ended = Collections.newSetFromMap(new IdentityHashMap<>());

  private final long maxRows;
  private final KeySequence keys;
  private final KeySequence keysToRead;
  private final KeySequence newKeys;
  private final TaskInserts.ThreadInserts inserts;

  private long rowsDrawn;

  /** Rows of the request if the run keeps an acknowledged-rows log, else none. */
  private List<KeyRange> logged = new ArrayList<>(1);

  private Maker maker;

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
    this.inserts = taskInserts.ofThread(thread);
    this.newKeys = counted(inserts, false);
    this.keys = keys(taskInserts, thread, false);
    this.keysToRead = spec.keys().regions().isPresent() ? keys(taskInserts, thread, true) : keys;
  }

  private KeySequence keys(TaskInserts taskInserts, int thread, boolean reads) {
    RunSpec spec = load.spec();
    return counted(
        load.task().keys(spec, thread, taskInserts.newest(), reads), spec.logsAcknowledgedRows());
  }

  /** A sequence that counts its rows, and ends when all such sequences reach the maximum. */
  private KeySequence counted(KeySequence rows, boolean logs) {
    return new KeySequence() {
      @Override
      public boolean hasNext() {
        return rowsDrawn < maxRows && rows.hasNext();
      }

      @Override
      public void beginRequest() {
        rows.beginRequest();
      }

      @Override
      public long next() {
        rowsDrawn++;
        long row = rows.next();
        if (logs) {
          log(row);
        }
        return row;
      }
    };
  }

  private void log(long row) {
    int last = logged.size() - 1;
    if (last >= 0 && logged.get(last).end() == row) {
      logged.set(last, new KeyRange(logged.get(last).first(), row + 1));
    } else {
      logged.add(new KeyRange(row, row + 1));
    }
  }

  /** Makes the next request. An operation that has none is left out from then on. */
  @Override
  void advance() {
    do {
      skip();
      KeySequence rows =
          maker.type.rows() == Rows.NEW
              ? newKeys
              : maker.type.effect() == Effect.READS ? keysToRead : keys;
      rowsBefore = rowsDrawn;
      insertsBefore = inserts.drawn();
      if (!logged.isEmpty()) { // a request in flight keeps the list
        logged = new ArrayList<>(1);
      }
      rows.beginRequest();
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
  @Override
  void skip() {
    maker = mix.get();
    operation = maker.name;
    request = null;
  }

  @Override
  List<KeyRange> rows() {
    return logged.isEmpty() ? List.of() : logged;
  }

  @Override
  long inserts() {
    return inserts.drawn() - insertsBefore;
  }

  @Override
  public void close() {
    makers.forEach(maker -> maker.operation.close());
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
