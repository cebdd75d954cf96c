package io.hbench.compare;

import static io.hbench.figure.Format.some;

import io.hbench.compare.Comparison.Difference;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.Setups;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The run identity: the load, by its settings, and its environment: versions, table and hosts. Runs
 * are comparable if they have the same load. A difference of the environment may be the very
 * question: an upgrade, or more region servers.
 *
 * @param hosts of the region servers and of the clients
 */
record RunIdentity(Map<String, Property> properties, Map<String, Set<String>> hosts) {
  private static final String TABLE = "table schema";
  private static final String NONE = "none";

  /** Hosts that a difference names; the others are counted. */
  private static final int MAX_HOSTS = 3;

  /**
   * Settings of the environment: another cluster, or one that is profiled, may have the same load.
   */
  private static final List<Setting<?>> OF_THE_ENVIRONMENT =
      List.of(Settings.QUORUM, Settings.USER, Settings.PROFILE, Settings.PLACE);

  /** Settings without a flag: the command and its operands. */
  private static final List<Setting<?>> OPERANDS =
      List.of(
          Settings.COMMAND,
          Settings.ASSIGNMENTS,
          Settings.TENANT,
          Settings.NEIGHBOURS,
          Settings.CONTAINERS);

  /**
   * One property of a run's identity.
   *
   * @param text as the user wrote it
   * @param value for comparison: 10M equals 10000000
   * @param ofTheLoad false for one of the environment
   */
  record Property(String text, Object value, boolean ofTheLoad) {}

  static RunIdentity of(RunReport report) {
    return of(
        report.settings(),
        report.run().version(),
        report.servers() == null ? null : report.servers().before(),
        report.clients().tasks().stream().map(ClientTask::host).toList(),
        report.setups());
  }

  /**
   * @param servers null if not measured
   * @param clients hosts of the tasks
   * @param setups of servers and clients
   */
  static RunIdentity of(
      Map<String, String> settings,
      String version,
      ServerFacts servers,
      Collection<String> clients,
      Setups setups) {
    Map<String, Property> properties = new LinkedHashMap<>();
    Settings.ofLoad(settings)
        .forEach(
            (setting, text) ->
                properties.put(
                    OPERANDS.contains(setting) ? setting.name() : setting.flag(),
                    property(setting, text)));
    properties.put("hbench", environment(version));
    Map<String, Set<String>> hosts = new LinkedHashMap<>();
    if (servers != null) {
      properties.put(Difference.HBASE, environment(servers.version()));
      properties.put("region servers", environment(servers.regionServers().size()));
      properties.put("regions", environment(servers.regions()));
      if (servers.descriptor() != null || servers.unknown().isEmpty()) {
        properties.put(TABLE, environment(schema(servers)));
      }
      hosts.put(
          "hosts of region servers",
          servers.regionServers().keySet().stream()
              .map(name -> name.replaceFirst(":\\d+$", ""))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    hosts.put("hosts of clients", new TreeSet<>(clients));
    int all = servers == null ? 0 : servers.regionServers().size();
    setups
        .values(all)
        .forEach(
            (what, of) ->
                properties.put(what, new Property(of.text() + of.extent(), of.value(), false)));
    return new RunIdentity(properties, hosts);
  }

  /** Whether all properties are equal; hosts may differ. */
  boolean isSame(RunIdentity other) {
    return differences(new Sides<>(List.of(this), List.of(other))).stream()
        .allMatch(difference -> hosts.containsKey(difference.what()));
  }

  static List<Difference> differences(Sides<RunIdentity> runs) {
    List<Difference> differences = new ArrayList<>();
    for (String what : names(runs, RunIdentity::properties)) {
      List<Property> each = runs.all().flatMap(one -> one.property(what).stream()).toList();
      if (each.stream().map(Property::value).distinct().count() > 1) {
        Difference difference =
            new Difference(
                what,
                texts(runs.baseline(), what),
                texts(runs.candidate(), what),
                each.stream().anyMatch(Property::ofTheLoad));
        differences.add(what.equals(TABLE) ? shortened(difference) : difference);
      }
    }
    for (String what : names(runs, RunIdentity::hosts)) {
      Set<String> before = hosts(runs.baseline(), what);
      Set<String> after = hosts(runs.candidate(), what);
      if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
        differences.add(
            new Difference(
                what, List.of(text(before, after)), List.of(text(after, before)), false));
      }
    }
    return differences;
  }

  /** The names of what any run has, in their order. */
  private static List<String> names(
      Sides<RunIdentity> runs, Function<RunIdentity, Map<String, ?>> part) {
    return runs.all().flatMap(run -> part.apply(run).keySet().stream()).distinct().toList();
  }

  private static Property environment(Object value) {
    return new Property(String.valueOf(value), value, false);
  }

  private static Property property(Setting<?> setting, String text) {
    boolean ofTheLoad = !OF_THE_ENVIRONMENT.contains(setting);
    return new Property(text.isEmpty() ? NONE : text, setting.comparable(text), ofTheLoad);
  }

  /** A descriptor without the table's name and without the version of the hbench that made it. */
  private static String schema(ServerFacts servers) {
    String descriptor = servers.descriptor();
    return descriptor == null
        ? NONE
        : descriptor.replaceFirst("^'[^']*', ", "").replaceFirst("'HBENCH' => '[^']*'(, )?", "");
  }

  /** Empty if it is unknown: that is no difference. */
  private Optional<Property> property(String what) {
    return Optional.ofNullable(properties.get(what));
  }

  private static List<String> texts(List<RunIdentity> side, String what) {
    Map<Object, String> texts = new LinkedHashMap<>();
    side.stream()
        .flatMap(identity -> identity.property(what).stream())
        .forEach(property -> texts.putIfAbsent(property.value(), property.text()));
    return List.copyOf(texts.values());
  }

  /** The hosts of all runs of a side: YARN places the tasks of each run anew. */
  private static Set<String> hosts(List<RunIdentity> side, String what) {
    return side.stream()
        .flatMap(identity -> identity.hosts.getOrDefault(what, Set.of()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code 4, with node7, node8}: the number of hosts, and those the other side lacks. */
  private static String text(Set<String> hosts, Set<String> others) {
    List<String> own = hosts.stream().filter(host -> !others.contains(host)).toList();
    return hosts.size() + (own.isEmpty() ? "" : ", with ") + some(own, MAX_HOSTS, ", ");
  }

  /** Removes the attributes that all descriptors share: a descriptor has dozens. */
  private static Difference shortened(Difference difference) {
    List<List<String>> all =
        Stream.of(difference.baseline(), difference.candidate()) // one of them may be unknown
            .flatMap(texts -> texts.stream().map(RunIdentity::attributes))
            .toList();
    List<String> common = new ArrayList<>(all.get(0));
    all.forEach(common::retainAll);
    return new Difference(
        difference.what(),
        without(difference.baseline(), common),
        without(difference.candidate(), common),
        difference.load());
  }

  private static List<String> attributes(String descriptor) {
    return Arrays.asList(descriptor.split(", "));
  }

  private static List<String> without(List<String> texts, List<String> common) {
    return texts.stream()
        .map(
            text ->
                attributes(text).stream()
                    .filter(word -> !common.contains(word))
                    .map(word -> word.replaceAll("[{}]", "").trim())
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(", ")))
        .map(text -> text.isEmpty() ? NONE : text)
        .toList();
  }
}
