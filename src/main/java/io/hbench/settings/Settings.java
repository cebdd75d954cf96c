package io.hbench.settings;

import io.hbench.data.KeyDistribution;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The register of settings, such as {@code Settings.TABLE}. A new setting is one entry in its
 * group, in {@link DataSettings}, {@link LoadSettings} or {@link SiteSettings}. Flags, properties,
 * messages, the reference page and the settings in reports derive from the register.
 */
public final class Settings implements DataSettings, LoadSettings, SiteSettings {
  private static final List<SettingGroup> GROUPS =
      List.of(
          COMMAND_GROUP,
          TABLE_GROUP,
          LOAD_MODEL_GROUP,
          SITE_GROUP,
          POLICY_GROUP,
          KEYS_GROUP,
          VALUES_GROUP,
          READS_GROUP,
          WRITES_GROUP,
          NEW_TABLES_GROUP,
          PREPARATION_GROUP,
          MEASUREMENT_GROUP,
          OBJECTIVES_GROUP,
          OUTPUT_GROUP);
  private static final List<Setting<?>> ALL =
      GROUPS.stream().<Setting<?>>flatMap(group -> group.settings().stream()).toList();

  private Settings() {}

  /** The groups of all settings, in the order of the help. */
  public static List<SettingGroup> groups() {
    return GROUPS;
  }

  public static List<Setting<?>> all() {
    return ALL;
  }

  /** All settings except the operands of a command line and those of a site. */
  public static List<Setting<?>> flags() {
    return ALL.stream().<Setting<?>>map(s -> s).filter(Setting::isFlag).toList();
  }

  public static List<Setting<?>> with(SettingRole role) {
    return ALL.stream().<Setting<?>>map(s -> s).filter(s -> s.has(role)).toList();
  }

  public static Collection<String> names() {
    return ALL.stream().map(Setting::name).toList();
  }

  public static Optional<Setting<?>> named(String name) {
    return all().stream().<Setting<?>>map(s -> s).filter(s -> s.name().equals(name)).findFirst();
  }

  /**
   * The settings that make a load, with their texts; one that an older hbench lacked has its
   * default. Without the number of rows if keys are sampled: it is that of the keys found then.
   *
   * @param texts of settings by name
   * @param beside settings that count as well
   */
  public static Map<Setting<?>, String> ofLoad(Map<String, String> texts, Setting<?>... beside) {
    Map<Setting<?>, String> load = new LinkedHashMap<>();
    for (Setting<?> setting : ALL) {
      if (!setting.has(SettingRole.NO_LOAD_EFFECT) || List.of(beside).contains(setting)) {
        load.put(setting, texts.getOrDefault(setting.name(), setting.fallback()));
      }
    }
    if (KeyDistribution.isSampled(load.get(KEYS))) {
      load.remove(ROWS);
    }
    return load;
  }

  /**
   * Checks that every {@code hbench.*} property is in the register: Hadoop ignores misspelt
   * properties.
   *
   * @throws UsageException for the first unknown property, with its file and the nearest name
   */
  public static void checkNames(Configuration conf) {
    for (Map.Entry<String, String> property : conf) {
      String key = property.getKey();
      if (key.startsWith(Setting.PREFIX)) {
        String name = key.substring(Setting.PREFIX.length());
        if (named(name).isEmpty()) {
          String[] sources = conf.getPropertySources(key);
          String last = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
          String source = last.endsWith(".xml") ? " (" + last + ")" : "";
          String hint = NameSuggestion.hint(name, names(), Setting.PREFIX);
          throw new UsageException(key + source + ": no such setting" + hint);
        }
      }
    }
  }

  /** Whether the user typed a property of Hadoop or HBase with {@code -D}. */
  public static boolean isTyped(Configuration conf, String property) {
    String[] sources = conf.getPropertySources(property);
    return sources != null && sources[sources.length - 1].equals("from command line");
  }
}
