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
 * @param target what the limit is of: {@code table}, {@code user web}
 * @param limit requests or bytes per second, of all servers together
 * @param requests which of them count
 * @param bytes whether limit and served are bytes
 * @param t seconds from the start of the window to the end of the action
 * @param bitesSeconds from then until the limit bites; null if it does not
 * @param lateSeconds a limit that bites later than this is late; null if no server has told its
 *     period
 * @param served requests or bytes per second while the limit bites; null if it does not
 * @param accuracy of the limit: served / limit
 * @param releaseSeconds from the end of {@code remove-quota} of the target until the limit lets go;
 *     null without that action, or if it has not bitten, was replaced, or does not let go before
 *     another limit is set
 */
public record QuotaEffect(
    String target,
    double limit,
    QuotaLimit.Requests requests,
    boolean bytes,
    double t,
    Double bitesSeconds,
    Double lateSeconds,
    Double served,
    Double accuracy,
    Double releaseSeconds,
    Verdict verdict) {
  /** HBase's, in which servers read quotas: five minutes. */
  public static final int DEFAULT_PERIOD_MILLIS = 300_000;

  private static final Pattern DONE =
      Pattern.compile("^(?:set-quota (.*)|remove-quota(?: (.*))?) done after (.*)");
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
    /** Servers could still read it in time. */
    UNKNOWN_TOO_SHORT,
    /** It does not limit this run. */
    UNKNOWN_OTHER_USER,
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

  /**
   * The end of an action; without a limit if it removes those of the target.
   *
   * @param result what was done
   */
  private record At(double t, Optional<QuotaLimit> limit, QuotaLimit.Target target, String result) {
    static At of(double t, MatchResult done) {
      Optional<QuotaLimit> limit = Optional.ofNullable(done.group(1)).flatMap(QuotaLimit::parse);
      return new At(
          t,
          limit,
          limit.map(QuotaLimit::target).orElse(QuotaLimit.Target.of(done.group(2))),
          done.group(3));
    }

    /** Whether it removes a limit, or sets another one in its place. */
    boolean ends(QuotaLimit other) {
      return target.equals(other.target())
          && limit
              .filter(own -> own.requests() != other.requests() || own.bytes() != other.bytes())
              .isEmpty();
    }
  }

  /**
   * The effects of all limits that were set in a window, by their times.
   *
   * @param startMs start of the window by the clock of the events
   * @param seconds length of an interval
   * @param lateSeconds two periods in which servers read quotas: one of them may just have failed;
   *     null if they are unknown
   * @param reads whether the run reads
   * @param served requests or bytes per second of all whole intervals of the window; null if it is
   *     not known how many HBase counts
   */
  public static List<QuotaEffect> of(
      List<ServerEvent> events,
      double startMs,
      double seconds,
      Double lateSeconds,
      boolean hasRate,
      boolean reads,
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
        boolean ofAnother = set.result.contains(QuotaLimit.OTHER_USER);
        double[] all = hasRate || ofAnother ? null : served.apply(limit);
        Verdict why =
            ofAnother
                ? Verdict.UNKNOWN_OTHER_USER
                : hasRate ? Verdict.UNKNOWN_BY_A_RATE : Verdict.UNKNOWN_OPERATIONS;
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
        List<At> later = ends.subList(i + 1, ends.size());
        effects.add(all == null ? effect : effect.judged(set, later, all, seconds, reads));
      }
    }
    return effects;
  }

  /**
   * @param later actions, of which the first ends the judgement: it may change what is served
   */
  private QuotaEffect judged(
      At action, List<At> later, double[] served, double seconds, boolean reads) {
    double[] all = bySecond(served, seconds, false);
    double high = (1 + NEAR) * limit;
    int set = interval(t, seconds, all);
    int end = later.isEmpty() ? all.length : interval(later.get(0).t, seconds, all);
    double[] before = Arrays.copyOfRange(served, Math.max(0, set - LEVEL), set);
    Integer first = first(all, set, end, high, true);
    while (first != null && (mean(served, first, end) > high || median(all, first, end) > high)) {
      // a stall is no limit
      first = first(all, first + 1, end, high, true);
    }
    Double rate = first == null ? null : mean(served, first, end);
    Double bites = first == null ? null : Math.max(0, first * seconds - t);
    Optional<At> removed =
        later.stream()
            .filter(at -> bites != null && at.ends(action.limit.orElseThrow()))
            .findFirst()
            .filter(at -> at.limit.isEmpty());
    Optional<Double> release =
        removed.flatMap(
            at ->
                Optional.ofNullable(
                        first(
                            bySecond(served, seconds, true),
                            interval(at.t, seconds, all),
                            later.stream()
                                .filter(next -> next.t > at.t && next.limit.isPresent())
                                .filter(next -> !next.result.contains(QuotaLimit.OTHER_USER))
                                .findFirst()
                                .map(next -> interval(next.t, seconds, all))
                                .orElse(all.length),
                            high,
                            false))
                    .map(released -> Math.max(0, released * seconds - at.t)));
    boolean isOff = action.result.contains(QuotaLimit.SWITCHED_OFF);
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
        release.orElse(null),
        verdict(
            before,
            high,
            bites,
            rate,
            isOff ? Double.POSITIVE_INFINITY : (end - set - LEVEL) * seconds,
            seconds,
            reads));
  }

  /** The interval of a time, which may be after the window. */
  private static int interval(double t, double seconds, double[] all) {
    return Math.min(all.length, (int) (t / seconds));
  }

  private static double mean(double[] served, int from, int end) {
    return Arrays.stream(served, Math.max(0, from), Math.min(served.length, end))
        .average()
        .orElse(0);
  }

  private static double median(double[] all, int from, int end) {
    return new Median().evaluate(Arrays.copyOfRange(all, from, Math.max(from, end)));
  }

  /**
   * Means of a second that begins with each interval, or ends with it: servers may let through a
   * whole second's at once.
   */
  private static double[] bySecond(double[] served, double seconds, boolean ends) {
    int length = (int) Math.ceil(1 / seconds);
    return IntStream.range(0, served.length)
        .map(i -> ends ? i - length + 1 : i)
        .mapToDouble(from -> mean(served, from, from + length))
        .toArray();
  }

  /**
   * @param before served in the intervals before the limit
   * @param high what is above the limit
   * @param tried seconds in which servers could have read the limit
   */
  private Verdict verdict(
      double[] before,
      double high,
      Double bites,
      Double rate,
      double tried,
      double seconds,
      boolean reads) {
    boolean blocks = reads && bytes && requests != QuotaLimit.Requests.WRITES;
    if (before.length < LEVEL || new Median().evaluate(before) <= high) {
      return blocks && before.length == LEVEL ? Verdict.UNKNOWN_BLOCKS : Verdict.NOT_TRIED;
    }
    if (bites == null) {
      double enough = lateSeconds == null ? 2 * DEFAULT_PERIOD_MILLIS / MILLIS : lateSeconds;
      return tried < enough ? Verdict.UNKNOWN_TOO_SHORT : Verdict.NO_EFFECT;
    }
    if (rate < HALF * limit) {
      return blocks ? Verdict.UNKNOWN_BLOCKS : Verdict.BELOW_THE_LIMIT;
    }
    // an interval may have begun before the limit bites in it
    return lateSeconds != null && bites - seconds > lateSeconds
        ? Verdict.HOLDS_LATE
        : Verdict.HOLDS;
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
