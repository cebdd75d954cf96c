package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Reason;
import io.hbench.figure.Format;
import io.hbench.figure.Unit;
import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Region;
import io.hbench.twin.Twin.Servers;
import io.hbench.twin.TwinComparison;
import io.hbench.twin.TwinComparison.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The load of a table without its data, and two of them beside each other, as documents. */
public final class TwinView {
  private static final int HEIGHT = 200;

  private TwinView() {}

  /** A region with its number, by the order of the keys. */
  private record Numbered(int number, Region region) {}

  /** A twin: all that is in its file. */
  public static Document of(Twin twin) {
    Document document =
        new Document("profile", "profile of a table over " + Unit.SECONDS.text(twin.seconds()));
    document.table(
        DataTable.of(twin.calls().stream().filter(TwinView::isKnown).toList())
            .name(Label.KIND, Calls::kind)
            .figure("calls/s", Unit.PER_SECOND, Calls::perSecond)
            .count("rows a call", Calls::rows));
    document.fact(Label.REQUESTS, requests(twin));
    document.fact(Label.REGIONS, regions(twin));
    twin.table().families().forEach(family -> lengths(family, document));
    document.fact(Label.REGION_SERVERS, servers(twin.servers()));
    twin.unknown().forEach((path, why) -> document.fact(Label.UNKNOWN, path + ": " + why));
    document.section("Requests over time").chart(curve(twin));
    document
        .section("Regions of the table")
        .table(
            DataTable.of(
                    IntStream.range(0, twin.regions().size())
                        .mapToObj(i -> new Numbered(i + 1, twin.regions().get(i)))
                        .toList())
                .name(Label.REGION, Numbered::number)
                .figure(Label.SIZE, Unit.BYTES, r -> r.region().bytes())
                .figure("uncompressed", Unit.BYTES, r -> r.region().uncompressedBytes())
                .count("rows read", r -> r.region().reads())
                .count("rows filtered", r -> r.region().filtered())
                .count("rows written", r -> r.region().writes()));
    return document;
  }

  private static boolean isKnown(Calls calls) {
    return calls.perSecond() != null && calls.perSecond() > 0;
  }

  private static String requests(Twin twin) {
    return "rows read %s, written %s"
        .formatted(
            Unit.PER_SECOND.text(twin.sum(Region::reads) / twin.seconds()),
            Unit.PER_SECOND.text(twin.sum(Region::writes) / twin.seconds()));
  }

  private static String regions(Twin twin) {
    Region hottest =
        twin.regions().stream().max(Comparator.comparing(Region::requests)).orElseThrow();
    String most =
        twin.requests() == 0
            ? "no requests"
            : "the hottest has %s of the requests"
                .formatted(Unit.SHARE.text((double) hottest.requests() / twin.requests()));
    return "%s, %s; %s"
        .formatted(
            format("%,d", twin.regions().size()),
            Unit.BYTES.text((double) twin.sum(Region::bytes)),
            most);
  }

  private static void lengths(Family family, Document document) {
    if (family.values() != null) {
      document.fact(
          "family " + family.name(),
          joined(
              ", ",
              mean("columns in a row", family.columns(), Unit.COUNT),
              mean("qualifier", family.qualifiers(), Unit.BYTES),
              mean("row key and qualifier", family.keys(), Unit.BYTES),
              mean("value", family.values(), Unit.BYTES),
              Unit.SHARE.text("compressible to %s", family.compressibleTo())));
    }
  }

  private static String mean(String what, Law law, Unit unit) {
    return law == null ? "" : what + " " + unit.text(law.mean());
  }

  private static String servers(Servers servers) {
    return joined(
        ", ",
        counted(servers.count(), "server"),
        Unit.SHARE.text("%s of their requests are the table's", servers.share()),
        Unit.SHARE.text("%s hits of the block cache", servers.hitRatio()),
        Unit.MICROS.text("%s CPU a call", servers.cpuMicros()),
        Unit.BYTES.text("%s flushed a second", servers.flushedBytes()));
  }

  private static Chart curve(Twin twin) {
    return new Chart(
            "", Axis.of(Kind.TIME, "since the start"), Axis.of(Kind.AMOUNT, "rows/s"), HEIGHT)
        .series(Label.READS, Style.LINE, Chart.BLUE, points(twin, Interval::reads))
        .series(Label.WRITES, Style.LINE, Chart.ORANGE, points(twin, Interval::writes));
  }

  private static List<Chart.Point> points(Twin twin, ToDoubleFunction<Interval> rate) {
    List<Chart.Point> points = new ArrayList<>();
    double end = 0;
    for (Interval interval : twin.curve()) {
      end += interval.seconds();
      points.add(new Chart.Point(end, rate.applyAsDouble(interval)));
    }
    return points;
  }

  public static Document of(TwinComparison comparison) {
    List<Line> outside = comparison.outside();
    Document document =
        new Document("profile", "profile of an original and of its twin")
            .verdict(
                outside.isEmpty() ? alike(comparison.unknown().size()) : Label.DIFFERENT,
                format(
                    "%,d of %,d figures outside of their bounds, %,d unknown",
                    outside.size(), comparison.lines().size(), comparison.unknown().size()),
                outside.stream().map(TwinView::reason).toList());
    return document.table(
        DataTable.of(comparison.lines())
            .name(Label.FIGURE, Line::figure)
            .count("original", line -> Written.of(line.unit(), line.original()))
            .count("twin", line -> Written.of(line.unit(), line.twin()))
            .count("difference", TwinView::difference)
            .count("bound", TwinView::bound)
            .name("", line -> line.isOutside() ? "outside" : line.note()));
  }

  private static String alike(int unknown) {
    return unknown == 0 ? "alike" : format("alike as far as known (%,d unknown)", unknown);
  }

  private static Reason reason(Line line) {
    return new Reason(
        "outside-its-bound",
        "%s: %s, and %s of the original"
            .formatted(
                line.figure(), line.unit().text(line.twin()), line.unit().text(line.original())));
  }

  /** Null if it is unknown, and beside an original of 0, to which nothing is relative. */
  private static Written difference(Line line) {
    Double change = line.difference();
    return change == null || change.isInfinite()
        ? null
        : new Written(Format.change(change, line.absolute()), change);
  }

  private static Written bound(Line line) {
    String text = Unit.SHARE.text(line.bound());
    return new Written(line.absolute() ? text.replace("%", "points") : text, line.bound());
  }
}
