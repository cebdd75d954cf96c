package io.hbench.report.format;

import io.hbench.report.RunReport.Event;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The lines about the servers in a text report. */
final class ServerText {
  private static final int MAX_EVENTS = 10;
  private static final double MEGABYTE = 1 << 20;

  private ServerText() {}

  static String of(Servers servers, List<PreparedStep> prepared, List<Event> events) {
    StringBuilder text = new StringBuilder();
    ServerFacts after = servers.after();
    if (after != null) {
      text.append(
          format("servers: HBase %s, %s%s\n", after.version(), after.extent(), spread(after)));
    }
    if (after != null) {
      after.unknown().forEach(unknown -> text.append(format("%s\n", unknown)));
    }
    ServerChanges changes = servers.changes();
    if (changes != null) {
      text.append(cache(changes, after.regionServers().size()));
      text.append(files(servers.before(), after, changes));
    }
    if (!prepared.isEmpty()) {
      text.append(
          prepared.stream()
              .map(ServerText::step)
              .collect(Collectors.joining(", ", "prepared: ", "\n")));
    }
    events(events, text);
    return text.toString();
  }

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

  private static String cache(ServerChanges changes, int servers) {
    if (changes.pages() == 0) {
      return "block cache: hit ratio unknown, no server's metrics page (/jmx) is available\n";
    }
    String whose =
        changes.pages() < servers
            ? format("%d of %d servers' metrics pages", changes.pages(), servers)
            : "the servers' metrics pages";
    return changes.blockCacheHitRatio() == null
        ? format("block cache: no block was read, by %s\n", whose)
        : format(
            "block cache: hit ratio %.1f %% of %,d block reads, warm-up included, by %s\n",
            100 * changes.blockCacheHitRatio(),
            changes.blockCacheHits() + changes.blockCacheMisses(),
            whose);
  }

  private static String files(ServerFacts before, ServerFacts after, ServerChanges changes) {
    String work =
        changes.flushes() == null || changes.compactions() == null
            ? ""
            : format(
                "; all tables: flushes %,d, compactions %,d",
                changes.flushes(), changes.compactions());
    String servers =
        changes.serversLeft() + changes.serversJoined() == 0
            ? ""
            : format(
                "; servers left: %,d, joined: %,d", changes.serversLeft(), changes.serversJoined());
    return format("store files: %s before, %s after", files(before), files(after))
        + format("; regions moved: %,d", changes.regionsMoved())
        + work
        + servers
        + "\n";
  }

  private static String files(ServerFacts facts) {
    return format("%,d (%,.0f MB)", facts.storeFiles(), facts.storeFileBytes() / MEGABYTE);
  }

  private static String step(PreparedStep step) {
    return step.step()
        + (step.rows() == null ? "" : format(" %,d rows", step.rows()))
        + format(" %.1f s", step.seconds())
        + (step.note() == null ? "" : " (" + step.note() + ")");
  }

  private static void events(List<Event> events, StringBuilder text) {
    events.stream()
        .limit(MAX_EVENTS)
        .forEach(
            e ->
                text.append(
                    format(
                        "event: %s%s, %s\n",
                        e.t() == null ? "" : format("%+.0f s ", e.t()), e.kind(), e.what())));
    if (events.size() > MAX_EVENTS) {
      text.append(format("event: %d more, see report.json\n", events.size() - MAX_EVENTS));
    }
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
