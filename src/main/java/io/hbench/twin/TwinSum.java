package io.hbench.twin;

import static io.hbench.figure.Format.format;

import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import io.hbench.twin.Twin.Servers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One profile of several of the same table: their times follow each other. Rates and shares are
 * weighted, sizes and lengths are those of the last one. A rate that one of them lacks is unknown.
 */
public final class TwinSum {
  private static final Set<String> STATES = Set.of("table", "table.families", "rowKeys");

  /** Difference of hit ratios from their mean up to which they are one. */
  private static final double CLOSE = 0.02;

  private TwinSum() {}

  /**
   * Why two are not joined; empty if they may be of the same table: no key is in them, by which
   * regions could be told.
   *
   * @return what the second one is, with the first one behind it
   */
  public static Optional<String> problem(Twin one, Twin other) {
    String problem = null;
    if (one.equals(other)) {
      problem = "is the same profile as";
    } else if (differ(one.table().name(), other.table().name())) {
      problem = "has another table than";
    } else if (one.regions().size() != other.regions().size()
        || one.table().families().size() != other.table().families().size()) {
      problem = "has another number of regions or families than";
    } else if (IntStream.range(0, one.table().families().size())
        .anyMatch(
            i ->
                differ(
                    one.table().families().get(i).settings(),
                    other.table().families().get(i).settings()))) {
      problem = "has other settings of families than";
    }
    return Optional.ofNullable(problem);
  }

  private static boolean differ(Object one, Object other) {
    return one != null && other != null && !one.equals(other);
  }

  /** The sum of some that fit, in the order of their times. */
  public static Twin of(List<Twin> all) {
    Twin last = all.get(all.size() - 1);
    if (all.size() == 1) {
      return last;
    }
    Map<String, String> unknown = unknown(all);
    String text = format("the times of %d profiles follow each other without a gap", all.size());
    unknown.merge("curve", text, TwinSum::both);
    return new Twin(
        Twin.SCHEMA,
        all.stream().mapToDouble(Twin::seconds).sum(),
        last.table(),
        regions(all),
        Arrays.stream(Kind.values()).map(kind -> calls(kind, all)).toList(),
        last.rowKeys(),
        all.stream().flatMap(twin -> twin.curve().stream()).toList(),
        new Servers(
            last.servers().count(),
            share(all, unknown),
            hitRatio(all, unknown),
            cpuMicros(all, unknown),
            mean(all, twin -> twin.servers().flushedBytes(), Twin::seconds)),
        unknown);
  }

  /** The reasons: one without a number that all have once, others with the number of theirs. */
  private static Map<String, String> unknown(List<Twin> all) {
    Map<String, String> unknown = new TreeMap<>(all.get(all.size() - 1).unknown());
    unknown.keySet().retainAll(STATES);
    for (int i = 0; i < all.size(); i++) {
      for (Map.Entry<String, String> one : all.get(i).unknown().entrySet()) {
        String path = one.getKey();
        String why = one.getValue();
        boolean same =
            why.chars().noneMatch(Character::isDigit)
                && all.stream().allMatch(twin -> why.equals(twin.unknown().get(path)));
        if (!STATES.contains(path)) {
          unknown.merge(path, same ? why : "profile " + (i + 1) + ": " + why, TwinSum::both);
        }
      }
    }
    return unknown;
  }

  private static String both(String one, String other) {
    return one.equals(other) ? one : one + "; " + other;
  }

  /** Requests of the table, by those of its servers. */
  private static Double share(List<Twin> all, Map<String, String> unknown) {
    if (all.stream().anyMatch(twin -> twin.requests() == 0 && isZero(twin.servers().share()))) {
      unknown.putIfAbsent("servers.share", "without requests, it does not tell those of others");
      return null;
    }
    List<Twin> some = all.stream().filter(twin -> twin.requests() > 0).toList();
    return some.isEmpty() || some.stream().anyMatch(twin -> twin.servers().share() == null)
        ? null
        : some.stream().mapToDouble(Twin::requests).sum()
            / some.stream().mapToDouble(twin -> twin.requests() / twin.servers().share()).sum();
  }

  private static boolean isZero(Double share) {
    return share != null && share == 0;
  }

  /** The mean by rows, where that is close to the one by blocks, whose number is unknown. */
  private static Double hitRatio(List<Twin> all, Map<String, String> unknown) {
    Double mean = mean(all, twin -> twin.servers().hitRatio(), Twin::requests);
    if (mean == null
        || all.stream()
            .filter(twin -> twin.requests() > 0)
            .allMatch(twin -> Math.abs(twin.servers().hitRatio() - mean) <= CLOSE)) {
      return mean;
    }
    unknown.put(
        "servers.hitRatio", "the profiles have different ones, and no number of their blocks");
    return null;
  }

  /** The mean by calls. */
  private static Double cpuMicros(List<Twin> all, Map<String, String> unknown) {
    if (all.stream()
        .filter(twin -> twin.requests() > 0)
        .flatMap(twin -> twin.calls().stream())
        .anyMatch(calls -> calls.perSecond() == null)) {
      unknown.putIfAbsent(
          "servers.cpuMicros", "not all kinds of calls are known, by which it is weighted");
      return null;
    }
    return mean(
        all,
        twin -> twin.servers().cpuMicros(),
        twin -> twin.seconds() * Arrays.stream(Kind.values()).mapToDouble(twin::rate).sum());
  }

  private static List<Region> regions(List<Twin> all) {
    List<Region> sums = new ArrayList<>(all.get(0).regions());
    for (Twin twin : all.subList(1, all.size())) {
      IntStream.range(0, sums.size())
          .forEach(i -> sums.set(i, twin.regions().get(i).plus(sums.get(i))));
    }
    return sums;
  }

  private static Calls calls(Kind kind, List<Twin> all) {
    Double perSecond = mean(all, twin -> twin.calls(kind).perSecond(), Twin::seconds);
    return new Calls(
        kind,
        perSecond,
        perSecond == null
            ? null
            : mean(all, twin -> twin.calls(kind).rows(), twin -> twin.seconds() * twin.rate(kind)));
  }

  /** The mean of a figure over the profiles with some weight; null if one of them lacks it. */
  private static Double mean(
      List<Twin> all, Function<Twin, Double> figure, ToDoubleFunction<Twin> weight) {
    List<Twin> some = all.stream().filter(twin -> weight.applyAsDouble(twin) > 0).toList();
    return some.isEmpty() || some.stream().map(figure).anyMatch(one -> one == null)
        ? null
        : some.stream().mapToDouble(t -> figure.apply(t) * weight.applyAsDouble(t)).sum()
            / some.stream().mapToDouble(weight).sum();
  }
}
