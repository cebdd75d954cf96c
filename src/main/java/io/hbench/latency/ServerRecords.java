package io.hbench.latency;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Records of the requests that a task has sent to one region server. */
final class ServerRecords {
  private final RecordPool pool;

  /** By operation: successes. */
  private final Map<String, Successes> successes = new HashMap<>();

  private final Map<Series, LatencyRecord> failures = new HashMap<>();

  /** Those of the last request: most often, the next one has the same operation. */
  private String lastOperation;

  private Successes last;

  ServerRecords(RecordPool pool) {
    this.pool = pool;
  }

  /**
   * Adds a request of a buffer.
   *
   * @param i its number
   * @param ok whether it succeeded
   * @param nanos when, since the start of the window
   */
  void add(ServerRecorder.Requests requests, int i, boolean ok, long nanos) {
    String operation = requests.operations[i];
    long service = requests.serviceNanos[i];
    long response = requests.responseNanos[i];
    if (!ok) {
      String outcome = requests.outcomes[i];
      fail(Series.of(operation, Timing.SERVICE, outcome), service);
      if (response >= 0) {
        fail(Series.of(operation, Timing.RESPONSE, outcome), response);
      }
      return;
    }
    Successes of = successes(operation);
    of.service.add(service);
    if (response >= 0) {
      of.response.add(response);
    }
    of.blocks.add(nanos, Math.max(1, service));
  }

  @SuppressWarnings("ReferenceEquality") // another object of the same name is looked up
  private Successes successes(String operation) {
    if (operation != lastOperation) {
      last = successes.computeIfAbsent(operation, o -> new Successes());
      lastOperation = operation;
    }
    return last;
  }

  private void fail(Series series, long nanos) {
    failures.computeIfAbsent(series, s -> LatencyRecord.sparse()).record(nanos, 0, 0, 0);
  }

  /** By operation, sorted. */
  Map<String, TimeBlocks> blocks() {
    Map<String, TimeBlocks> all = new TreeMap<>();
    successes.forEach((operation, of) -> all.put(operation, of.blocks));
    return all;
  }

  void writeTo(String server, Recording.Sink sink) throws IOException {
    Map<Series, LatencyRecord> all = new TreeMap<>(failures);
    successes.forEach(
        (operation, of) -> {
          of.service.addTo(all, Series.of(operation, Timing.SERVICE, Series.OK));
          of.response.addTo(all, Series.of(operation, Timing.RESPONSE, Series.OK));
        });
    for (Map.Entry<Series, LatencyRecord> e : all.entrySet()) {
      sink.accept(e.getKey().ofServer(server), e.getValue());
    }
  }

  /** Successful requests of an operation. */
  private final class Successes {
    private final Latencies service = new Latencies();
    private final Latencies response = new Latencies();
    private final TimeBlocks blocks = new TimeBlocks();
  }

  /** Latencies, in a fast record as far as the pool and its limit go, and in a sparse one. */
  private final class Latencies {
    private LatencyRecord fast;
    private LatencyRecord sparse;

    void add(long nanos) {
      if (fast == null && sparse == null) {
        fast = pool.take();
      }
      if (fast != null && nanos <= LatencyRecord.LIMIT) {
        fast.record(nanos, 0, 0, 0);
        return;
      }
      if (sparse == null) {
        sparse = LatencyRecord.sparse();
      }
      sparse.record(nanos, 0, 0, 0);
    }

    void addTo(Map<Series, LatencyRecord> all, Series series) {
      if (fast == null && sparse == null) {
        return;
      }
      LatencyRecord sum = new LatencyRecord();
      if (fast != null) {
        sum.add(fast);
      }
      if (sparse != null) {
        sum.add(sparse);
      }
      all.put(series, sum);
    }
  }
}
