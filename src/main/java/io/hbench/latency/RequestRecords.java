package io.hbench.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records of the requests of one interval, or of one region server. */
final class RequestRecords {
  /** In the order of their first requests. There are few, and most often the first is wanted. */
  private final List<Kind> kinds = new ArrayList<>();

  /** Records of one operation with one outcome. */
  static final class Kind {
    private final String operation;
    private final String outcome;

    /** Null without such times. */
    private LatencyRecord service;

    private LatencyRecord response;

    private Kind(String operation, String outcome) {
      this.operation = operation;
      this.outcome = outcome;
    }

    private boolean is(String otherOperation, String otherOutcome) {
      return operation.equals(otherOperation) && outcome.equals(otherOutcome);
    }

    private void add(Samples samples, int i) {
      if (samples.serviceNanos[i] >= 0) {
        service = service == null ? new LatencyRecord() : service;
        record(service, samples.serviceNanos[i], samples, i);
      }
      if (samples.responseNanos[i] >= 0) {
        response = response == null ? new LatencyRecord() : response;
        record(response, samples.responseNanos[i], samples, i);
      }
    }

    private static void record(LatencyRecord record, long nanos, Samples samples, int i) {
      record.record(nanos, samples.rows[i], samples.notFound[i], samples.bytes[i]);
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

  /** Adds a request of a buffer by its number. */
  void add(Samples samples, int i) {
    of(samples.operations[i], samples.outcomes[i]).add(samples, i);
  }

  private Kind of(String operation, String outcome) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i).is(operation, outcome)) {
        return kinds.get(i);
      }
    }
    Kind first = new Kind(operation, outcome);
    kinds.add(first);
    return first;
  }

  /** The records, sorted by series. */
  Map<Series, LatencyRecord> bySeries() {
    Map<Series, LatencyRecord> all = new TreeMap<>();
    kinds.forEach(kind -> kind.putInto(all));
    return all;
  }
}
