package io.hbench.compat.twin;

import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Twins of made-up tables. */
public final class Twins {
  public static final Path EXAMPLE = Path.of("src/test/resources/twin.json");
  public static final double SECONDS = 60;

  private Twins() {}

  /** The one of the example file. */
  public static Twin example() {
    try {
      return Twin.parse(Files.readString(EXAMPLE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A twin with parts of its own. */
  public static Twin with(
      List<Family> families, List<Region> regions, List<Calls> calls, List<Interval> curve) {
    Twin other = example();
    return new Twin(
        Twin.SCHEMA,
        SECONDS,
        new Twin.Table(null, null, null, families),
        regions,
        calls,
        other.rowKeys(),
        curve,
        other.servers(),
        Map.of());
  }

  /** The example with other calls. */
  public static Twin with(List<Calls> calls) {
    Twin other = example();
    return with(other.table().families(), other.regions(), calls, List.of());
  }

  /** The example with other regions, and gets alone. */
  public static Twin ofRegions(Region... regions) {
    List<Calls> gets = calls(new Calls(Kind.GET, 100.0, 1.0));
    return with(example().table().families(), List.of(regions), gets, List.of());
  }

  /** A family without settings. */
  public static Family family(String name, Law columns, Double rows, Law values) {
    return new Family(name, null, columns, rows, null, values, null, null);
  }

  /** Lengths that are all the same. */
  public static Law law(int length) {
    return Law.of(new int[] {length});
  }

  /** Calls of some kinds, and none of the others. */
  public static List<Calls> calls(Calls... some) {
    return Arrays.stream(Kind.values())
        .map(
            kind ->
                Arrays.stream(some)
                    .filter(calls -> calls.kind() == kind)
                    .findFirst()
                    .orElse(new Calls(kind, 0.0, null)))
        .toList();
  }
}
