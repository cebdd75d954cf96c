package io.hbench.report.slow;

import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which requests are slow, and what made them slow.
 *
 * <p>A request is slow from a fixed time on. Its cause is the part of its service time that is
 * known to be the largest one: hiccups of the client that have half of it, or else what has half of
 * the rest, and no less than these hiccups. What is waiting is a cause whenever a request is slow;
 * what is the work of a request is one only if the request took ten times the median of its
 * operation: a scan that computes for a second is not slow among scans that do so.
 *
 * @param threshold service time of a slow request, in microseconds; empty for the usual one
 * @param medians of service times by operation, in microseconds
 * @param batches whether requests may be calls of several servers
 */
record SlowRule(Optional<Double> threshold, Map<String, Double> medians, boolean batches) {
  /** Pauses of a JVM and of a machine that is used by others are shorter, most of the time. */
  static final double MIN_MICROS = 100_000;

  /** Of the median: of exponentially distributed times, one in a thousand is longer. */
  static final double OUTLIER = 10;

  static final double HALF = 0.5;

  /** Share of the long calls of a time that makes a cause that of each of them. */
  private static final double NEARLY_ALL = 0.95;

  /** Share of all calls of a time that makes waiting in the queue the usual state. */
  private static final double MANY = 0.25;

  /** Of a maximum on a page: in ten seconds, a shorter sync or pause is nothing special. */
  private static final double MIN_PAGE_MICROS = 50_000;

  /** Servers show whole milliseconds. */
  private static final double ROUNDING_MICROS = 1_000;

  /** Operations whose requests are one call of one server each, if they are not batches. */
  private static final Set<Operations> ONE_CALL =
      Set.of(
          Operations.GET,
          Operations.EXISTS,
          Operations.PUT,
          Operations.INSERT,
          Operations.DELETE,
          Operations.INCREMENT,
          Operations.APPEND,
          Operations.CHECK_AND_PUT,
          Operations.CHECK_AND_MUTATE,
          Operations.CHECK_AND_DELETE);

  record Named(Cause cause, KnownFrom knownFrom) {}

  /**
   * The time of a request, in microseconds.
   *
   * @param client hiccups of the client in the time that the server does not account for
   */
  record Times(double service, double client) {
    boolean isOfClient() {
      return client >= HALF * service;
    }

    /** What makes a part of it, other than the client's, the largest one. */
    double enough() {
      return Math.max(client, HALF * (service - client));
    }

    /** What the server may have had if the way was the largest part. */
    double besideNetwork() {
      return service - client - enough();
    }
  }

  /**
   * Times in an entry of a slow log, in microseconds.
   *
   * @param network service time without the others and the client's hiccups
   * @param fileSystem null if the server does not tell
   */
  record Logged(double queue, double handler, double network, Double fileSystem) {}

  /** Service time of a slow request, in microseconds. */
  double minMicros() {
    return threshold.orElse(MIN_MICROS);
  }

  boolean isSlow(double serviceMicros) {
    return serviceMicros >= minMicros();
  }

  /** Whether a request is slow among those of its operation. */
  private boolean isOutlier(String operation, double service) {
    return service >= OUTLIER * medians.getOrDefault(operation, 0.0);
  }

  /**
   * The cause of a slow request.
   *
   * @param pages what the pages of its server tell of the time in which it was open
   * @param others number of slow requests to this server in this time, this one included
   */
  Optional<Named> cause(
      String operation, Times times, Optional<Logged> logged, ServerTimes pages, int others) {
    return named(operation, times, logged, pages, others)
        .filter(n -> n.cause.isWait() || isOutlier(operation, times.service));
  }

  private Optional<Named> named(
      String operation, Times times, Optional<Logged> logged, ServerTimes pages, int others) {
    double enough = times.enough();
    if (times.isOfClient()) {
      return Optional.of(new Named(Cause.CLIENT, KnownFrom.HICCUPS));
    }
    boolean atServer = logged.map(l -> l.queue + l.handler >= enough).orElse(true);
    if (atServer && mayWrite(operation) && isStuck(pages, enough) && !isOverloaded(pages)) {
      // handlers wait for the sync, and calls wait for these handlers
      return byPage(Cause.WAL);
    }
    return logged.isPresent()
        ? byLog(operation, logged.get(), enough, pages, others)
        : byPages(operation, times, pages, others).flatMap(SlowRule::byPage);
  }

  private static boolean isStuck(ServerTimes pages, double enough) {
    return pages.coverage().near() && pages.sync() != null && pages.sync() >= minOnPage(enough);
  }

  private static Optional<Named> byLog(
      String operation, Logged logged, double enough, ServerTimes pages, int others) {
    Cause cause = null;
    if (logged.fileSystem != null && logged.fileSystem >= enough) {
      cause = Cause.FILE_SYSTEM;
    } else if (Math.max(logged.queue, logged.handler) >= enough && isPaused(pages, enough)) {
      return byPage(Cause.SERVER_GC);
    } else if (logged.queue >= enough) {
      cause = Cause.QUEUE;
    } else if (logged.fileSystem == null && logged.handler >= enough) {
      return inHandler(operation, enough, pages).flatMap(SlowRule::byPage);
    } else if (logged.fileSystem != null && logged.handler - logged.fileSystem >= enough) {
      cause = Cause.HANDLER;
    } else if (logged.handler < enough && logged.network >= enough) {
      if (pages.failed().sentAgain() > 0) { // the entry is that of the last try
        return sentAgain(pages, pages.failed().sentAgain(), others).flatMap(SlowRule::byPage);
      }
      cause = Cause.NETWORK;
    }
    return Optional.ofNullable(cause).map(c -> new Named(c, KnownFrom.SLOW_LOG));
  }

  /** What remains possible if the longest calls of all were shorter. */
  private Optional<Cause> byPages(String operation, Times times, ServerTimes pages, int others) {
    double enough = times.enough();
    boolean queue = pages.failed().fullQueue() > 0 || mayReach(pages.queue(), enough);
    boolean handler = mayReach(pages.handler(), enough);
    double again = pages.failed().sentAgain();
    if (!queue && !handler && again == 0) {
      return pages.coverage().complete() && isOneCall(operation) && excludesServer(pages, times)
          ? Optional.of(Cause.NETWORK)
          : Optional.empty();
    }
    if (!pages.coverage().near()) {
      return Optional.empty();
    }
    if ((queue || handler) && isPaused(pages, enough)) {
      return Optional.of(Cause.SERVER_GC);
    }
    boolean certain = pages.coverage().certain();
    double queues = queue || !certain ? pages.longQueues() : 0;
    double calls = handler || !certain ? pages.longCalls() : 0;
    double all = queues + calls + again;
    if (!pages.coverage().complete() || all < others) {
      return Optional.empty(); // fewer calls than there are requests to explain
    }
    if (queues >= NEARLY_ALL * all) {
      return pages.failed().fullQueue() > 0 || mayReach(pages.queue(), minOnPage(enough))
          ? Optional.of(Cause.QUEUE)
          : Optional.empty();
    }
    if (calls >= NEARLY_ALL * all) {
      return mayReach(pages.handler(), minOnPage(enough))
          ? inHandler(operation, enough, pages)
          : Optional.empty();
    }
    return sentAgain(pages, all, others);
  }

  /**
   * Why HBase's client sent requests again.
   *
   * @param all number of calls that may be those of the requests
   */
  private static Optional<Cause> sentAgain(ServerTimes pages, double all, int others) {
    return pages.coverage().near()
        ? pages.failed().cause(Math.max(others, NEARLY_ALL * all))
        : Optional.empty();
  }

  /** What a request did in a handler: reading, or neither reading nor waiting for a sync. */
  private static Optional<Cause> inHandler(String operation, double enough, ServerTimes pages) {
    ServerTimes.Coverage coverage = pages.coverage();
    Double read = pages.fileRead();
    if (coverage.near() && read != null && mayReach(read, minOnPage(enough))) {
      return Optional.of(Cause.FILE_SYSTEM);
    }
    return coverage.certain()
            && isBelow(read, enough)
            && (isBelow(pages.sync(), enough) || !mayWrite(operation))
        ? Optional.of(Cause.HANDLER)
        : Optional.empty();
  }

  /** Whether pauses took as long: the mean, as the sum of short ones explains no request. */
  private static boolean isPaused(ServerTimes pages, double enough) {
    return pages.pauses() != null && pages.pauses().mean() >= minOnPage(enough);
  }

  /**
   * Whether the server had so little of a request that the way is the largest part. Calls that
   * arrive in a pause are neither in a queue nor in a handler.
   */
  private static boolean excludesServer(ServerTimes pages, Times times) {
    return pages.coverage().certain()
        && pages.pauses() != null
        && !mayReach(pages.queue() + pages.handler() + pages.pauses().sum(), times.besideNetwork());
  }

  /**
   * Whether calls wait for handlers all the time: a sync that is stuck for once holds all handlers,
   * and lets few of all calls wait.
   */
  private static boolean isOverloaded(ServerTimes pages) {
    return pages.longQueues() >= NEARLY_ALL * (pages.longQueues() + pages.longCalls())
        && pages.longQueues() >= MANY * pages.calls()
        && pages.longQueues() > 0;
  }

  private static boolean mayReach(double longest, double enough) {
    return longest + ROUNDING_MICROS >= enough;
  }

  /**
   * @param longest null if unknown
   */
  private static boolean isBelow(Double longest, double enough) {
    return longest != null && !mayReach(longest, enough);
  }

  /** Time from which on a maximum of some seconds says something about a request in them. */
  private static double minOnPage(double enough) {
    return Math.max(enough, MIN_PAGE_MICROS);
  }

  private static Optional<Named> byPage(Cause cause) {
    return Optional.of(new Named(cause, KnownFrom.METRICS_PAGE));
  }

  /** Those of users are unknown here, and may. */
  private static boolean mayWrite(String operation) {
    return Operations.builtIn(operation).map(o -> o.effect() != Effect.READS).orElse(true);
  }

  private boolean isOneCall(String operation) {
    return !batches && Operations.builtIn(operation).filter(ONE_CALL::contains).isPresent();
  }
}
