package io.hbench.report.slow;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The maxima on the metrics pages of the region servers, by time. HBase shows what ended between
 * its last two refreshes; of a refresh is known when it was first seen, and how old it was at most.
 */
final class ServerPages {
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  /** Calls that end while HBase takes its figures are counted with the next ones. */
  private static final double MAX_MISSED = 5;

  private static final double MAX_MISSED_SHARE = 0.01;

  private final Map<String, ServerSamples.Server> servers;

  /**
   * @param samples empty if nobody took any
   */
  ServerPages(Optional<ServerSamples> samples) {
    servers =
        samples.stream()
            .flatMap(all -> all.servers().stream())
            .collect(Collectors.toMap(ServerSamples.Server::server, server -> server));
  }

  /** The refreshes of a page that may have what ended in a time. */
  private record Refreshes(Series series, int first, int last) {
    static Optional<Refreshes> of(Series series, double fromMs, double toMs) {
      int first = 1; // it is unknown from when on the first one is
      while (first < series.size() && series.atMs().get(first) + series.errorMs() < fromMs) {
        first++;
      }
      int last = first;
      while (last + 1 < series.size() && earliest(series, last) <= toMs) {
        last++;
      }
      boolean reaches =
          first < series.size()
              && series.atMs().get(first - 1) <= fromMs
              && series.atMs().get(last) >= toMs;
      return reaches ? Optional.of(new Refreshes(series, first, last)) : Optional.empty();
    }

    /** The earliest time at which a refresh may have been. */
    private static double earliest(Series series, int refresh) {
      double age = values(series, ServerCounter.AGE).map(ages -> ages.get(refresh)).orElse(0.0);
      return series.atMs().get(refresh) - MILLIS * age - series.errorMs();
    }

    private static Optional<List<Double>> values(Series series, String counter) {
      return Optional.ofNullable(series.counters().get(counter));
    }

    private Optional<List<Double>> values(String counter) {
      return values(series, counter).map(all -> all.subList(first, last + 1));
    }

    double longest(String counter) {
      return values(counter).stream()
          .flatMap(List::stream)
          .mapToDouble(seconds -> MICROS * seconds)
          .max()
          .orElse(0);
    }

    double sum(String counter) {
      return values(counter).stream().flatMap(List::stream).mapToDouble(n -> n).sum();
    }

    double growth(String counter) {
      return values(series, counter).map(all -> all.get(last) - all.get(first - 1)).orElse(0.0);
    }

    /** Whether all calls that ended are in the maxima. */
    boolean hasAllCalls() {
      double calls = growth(ServerCounter.QUEUED_CALLS);
      double missed = calls - sum(ServerCounter.TIMED_CALLS);
      return values(ServerCounter.LONGEST_QUEUE).isPresent()
          && values(ServerCounter.LONGEST_CALL).isPresent()
          && calls >= 0
          && missed <= MAX_MISSED + MAX_MISSED_SHARE * calls;
    }
  }

  /**
   * What is known of the calls of a server that ended in a time.
   *
   * @param server null if it is unknown
   * @param fromMs in milliseconds of the reference clock
   */
  ServerTimes within(String server, double fromMs, double toMs) {
    ServerSamples.Server samples = server == null ? null : servers.get(server);
    if (samples == null) {
      return ServerTimes.UNKNOWN;
    }
    Optional<Refreshes> calls = refreshes(samples, ServerCounter.LONGEST_QUEUE, fromMs, toMs);
    double refused = growth(calls, ServerCounter.REFUSED_CALLS);
    return new ServerTimes(
        calls.filter(Refreshes::hasAllCalls).isPresent(),
        longest(calls, ServerCounter.LONGEST_QUEUE),
        longest(calls, ServerCounter.LONGEST_CALL),
        longest(
            refreshes(samples, ServerCounter.LONGEST_SYNC, fromMs, toMs),
            ServerCounter.LONGEST_SYNC),
        longest(
            refreshes(samples, ServerCounter.LONGEST_READ, fromMs, toMs),
            ServerCounter.LONGEST_READ),
        MICROS * growth(Refreshes.of(samples.jvm(), fromMs, toMs), ServerCounter.GC_SECONDS),
        calls.map(c -> c.sum(ServerCounter.TIMED_CALLS)).orElse(0.0),
        calls.map(c -> c.sum(ServerCounter.LONG_QUEUES)).orElse(0.0) + refused,
        refused,
        calls.map(c -> c.sum(ServerCounter.LONG_CALLS)).orElse(0.0));
  }

  private static Optional<Refreshes> refreshes(
      ServerSamples.Server samples, String counter, double fromMs, double toMs) {
    return samples.hbase().values().stream()
        .filter(series -> series.counters().containsKey(counter))
        .findFirst()
        .flatMap(series -> Refreshes.of(series, fromMs, toMs));
  }

  private static double longest(Optional<Refreshes> refreshes, String counter) {
    return refreshes.map(r -> r.longest(counter)).orElse(0.0);
  }

  private static double growth(Optional<Refreshes> refreshes, String counter) {
    return refreshes.map(r -> Math.max(0, r.growth(counter))).orElse(0.0);
  }
}
