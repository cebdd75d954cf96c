package io.hbench.report.slow;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** Two refreshes of HBase, each ten seconds and a round after the one before. */
  private static final double MAX_DISTANCE_MS = 25_000;

  private static final double MAX_PAUSE_DISTANCE_MS = 5_000;

  /** Counters of calls that HBase's client sends again. */
  private static final Map<Cause, String> SENT_AGAIN =
      Map.of(
          Cause.REGION_MOVED, ServerCounter.MOVED_CALLS,
          Cause.REGION_BUSY, ServerCounter.BUSY_CALLS,
          Cause.THROTTLED, ServerCounter.THROTTLED_CALLS);

  private final Map<String, ServerSamples.Server> servers;

  /**
   * @param samples empty if there are none
   */
  ServerPages(Optional<ServerSamples> samples) {
    servers =
        samples.stream()
            .flatMap(all -> all.servers().stream())
            .collect(Collectors.toMap(ServerSamples.Server::server, server -> server));
  }

  /**
   * The refreshes of a page that may have what ended in a time.
   *
   * @param certain whether they have it: the last one may have been before the end of the time
   * @param distanceMs how much longer their own time is
   */
  private record Refreshes(Series series, int first, int last, boolean certain, double distanceMs) {
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
      if (!reaches) {
        return Optional.empty();
      }
      double spanMs = series.atMs().get(last) - series.atMs().get(first - 1);
      boolean certain = earliest(series, last) > toMs;
      return Optional.of(new Refreshes(series, first, last, certain, spanMs - (toMs - fromMs)));
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

    Optional<Double> longest(String counter) {
      return values(counter).map(seconds -> MICROS * Collections.max(seconds));
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
    Optional<Refreshes> syncs = refreshes(samples, ServerCounter.LONGEST_SYNC, fromMs, toMs);
    Optional<Refreshes> reads = refreshes(samples, ServerCounter.LONGEST_READ, fromMs, toMs);
    Optional<Refreshes> jvm = Refreshes.of(samples.jvm(), fromMs, toMs);
    ServerTimes.Failed failed = failed(calls);
    return new ServerTimes(
        new ServerTimes.Coverage(
            calls.filter(Refreshes::hasAllCalls).isPresent(),
            Stream.of(calls, syncs, reads, jvm)
                .flatMap(Optional::stream)
                .allMatch(Refreshes::certain),
            Stream.of(calls, syncs, reads)
                .flatMap(Optional::stream)
                .allMatch(r -> r.distanceMs <= MAX_DISTANCE_MS)),
        calls.flatMap(c -> c.longest(ServerCounter.LONGEST_QUEUE)).orElse(0.0),
        calls.flatMap(c -> c.longest(ServerCounter.LONGEST_CALL)).orElse(0.0),
        syncs.flatMap(s -> s.longest(ServerCounter.LONGEST_SYNC)).orElse(null),
        reads.flatMap(r -> r.longest(ServerCounter.LONGEST_READ)).orElse(null),
        jvm.map(ServerPages::pauses).orElse(null),
        calls.map(c -> c.sum(ServerCounter.TIMED_CALLS)).orElse(0.0),
        calls.map(c -> c.sum(ServerCounter.LONG_QUEUES)).orElse(0.0) + failed.fullQueue(),
        calls.map(c -> c.sum(ServerCounter.LONG_CALLS)).orElse(0.0),
        failed);
  }

  private static ServerTimes.Failed failed(Optional<Refreshes> calls) {
    Map<Cause, Double> byCause = new EnumMap<>(Cause.class);
    SENT_AGAIN.forEach(
        (cause, counter) ->
            Optional.of(growth(calls, counter))
                .filter(number -> number > 0)
                .ifPresent(number -> byCause.put(cause, number)));
    double fullQueue = growth(calls, ServerCounter.REFUSED_CALLS);
    double known = fullQueue + byCause.values().stream().mapToDouble(n -> n).sum();
    double all = growth(calls, ServerCounter.FAILED_CALLS);
    return new ServerTimes.Failed(fullQueue, byCause, Math.max(0, all - known));
  }

  /** Null if the JVM does not tell, or was restarted. */
  private static ServerTimes.Pauses pauses(Refreshes jvm) {
    double sum = MICROS * jvm.growth(ServerCounter.GC_SECONDS);
    double number = jvm.growth(ServerCounter.GC_PAUSES);
    if (jvm.values(ServerCounter.GC_SECONDS).isEmpty() || sum < 0) {
      return null;
    }
    boolean near = jvm.distanceMs <= MAX_PAUSE_DISTANCE_MS;
    return new ServerTimes.Pauses(sum, near && number > 0 ? sum / number : 0);
  }

  private static Optional<Refreshes> refreshes(
      ServerSamples.Server samples, String counter, double fromMs, double toMs) {
    return samples.hbase().values().stream()
        .filter(series -> series.counters().containsKey(counter))
        .findFirst()
        .flatMap(series -> Refreshes.of(series, fromMs, toMs));
  }

  private static double growth(Optional<Refreshes> refreshes, String counter) {
    return refreshes.map(r -> Math.max(0, r.growth(counter))).orElse(0.0);
  }
}
