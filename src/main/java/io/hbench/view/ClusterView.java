package io.hbench.view;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.ServerDifference;
import io.hbench.report.ServerDifference.Pair;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.server.ByServer;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The region servers before and after the job, and what happened at them. */
final class ClusterView {
  private static final int FEW_EVENTS = 3;
  private static final Set<Kind> USUAL = EnumSet.of(Kind.FLUSH, Kind.COMPACTION);
  private static final int MANY_EVENTS = 100;

  private ClusterView() {}

  /** What was done to the table, the servers in one line, and what is unknown of them. */
  static void summary(
      Servers servers, ByServer byServer, List<PreparedStep> prepared, Document document) {
    document.fact(
        "prepared", prepared.stream().map(ClusterView::step).collect(Collectors.joining(", ")));
    ServerFacts after = servers.after();
    if (after == null) {
      return;
    }
    document.fact(
        "servers",
        format("HBase %s, %s", after.version(), after.extent())
            + spread(after)
            + ServersView.noneSlow(byServer));
    after.unknown().forEach(unknown -> document.fact(Label.UNKNOWN, unknown.toString()));
  }

  /** How many regions are on each server. */
  private static String spread(ServerFacts facts) {
    IntSummaryStatistics regions =
        facts.regionServers().values().stream().mapToInt(RegionServer::regions).summaryStatistics();
    if (regions.getCount() < 2 || facts.regions() < 2) {
      return "";
    }
    return regions.getMin() == regions.getMax()
        ? format(", %,d on each", regions.getMin())
        : format(", %,d to %,d on each", regions.getMin(), regions.getMax());
  }

  /** What happened at the servers stands out, except flushes and compactions. */
  static void events(List<Event> events, Document document) {
    List<Event> some = events.stream().filter(e -> !USUAL.contains(e.kind())).toList();
    some.stream().limit(FEW_EVENTS).forEach(e -> document.fact("event", text(e)));
    if (some.size() > FEW_EVENTS) {
      document.fact("event", "%,d more", some.size() - FEW_EVENTS);
    }
  }

  private static String text(Event event) {
    return (event.t() == null ? "" : format("%+.0f s ", event.t()))
        + event.kind()
        + ", "
        + event.what();
  }

  static void section(Servers servers, OperationCost cost, List<Event> events, Document document) {
    document.section("Servers");
    String caches = cost == null ? "" : caches(cost);
    Double local = cost == null ? null : cost.filesLocal();
    if (servers.changes() != null) {
      changes(servers, servers.changes(), caches, local, document);
    }
    if (servers.notes() != null) {
      servers.notes().forEach(document::note);
    }
    if (servers.after() != null) {
      document.table(table(servers, caches.isEmpty()));
    }
    document.table(
        DataTable.of(events.stream().limit(MANY_EVENTS).toList())
            .figure(Label.AT, Unit.SECONDS, Event::t)
            .name("event", Event::kind)
            .name(Label.WHAT, Event::what)
            .name(Label.NOTICED, Event::noticed));
    if (events.size() > MANY_EVENTS) {
      document.note("%,d more events are in report.json.", events.size() - MANY_EVENTS);
    }
  }

  /** Each cache by itself, over the window; empty if they are unknown. */
  private static String caches(OperationCost cost) {
    return joined(
        ", ",
        Unit.SHARE.text("L1 hit ratio %s", cost.l1HitRatio()),
        Unit.SHARE.text("L2 hit ratio %s", cost.l2HitRatio()));
  }

  private static void changes(
      Servers servers, ServerChanges changes, String caches, Double local, Document document) {
    document.fact(
        "block cache",
        caches.isEmpty() ? cache(changes, servers.after().regionServers().size()) : caches);
    document.fact(
        "store files",
        files(servers.before())
            + " before, "
            + files(servers.after())
            + " after"
            + Unit.SHARE.text("; of all tables, %s on their server's machine", local));
    document.fact(Label.REGIONS, "%,d moved", changes.regionsMoved());
    if (changes.flushes() != null && changes.compactions() != null) {
      document.fact(
          "all tables", "%,d flushes, %,d compactions", changes.flushes(), changes.compactions());
    }
    document.fact(
        Label.REGION_SERVERS,
        "%,d left, %,d joined",
        changes.serversLeft(),
        changes.serversJoined());
  }

  private static String cache(ServerChanges changes, int servers) {
    if (changes.pages() == 0) {
      return "hit ratio unknown, no server's metrics page (/jmx) was available before and after,"
          + " without a restart in between";
    }
    String whose =
        changes.pages() < servers
            ? format("by %d of %d servers' metrics pages", changes.pages(), servers)
            : "by the servers' metrics pages";
    return changes.blockCacheHitRatio() == null
        ? "no block was read, " + whose
        : format(
            "hit ratio %s of %,d block reads, warm-up included, %s",
            Unit.SHARE.text(changes.blockCacheHitRatio()),
            changes.blockCacheHits() + changes.blockCacheMisses(),
            whose);
  }

  private static String files(ServerFacts facts) {
    return format("%,d (%s)", facts.storeFiles(), Unit.BYTES.text((double) facts.storeFileBytes()));
  }

  private static String step(PreparedStep step) {
    return step.step()
        + (step.rows() == null ? "" : format(" %,d rows", step.rows()))
        + " "
        + Unit.SECONDS.text(step.seconds())
        + (step.bytes() == null ? "" : " to " + Unit.BYTES.text((double) step.bytes()))
        + (step.note() == null ? "" : " (" + step.note() + ")");
  }

  private static Long blocks(Pair server) {
    Long hits = server.change(RegionServer::blockCacheHits);
    Long misses = server.change(RegionServer::blockCacheMisses);
    return hits == null || misses == null ? null : hits + misses;
  }

  private static Double hits(Pair server) {
    Long blocks = blocks(server);
    return blocks == null || blocks == 0
        ? null
        : (double) server.change(RegionServer::blockCacheHits) / blocks;
  }

  private static DataTable<Pair> table(Servers servers, boolean isOneCache) {
    return DataTable.of(ServerDifference.pairs(servers.before(), servers.after()))
        .name(Label.REGION_SERVER, Pair::name)
        .count("regions before", p -> p.before() == null ? null : p.before().regions())
        .count(Label.AFTER, p -> p.after().regions())
        .bar(Label.READS, Unit.COUNT, p -> p.change(RegionServer::readRequests))
        .count(Label.WRITES, p -> p.change(RegionServer::writeRequests))
        .count("block reads", ClusterView::blocks)
        .figure("hits", Unit.SHARE, p -> isOneCache ? hits(p) : null)
        .count("flushes", p -> p.change(RegionServer::flushes))
        .count("compactions", p -> p.change(RegionServer::compactions));
  }
}
