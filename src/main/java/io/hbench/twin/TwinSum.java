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

  private TwinSum() {}

  /** Whether two may be of the same table: no key is in them, by which regions could be told. */
  public static boolean fits(Twin one, Twin other) {
    return one.regions().size() == other.regions().size()
        && one.table().families().size() == other.table().families().size();
  }

  /** The sum of some that fit, in the order of their times. */
  public static Twin of(List<Twin> all) {
    Twin last = all.get(all.size() - 1);
    Map<String, String> unknown = new TreeMap<>();
    for (Twin twin : all) {
      twin.unknown().forEach((path, why) -> unknown.merge(path, why, TwinSum::both));
    }
    unknown.keySet().removeIf(path -> STATES.contains(path) && !last.unknown().containsKey(path));
    if (all.size() > 1) {
      String text = format("the times of %d profiles follow each other without a gap", all.size());
      unknown.merge("curve", text, TwinSum::both);
    }
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
            mean(all, twin -> twin.servers().share(), Twin::seconds),
            mean(all, twin -> twin.servers().hitRatio(), Twin::requests),
            mean(all, twin -> twin.servers().cpuMicros(), Twin::requests),
            mean(all, twin -> twin.servers().flushedBytes(), Twin::seconds)),
        unknown);
  }

  private static String both(String one, String other) {
    return List.of(one.split("; ")).contains(other) ? one : one + "; " + other;
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

  /** The mean of a figure over those that have some weight; null if one lacks it. */
  private static Double mean(
      List<Twin> all, Function<Twin, Double> figure, ToDoubleFunction<Twin> weight) {
    List<Twin> some = all.stream().filter(twin -> weight.applyAsDouble(twin) > 0).toList();
    return some.isEmpty() || some.stream().map(figure).anyMatch(one -> one == null)
        ? null
        : some.stream().mapToDouble(t -> figure.apply(t) * weight.applyAsDouble(t)).sum()
            / some.stream().mapToDouble(weight).sum();
  }
}
