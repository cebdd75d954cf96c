package io.hbench.twin;

import io.hbench.figure.Unit;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Two twins beside each other, and whether the second one is like the first one.
 *
 * @param lines figures of both
 */
public record TwinComparison(List<Line> lines) {
  private static final double MIX = 0.02;
  private static final double REGION = 0.05;
  private static final double LENGTH = 0.05;
  private static final double RATE = 0.02;
  private static final double HIT_RATIO = 0.05;
  private static final double CPU = 0.15;

  /** With rare large scans, chance would explain any number of rows. */
  private static final double MAX_CHANCE = 0.1;

  /** Standard errors of a difference that chance makes. */
  private static final double CHANCE = 3;

  /**
   * Standard errors of the difference that chance makes at the worst of some regions: three of one,
   * and as the maximum of normal variables grows.
   */
  private static double standardErrors(Twin original) {
    return Math.sqrt(CHANCE * CHANCE + 2 * Math.log(Math.max(1, original.regions().size())));
  }

  /**
   * A figure of both.
   *
   * @param original null if unknown
   * @param twin null if unknown
   * @param difference null if one of them is unknown
   * @param bound of the difference
   * @param absolute whether they are those of two shares, in points; else they are relative
   * @param note why it is unknown though both have it; empty if it is not
   */
  public record Line(
      String figure,
      Unit unit,
      Double original,
      Double twin,
      Double difference,
      double bound,
      boolean absolute,
      String note) {
    /** Whether the difference is known, and larger than its bound. */
    public boolean isOutside() {
      return difference != null && Math.abs(difference) > bound;
    }

    private static Line points(String figure, Double original, Double twin, double bound) {
      Double difference = of(original, twin, (a, b) -> b - a);
      return new Line(figure, Unit.SHARE, original, twin, difference, bound, true, "");
    }

    private static Line relative(
        String figure, Unit unit, Double original, Double twin, double bound) {
      Double difference = of(original, twin, (a, b) -> a.equals(b) ? 0 : b / a - 1);
      return new Line(figure, unit, original, twin, difference, bound, false, "");
    }

    private Line unknown(String note) {
      return new Line(figure, unit, original, twin, null, bound, absolute, note);
    }

    private static Double of(
        Double original, Double twin, BiFunction<Double, Double, Double> difference) {
      return original == null || twin == null ? null : difference.apply(original, twin);
    }
  }

  public TwinComparison {
    lines = List.copyOf(lines);
  }

  public static TwinComparison of(Twin original, Twin twin) {
    List<Line> lines = new ArrayList<>();
    boolean whole =
        Stream.of(original, twin).noneMatch(one -> one.unknown().containsKey("regions"));
    lines.add(ifWhole(whole, rate(original, twin)));
    for (Kind kind : Kind.values()) {
      Double before = mix(original, kind, twin);
      Double after = mix(twin, kind, original);
      if (!Objects.equals(before, 0.0) || !Objects.equals(after, 0.0)) {
        lines.add(
            Line.points(kind.toString(), before, after, mixBound(original, before, twin, after)));
        Double rows = original.calls(kind).rows();
        Double again = twin.calls(kind).rows();
        boolean several = Stream.of(rows, again).anyMatch(each -> each != null && each != 1);
        if (several && before != null && before > MIX) { // else noise
          lines.add(Line.relative("rows a " + kind, Unit.COUNT, rows, again, LENGTH));
        }
      }
    }
    lines.add(
        Line.relative(
            "regions",
            Unit.COUNT,
            (double) original.regions().size(),
            (double) twin.regions().size(),
            0));
    if (original.regions().size() == twin.regions().size()) {
      lines.add(ifWhole(whole, worstRegion(original, twin)));
    }
    length("row key", original, twin, Twin::rowKeys, lines);
    List<Family> families =
        Stream.of(original, twin)
            .map(one -> one.table().families())
            .max(Comparator.comparingInt(List::size))
            .orElseThrow();
    for (int i = 0; i < families.size(); i++) {
      int at = i;
      String name = families.get(i).name();
      length(name + " columns", original, twin, law(at, Family::columns), lines);
      length(name + " qualifier", original, twin, law(at, Family::qualifiers), lines);
      length(name + " row key and qualifier", original, twin, law(at, Family::keys), lines);
      length(name + " value", original, twin, law(at, Family::values), lines);
    }
    lines.add(
        Line.points(
            "hit ratio", original.servers().hitRatio(), twin.servers().hitRatio(), HIT_RATIO));
    lines.add(
        Line.relative(
            "CPU a call",
            Unit.MICROS,
            original.servers().cpuMicros(),
            twin.servers().cpuMicros(),
            CPU));
    return new TwinComparison(lines);
  }

  private static Line ifWhole(boolean whole, Line line) {
    return whole ? line : line.unknown("requests of some regions are missing");
  }

  /**
   * Calls, whose rows differ by chance where kinds are drawn; rows, by what chance makes of them,
   * if not all kinds are known, or not those of all the time.
   */
  private static Line rate(Twin original, Twin twin) {
    boolean known =
        Stream.of(original, twin)
            .allMatch(
                one ->
                    !one.unknown().containsKey("calls")
                        && one.calls().stream().allMatch(calls -> calls.perSecond() != null));
    ToDoubleFunction<Twin> rate =
        known
            ? one -> one.calls().stream().mapToDouble(Calls::perSecond).sum()
            : one -> one.requests() / one.seconds();
    return Line.relative(
        known ? "calls" : "rows",
        Unit.PER_SECOND,
        rate.applyAsDouble(original),
        rate.applyAsDouble(twin),
        known ? RATE : rowsBound(original, twin));
  }

  private static double rowsBound(Twin original, Twin twin) {
    double error = Math.hypot(original.noise(original.seconds()), twin.noise(twin.seconds()));
    return Math.max(RATE, Math.min(MAX_CHANCE, CHANCE * error));
  }

  /** Share of a kind in the calls of those that are known of both; null if it is not one. */
  private static Double mix(Twin twin, Kind kind, Twin other) {
    Double calls = twin.calls(kind).perSecond();
    double all = known(twin, other);
    boolean known = calls != null && other.calls(kind).perSecond() != null;
    return known && all > 0 ? Double.valueOf(calls / all) : null;
  }

  /** Calls a second of the kinds that are known of both. */
  private static double known(Twin twin, Twin other) {
    return twin.calls().stream()
        .filter(one -> one.perSecond() != null && other.calls(one.kind()).perSecond() != null)
        .mapToDouble(Calls::perSecond)
        .sum();
  }

  /** A twin draws the kind of each call. */
  private static double mixBound(Twin original, Double before, Twin twin, Double after) {
    if (before == null || after == null) {
      return MIX;
    }
    double calls = known(original, twin) * original.seconds();
    double again = known(twin, original) * twin.seconds();
    return Math.max(MIX, CHANCE * standardError(before, calls, after, again));
  }

  /** The region whose share of the requests differs most, by its bound. */
  private static Line worstRegion(Twin original, Twin twin) {
    double chance = standardErrors(original);
    double calls = calls(original);
    double again = calls(twin);
    Line worst = null;
    for (int i = 0; i < original.regions().size(); i++) {
      double before = share(original, i);
      double after = share(twin, i);
      double error = standardError(before, calls, after, again);
      String name = "share of region " + (i + 1);
      Line line = // a share of nothing has no relative difference
          before == 0
              ? Line.points(name, before, after, chance * error)
              : Line.relative(
                  name, Unit.SHARE, before, after, Math.max(REGION, chance * error / before));
      if (worst == null || excess(line) > excess(worst)) {
        worst = line;
      }
    }
    return worst;
  }

  /** Standard error of the difference of two shares of some calls, if both are the same. */
  private static double standardError(double before, double calls, double after, double again) {
    double share = (calls * before + again * after) / (calls + again);
    return Math.sqrt(share * (1 - share) * (1 / calls + 1 / again));
  }

  private static double excess(Line line) {
    return Math.abs(line.difference) - line.bound;
  }

  private static double share(Twin twin, int region) {
    return (double) twin.regions().get(region).requests() / Math.max(1, twin.requests());
  }

  /**
   * Calls that chance has spread over the regions: rows of a scan or a batch are no draws. It is
   * Kish's effective number: shares are of rows, and calls of many rows count by these.
   */
  private static double calls(Twin twin) {
    double rows = 0;
    double squares = 0;
    for (Calls kind : twin.calls()) {
      double each = kind.rows() == null ? 1 : kind.rows();
      double ofKind = kind.rate() * twin.seconds() * each;
      rows += ofKind;
      squares += ofKind * each;
    }
    double all = twin.requests();
    return Math.max(1, squares > 0 ? Math.min(rows * rows / squares, all) : all);
  }

  private static Function<Twin, Law> law(int family, Function<Family, Law> law) {
    return twin ->
        family < twin.table().families().size()
            ? law.apply(twin.table().families().get(family))
            : null;
  }

  private static void length(
      String what, Twin original, Twin twin, Function<Twin, Law> law, List<Line> lines) {
    Law before = law.apply(original);
    Law after = law.apply(twin);
    if (before != null || after != null) {
      lines.add(
          Line.relative(
              what,
              what.endsWith("columns") ? Unit.COUNT : Unit.BYTES,
              before == null ? null : Double.valueOf(before.mean()),
              after == null ? null : Double.valueOf(after.mean()),
              bound(before == null ? after : before, after)));
    }
  }

  /** Without twentieths, a mean is that of store files: in whole bytes. */
  private static double bound(Law before, Law after) {
    boolean exact = before.twentieths() != null && (after == null || after.twentieths() != null);
    return exact ? LENGTH : Math.max(LENGTH, 1 / Math.max(1, before.mean()));
  }

  /** The figures outside of their bounds. */
  public List<Line> outside() {
    return lines.stream().filter(Line::isOutside).toList();
  }

  /** The figures that one of the two lacks. */
  public List<Line> unknown() {
    return lines.stream().filter(line -> line.difference == null).toList();
  }
}
