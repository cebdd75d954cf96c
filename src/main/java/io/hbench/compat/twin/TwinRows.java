package io.hbench.compat.twin;

import static io.hbench.figure.Format.format;

import io.hbench.compat.Translation;
import io.hbench.data.ValueLengths;
import io.hbench.settings.Settings;
import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Family;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Translation of the rows of a twin, whose families get the same columns and values. */
final class TwinRows extends Translation {
  /** Digits of a key that leave room for ten billion rows. */
  private static final int MIN_DIGITS = 10;

  /** Sum of the counts in a histogram. */
  private static final double PARTS = 100_000;

  private final List<Family> families;

  TwinRows(Twin twin) {
    families = families(twin);
    set(
        Settings.FAMILY_NAMES,
        families.stream().map(Family::name).collect(Collectors.joining(",")));
    keys(twin.rowKeys());
    columns();
    values();
  }

  /** The families; one of which nothing is known, if none are. */
  private static List<Family> families(Twin twin) {
    List<Family> known = twin.table().families();
    return known.isEmpty()
        ? List.of(new Family("f1", null, null, null, null, null, null, null))
        : known;
  }

  /** The family with the largest share of the bytes. */
  static Family largest(Twin twin) {
    return families(twin).stream().max(Comparator.comparingDouble(TwinRows::bytes)).orElseThrow();
  }

  /** Mean number of bytes in the values of a family, of a row; 0 if it is unknown. */
  private static double bytes(Family family) {
    return family.values() == null ? 0 : cells(family) * family.values().mean();
  }

  /** Whether the number of columns is known. */
  boolean hasColumns() {
    return families.stream().anyMatch(family -> family.columns() != null);
  }

  /** Whether the lengths of values are known. */
  boolean areKnown() {
    return families.stream().anyMatch(family -> family.values() != null);
  }

  private void keys(Law lengths) {
    Optional<Law> withQualifier =
        families.stream()
            .map(Family::keys)
            .filter(law -> lengths == null && law != null)
            .findFirst();
    Law known = withQualifier.orElse(lengths);
    long mean = known == null ? 0 : Math.round(known.mean());
    long digits = Math.max(MIN_DIGITS, mean);
    set(Settings.KEY_FORMAT, "{row:" + digits + "}");
    if (withQualifier.isPresent()) {
      note(format("row keys: %d bytes, with those of the qualifiers in store files", digits));
    } else if (digits > mean || varies(lengths)) {
      note(
          lengths == null
              ? format("row keys: %d bytes; the lengths are unknown", digits)
              : format("row keys: %d bytes each; the mean is %.1f", digits, lengths.mean()));
    }
  }

  private static boolean varies(Law law) {
    return law.twentieths() != null && law.twentieths().stream().distinct().count() > 1;
  }

  /** Mean number of cells of a family in a row of the table; 1 if it is unknown. */
  private static double cells(Family family) {
    if (isEmpty(family)) {
      return 0;
    }
    return family.columns() == null || family.rows() == null
        ? 1
        : family.columns().mean() * family.rows();
  }

  /** Whether no sampled row has it. */
  private static boolean isEmpty(Family family) {
    return family.rows() != null && family.rows() == 0;
  }

  private void columns() {
    if (!hasColumns()) {
      return; // given
    }
    double all = families.stream().mapToDouble(TwinRows::cells).sum();
    long columns = Math.max(1, Math.round(all / families.size()));
    set(Settings.COLUMNS, columns);
    List<Family> used = families.stream().filter(f -> !isEmpty(f)).toList();
    boolean known = used.stream().noneMatch(f -> f.columns() == null || f.rows() == null);
    if (!known
        || used.size() < families.size()
        || used.stream().anyMatch(f -> varies(f.columns()) || cells(f) != columns)) {
      String each = format("columns: %d in each family and row; ", columns);
      note(each + (known ? format("all families have %.1f on average", all) : "unknown"));
    }
    int digits = Long.toString(columns - 1).length();
    families.stream()
        .filter(family -> family.qualifiers() != null)
        .max(Comparator.comparingDouble(TwinRows::cells)) // whose names are most of all
        .map(family -> Math.round(family.qualifiers().mean()) - digits)
        .filter(prefix -> prefix > 0)
        .ifPresent(prefix -> set(Settings.COLUMN_PREFIX, "c".repeat(prefix.intValue())));
  }

  private void values() {
    if (!areKnown()) {
      note(
          "values: lengths and compressibility unknown; --value-size "
              + Settings.VALUE_SIZE.fallback());
      return;
    }
    TreeMap<Integer, Double> shares = new TreeMap<>();
    for (Family family : families) {
      Law lengths = family.values();
      if (lengths != null) {
        List<Double> parts =
            lengths.twentieths() == null ? List.of(lengths.mean()) : lengths.twentieths();
        parts.forEach(length -> add(shares, length, cells(family) / parts.size()));
      }
    }
    if (shares.size() == 1) {
      set(Settings.VALUE_SIZE, shares.firstKey());
    } else {
      double all = shares.values().stream().mapToDouble(share -> share).sum();
      set(Settings.VALUE_LENGTHS, ValueLengths.HISTOGRAM);
      set(
          Settings.VALUE_HISTOGRAM,
          shares.entrySet().stream()
              .map(e -> "\n" + (e.getKey() - 1) + " " + Math.round(PARTS * e.getValue() / all))
              .collect(Collectors.joining("", "BlockSize 1", "")));
    }
    if (families.stream().map(Family::values).distinct().count() > 1) {
      note("values: the lengths of all families together in each of them");
    }
    List<Family> sampled =
        families.stream().filter(f -> f.values() != null && f.compressibleTo() != null).toList();
    double bytes = sampled.stream().mapToDouble(TwinRows::bytes).sum();
    if (bytes == 0) {
      note("values: compressibility unknown, random bytes");
    } else {
      double small = sampled.stream().mapToDouble(f -> bytes(f) * f.compressibleTo()).sum();
      set(Settings.COMPRESSIBLE_TO, format("%.1f%%", 100 * Math.min(1, small / bytes)));
    }
  }

  /** Adds the whole lengths below and above one, with its mean; a value has a byte. */
  private static void add(Map<Integer, Double> shares, double length, double share) {
    int low = (int) length;
    double high = length - low;
    shares.merge(Math.max(1, low), share * (1 - high), Double::sum);
    if (high > 0) {
      shares.merge(low + 1, share * high, Double::sum);
    }
  }
}
