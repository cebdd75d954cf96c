package io.hbench.report.phase;

import io.hbench.rundir.QuotaLimit;
import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * What a limit that the action {@code set-quota} has set did to the requests that it counts. Served
 * requests are those of this run that were answered in an interval, or the bytes of their cells.
 *
 * <p>A limit bites from the first interval on that begins ten of which at most one is more than a
 * tenth above the limit, and lets go likewise. It was put to the test only if the ten intervals
 * before it were above: a load that asks for less shows nothing.
 *
 * @param target what the limit is of: {@code table}, {@code user web}; null in old reports
 * @param limit requests or bytes per second, of all servers together
 * @param requests which of them count
 * @param bytes whether limit and served are bytes
 * @param t seconds from the start of the window to the end of the action
 * @param bitesSeconds from then until the limit bites; null if it does not
 * @param lateSeconds a limit that bites later than this is late
 * @param served requests or bytes per second while the limit bites; null if it does not
 * @param accuracy of the limit: served / limit
 * @param releaseSeconds from the end of {@code remove-quota} until the limit lets go; null without
 *     that action, or if it does not let go
 */
public record QuotaEffect(
    String target,
    double limit,
    QuotaLimit.Requests requests,
    boolean bytes,
    double t,
    Double bitesSeconds,
    double lateSeconds,
    Double served,
    Double accuracy,
    Double releaseSeconds,
    Verdict verdict) {
  private static final Pattern DONE =
      Pattern.compile("^(?:set-quota (.*)|remove-quota(?: (.*))?) done after ");
  private static final double MILLIS = 1e3;

  /** Consecutive intervals that make a level, and how many of them may differ. */
  private static final int LEVEL = 10;

  private static final int MAX_OUT = 1;

  /** HBase's limiters work with tokens of a second or less: what they let through is near. */
  private static final double NEAR = 0.1;

  /** HBase's clients wait after each refusal: less than the limit is served even by those. */
  private static final double HALF = 0.5;

  /** Whether a limit was kept. */
  public enum Verdict {
    HOLDS,
    /** Some servers had not read it after two of their refresh periods. */
    HOLDS_LATE,
    /** It bites, and less than half of it is served. */
    BELOW_THE_LIMIT,
    NO_EFFECT,
    /** The load was not above the limit before. */
    NOT_TRIED,
    UNKNOWN_TOO_FEW_INTERVALS,
    /** Of some operations, such as scans, it is not known how many requests HBase counts. */
    UNKNOWN_OPERATIONS,
    /** HBase counts the bytes of all blocks that a read looks at: more than those of its cells. */
    UNKNOWN_BLOCKS,
    /** Requests count in the interval in which they were due. */
    UNKNOWN_BY_A_RATE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The end of an action; without a limit if it removes those of the target. */
  private record At(double t, Optional<QuotaLimit> limit, QuotaLimit.Target target) {
    static At of(double t, MatchResult done) {
      Optional<QuotaLimit> limit = Optional.ofNullable(done.group(1)).flatMap(QuotaLimit::parse);
      return new At(
          t, limit, limit.map(QuotaLimit::target).orElse(QuotaLimit.Target.of(done.group(2))));
    }
  }

  /**
   * The effects of all limits that were set in a window, by their times.
   *
   * @param startMs start of the window by the clock of the events
   * @param seconds length of an interval
   * @param lateSeconds two periods in which servers read quotas: one of them may just have failed
   * @param served requests or bytes per second of all whole intervals of the window; null if it is
   *     not known how many HBase counts
   */
  public static List<QuotaEffect> of(
      List<ServerEvent> events,
      double startMs,
      double seconds,
      double lateSeconds,
      boolean hasRate,
      FailableFunction<QuotaLimit, double[], IOException> served)
      throws IOException {
    List<At> ends =
        events.stream()
            .filter(event -> event.kind() == ServerEvent.Kind.HOOK)
            .flatMap(
                event ->
                    DONE.matcher(event.description())
                        .results()
                        .map(done -> At.of((event.atMs() - startMs) / MILLIS, done)))
            .sorted(Comparator.comparing(At::t))
            .toList();
    List<QuotaEffect> effects = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      At set = ends.get(i);
      if (set.limit.isPresent() && set.t >= 0) {
        QuotaLimit limit = set.limit.get();
        double[] all = hasRate ? null : served.apply(limit);
        Verdict why = hasRate ? Verdict.UNKNOWN_BY_A_RATE : Verdict.UNKNOWN_OPERATIONS;
        At next = i + 1 < ends.size() ? ends.get(i + 1) : null;
        QuotaEffect effect =
            new QuotaEffect(
                limit.target().text(),
                limit.perSecond(),
                limit.requests(),
                limit.bytes(),
                set.t,
                null,
                lateSeconds,
                null,
                null,
                null,
                why);
        effects.add(all == null ? effect : effect.judged(set, next, all, seconds));
      }
    }
    return effects;
  }

  /**
   * @param next action that ends the limit, or null
   */
  private QuotaEffect judged(At at, At next, double[] served, double seconds) {
    double[] all = bySecond(served, seconds);
    double high = (1 + NEAR) * limit;
    int set = Math.min(all.length, (int) (t / seconds)); // it may be after the window
    int end = next == null ? all.length : Math.min(all.length, (int) (next.t / seconds));
    double[] before = Arrays.copyOfRange(all, Math.max(0, set - LEVEL), set);
    Integer first = first(all, set, end, high, true);
    Double rate = first == null ? null : Arrays.stream(served, first, end).average().orElse(0);
    boolean removed = next != null && next.limit.isEmpty() && next.target.equals(at.target);
    Integer released = removed ? first(all, end, all.length, high, false) : null;
    Double bites = first == null ? null : Math.max(0, first * seconds - t);
    return new QuotaEffect(
        target,
        limit,
        requests,
        bytes,
        t,
        bites,
        lateSeconds,
        rate,
        rate == null ? null : rate / limit,
        released == null ? null : Math.max(0, released * seconds - next.t),
        verdict(before, high, bites, rate, end - set));
  }

  /** Means of a second from each interval on: servers may let through a whole second's at once. */
  private static double[] bySecond(double[] served, double seconds) {
    int length = (int) Math.ceil(1 / seconds);
    return IntStream.range(0, served.length)
        .mapToDouble(
            i ->
                Arrays.stream(served, i, Math.min(served.length, i + length)).average().orElse(0))
        .toArray();
  }

  /**
   * @param before served in the intervals before the limit
   * @param high what is above the limit
   * @param intervals with the limit
   */
  private Verdict verdict(double[] before, double high, Double bites, Double rate, int intervals) {
    boolean blocks = bytes && requests != QuotaLimit.Requests.WRITES;
    if (before.length < LEVEL || new Median().evaluate(before) <= high) {
      return blocks && before.length == LEVEL ? Verdict.UNKNOWN_BLOCKS : Verdict.NOT_TRIED;
    }
    if (bites == null) {
      return intervals < LEVEL ? Verdict.UNKNOWN_TOO_FEW_INTERVALS : Verdict.NO_EFFECT;
    }
    if (rate < HALF * limit) {
      return blocks ? Verdict.UNKNOWN_BLOCKS : Verdict.BELOW_THE_LIMIT;
    }
    return bites > lateSeconds ? Verdict.HOLDS_LATE : Verdict.HOLDS;
  }

  /** The first interval of ten on one side of a level. */
  private static Integer first(double[] served, int from, int end, double level, boolean below) {
    for (int i = from; i + LEVEL <= end; i++) {
      int out = 0;
      for (int j = i; j < i + LEVEL; j++) {
        out += served[j] > level == below ? 1 : 0;
      }
      if (out <= MAX_OUT && served[i] > level != below) {
        return i;
      }
    }
    return null;
  }
}
