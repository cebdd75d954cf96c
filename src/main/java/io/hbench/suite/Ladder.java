package io.hbench.suite;

import io.hbench.settings.CommandSettings;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * A ladder: settings with several values each, and one run for each combination.
 *
 * @param values settings with two or more values
 */
public record Ladder(Map<Setting<?>, List<String>> values) {

  /**
   * Finds the settings with several values in a configuration.
   *
   * @param first settings that come first, in their order; the others follow in the order of the
   *     register
   * @throws UsageException if a setting has the same value twice, an empty one, or no effect
   */
  public static Ladder of(Configuration conf, Collection<Setting<?>> first) {
    Set<Setting<?>> settings = new LinkedHashSet<>(first);
    settings.addAll(Settings.all());
    Map<Setting<?>, List<String>> values = new LinkedHashMap<>();
    for (Setting<?> setting : settings) {
      List<String> texts = setting.kind().values(setting.text(conf));
      if (texts.size() > 1) {
        checkDistinct(setting, texts);
        if (texts.contains("")) {
          throw setting.bad(
              conf,
              "has an empty value",
              setting.flag()
                  + " "
                  + texts.stream().filter(t -> !t.isEmpty()).collect(Collectors.joining(",")));
        }
        values.put(setting, texts);
      }
    }
    if (values.containsKey(Settings.TASKS)) { // equal runs would have a scaling
      CommandSettings.checkTasks(conf);
    }
    return new Ladder(values);
  }

  /**
   * Refuses several numbers of tasks for all steps of a suite if none of these takes them.
   *
   * @param tasks may be null
   */
  static void checkTasks(String tasks, Stream<Ladder> ofSteps) {
    if (tasks != null
        && tasks.contains(",")
        && ofSteps.noneMatch(ladder -> ladder.values.containsKey(Settings.TASKS))) {
      throw Settings.TASKS.bad(
          tasks,
          "has no effect: each step has tasks of its own",
          "run get " + Settings.TASKS.flag() + " " + tasks);
    }
  }

  static void checkDistinct(Setting<?> setting, List<String> texts) {
    Set<String> seen = new LinkedHashSet<>();
    for (String text : texts) {
      if (!seen.add(text)) {
        throw UsageException.badValue(
            setting.flag(),
            String.join(",", texts),
            "has " + text + " twice",
            setting.flag() + " " + String.join(",", new LinkedHashSet<>(texts)));
      }
    }
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Number of combinations, which may be too large for an integer. */
  double size() {
    return values.values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
  }

  /** The combinations; the last setting varies fastest. Without a ladder, one empty combination. */
  List<Map<Setting<?>, String>> rungs() {
    List<Map<Setting<?>, String>> rungs = List.of(Map.of());
    for (Map.Entry<Setting<?>, List<String>> setting : values.entrySet()) {
      List<Map<Setting<?>, String>> longer = new ArrayList<>();
      for (Map<Setting<?>, String> rung : rungs) {
        for (String text : setting.getValue()) {
          Map<Setting<?>, String> next = new LinkedHashMap<>(rung);
          next.put(setting.getKey(), text);
          longer.add(next);
        }
      }
      rungs = longer;
    }
    return rungs;
  }
}
