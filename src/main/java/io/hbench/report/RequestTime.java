package io.hbench.report;

import io.hbench.figure.Figure;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.Limit.Part;
import io.hbench.report.cost.OperationCost;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the mean service time of a request went, in microseconds, by the counters of the region
 * servers.
 *
 * @param mean of it all
 * @param median of it all
 * @param queue of the handlers
 * @param handlers in them
 * @param sync of the WAL, that a request waited for at least; a part of handlers, as the next two
 * @param reads of files, by position
 * @param cpu of the servers
 */
record RequestTime(
    double mean,
    double median,
    double queue,
    double handlers,
    double sync,
    double reads,
    double cpu) {
  /** More calls for each request are those of others, or go to several servers at a time. */
  private static final double MAX_CALLS = 1.2;

  /** Calls take no longer than their request, but for errors of the edges. */
  private static final double MAX_SUM = 1.1;

  private static final double MIN_MEAN = 3_000;

  /** Operations that make one call after the other. */
  private static final String IN_SEQUENCE = "(scan|check|verify|readModifyWrite).*";

  /**
   * The parts; empty unless servers tell all of them, for this run's requests alone.
   *
   * @param all requests of all operations
   * @param operations their names
   * @param isSynced whether its writes wait for the WAL
   */
  static Optional<RequestTime> of(
      OperationReport all, List<String> operations, OperationCost cost, boolean isSynced) {
    boolean isTold =
        has(cost, Figure.RPC_TIME)
            && has(cost, Figure.QUEUE_TIME)
            && (of(cost, Figure.WAL_SYNCS) == 0 || has(cost, Figure.WAL_SYNC_TIME))
            && (of(cost, Figure.FILE_SEEKS) == 0 || has(cost, Figure.FILE_READ_TIME));
    if (!isTold) {
      return Optional.empty();
    }
    double syncs = of(cost, Figure.WAL_SYNCS);
    RequestTime time =
        new RequestTime(
            all.service().mean(),
            all.service().p50() == null ? 0 : all.service().p50(),
            of(cost, Figure.QUEUE_TIME),
            of(cost, Figure.RPC_TIME),
            syncs == 0 || !isSynced
                ? 0
                : Math.min(1, of(cost, Figure.WAL_APPENDS))
                    * of(cost, Figure.WAL_SYNC_TIME)
                    / syncs,
            of(cost, Figure.FILE_READ_TIME),
            of(cost, Figure.SERVER_CPU));
    boolean isOfOneCall =
        of(cost, Figure.RPC_CALLS) <= MAX_CALLS
            || operations.stream().allMatch(name -> name.matches(IN_SEQUENCE));
    return isOfOneCall && time.queue + time.handlers <= MAX_SUM * time.mean
        ? Optional.of(time)
        : Optional.empty();
  }

  /** The larger parts first; none of short requests, as HBase would count 0 ms of most calls. */
  List<Part> parts() {
    if (mean < MIN_MEAN) {
      return List.of();
    }
    return Stream.of(
            part("queue of the handlers", queue),
            part("WAL", sync),
            part("reading files", reads),
            part("outside of the servers", outside()),
            part("handlers, for other work", handlers - sync - reads))
        .sorted(Comparator.comparingDouble(Part::share).reversed())
        .toList();
  }

  private Part part(String what, double micros) {
    return new Part(what, null, Math.max(0, micros / mean));
  }

  /** Of the mean. */
  double outside() {
    return mean - queue - handlers;
  }

  /**
   * Of the median: waits of some requests, such as those for a region that moves, are not in it.
   */
  double outsideOfMost() {
    return median - queue - handlers;
  }

  /** In handlers, without work, syncs and reads: for locks, for example. */
  double waits() {
    return handlers - sync - reads - cpu;
  }

  private static boolean has(OperationCost cost, Figure figure) {
    return cost.perOperation(figure).isPresent();
  }

  /** In microseconds, or a number, for each request; 0 if it is unknown. */
  private static double of(OperationCost cost, Figure figure) {
    return cost.perOperation(figure).orElse(0.0);
  }
}
