package io.hbench.report.format;

import io.hbench.html.Numbers;
import io.hbench.html.Page.Fact;
import io.hbench.report.LengthText;
import io.hbench.report.ReadFacts;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.report.outage.AvailabilityText;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The lists of name-value pairs on a report's page; each may be empty. */
final class ReportFacts {
  private ReportFacts() {}

  static List<Fact> ofRequests(RunReport report) {
    List<Fact> facts = new ArrayList<>();
    LengthText.lines(report).forEach(line -> facts.add(new Fact("precision", line)));
    if (report.noise() != null) {
      facts.add(new Fact("noise", report.noise().text("this step")));
    }
    ScheduleFacts pace = report.pace();
    if (pace != null) {
      facts.add(
          fact(
              "rate",
              "%,.1f requests/s sent of %,.1f scheduled%s",
              pace.sentPerSecond(),
              pace.scheduledPerSecond(),
              pace.dropped() == 0 ? "" : Numbers.format("; %,d requests dropped", pace.dropped())));
    }
    report
        .all()
        .filter(all -> all.overThreshold() != null)
        .ifPresent(
            all ->
                facts.add(
                    fact(
                        "latency threshold",
                        "%,d requests took %s or longer",
                        all.overThreshold(),
                        report.settings().get(Settings.LATENCY_THRESHOLD.name()))));
    AvailabilityText.line(report.availability())
        .ifPresent(line -> facts.add(new Fact("availability", line)));
    if (report.reads() != null) {
      ofReads(report.reads(), facts);
    }
    if (report.handOver() != null) {
      facts.add(
          fact(
              "bulk load",
              "%,d HFiles, %s taken over in %.1f s",
              report.handOver().files(),
              Numbers.megabytes(report.handOver().bytes()),
              report.handOver().seconds()));
    }
    TaskFacts.Verification verification = report.verification();
    if (verification != null) {
      facts.add(
          fact(
              "verification",
              "%,d of %,d rows correct; %,d missing, %,d stale, %,d corrupt, %,d unexpected",
              verification.correct(),
              verification.compared(),
              verification.defects().missing(),
              verification.defects().stale(),
              verification.defects().corrupt(),
              verification.defects().unexpected()));
    }
    return facts;
  }

  private static void ofReads(ReadFacts reads, List<Fact> facts) {
    if (reads.scans() != null) {
      facts.add(
          fact(
              "scans",
              "%,d RPC calls, %,d of them remote; %,d regions, %,d bytes",
              reads.scans().rpcCalls(),
              reads.scans().remoteRpcCalls(),
              reads.scans().regions(),
              reads.scans().bytes()));
    }
    if (reads.staleRows() > 0) {
      facts.add(fact("replicas", "%,d rows came from a secondary replica", reads.staleRows()));
    }
    if (reads.valueSizes() != null) {
      facts.add(
          fact(
              "value sizes",
              "%,d to %,d bytes, mean %,.1f, p50 %,d, p99 %,d",
              reads.valueSizes().min(),
              reads.valueSizes().max(),
              reads.valueSizes().mean(),
              reads.valueSizes().p50(),
              reads.valueSizes().p99()));
    }
  }

  static List<Fact> ofTasks(RunReport report) {
    RunReport.Tasks tasks = report.tasks();
    List<Fact> facts = new ArrayList<>();
    facts.add(
        fact(
            "overlap",
            "all tasks ran together for %.1f of %.1f s",
            tasks.overlapSeconds(),
            report.window().seconds()));
    if (tasks.startSpreadMs() != null) {
      facts.add(
          fact(
              "start",
              "within %.0f ms of each other (± %.0f ms)",
              tasks.startSpreadMs(),
              tasks.clockErrorMs()));
    }
    RunReport.Clients clients = report.clients();
    if (clients.cpuShareMax() != null) {
      facts.add(
          fact(
              "CPU",
              "%,.1f s; maximum %s of a machine by one task",
              clients.cpuSeconds(),
              Numbers.share(clients.cpuShareMax())));
      facts.add(fact("GC", "%,d ms", clients.gcMs()));
    }
    if (clients.hiccups() != null && clients.hiccups().p99() != null) {
      facts.add(fact("hiccups", "p99 %s", Numbers.time(clients.hiccups().p99())));
    }
    if (clients.sendDelay() != null && clients.sendDelay().p99() != null) {
      facts.add(
          fact(
              "send delay",
              "p99 %s, caused by the clients",
              Numbers.time(clients.sendDelay().p99())));
    }
    return facts;
  }

  static List<Fact> ofServers(Servers servers, List<PreparedStep> prepared) {
    List<Fact> facts = new ArrayList<>();
    ServerFacts after = servers.after();
    if (after != null) {
      facts.add(fact("HBase", "%s, %s", after.version(), after.extent()));
    }
    ServerChanges changes = servers.changes();
    if (changes != null) {
      facts.add(new Fact("block cache", cache(changes)));
      facts.add(fact("store files", "%s before, %s after", files(servers.before()), files(after)));
      facts.add(
          fact(
              "during the job",
              "%s%,d regions moved; servers left %,d, joined %,d",
              changes.flushes() == null || changes.compactions() == null
                  ? ""
                  : Numbers.format(
                      "%,d flushes, %,d compactions (all tables); ",
                      changes.flushes(), changes.compactions()),
              changes.regionsMoved(),
              changes.serversLeft(),
              changes.serversJoined()));
    }
    if (!prepared.isEmpty()) {
      facts.add(
          new Fact(
              "prepared",
              prepared.stream().map(ReportFacts::step).collect(Collectors.joining(", "))));
    }
    return facts;
  }

  private static String step(PreparedStep step) {
    return step.step()
        + (step.rows() == null ? "" : Numbers.format(" %,d rows", step.rows()))
        + Numbers.format(" %.1f s", step.seconds())
        + (step.note() == null ? "" : " (" + step.note() + ")");
  }

  private static String cache(ServerChanges changes) {
    if (changes.pages() == 0) {
      return "hit ratio unknown: no server's metrics page (/jmx) is available";
    }
    return changes.blockCacheHitRatio() == null
        ? "no block was read"
        : Numbers.format(
            "hit ratio %s of %,d block reads, warm-up included",
            Numbers.share(changes.blockCacheHitRatio()),
            changes.blockCacheHits() + changes.blockCacheMisses());
  }

  private static String files(ServerFacts facts) {
    return Numbers.format(
        "%,d (%s)", facts.storeFiles(), Numbers.megabytes(facts.storeFileBytes()));
  }

  private static Fact fact(String name, String pattern, Object... args) {
    return new Fact(name, Numbers.format(pattern, args));
  }
}
