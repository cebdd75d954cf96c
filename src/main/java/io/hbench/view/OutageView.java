package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.outage.OutageReport;
import io.hbench.report.outage.Availability;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The availability of a run, and its outages. */
final class OutageView {
  /** Outages in the summary: the longest ones. */
  private static final int MAX_LINES = 5;

  private OutageView() {}

  /** Outages stand out. */
  static void summary(Availability availability, Document document) {
    document.table(
        table(
            availability.longest(MAX_LINES).stream()
                .sorted(Comparator.comparing(OutageReport::from))
                .toList()));
  }

  /** One line; none without requests. */
  static void share(Availability availability, Document document) {
    if (availability.share() != null) {
      document.fact("availability", Unit.SHARE.text(availability.share()) + outages(availability));
    }
  }

  private static String outages(Availability availability) {
    if (availability.outages() == null) {
      return "";
    }
    String ofClients =
        availability.ofClients() == 0
            ? ""
            : format("; %,d not counted: mostly hiccups of the clients", availability.ofClients());
    if (availability.outages() == 0) {
      return ", no outage" + ofClients;
    }
    double lost = availability.regionSecondsLost();
    OutageReport longest = availability.longest(1).get(0);
    return format(
        "; %s, longest %s (%s), %s%s region-seconds lost%s",
        counted(availability.outages(), "outage"),
        Unit.SECONDS.text(longest.seconds()),
        place(longest),
        availability.unlisted() == 0 ? "" : "at least ",
        format(lost < 1 ? "%.2f" : "%,.0f", lost),
        ofClients);
  }

  static void section(Availability availability, Document document) {
    document.section("Outages");
    if (availability.outages() == null) {
      document.note(
          "Outages are unknown: no request was for a known region alone, or each side of the run"
              + " pauses in every other interval.");
    } else if (availability.list().size() > MAX_LINES) {
      document.fold(
          format(
              "All %,d listed of %,d outages", availability.list().size(), availability.outages()),
          table(availability.list()));
    }
  }

  private static DataTable<OutageReport> table(List<OutageReport> outages) {
    return DataTable.of(outages)
        .name("outage of", OutageView::server)
        .count(Label.REGIONS, OutageReport::regions)
        .figure(Label.FROM, Unit.SECONDS, OutageReport::from)
        .figure(Label.TO, Unit.SECONDS, o -> o.ended() ? o.to() : null)
        .figure("length", Unit.SECONDS, OutageReport::seconds)
        .figure("half back", Unit.SECONDS, OutageReport::halfBackSeconds)
        .figure("region-seconds", Unit.SECONDS, OutageReport::regionSeconds)
        .name("failed or too slow", OutageView::counts);
  }

  /** {@code rs2:16020, 14 regions}. */
  static String place(OutageReport outage) {
    return server(outage) + ", " + counted(outage.regions(), "region");
  }

  private static String server(OutageReport outage) {
    return outage.server() == null ? "server unknown" : outage.server();
  }

  /** {@code 3,120 get, 30 put}: requests that failed or were too slow. */
  private static String counts(OutageReport outage) {
    return outage.operations().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(e -> format("%,d %s", e.getValue(), e.getKey()))
        .collect(Collectors.joining(", "));
  }
}
