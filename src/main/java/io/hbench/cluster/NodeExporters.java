package io.hbench.cluster;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * Machines by the node exporters of a site, as its Prometheus has kept their figures: instant
 * queries of its HTTP API (https://prometheus.io/docs/prometheus/latest/querying/api/) at both ends
 * of a time. Counters are those of the last scrape before; the exporter's clock says when that was.
 */
public final class NodeExporters {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Some 4 KB for each host, more with many disks. */
  private static final int MAX_BYTES = 64 << 20;

  private static final String NAME = "node_uname_info/";
  private static final String DISK = "node_disk_%s_total/";
  private static final String NETWORK = "node_network_%s_bytes_total/";
  private static final String MEMORY = "node_memory_%s_bytes";

  private static final List<String> USED = List.of("user", "nice", "system", "irq", "softirq");
  private static final List<String> UNUSED = List.of("idle", "iowait", "steal");

  /** Disks and cards go by their names: volumes, partitions, bonds and bridges count twice. */
  private static final String QUERY =
      """
      max by (__name__, instance, device, nodename) ({__name__=~"node_(load1|time_seconds|\
      uname_info|memory_(MemTotal|MemFree|Buffers|Cached)_bytes)"} \
      or {__name__=~"node_disk_((reads|writes)_completed|(read|written)_bytes|\
      (read|write|io)_time_seconds)_total", \
      device=~"(h|s|v|xv)d[a-z]+|nvme[0-9]+n[0-9]+|mmcblk[0-9]+"} \
      or {__name__=~"node_network_((receive|transmit)_bytes_total|speed_bytes)", \
      device=~"(en|eth|em|ib|wl)[a-z0-9]+|p[0-9]+p[0-9]+"}) \
      or sum by (instance, mode) (max by (instance, cpu, mode) (node_cpu_seconds_total)) \
      or label_replace(count by (instance) (max by (instance, cpu) (node_cpu_seconds_total)), \
      "mode", "processors", "", "")""";

  private NodeExporters() {}

  /**
   * Asks for the machines of hosts: four answers, for each of which it waits some seconds at most.
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
    try {
      MetricsHttp http = MetricsHttp.of(conf, url.getScheme().equals("https"));
      List<Map<String, Map<String, Double>>> answers = new ArrayList<>();
      for (Instant at : List.of(before.minusSeconds(60), before, start, end)) {
        answers.add(samples(http, url, at));
      }
      double seconds = Duration.between(start, end).toNanos() / 1e9;
      Map<String, Machine> machines = new TreeMap<>();
      for (String host : hosts) {
        instance(host, answers.get(3))
            .map(name -> answers.stream().map(all -> all.getOrDefault(name, Map.of())).toList())
            .ifPresent(samples -> machines.put(host, machine(samples, seconds)));
      }
      return new HostFacts(machines, null);
    } catch (IOException | RuntimeException e) {
      return new HostFacts(Map.of(), FailureText.of(e));
    }
  }

  private static Map<String, Map<String, Double>> samples(MetricsHttp http, URI url, Instant at)
      throws IOException, InterruptedException {
    int usualPort = http.scheme().equals("https") ? 443 : 80;
    String path =
        url.getPath().replaceFirst("/$", "")
            + ("/api/v1/query?time=" + at + "&query=")
            + URLEncoder.encode(QUERY, StandardCharsets.UTF_8);
    int port = url.getPort() < 0 ? usualPort : url.getPort();
    HttpResponse<byte[]> answer = http.answer(url.getHost(), port, path, LIMIT, MAX_BYTES);
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
        String value = one.getAsJsonObject().getAsJsonArray("value").get(1).getAsString();
        if (!value.endsWith("Inf") && labels.has("instance")) {
          samples
              .computeIfAbsent(labels.get("instance").getAsString(), i -> new TreeMap<>())
              .put(name + of, Double.valueOf(value));
        }
      }
    } catch (RuntimeException e) {
      throw new IOException("not an answer of Prometheus", e);
    }
    return samples;
  }

  /** The exporter of a host: its target or its machine has the host's name or its address. */
  private static Optional<String> instance(String host, Map<String, Map<String, Double>> samples) {
    return samples.keySet().stream()
        .filter(
            instance ->
                Stream.concat(
                        Stream.of(StringUtils.substringBefore(instance, ":")),
                        devices(samples.get(instance), NAME))
                    .anyMatch(name -> HostName.isSame(name, host) || isAddress(name, host)))
        .findFirst();
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
   * A machine.
   *
   * @param samples a minute before the job, before it, and at both ends of the window
   * @param seconds length of the window
   */
  private static Machine machine(List<Map<String, Double>> samples, double seconds) {
    Growth window = new Growth(samples.get(2), samples.get(3));
    double covered = window.of("node_time_seconds");
    boolean isLike = covered > seconds / 2 && covered < 2 * seconds && window.share(USED) != null;
    Double processors = samples.get(3).get("/processors");
    return new Machine(
        null,
        processors == null ? null : (Integer) processors.intValue(),
        new Growth(samples.get(0), samples.get(1)).share(USED),
        isLike ? window.use(covered) : null);
  }

  /** What has grown from one answer to another. */
  private record Growth(Map<String, Double> from, Map<String, Double> to) {
    /** 0 if it is unknown, of a machine that has started anew, and for iowait that fell. */
    double of(String key) {
      double more = to.getOrDefault(key, 0.0) - from.getOrDefault(key, Double.MAX_VALUE);
      return Math.max(0, more);
    }

    private double of(List<String> modes) {
      return modes.stream().mapToDouble(mode -> of("/" + mode)).sum();
    }

    /** Share of the processors' time in some modes; null if it is unknown. */
    Double share(List<String> modes) {
      double all = of(USED) + of(UNUSED);
      return all > 0 ? (Double) (of(modes) / all) : null;
    }

    MachineUse use(double seconds) {
      List<String> cards = devices(to, NETWORK.formatted("receive")).toList();
      double link =
          cards.stream()
              .mapToDouble(card -> to.getOrDefault("node_network_speed_bytes/" + card, 0.0))
              .filter(speed -> speed > 0)
              .sum();
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
          devices(to, DISK.formatted("io_time_seconds")).map(d -> disk(d, seconds)).toList(),
          cards,
          bytes("receive", cards, seconds),
          bytes("transmit", cards, seconds),
          null,
          null,
          link > 0 ? (Double) link : null);
    }

    private Double bytes(String way, List<String> cards, double seconds) {
      double sum = cards.stream().mapToDouble(card -> of(NETWORK.formatted(way) + card)).sum();
      return cards.isEmpty() ? null : (Double) (sum / seconds);
    }

    private Disk disk(String name, double seconds) {
      ToDoubleFunction<String> more = figure -> of(DISK.formatted(figure) + name);
      double reads = more.applyAsDouble("reads_completed");
      double writes = more.applyAsDouble("writes_completed");
      double waited =
          more.applyAsDouble("read_time_seconds") + more.applyAsDouble("write_time_seconds");
      return new Disk(
          name,
          Math.min(1, more.applyAsDouble("io_time_seconds") / seconds),
          reads / seconds,
          writes / seconds,
          more.applyAsDouble("read_bytes") / seconds,
          more.applyAsDouble("written_bytes") / seconds,
          reads + writes == 0 ? null : (Double) (1e6 * waited / (reads + writes)));
    }
  }
}
