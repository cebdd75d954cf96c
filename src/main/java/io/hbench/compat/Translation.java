package io.hbench.compat;

import io.hbench.settings.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Translation of a command line of another tool: settings and notes for the user. */
public abstract class Translation {
  private final Map<Setting<?>, String> settings = new LinkedHashMap<>();
  private final Set<Setting<?>> defaults = new HashSet<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * Sets a setting, or replaces its value.
   *
   * @param value value, set as text; enum constants in lower case
   */
  protected void set(Setting<?> setting, Object value) {
    String text = value.toString();
    settings.put(setting, value instanceof Enum<?> ? text.toLowerCase(Locale.ROOT) : text);
    defaults.remove(setting);
  }

  /**
   * The same, of a value that may be a default of the other tool.
   *
   * @param isSaid whether a word of the command line says it
   */
  protected void set(Setting<?> setting, Object value, boolean isSaid) {
    set(setting, value);
    if (!isSaid) {
      defaults.add(setting);
    }
  }

  /** Adds a line for the user. */
  protected void note(String line) {
    notes.add(line);
  }

  /** The settings, in the order in which they were set first. */
  public Map<Setting<?>, String> settings() {
    return Collections.unmodifiableMap(settings);
  }

  /** Those of the settings that no word says: configurations and suites override them. */
  public Set<Setting<?>> defaults() {
    return Collections.unmodifiableSet(defaults);
  }

  /** The lines for the user. */
  public List<String> notes() {
    return Collections.unmodifiableList(notes);
  }
}
