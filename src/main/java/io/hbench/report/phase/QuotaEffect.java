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
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * What a limit that the action {@code set-quota} has set did to the requests that it counts. Served
 * requests are those that were answered in an interval.
 *
 * <p>A limit bites from the first interval on that begins ten of which at most one is more than a
 * tenth above the limit, and lets go likewise. It was put to the test only if the ten intervals
 * before it were above: a load that asks for less shows nothing.
 *
 * @param limit requests per second, of all servers together
 * @param requests which of them count
 * @param t seconds from the start of the window to the end of the action
 * @param bitesSeconds from then until the limit bites; null if it does not
 * @param served requests per second while the limit bites; null if it does not
 * @param accuracy of the limit: served / limit
 * @param releaseSeconds from the end of {@code remove-quota} until the limit lets go; null without
 *     that action, or if it does not let go
 */
public record QuotaEffect(
    double limit,
    QuotaLimit.Requests requests,
    double t,
    Double bitesSeconds,
    Double served,
    Double accuracy,
    Double releaseSeconds,
    Verdict verdict) {
  private static final Pattern DONE =
      Pattern.compile("^(?:set-quota (.*)|remove-quota) done after ");
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
    /** It bites, and less than half of it is served. */
    BELOW_THE_LIMIT,
    NO_EFFECT,
    /** The load was not above the limit before. */
    NOT_TRIED,
    UNKNOWN_TOO_FEW_INTERVALS,
    /** Of some operations, such as scans, it is not known how many requests HBase counts. */
    UNKNOWN_OPERATIONS,
    /** Requests count in the interval in which they were due. */
    UNKNOWN_BY_A_RATE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The end of an action; without a limit if it removes them. */
  private record At(double t, Optional<QuotaLimit> limit) {}

  /**
   * The effects of all limits that were set in a window, by their times.
   *
   * @param startMs start of the window by the clock of the events
   * @param seconds length of an interval
   * @param served requests per second of all whole intervals of the window; null if it is not known
   *     how many requests HBase counts
   */
  public static List<QuotaEffect> of(
      List<ServerEvent> events,
      double startMs,
      double seconds,
      boolean hasRate,
      FailableFunction<QuotaLimit.Requests, double[], IOException> served)
      throws IOException {
    List<At> ends =
        events.stream()
            .filter(event -> event.kind() == ServerEvent.Kind.HOOK)
            .flatMap(
                event ->
                    DONE.matcher(event.description())
                        .results()
                        .map(done -> new At((event.atMs() - startMs) / MILLIS, limit(done))))
            .sorted(Comparator.comparing(At::t))
            .toList();
    List<QuotaEffect> effects = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      At set = ends.get(i);
      if (set.limit.isPresent() && set.t >= 0) {
        QuotaLimit limit = set.limit.get();
        double[] all = hasRate ? null : served.apply(limit.requests());
        Verdict why = hasRate ? Verdict.UNKNOWN_BY_A_RATE : Verdict.UNKNOWN_OPERATIONS;
        At next = i + 1 < ends.size() ? ends.get(i + 1) : null;
        effects.add(
            all == null ? unknown(limit, set.t, why) : of(limit, set.t, next, all, seconds));
      }
    }
    return effects;
  }

  private static Optional<QuotaLimit> limit(MatchResult done) {
    return Optional.ofNullable(done.group(1)).flatMap(QuotaLimit::parse);
  }

  private static QuotaEffect unknown(QuotaLimit limit, double t, Verdict why) {
    return new QuotaEffect(limit.perSecond(), limit.requests(), t, null, null, null, null, why);
  }

  /**
   * @param next action that ends the limit, or null
   */
  private static QuotaEffect of(
      QuotaLimit limit, double t, At next, double[] served, double seconds) {
    double high = (1 + NEAR) * limit.perSecond();
    int set = Math.min(served.length, (int) (t / seconds)); // it may be after the window
    int end = next == null ? served.length : Math.min(served.length, (int) (next.t / seconds));
    double[] before = Arrays.copyOfRange(served, Math.max(0, set - LEVEL), set);
    Integer bites = first(served, set, end, high, true);
    Double rate = bites == null ? null : Arrays.stream(served, bites, end).average().orElse(0);
    Integer released =
        next == null || next.limit.isPresent()
            ? null
            : first(served, end, served.length, high, false);
    Double accuracy = rate == null ? null : rate / limit.perSecond();
    Verdict verdict;
    if (before.length < LEVEL || new Median().evaluate(before) <= high) {
      verdict = Verdict.NOT_TRIED;
    } else if (bites == null) {
      verdict = end - set < LEVEL ? Verdict.UNKNOWN_TOO_FEW_INTERVALS : Verdict.NO_EFFECT;
    } else {
      verdict = accuracy < HALF ? Verdict.BELOW_THE_LIMIT : Verdict.HOLDS;
    }
    return new QuotaEffect(
        limit.perSecond(),
        limit.requests(),
        t,
        bites == null ? null : Math.max(0, bites * seconds - t),
        rate,
        accuracy,
        released == null ? null : Math.max(0, released * seconds - next.t),
        verdict);
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
