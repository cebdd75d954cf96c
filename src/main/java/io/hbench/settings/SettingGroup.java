package io.hbench.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Settings under one heading of the help, in the order of their declaration. */
public final class SettingGroup {
  private final String heading;
  private final List<Setting<?>> settings = new ArrayList<>();

  /** The declaration of a setting but for its help. */
  @FunctionalInterface
  public interface Draft<T> {
    /**
     * Completes the declaration.
     *
     * @param help a noun phrase with the unit, and with the default if it depends on others
     */
    Setting<T> help(String help);
  }

  public SettingGroup(String heading) {
    this(heading, List.of());
  }

  /**
   * @param shared settings that other groups have, too
   */
  public SettingGroup(String heading, List<Setting<?>> shared) {
    this.heading = heading;
    settings.addAll(shared);
  }

  /**
   * Declares a setting.
   *
   * @param name in words with dashes
   * @param fallback the text of the default
   */
  public <T> Draft<T> add(String name, SettingType<T> kind, String fallback, SettingRole... roles) {
    return help -> {
      Setting<T> setting = new Setting<>(name, fallback, kind, help, Set.of(roles));
      settings.add(setting);
      return setting;
    };
  }

  /** Declares a setting without a default. */
  public <T> Draft<T> add(String name, SettingType<T> kind, SettingRole... roles) {
    return add(name, kind, "", roles);
  }

  /** Declares a setting whose values are the constants of an enum. */
  public <E extends Enum<E>> Draft<E> oneOf(
      String name, Class<E> type, String fallback, SettingRole... roles) {
    return add(name, SettingType.oneOf(type), fallback, roles);
  }

  /** Declares a switch, which is off unless it is given. */
  public Draft<Boolean> flag(String name, SettingRole... roles) {
    return add(name, SettingType.FLAG, "false", roles);
  }

  public String heading() {
    return heading;
  }

  public List<Setting<?>> settings() {
    return Collections.unmodifiableList(settings);
  }

  public List<Setting<?>> flags() {
    return settings.stream().<Setting<?>>map(s -> s).filter(Setting::isFlag).toList();
  }
}
