package io.hbench.outage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * State of a region in an {@link OutageWatch}.
 *
 * <p>Its frontier is the sending time of the latest request that was answered in time. A request
 * that went wrong is followed by an answer when the frontier passes its own sending time. Where the
 * frontier jumps, the region had not answered in time: such gaps are kept, because a request that
 * was sent in one may be known to have gone wrong only long after it, by a timeout.
 */
final class RegionState {
  /** Gaps without wrong requests that are kept: the longest ones. */
  private static final int MAX_GAPS = 8;

  private final OutageWatch watch;
  private final String region;

  /** Answers in time to requests that were sent before this time change nothing. */
  private volatile long quietUntil = Long.MIN_VALUE;

  private Long frontier;
  private final List<Gap> gaps = new ArrayList<>(0);

  /** Length from which a gap is kept. */
  private long worthKeeping;

  /** Wrong requests beyond the frontier; null without any. */
  private Wrong open;

  /** Time between two answers in time: no request that was sent in it had an earlier one. */
  private static final class Gap {
    private final Long up;
    private final long recovered;
    private final long to;

    /** Null without wrong requests. */
    private Wrong wrong;

    Gap(Long up, long recovered, long to) {
      this.up = up;
      this.recovered = recovered;
      this.to = to;
    }

    boolean covers(long sent) {
      return (up == null || sent >= up) && sent < recovered;
    }

    long length() {
      return up == null ? Long.MAX_VALUE : recovered - up;
    }
  }

  /** Requests that went wrong one after the other. */
  private static final class Wrong {
    private String server;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long lastDone;
    private boolean lastAnswered;
    private boolean failed;
    private final Map<String, Long> operations = new HashMap<>(2);

    void add(String meantFor, String operation, long sent, long done, boolean answered) {
      if (sent < first) {
        first = sent;
        server = meantFor;
      }
      if (sent >= last) {
        last = sent;
        lastDone = done;
        lastAnswered = answered;
      }
      failed |= !answered;
      operations.merge(operation, 1L, Long::sum);
    }
  }

  RegionState(OutageWatch watch, String region) {
    this.watch = watch;
    this.region = region;
    this.worthKeeping = watch.shortest();
  }

  /** A request was answered in time. */
  void answered(long sent, long done) {
    if (sent >= quietUntil) {
      advance(sent, done);
    }
  }

  private synchronized void advance(long sent, long done) {
    if (frontier != null && sent <= frontier) {
      return;
    }
    if (open != null && open.first < sent) {
      Wrong ended = open;
      open = ended.last > sent ? rest(ended) : null;
      end(new Gap(frontier, sent, done), ended);
    } else if (frontier == null || sent - frontier >= worthKeeping) {
      keep(new Gap(frontier, sent, done));
    }
    frontier = sent;
    quietUntil = open == null ? sent + watch.grain() : Long.MIN_VALUE;
  }

  /** Those of the requests that were sent after an answered one: the last one is known. */
  private static Wrong rest(Wrong all) {
    Wrong rest = new Wrong();
    rest.first = all.last;
    rest.last = all.last;
    rest.lastDone = all.lastDone;
    rest.lastAnswered = all.lastAnswered;
    rest.failed = !all.lastAnswered;
    rest.server = all.server;
    return rest;
  }

  /** Ends the outage of requests that went wrong, if it was one. */
  private void end(Gap gap, Wrong wrong) {
    if (gap.to - wrong.first < watch.shortest()) {
      if (gap.length() >= watch.shortest()) {
        keep(gap);
      }
    } else if (watch.list()) {
      gap.wrong = wrong;
      gaps.add(gap);
    }
  }

  /** Keeps a gap, in place of the shortest one if there are too many. */
  private void keep(Gap gap) {
    int quiet = 0;
    Gap least = gap;
    for (Gap one : gaps) {
      if (one.wrong == null) {
        quiet++;
        least = one.length() < least.length() ? one : least;
      }
    }
    if (quiet < MAX_GAPS) {
      gaps.add(gap);
    } else {
      worthKeeping = least.length() + 1;
      if (least != gap) {
        gaps.set(gaps.indexOf(least), gap);
      }
    }
  }

  /**
   * A request failed or took too long.
   *
   * @param answered whether it succeeded, too late
   */
  synchronized void wrong(String server, String operation, long sent, long done, boolean answered) {
    if (frontier == null || sent >= frontier) {
      open = open == null ? new Wrong() : open;
      open.add(server, operation, sent, done, answered);
      quietUntil = Long.MIN_VALUE;
      return;
    }
    Gap gap = gaps.stream().filter(g -> g.covers(sent)).findFirst().orElse(null);
    if (gap == null || (gap.wrong == null && gap.to - sent < watch.shortest())) {
      return; // the region answered others
    }
    if (gap.wrong != null || watch.list()) {
      worthKeeping = watch.shortest();
      gap.wrong = gap.wrong == null ? new Wrong() : gap.wrong;
      gap.wrong.add(server, operation, sent, done, answered);
    }
  }

  /** The outages, in no particular order; the last one may not have ended. */
  synchronized List<TaskOutage> outages() {
    List<TaskOutage> outages = new ArrayList<>();
    for (Gap gap : gaps) {
      if (gap.wrong != null) {
        outages.add(outage(gap.wrong, gap.up, gap.recovered, gap.to));
      }
    }
    if (open != null && open.lastAnswered) { // late, and no request came after it
      outages.add(outage(open, frontier, open.last + 1, open.lastDone));
    } else if (open != null && open.lastDone - open.first >= watch.shortest()) {
      outages.add(outage(open, frontier, null, null));
    }
    return outages;
  }

  private TaskOutage outage(Wrong wrong, Long up, Long recovered, Long to) {
    return new TaskOutage(
        region,
        wrong.server,
        up,
        wrong.first,
        wrong.last,
        wrong.lastDone,
        recovered,
        to,
        wrong.operations,
        wrong.failed,
        0);
  }
}
