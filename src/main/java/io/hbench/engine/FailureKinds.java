package io.hbench.engine;

import io.hbench.client.Failure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kinds of failures of a task: the first ten kinds, and one for all others. Each kind takes memory
 * in counters and histograms, which must agree.
 */
final class FailureKinds {
  /** Maximum number of kinds besides {@link #OTHER}. */
  static final int MAX = 10;

  /** Kind of all failures whose own kind came too late. No exception has this name. */
  static final String OTHER = "other";

  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /** Returns the failure with its own kind or, if there are too many, with {@link #OTHER}. */
  Failure limit(Failure failure) {
    return known.contains(failure.kind()) || add(failure.kind())
        ? failure
        : new Failure(OTHER, failure.server(), failure.message());
  }

  private synchronized boolean add(String kind) {
    return known.contains(kind) || (known.size() < MAX && known.add(kind));
  }
}
