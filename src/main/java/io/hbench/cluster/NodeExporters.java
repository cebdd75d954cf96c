package io.hbench.cluster;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.HostName;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.MachineUse.Disk;
import io.hbench.rundir.TaskFacts.Machine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * Machines by the node exporters of a site, as its Prometheus has kept their figures: instant
 * queries of its HTTP API (https://prometheus.io/docs/prometheus/latest/querying/api/) at both ends
 * of a time. Counters are those of the last scrape before; the exporter's clock says when that was.
 */
public final class NodeExporters {
  /** Of all answers together. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Longest time from a scrape to the end of a time that it stands for: a usual interval. */
  private static final double MAX_AGE_SECONDS = 60;

  private static final double MAX_AGE_SHARE = 0.2;

  /** Those of a query, whose address has their names three times: servers refuse above 8 KB. */
  private static final int HOSTS_OF_A_QUERY = 30;

  /** Some 4 KB for each host, more with many disks. */
  private static final int MAX_BYTES = 4 << 20;

  /** Larger ones are none, and their sums would be infinite. */
  private static final double MAX_VALUE = 1e30;

  private static final String DISK = "node_disk_%s_total/";
  private static final String NETWORK = "node_network_%s_bytes_total/";
  private static final String MEMORY = "node_memory_%s_bytes";
  private static final String CLOCK = "node_time_seconds";
  private static final String BOOT = "node_boot_time_seconds";
  private static final double SAME_BOOT_SECONDS = 2;

  private static final List<String> USED = List.of("user", "nice", "system", "irq", "softirq");
  private static final List<String> UNUSED = List.of("idle", "iowait", "steal");

  /** The number of series of each machine: with several, one name is that of several machines. */
  private static final String NAMES = "count by (instance, nodename) (node_uname_info)";

  /** Disks and cards go by their names: volumes, partitions, bonds and bridges count twice. */
  private static final String FIGURES =
      """
      max by (__name__, instance, device) ({instance=~"%1$s", __name__=~"node_(load1|time_seconds|\
      boot_time_seconds|memory_(MemTotal|MemFree|Buffers|Cached)_bytes|\
      disk_((reads|writes)_completed|(read|written)_bytes|(read|write|io)_time_seconds)_total|\
      network_((receive|transmit)_bytes_total|speed_bytes))", \
      device=~"|(h|s|v|xv)d[a-z]+|nvme[0-9]+n[0-9]+|mmcblk[0-9]+|\
      (en[a-hj-z]|eth|em|ib|wl)[a-z0-9]+|p[0-9]+p[0-9]+"}) \
      or sum by (instance, mode) (node_cpu_seconds_total{instance=~"%1$s"}) \
      or label_replace(count by (instance) (node_cpu_seconds_total{instance=~"%1$s", \
      mode="idle"}), "mode", "processors", "", "")""";

  private final URI url;
  private final MetricsHttp http;
  private final long deadline;
  private final Map<String, Machine> machines = new TreeMap<>();

  /** Hosts without a machine, by the reason. */
  private final Map<String, List<String>> unknown = new TreeMap<>();

  private NodeExporters(Configuration conf, URI url, long deadline) {
    this.url = url;
    this.deadline = deadline;
    this.http = MetricsHttp.of(conf, url.getScheme().equals("https"));
  }

  /**
   * Asks for the machines of hosts. Waits for some seconds at most.
   *
   * @param url of Prometheus
   * @param before when the job was submitted: the minute before is that before the load
   * @param start of the window
   */
  public static HostFacts read(
      Configuration conf,
      URI url,
      Collection<String> hosts,
      Instant before,
      Instant start,
      Instant end)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try {
      NodeExporters exporters = new NodeExporters(conf, url, deadline);
      exporters.read(hosts, List.of(before.minusSeconds(60), before, start, end));
      List<String> problems = new ArrayList<>();
      exporters.unknown.forEach(
          (why, some) ->
              problems.add(
                  "%s (%d of %d hosts, first %s)"
                      .formatted(why, some.size(), hosts.size(), some.get(0))));
      return new HostFacts(exporters.machines, problems);
    } catch (IOException | RuntimeException e) {
      boolean isLate = System.nanoTime() - deadline >= 0;
      return new HostFacts(Map.of(), List.of(isLate ? "no answers within 5 s" : FailureText.of(e)));
    }
  }

  private void read(Collection<String> hosts, List<Instant> times)
      throws IOException, InterruptedException {
    Map<String, Map<String, Double>> names = samples(NAMES, times.get(3));
    Map<String, String> instances = new TreeMap<>();
    for (String host : hosts) {
      List<String> all = instances(host, names);
      if (all.size() != 1) {
        miss(all.isEmpty() ? "no exporter" : "several exporters", host);
      } else if (names.get(all.get(0)).values().stream().mapToDouble(n -> n).sum() > 1) {
        miss("several machines with one instance", host);
      } else {
        instances.put(host, all.get(0));
      }
    }
    for (String host : List.copyOf(instances.keySet())) {
      if (Collections.frequency(instances.values(), instances.get(host)) > 1) {
        miss("an exporter that matches several hosts", host);
      }
    }
    unknown.values().forEach(instances.keySet()::removeAll);
    List<String> found = List.copyOf(instances.keySet());
    for (int i = 0; i < found.size(); i += HOSTS_OF_A_QUERY) {
      List<String> some = found.subList(i, Math.min(found.size(), i + HOSTS_OF_A_QUERY));
      String query =
          FIGURES.formatted(
              some.stream().map(host -> quoted(instances.get(host))).collect(joining("|")));
      List<Map<String, Map<String, Double>>> answers = new ArrayList<>();
      for (Instant at : times) {
        answers.add(samples(query, at));
      }
      for (String host : some) {
        String name = instances.get(host);
        add(host, answers.stream().map(a -> a.getOrDefault(name, Map.of())).toList(), times);
      }
    }
  }

  private void miss(String why, String host) {
    unknown.computeIfAbsent(why, w -> new ArrayList<>()).add(host);
  }

  /** A name in an expression of RE2, in a string of PromQL. */
  private static String quoted(String name) {
    return name.replaceAll("[\\p{Punct}&&[^:_-]]", "\\\\$0").replaceAll("[\"\\\\]", "\\\\$0");
  }

  private Map<String, Map<String, Double>> samples(String query, Instant at)
      throws IOException, InterruptedException {
    int usualPort = http.scheme().equals("https") ? 443 : 80;
    String path =
        url.getPath().replaceFirst("/$", "")
            + ("/api/v1/query?time=" + at + "&query=")
            + URLEncoder.encode(query, StandardCharsets.UTF_8);
    int port = url.getPort() < 0 ? usualPort : url.getPort();
    Duration rest = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    HttpResponse<byte[]> answer = http.answer(url.getHost(), port, path, rest, MAX_BYTES);
    if (answer.statusCode() != 200) {
      throw new IOException("status %d of /api/v1/query".formatted(answer.statusCode()));
    }
    return parse(new String(answer.body(), StandardCharsets.UTF_8));
  }

  /**
   * The samples of an instant vector.
   *
   * @return by instance; each by its metric, with device, mode or name of the host: {@code
   *     node_disk_io_time_seconds_total/sda}, {@code /idle}
   */
  static Map<String, Map<String, Double>> parse(String body) throws IOException {
    Map<String, Map<String, Double>> samples = new TreeMap<>();
    try {
      JsonObject data = JsonParser.parseString(body).getAsJsonObject().getAsJsonObject("data");
      for (JsonElement one : data.getAsJsonArray("result")) {
        JsonObject labels = one.getAsJsonObject().getAsJsonObject("metric");
        String of =
            Stream.of("device", "mode", "nodename")
                .filter(labels::has)
                .map(label -> "/" + labels.get(label).getAsString())
                .findFirst()
                .orElse("");
        String name = labels.has("__name__") ? labels.get("__name__").getAsString() : "";
        String text = one.getAsJsonObject().getAsJsonArray("value").get(1).getAsString();
        double value = text.endsWith("Inf") ? Double.NaN : Double.parseDouble(text);
        if (Math.abs(value) < MAX_VALUE && labels.has("instance")) {
          samples
              .computeIfAbsent(labels.get("instance").getAsString(), i -> new TreeMap<>())
              .put(name + of, value);
        }
      }
    } catch (RuntimeException e) {
      throw new IOException("not an answer of Prometheus", e);
    }
    return samples;
  }

  /**
   * The exporters of a host: those whose target has its name, else whose machine has, else whose
   * target has its address, else with a name that differs by the domain.
   */
  private static List<String> instances(String host, Map<String, Map<String, Double>> names) {
    Function<String, String> target = instance -> StringUtils.substringBeforeLast(instance, ":");
    List<Predicate<String>> best =
        List.of(
            instance -> target.apply(instance).equalsIgnoreCase(host),
            instance -> devices(names.get(instance), "/").anyMatch(host::equalsIgnoreCase),
            instance -> isAddress(target.apply(instance), host),
            instance ->
                Stream.concat(Stream.of(target.apply(instance)), devices(names.get(instance), "/"))
                    .anyMatch(name -> HostName.isSame(name, host)));
    return best.stream()
        .map(which -> names.keySet().stream().filter(which).toList())
        .filter(some -> !some.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static boolean isAddress(String name, String host) {
    try {
      return name.matches("[0-9.]+") && InetAddress.getByName(host).getHostAddress().equals(name);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static Stream<String> devices(Map<String, Double> samples, String metric) {
    return samples.keySet().stream()
        .filter(key -> key.startsWith(metric))
        .map(key -> key.substring(metric.length()));
  }

  /**
   * Adds the machine of a host.
   *
   * @param samples a minute before the job, before it, and at both ends of the window
   */
  private void add(String host, List<Map<String, Double>> samples, List<Instant> times) {
    double window = seconds(times.get(3)) - seconds(times.get(2));
    double age = Math.min(MAX_AGE_SECONDS, MAX_AGE_SHARE * window);
    Growth inWindow = new Growth(samples.get(2), samples.get(3));
    if (!isNear(samples.get(2), times.get(2), age) || !isNear(samples.get(3), times.get(3), age)) {
      miss("no scrapes within %d s of both ends of the window".formatted(Math.round(age)), host);
    } else if (!inWindow.isOfOneBoot() || inWindow.share(USED) == null) {
      miss("the host has started in the window, or counts no CPU", host);
    } else {
      boolean isBefore =
          isNear(samples.get(0), times.get(0), MAX_AGE_SECONDS)
              && isNear(samples.get(1), times.get(1), MAX_AGE_SECONDS);
      Growth inMinute = new Growth(samples.get(0), samples.get(1));
      Double processors = samples.get(3).get("/processors");
      machines.put(
          host,
          new Machine(
              null,
              processors == null ? null : (Integer) processors.intValue(),
              isBefore && inMinute.isOfOneBoot() ? inMinute.share(USED) : null,
              inWindow.use(samples.get(3).get(CLOCK) - samples.get(2).get(CLOCK))));
    }
  }

  private static boolean isNear(Map<String, Double> samples, Instant time, double seconds) {
    Double at = samples.get(CLOCK);
    return at != null && Math.abs(at - seconds(time)) <= seconds;
  }

  private static double seconds(Instant time) {
    return time.toEpochMilli() / 1e3;
  }

  /** What has grown from one answer to another. */
  private record Growth(Map<String, Double> from, Map<String, Double> to) {
    boolean isOfOneBoot() {
      return from.containsKey(BOOT)
          && to.containsKey(BOOT)
          && Math.abs(to.get(BOOT) - from.get(BOOT)) <= SAME_BOOT_SECONDS;
    }

    /** Null if it is unknown, or fell. */
    Double of(String key) {
      Double before = from.get(key);
      Double after = to.get(key);
      return before == null || after == null || after < before ? null : (Double) (after - before);
    }

    /** Of some modes; Linux may take back idle time and iowait. */
    private Double of(List<String> modes) {
      return modes.stream().anyMatch(m -> !from.containsKey("/" + m) || !to.containsKey("/" + m))
          ? null
          : (Double) modes.stream().mapToDouble(m -> orZero(of("/" + m))).sum();
    }

    private static double orZero(Double more) {
      return more == null ? 0 : more;
    }

    /** Share of the processors' time in some modes; null if it is unknown. */
    Double share(List<String> modes) {
      Double used = of(USED);
      Double unused = of(UNUSED);
      return used == null || unused == null || used + unused == 0
          ? null
          : (Double) (of(modes) / (used + unused));
    }

    MachineUse use(double seconds) {
      List<String> cards = devices(NETWORK.formatted("receive"));
      Map<String, Double> bytes =
          cards.stream()
              .collect(
                  toMap(
                      card -> card,
                      card ->
                          orZero(of(NETWORK.formatted("receive") + card))
                              + orZero(of(NETWORK.formatted("transmit") + card))));
      Double cached = to.get(MEMORY.formatted("Cached"));
      Double buffers = to.get(MEMORY.formatted("Buffers"));
      return new MachineUse(
          seconds,
          share(USED),
          share(List.of("user", "nice")),
          share(List.of("system", "irq", "softirq")),
          share(List.of("iowait")),
          share(List.of("steal")),
          to.get("node_load1"),
          to.get(MEMORY.formatted("MemTotal")),
          to.get(MEMORY.formatted("MemFree")),
          cached == null || buffers == null ? null : (Double) (cached + buffers),
          devices(DISK.formatted("io_time_seconds")).stream()
              .flatMap(name -> disk(name, seconds))
              .toList(),
          cards,
          bytes("receive", cards, seconds),
          bytes("transmit", cards, seconds),
          null,
          null,
          MachineUse.link(
              bytes,
              card -> Math.max(0, to.getOrDefault("node_network_speed_bytes/" + card, 0.0))));
    }

    /** Those in both answers. */
    private List<String> devices(String metric) {
      return NodeExporters.devices(to, metric)
          .filter(device -> from.containsKey(metric + device))
          .toList();
    }

    private Double bytes(String way, List<String> cards, double seconds) {
      List<Double> all = cards.stream().map(card -> of(NETWORK.formatted(way) + card)).toList();
      return all.isEmpty() || all.stream().anyMatch(Objects::isNull)
          ? null
          : (Double) (all.stream().mapToDouble(more -> more).sum() / seconds);
    }

    /** None if a figure of it is unknown. */
    private Stream<Disk> disk(String name, double seconds) {
      List<Double> more =
          Stream.of(
                  "io_time_seconds",
                  "reads_completed",
                  "writes_completed",
                  "read_bytes",
                  "written_bytes",
                  "read_time_seconds",
                  "write_time_seconds")
              .map(figure -> of(DISK.formatted(figure) + name))
              .toList();
      if (more.stream().anyMatch(Objects::isNull)) {
        return Stream.empty();
      }
      double operations = more.get(1) + more.get(2);
      return Stream.of(
          new Disk(
              name,
              Math.min(1, more.get(0) / seconds),
              more.get(1) / seconds,
              more.get(2) / seconds,
              more.get(3) / seconds,
              more.get(4) / seconds,
              operations == 0 ? null : (Double) (1e6 * (more.get(5) + more.get(6)) / operations)));
    }
  }
}
