package io.hbench.report.outage;

import io.hbench.report.outage.Availability.OutageReport;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The availability of a run, and its outages, as text. */
public final class AvailabilityText {
  /** Outages that have a line of their own. */
  private static final int MAX_LINES = 5;

  private AvailabilityText() {}

  /** One line; empty without a time limit of an answer, or without requests. */
  public static Optional<String> line(Availability availability) {
    return availability == null || availability.share() == null
        ? Optional.empty()
        : Optional.of(share(availability.share()) + "; " + outages(availability));
  }

  private static String outages(Availability availability) {
    if (availability.outages() == null) {
      return "outages unknown: no request was for a known region alone";
    }
    if (availability.outages() == 0) {
      return "no outage";
    }
    OutageReport longest = availability.longest().orElseThrow();
    return format(
        "%,d %s, longest %s (%s), %s%,.0f region-seconds lost",
        availability.outages(),
        availability.outages() == 1 ? "outage" : "outages",
        seconds(longest.seconds()),
        place(longest),
        availability.unlisted() == 0 ? "" : "at least ",
        availability.regionSecondsLost());
  }

  /** A line for each of the longest outages, by their starts. */
  public static List<String> lines(Availability availability) {
    List<String> lines = new ArrayList<>();
    if (availability == null || availability.list().isEmpty()) {
      return lines;
    }
    availability.list().stream()
        .sorted(Comparator.comparing(OutageReport::seconds).reversed())
        .limit(MAX_LINES)
        .sorted(Comparator.comparing(OutageReport::from))
        .forEach(
            o ->
                lines.add(
                    format(
                        "%s, %.1f to %.1f s; %s failed or too slow; %s",
                        place(o), o.from(), o.to(), counts(o), back(o))));
    int more = availability.outages() - lines.size();
    if (more > 0) {
      lines.add(format("%,d more, see report.json", more));
    }
    return lines;
  }

  /** {@code rs2:16020, 14 regions}. */
  public static String place(OutageReport outage) {
    return format(
        "%s, %,d %s",
        outage.server() == null ? "server unknown" : outage.server(),
        outage.regions(),
        outage.regions() == 1 ? "region" : "regions");
  }

  /** {@code half back after 4.1 s, all after 12.3 s}. */
  public static String back(OutageReport outage) {
    if (outage.regions() == 1) {
      return outage.ended() ? "back after " + seconds(outage.seconds()) : "not back at the end";
    }
    return (outage.halfBackSeconds() == null
            ? ""
            : "half back after " + seconds(outage.halfBackSeconds()) + ", ")
        + (outage.ended() ? "all after " + seconds(outage.seconds()) : "not all back at the end");
  }

  /** {@code 3,120 get, 30 put}: requests that failed or were too slow. */
  public static String counts(OutageReport outage) {
    return outage.operations().entrySet().stream()
        .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
        .map(e -> format("%,d %s", e.getValue(), e.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** An availability, whose nines never round up: {@code 99.97 %}, {@code 99.9987 %}. */
  public static String share(double share) {
    if (share >= 1) {
      return "100 %";
    }
    int digits = (int) Math.max(1, Math.ceil(-Math.log10(100 * (1 - share))) + 1);
    return BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(Math.min(digits, 9), RoundingMode.FLOOR)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  private static String seconds(double seconds) {
    return format(seconds < 1 ? "%.2f s" : "%.1f s", seconds);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
