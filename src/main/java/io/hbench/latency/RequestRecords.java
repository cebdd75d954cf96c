package io.hbench.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records of the requests of one interval, or of one region server. */
final class RequestRecords {
  /** In the order of their first requests. There are few. */
  private final List<Kind> kinds = new ArrayList<>();

  /** That of the last request: most often, the next one is of the same. */
  private Kind last = new Kind("", "");

  /** Records of one operation with one outcome. */
  static final class Kind {
    private final String operation;
    private final String outcome;

    /**
     * Null without such times. A reference is written once: each time costs a memory fence, for the
     * garbage collector.
     */
    private LatencyRecord service;

    private LatencyRecord response;

    /** Null unless they were asked for. */
    private TimeBlocks blocks;

    private Kind(String operation, String outcome) {
      this.operation = operation;
      this.outcome = outcome;
    }

    private boolean is(String otherOperation, String otherOutcome) {
      return operation.equals(otherOperation) && outcome.equals(otherOutcome);
    }

    /** Adds a request of a buffer by its number. */
    void add(Recorder buffer, int i) {
      long serviceNanos = buffer.serviceNanos(i);
      if (serviceNanos >= 0) {
        if (service == null) {
          service = new LatencyRecord();
        }
        buffer.addTo(service, i, serviceNanos);
      }
      long responseNanos = buffer.responseNanos(i);
      if (responseNanos >= 0) {
        if (response == null) {
          response = new LatencyRecord();
        }
        buffer.addTo(response, i, responseNanos);
      }
    }

    /** The service times in blocks of time, besides. */
    TimeBlocks blocks() {
      if (blocks == null) {
        blocks = new TimeBlocks();
      }
      return blocks;
    }

    private void putInto(Map<Series, LatencyRecord> all) {
      if (service != null) {
        all.put(Series.of(operation, Timing.SERVICE, outcome), service);
      }
      if (response != null) {
        all.put(Series.of(operation, Timing.RESPONSE, outcome), response);
      }
    }
  }

  Kind of(String operation, String outcome) {
    if (!last.is(operation, outcome)) {
      last = among(operation, outcome);
    }
    return last;
  }

  private Kind among(String operation, String outcome) {
    for (Kind kind : kinds) {
      if (kind.is(operation, outcome)) {
        return kind;
      }
    }
    Kind first = new Kind(operation, outcome);
    kinds.add(first);
    return first;
  }

  /** The blocks of time that were asked for, by operation. */
  Map<String, TimeBlocks> blocks() {
    Map<String, TimeBlocks> all = new TreeMap<>();
    for (Kind kind : kinds) {
      if (kind.blocks != null) {
        all.put(kind.operation, kind.blocks);
      }
    }
    return all;
  }

  /** The records, sorted by series. */
  Map<Series, LatencyRecord> bySeries() {
    Map<Series, LatencyRecord> all = new TreeMap<>();
    kinds.forEach(kind -> kind.putInto(all));
    return all;
  }
}
