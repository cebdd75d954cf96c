package io.hbench.settings;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * One thing that a user can set: as {@code --name} on the command line and as {@code hbench.name}
 * in a configuration.
 *
 * @param name in words with dashes
 * @param fallback the text of the default; empty if there is none
 * @param kind how its text is read
 * @param help one line
 */
public record Setting<T>(String name, String fallback, SettingType<T> kind, String help) {
  public static final String PREFIX = "hbench.";

  public String flag() {
    return "--" + name;
  }

  public String property() {
    return PREFIX + name;
  }

  /** Whether the bare flag means true. */
  public boolean isSwitch() {
    return fallback.equals("false");
  }

  /** The text of its value, or of its default. */
  public String text(Configuration conf) {
    return conf.getTrimmed(property(), fallback);
  }

  /**
   * Its value.
   *
   * @throws UsageException if the text makes no sense or nothing is set
   */
  public T get(Configuration conf) {
    String text = text(conf);
    try {
      return kind.read().apply(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw UsageException.badValue(flag(), text, "is not " + kind.noun(), kind.example());
    }
  }

  /** Its value, or nothing if it is neither set nor has a default. */
  public Optional<T> find(Configuration conf) {
    return text(conf).isEmpty() ? Optional.empty() : Optional.of(get(conf));
  }

  public boolean isSet(Configuration conf) {
    return !conf.getTrimmed(property(), "").isEmpty();
  }

  /** Whether it is something else than its default: a plan holds all settings, set or not. */
  public boolean differs(Configuration conf) {
    return !text(conf).equals(fallback);
  }

  public void set(Configuration conf, String text) {
    conf.set(property(), text);
  }
}
