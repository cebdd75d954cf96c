package io.hbench.job;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.figure.Format;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.rundir.HostName;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Place;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;

/**
 * Hosts for the tasks of a job: {@code --place}, in YARN's spelling. YARN keeps to labels, but
 * takes hosts as wishes: so each task looks where it is before the start, and gives a wrong host
 * back.
 *
 * @param wishes the host of each task; empty for a label
 */
record TaskPlacement(Place place, List<String> hosts, List<String> wishes) {
  private static final String HOSTS = "io.hbench.place.hosts";
  private static final String WISHES = "io.hbench.place.wishes";
  private static final int MAX_NAMES = 5;

  /** Each costs some seconds, and leaves one host fewer. */
  private static final int MAX_ATTEMPTS = 10;

  /**
   * Asks YARN for hosts.
   *
   * @param servers the region servers; null if unknown
   * @throws UsageException if the place can't be had
   * @throws IOException if it needs the region servers, and these could not be asked
   */
  static TaskPlacement find(RunSpec spec, Configuration conf, ServerFacts servers)
      throws IOException {
    Place place = spec.policies().place().orElseThrow();
    if (LoadJob.isLocal(conf, spec)) {
      throw bad(place, "tasks are threads of this JVM", "hosts:1 without --local");
    }
    if (place.isByServers() && (!spec.needsTable() || spec.candidate().isPresent())) {
      throw bad(place, "needs the region servers of one cluster", "hosts:" + spec.tasks());
    }
    if (place.isByServers() && servers == null) {
      throw new IOException(
          "--place " + place + ": the region servers are unknown, as there is no snapshot");
    }
    Set<String> names = new TreeSet<>();
    if (servers != null) {
      servers.regionServers().keySet().forEach(name -> names.add(name.replaceFirst(":\\d+$", "")));
    }
    List<NodeReport> nodes = HadoopQueue.nodes(conf);
    boolean apart = place.isByServers() && !place.isWithServers();
    return of(
        place,
        spec.tasks(),
        conf,
        apart ? withAddresses(names, nodes) : names,
        nodes,
        HadoopQueue.label(conf));
  }

  /** Some servers, and the hosts of NodeManagers that have an address of one of these. */
  static Set<String> withAddresses(Set<String> servers, List<NodeReport> nodes) {
    Set<InetAddress> taken =
        servers.stream().flatMap(TaskPlacement::addresses).collect(Collectors.toSet());
    return Stream.concat(
            servers.stream(),
            nodes.stream()
                .map(node -> node.getNodeId().getHost())
                .filter(host -> addresses(host).anyMatch(taken::contains)))
        .collect(Collectors.toSet());
  }

  /** None of a name that does not resolve here. */
  private static Stream<InetAddress> addresses(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      return Stream.of();
    }
  }

  private static UsageException bad(Place place, String why, String instead) {
    return Settings.PLACE.bad(place, why, Settings.PLACE.flag() + " " + instead);
  }

  /**
   * Chooses hosts.
   *
   * @param ofQueue label of the containers that name none; may be empty
   * @throws UsageException if there are too few
   */
  static TaskPlacement of(
      Place place,
      int tasks,
      Configuration conf,
      Set<String> servers,
      List<NodeReport> nodes,
      String ofQueue) {
    // containers that ask for no label can't count on nodes with one, which lend these at most
    String label =
        place
            .label()
            .orElse(
                conf.get(
                    MRJobConfig.MAP_NODE_LABEL_EXP,
                    conf.get(MRJobConfig.JOB_NODE_LABEL_EXP, ofQueue)));
    long mb = new JobConf(conf).getMemoryRequired(TaskType.MAP);
    TreeMap<String, Long> room = new TreeMap<>();
    TreeSet<String> known = new TreeSet<>();
    for (NodeReport node : nodes) {
      Set<String> labels = node.getNodeLabels() == null ? Set.of() : node.getNodeLabels();
      known.addAll(labels);
      if (label.isEmpty() ? labels.isEmpty() : labels.contains(label)) {
        room.merge(node.getNodeId().getHost(), HadoopQueue.free(node) / mb, Long::sum);
      }
    }
    if (room.isEmpty()) {
      throw known.isEmpty()
          ? bad(place, "no NodeManager that runs has a label", "servers")
          : bad(place, "NodeManagers have labels " + some(known), "label:" + known.first());
    }
    List<String> all = List.copyOf(room.keySet());
    if (place.isByServers()) {
      room.keySet()
          .removeIf(
              host ->
                  place.isWithServers()
                      != servers.stream().anyMatch(server -> HostName.isSame(host, server)));
    }
    if (room.isEmpty() || place.hosts().filter(count -> count > room.size()).isPresent()) {
      throw tooFew(place, servers, all);
    }
    List<String> hosts = List.copyOf(room.keySet());
    return new TaskPlacement(
        place, hosts, place.label().isPresent() ? List.of() : wishes(place, tasks, room));
  }

  /** Spreads tasks evenly, over hosts with room first. */
  private static List<String> wishes(Place place, int tasks, Map<String, Long> room) {
    boolean alone = place.hosts().isPresent();
    Map<String, Long> wished = new HashMap<>(room);
    wished.replaceAll((host, free) -> 0L);
    Comparator<String> order =
        Comparator.comparing((String host) -> !alone && wished.get(host) >= room.get(host))
            .thenComparing(wished::get)
            .thenComparing(room::get, Comparator.reverseOrder());
    List<String> wishes = new ArrayList<>();
    while (wishes.size() < tasks) {
      String next = Collections.min(room.keySet(), order);
      wishes.add(next);
      wished.merge(next, 1L, Long::sum);
    }
    return wishes;
  }

  private static UsageException tooFew(Place place, Set<String> servers, List<String> all) {
    String nodes = "YARN has NodeManagers on " + counted(all.size(), "host") + ", " + some(all);
    return place.hosts().isPresent()
        ? bad(place, nodes, "hosts:" + all.size())
        : place.isWithServers()
            ? bad(place, nodes + ", region servers are on " + some(servers), "apart")
            : bad(place, nodes + ", each with a region server", "servers");
  }

  /** A configuration for a job with these hosts, which leaves others after a failure. */
  Configuration in(Configuration conf) {
    conf.setStrings(HOSTS, hosts.toArray(String[]::new));
    conf.setStrings(WISHES, wishes.toArray(String[]::new));
    if (place.label().isPresent()) { // YARN keeps to it: failures have other reasons
      conf.set(MRJobConfig.MAP_NODE_LABEL_EXP, place.label().get());
      return conf;
    }
    conf.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, MAX_ATTEMPTS);
    conf.setInt(MRJobConfig.MAX_TASK_FAILURES_PER_TRACKER, 1);
    conf.setBoolean(MRJobConfig.MR_AM_JOB_NODE_BLACKLISTING_ENABLE, true);
    // with all nodes left, tasks would wait for ever: so these are tried again, up to the last time
    conf.setInt(MRJobConfig.MR_AM_IGNORE_BLACKLISTING_BLACKLISTED_NODE_PERECENT, 100);
    return conf;
  }

  /** The host of each task; empty without a wish. */
  static String[] wishes(Configuration job) {
    return job.getStrings(WISHES, new String[0]);
  }

  /**
   * Fails an attempt of a task on a wrong host: MapReduce tries another one, or ends the job.
   *
   * @throws IOException naming the task, its host and the right ones
   */
  static void check(RunSpec spec, Configuration job, int task, String host, StartBarrier barrier)
      throws IOException {
    if (spec.policies().place().isEmpty()) {
      return;
    }
    Place place = spec.policies().place().get();
    List<String> right = List.of(job.getStrings(HOSTS));
    int first = place.hosts().isPresent() ? barrier.claim(task, host) : task;
    if (first == task && (place.hosts().isPresent() || right.contains(host))) {
      return;
    }
    throw new IOException(
        format(
            "--place %s: task %d is on %s%s, as YARN takes hosts as wishes; free %,d MB for each on %s, or try %s",
            place,
            task,
            host,
            first == task ? "" : " beside task " + first,
            new JobConf(job).getMemoryRequired(TaskType.MAP),
            some(right),
            place.hosts().isPresent()
                ? "--place hosts:" + Math.max(1, spec.tasks() - 1)
                : "--tasks " + Math.max(1, spec.tasks() / 2)));
  }

  private static String some(Collection<String> names) {
    return Format.some(names, MAX_NAMES, ", ");
  }
}
