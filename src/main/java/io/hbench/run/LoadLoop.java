package io.hbench.run;

import io.hbench.data.KeySequence;
import io.hbench.data.Seeds;
import io.hbench.latency.Recorder;
import io.hbench.latency.Series;
import io.hbench.latency.Window;
import io.hbench.op.Client;
import io.hbench.op.ErrorKind;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Outcome;
import io.hbench.op.Request;
import io.hbench.op.RowShape;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.DiscreteProbabilityCollectionSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * One thread of a task: draw a key, make a request, send it, wait for it, record it. A closed loop:
 * the next request is sent when the last one is answered.
 */
final class LoadLoop implements Runnable {
  /** The kind of a request that had no answer when the run was over. */
  static final String UNFINISHED = "Unfinished";

  private static final Outcome NOTHING = new Outcome(0, 0, 0);

  private final Client client;
  private final Clock clock;
  private final Recorder recorder;
  private final Tally tally;
  private final BooleanSupplier ended;
  private final Window window;
  private final long requests;
  private final Supplier<OperationType> mix;
  private final Map<OperationType, Operation> operations = new EnumMap<>(OperationType.class);
  private final KeySequence keys;
  private final KeySequence newKeys;

  LoadLoop(
      RunSpec spec,
      TaskSpec task,
      int thread,
      RowShape shape,
      Client client,
      Clock clock,
      Recorder recorder,
      Tally tally,
      BooleanSupplier ended) {
    this.ended = ended;
    this.client = client;
    this.clock = clock;
    this.recorder = recorder;
    this.tally = tally;
    this.window = spec.window();
    this.requests = task.requests(thread, spec.threads()).orElse(Long.MAX_VALUE);
    long seed = Seeds.derive(spec.seed(), task.index());
    this.mix = sampler(task.mix(), Seeds.derive(seed, ~thread));
    for (Mix.Share share : task.mix().shares()) {
      operations.put(share.operation(), share.operation().create(shape));
    }
    this.keys =
        spec.everyRowOnce()
            ? KeySequence.once(task.range().part(thread, spec.threads()))
            : spec.keys().sequence(task.range(), thread, spec.threads(), seed);
    // dealt out like cards over all threads of all tasks: no two of them insert the same row
    long threadInAll = (long) task.index() * spec.threads() + thread;
    this.newKeys = KeySequence.steps(spec.rows() + threadInAll, spec.threadsInAll());
  }

  @Override
  public void run() {
    long firstSent = Long.MAX_VALUE;
    long lastDone = 0;
    long left = requests;
    // the first request is made before the start: loading classes takes longer than sending
    OperationType operation = mix.get();
    Request request = next(operation);
    clock.waitUntil(0);
    while (request != null && left > 0 && !ended.getAsBoolean()) {
      long sent = clock.nanos();
      if (sent >= window.end()) {
        break;
      }
      // between the two readings of the clock there is one request and nothing else
      Outcome outcome = NOTHING;
      Throwable failure = null;
      try {
        outcome = request.send(client).join();
      } catch (CompletionException e) {
        failure = e.getCause();
      }
      long done = clock.nanos();

      firstSent = Math.min(firstSent, sent);
      lastDone = done;
      if (window.contains(sent)) {
        record(operation, sent, done, outcome, failure);
        left--;
      } else {
        tally.warmup();
      }
      operation = mix.get();
      request = next(operation);
    }
    recorder.close();
    tally.span(firstSent, lastDone);
  }

  /** Null if there are no rows left. */
  private Request next(OperationType operation) {
    KeySequence rows = operation.rows() == OperationType.Rows.NEW ? newKeys : keys;
    return rows.hasNext() ? operations.get(operation).next(rows) : null;
  }

  private void record(
      OperationType operation, long sent, long done, Outcome outcome, Throwable failure) {
    String kind = Series.OK;
    if (failure == null) {
      tally.ok(outcome.rows(), outcome.empty());
    } else {
      tally.failed();
      kind = ended.getAsBoolean() ? UNFINISHED : ErrorKind.of(failure);
    }
    recorder.record(
        operation.toString(),
        kind,
        sent,
        done - sent,
        -1, // no schedule, no intended time, no response time
        outcome.rows(),
        outcome.empty(),
        outcome.bytes());
  }

  private static Supplier<OperationType> sampler(Mix mix, long seed) {
    List<OperationType> types = mix.shares().stream().map(Mix.Share::operation).toList();
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
