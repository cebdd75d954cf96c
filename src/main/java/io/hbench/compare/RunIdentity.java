package io.hbench.compare;

import io.hbench.compare.Comparison.Difference;
import io.hbench.report.RunReport;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The run identity: settings of the load, versions and the table's schema. Runs are comparable if
 * they agree in it.
 */
final class RunIdentity {
  private static final String TABLE = "table schema";
  private static final String NONE = "none";
  private static final String UNKNOWN = "unknown";
  private static final List<Setting<?>> OF_THE_LOAD =
      Settings.all().stream()
          .<Setting<?>>map(setting -> setting)
          .filter(setting -> !setting.has(SettingRole.NO_LOAD_EFFECT))
          .toList();

  /** Settings without a flag: the command and its operands. */
  private static final List<Setting<?>> OPERANDS = List.of(Settings.COMMAND, Settings.ASSIGNMENTS);

  /**
   * One property of a run's identity.
   *
   * @param text as the user wrote it
   * @param value for comparison: 10M equals 10000000
   */
  private record Property(String text, Object value) {}

  private RunIdentity() {}

  /** The properties that differ between runs. */
  static List<Difference> differences(List<RunReport> baseline, List<RunReport> candidate) {
    List<Map<String, Property>> ofBaseline = baseline.stream().map(RunIdentity::of).toList();
    List<Map<String, Property>> ofCandidate = candidate.stream().map(RunIdentity::of).toList();
    List<Map<String, Property>> all =
        Stream.concat(ofBaseline.stream(), ofCandidate.stream()).toList();
    List<Difference> differences = new ArrayList<>();
    all.stream()
        .flatMap(properties -> properties.keySet().stream())
        .distinct()
        .forEach(
            what -> {
              if (all.stream().map(properties -> value(properties, what)).distinct().count() > 1) {
                Difference difference =
                    new Difference(what, texts(ofBaseline, what), texts(ofCandidate, what));
                differences.add(what.equals(TABLE) ? shortened(difference) : difference);
              }
            });
    return differences;
  }

  private static Map<String, Property> of(RunReport report) {
    Map<String, Property> properties = new LinkedHashMap<>();
    for (Setting<?> setting : OF_THE_LOAD) {
      String text = report.settings().get(setting.name());
      if (text != null) {
        properties.put(label(setting), property(setting, text));
      }
    }
    properties.put("hbench", property(report.run().version()));
    ServerFacts servers = report.servers() == null ? null : report.servers().before();
    if (servers != null) {
      properties.put("HBase", property(servers.version()));
      properties.put("region servers", property(servers.regionServers().size()));
      properties.put("regions", property(servers.regions()));
      properties.put(TABLE, property(schema(servers)));
    }
    return properties;
  }

  private static String label(Setting<?> setting) {
    return OPERANDS.contains(setting) ? setting.name() : setting.flag();
  }

  private static Property property(Object value) {
    return new Property(String.valueOf(value), value);
  }

  private static Property property(Setting<?> setting, String text) {
    if (text.isEmpty()) {
      return new Property(NONE, text);
    }
    try {
      Object value = setting.kind().read().apply(text);
      boolean comparable = value instanceof Number || value instanceof Duration;
      return new Property(text, comparable ? value : text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return property(text); // a value of another version of hbench
    }
  }

  /** A descriptor without the table's name and without the version of the hbench that made it. */
  private static String schema(ServerFacts servers) {
    String descriptor = servers.descriptor();
    return descriptor == null
        ? servers.unknown().isEmpty() ? NONE : UNKNOWN
        : descriptor.replaceFirst("^'[^']*', ", "").replaceFirst("'HBENCH' => '[^']*'(, )?", "");
  }

  private static Object value(Map<String, Property> properties, String what) {
    return properties.containsKey(what) ? properties.get(what).value() : NONE;
  }

  private static List<String> texts(List<Map<String, Property>> side, String what) {
    Map<Object, String> texts = new LinkedHashMap<>();
    side.forEach(
        properties ->
            texts.putIfAbsent(
                value(properties, what),
                properties.containsKey(what) ? properties.get(what).text() : NONE));
    return List.copyOf(texts.values());
  }

  /** Removes the attributes that all descriptors share: a descriptor has dozens. */
  private static Difference shortened(Difference difference) {
    List<String> common =
        Stream.concat(difference.baseline().stream(), difference.candidate().stream())
            .map(text -> Arrays.asList(text.split(", ")))
            .map(ArrayList::new)
            .reduce(
                (a, b) -> {
                  a.retainAll(b);
                  return a;
                })
            .map(List::copyOf)
            .orElse(List.of());
    return new Difference(
        difference.what(),
        without(difference.baseline(), common),
        without(difference.candidate(), common));
  }

  private static List<String> without(List<String> texts, List<String> common) {
    return texts.stream()
        .map(
            text ->
                Arrays.stream(text.split(", "))
                    .filter(word -> !common.contains(word))
                    .map(word -> word.replaceAll("[{}]", "").trim())
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(", ")))
        .map(text -> text.isEmpty() ? NONE : text)
        .toList();
  }
}
