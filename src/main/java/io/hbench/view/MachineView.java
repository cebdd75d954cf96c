package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.joined;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.report.cost.Limit;
import io.hbench.report.cost.Limit.Part;
import io.hbench.report.cost.Machines;
import io.hbench.report.cost.Machines.DataNode;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.MachineUse.Disk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machines of region servers, clients and DataNodes. */
final class MachineView {
  private static final int MAX_ROWS = 100;
  private static final int MAX_USES = 10;
  private static final String LIMIT = "limit";
  private static final String IOWAIT = "iowait";
  private static final String STEAL = "steal";
  private static final String DATA_NODE = "DataNode";

  /** Hosts whose CPU differs by less are alike. */
  private static final double UNEQUAL = 0.05;

  /** Less of iowait and steal limits nothing. */
  private static final double SHOWN = 0.02;

  /** A second of less limits nothing, as where all traffic is that of the loopback. */
  private static final double SHOWN_BYTES = 100_000;

  private MachineView() {}

  /** A line for the hosts of each role. */
  static void summary(Machines machines, Document document) {
    machines.hosts().stream()
        .collect(Collectors.groupingBy(MachineView::role, TreeMap::new, Collectors.toList()))
        .descendingMap()
        .forEach(
            (role, all) -> {
              List<Host> known = all.stream().filter(h -> h.of(MachineUse::cpu) != null).toList();
              if (!known.isEmpty()) {
                String some = known.size() < all.size() ? format("%,d of ", known.size()) : "";
                String hosts = some + counted(all.size(), "host") + " of " + role;
                document.fact("machines", text(hosts, known));
              }
            });
  }

  /** The limit, unless figures are missing. */
  static void limit(Limit limit, Document document) {
    if (limit.isKnown()) {
      document.fact(LIMIT, limit.text());
    }
  }

  /** How much of everything was used, and where the time of a request went. */
  static void section(Limit limit, Document document) {
    document.section("Limit");
    document.fact(LIMIT, limit.text());
    document.table(
        DataTable.of(limit.uses().stream().limit(MAX_USES).toList())
            .name("most used", Part::name)
            .figure(Label.SHARE, Unit.SHARE, Part::share));
    document.table(
        DataTable.of(limit.times())
            .name("time of a request", Part::what)
            .figure(Label.SHARE, Unit.SHARE, Part::share));
  }

  private static String role(Host host) {
    String role = host.servers() ? "servers" : host.clients() ? Label.CLIENTS : DATA_NODE + "s";
    return host.servers() && host.clients() ? role + " and clients" : role;
  }

  private static String source(Host host) {
    return host.source() == null
        ? "-"
        : switch (host.source()) {
          case TASK -> "task";
          case PROMETHEUS -> "Prometheus";
          case REGION_SERVER -> Label.REGION_SERVER;
          case DATA_NODE -> DATA_NODE;
        };
  }

  private static String text(String which, List<Host> hosts) {
    DoubleSummaryStatistics processors = statistics(hosts, h -> h.machine().processors());
    DoubleSummaryStatistics disks = window(hosts, MachineUse::busiestDisk);
    return joined(
        "; ",
        which + (isOne(hosts) ? ", one machine" : ""),
        processors.getMin() < processors.getMax()
            ? format("unequal: %.0f to %.0f processors", processors.getMin(), processors.getMax())
            : "",
        cpu(hosts),
        ifMuch(IOWAIT, window(hosts, MachineUse::iowait).getAverage()),
        ifMuch(STEAL, window(hosts, MachineUse::steal).getAverage()),
        network(hosts),
        disks.getCount() > 0 ? "busiest disk " + Unit.SHARE.text(disks.getMax()) : "");
  }

  private static String ifMuch(String name, double share) {
    return share >= SHOWN ? name + " " + Unit.SHARE.text(share) : "";
  }

  private static String network(List<Host> hosts) {
    double peakIn = window(hosts, MachineUse::peakIn).getMax();
    double peakOut = window(hosts, MachineUse::peakOut).getMax();
    double in = window(hosts, MachineUse::in).getAverage();
    double out = window(hosts, MachineUse::out).getAverage();
    boolean withPeaks = Math.max(peakIn, peakOut) >= SHOWN_BYTES; // Prometheus has none
    return withPeaks || Math.max(in, out) >= SHOWN_BYTES
        ? format("network %s in, %s out", bytes(in), bytes(out))
            + (withPeaks ? format(" (peaks %s, %s)", bytes(peakIn), bytes(peakOut)) : "")
        : "";
  }

  /** Whether several hosts share a machine: their CPU, memory and disks are the same. */
  private static boolean isOne(List<Host> hosts) {
    String kernel = hosts.get(0).machine().kernel();
    return hosts.size() > 1
        && kernel != null
        && hosts.stream().allMatch(host -> kernel.equals(host.machine().kernel()));
  }

  private static DoubleSummaryStatistics window(
      List<Host> hosts, Function<MachineUse, Double> figure) {
    return statistics(hosts, host -> host.of(figure));
  }

  private static DoubleSummaryStatistics statistics(
      List<Host> hosts, Function<Host, ? extends Number> figure) {
    return hosts.stream()
        .map(figure)
        .filter(Objects::nonNull)
        .mapToDouble(Number::doubleValue)
        .summaryStatistics();
  }

  private static String bytes(double perSecond) {
    return Unit.BYTES_PER_SECOND.text(perSecond);
  }

  private static String cpu(List<Host> hosts) {
    DoubleSummaryStatistics cpu = window(hosts, MachineUse::cpu);
    DoubleSummaryStatistics before = statistics(hosts, h -> h.machine().cpuBefore());
    List<String> notes = new ArrayList<>();
    if (cpu.getMax() - cpu.getMin() >= UNEQUAL) {
      Host busiest = Collections.max(hosts, Comparator.comparing(h -> h.of(MachineUse::cpu)));
      notes.add(Unit.SHARE.text(cpu.getMax()) + " on " + busiest.host());
    }
    if (before.getCount() > 0) {
      notes.add("before " + Unit.SHARE.text(before.getAverage()));
    }
    return "CPU "
        + Unit.SHARE.text(cpu.getAverage())
        + (notes.isEmpty() ? "" : " (" + String.join(", ", notes) + ")");
  }

  /**
   * The hosts one by one, and their disks.
   *
   * @param cost by region server; null if it is unknown
   */
  static void section(Machines machines, OperationCost cost, Document document) {
    document.section("Machines");
    machines.missing().forEach(line -> document.fact(Label.MISSING, line));
    List<Host> hosts = machines.hosts();
    if (hosts.stream().allMatch(host -> host.machine().window() == null)) {
      return;
    }
    hosts = hosts.stream().limit(MAX_ROWS).toList();
    document.table(
        DataTable.of(hosts)
            .name(Label.HOST, Host::host)
            .name(Label.OF, MachineView::role)
            .name("by", MachineView::source)
            .optional(Label.REGION_SERVERS, Unit.COUNT, h -> several(h, cost))
            .optional(Label.REQUESTS, Unit.COUNT, h -> requests(h, cost))
            .count(Label.PROCESSORS, h -> h.machine().processors())
            .figure(Label.CPU, Unit.SHARE, h -> h.of(MachineUse::cpu))
            .figure(Label.BEFORE, Unit.SHARE, h -> h.machine().cpuBefore())
            .figure("user", Unit.SHARE, h -> h.of(MachineUse::user))
            .figure("system", Unit.SHARE, h -> h.of(MachineUse::system))
            .figure(IOWAIT, Unit.SHARE, h -> h.of(MachineUse::iowait))
            .figure(STEAL, Unit.SHARE, h -> h.of(MachineUse::steal))
            .count(Label.LOAD, h -> h.of(MachineUse::load))
            .figure("memory", Unit.BYTES, h -> h.of(MachineUse::memory))
            .figure("free", Unit.BYTES, h -> h.of(MachineUse::free))
            .figure("page cache", Unit.BYTES, h -> h.of(MachineUse::pageCache)));
    document.table(
        DataTable.of(hosts.stream().filter(host -> host.of(MachineUse::in) != null).toList())
            .name("network of", Host::host)
            .name("interfaces", h -> String.join(" ", h.of(MachineUse::interfaces)))
            .figure("in", Unit.BYTES_PER_SECOND, h -> h.of(MachineUse::in))
            .figure("peak in", Unit.BYTES_PER_SECOND, h -> h.of(MachineUse::peakIn))
            .figure("out", Unit.BYTES_PER_SECOND, h -> h.of(MachineUse::out))
            .figure("peak out", Unit.BYTES_PER_SECOND, h -> h.of(MachineUse::peakOut))
            .figure("link", Unit.BYTES_PER_SECOND, h -> h.of(MachineUse::link)));
    document.table(
        DataTable.of(machines.hosts().stream().flatMap(MachineView::disks).limit(MAX_ROWS).toList())
            .name("disk of", d -> d.host)
            .name("disk", d -> d.disk.name())
            .figure("busy", Unit.SHARE, d -> d.disk.busy())
            .figure(Label.READS, Unit.PER_SECOND, d -> d.disk.reads())
            .figure(Label.WRITES, Unit.PER_SECOND, d -> d.disk.writes())
            .figure("read", Unit.BYTES_PER_SECOND, d -> d.disk.readBytes())
            .figure("written", Unit.BYTES_PER_SECOND, d -> d.disk.writtenBytes())
            .figure("wait", Unit.MICROS, d -> d.disk.waitUs()));
    document.table(
        DataTable.of(machines.dataNodes().stream().limit(MAX_ROWS).toList())
            .name(DATA_NODE, DataNode::dataNode)
            .figure("written", Unit.BYTES_PER_SECOND, DataNode::writtenBytes)
            .figure("read", Unit.BYTES_PER_SECOND, DataNode::readBytes)
            .figure("blocks written", Unit.PER_SECOND, DataNode::writtenBlocks)
            .figure("blocks read", Unit.PER_SECOND, DataNode::readBlocks)
            .figure("fsyncs", Unit.PER_SECOND, DataNode::fsyncs)
            .figure("fsync", Unit.MICROS, DataNode::fsyncUs)
            .name("slow peer", d -> d.slowPeer() == null ? "-" : d.slowPeer() ? "yes" : "no"));
    document.note(
        "What the hosts did in the window, for all their processes; before: from the first reading"
            + " to the start of the load, by Prometheus the minute before the job. Peaks are those"
            + " of a second; figures of DataNodes those between two readings near the ends of the"
            + " window.");
  }

  private static List<Server> servers(Host host, OperationCost cost) {
    return Stream.ofNullable(cost)
        .flatMap(known -> known.servers().stream())
        .filter(server -> host.has(server.server()))
        .toList();
  }

  /**
   * Number of region servers, if there are several: the figures of one are in the table of costs.
   */
  private static Integer several(Host host, OperationCost cost) {
    int count = servers(host, cost).size();
    return count < 2 ? null : (Integer) count;
  }

  /** Those of all its region servers together. */
  private static Long requests(Host host, OperationCost cost) {
    List<Server> all = servers(host, cost);
    return all.size() < 2 || all.stream().anyMatch(server -> server.requests() == null)
        ? null
        : (Long) all.stream().mapToLong(Server::requests).sum();
  }

  private record HostDisk(String host, Disk disk) {}

  private static Stream<HostDisk> disks(Host host) {
    List<Disk> disks = host.of(MachineUse::disks);
    return Stream.ofNullable(disks).flatMap(List::stream).map(d -> new HostDisk(host.host(), d));
  }
}
