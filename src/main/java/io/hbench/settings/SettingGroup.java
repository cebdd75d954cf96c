package io.hbench.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Settings under one heading of the help, in the order of their declaration. */
public final class SettingGroup {
  private final String heading;
  private final List<Setting<?>> settings = new ArrayList<>();

  SettingGroup(String heading) {
    this.heading = heading;
  }

  /**
   * Declares a setting.
   *
   * @param name in words with dashes
   * @param fallback the text of the default; empty if there is none
   * @param help a noun phrase with the unit, and with the default if it depends on others
   */
  <T> Setting<T> add(
      String name, String fallback, SettingType<T> kind, String help, SettingRole... roles) {
    Setting<T> setting = new Setting<>(name, fallback, kind, help, Set.of(roles));
    settings.add(setting);
    return setting;
  }

  public String heading() {
    return heading;
  }

  public List<Setting<?>> settings() {
    return Collections.unmodifiableList(settings);
  }

  /** The settings of the group that are flags. */
  public List<Setting<?>> flags() {
    return settings.stream().<Setting<?>>map(s -> s).filter(Setting::isFlag).toList();
  }
}
