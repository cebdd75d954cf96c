package io.hbench.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * A setting: a value that users set as {@code --name} on the command line or as {@code hbench.name}
 * in a configuration.
 *
 * @param name in words with dashes
 * @param fallback the text of the default; empty if there is none
 * @param kind type, which reads the text
 * @param help one line
 * @param roles attributes by which the register is searched
 */
public record Setting<T>(
    String name, String fallback, SettingType<T> kind, String help, Set<SettingRole> roles) {
  public static final String PREFIX = "hbench.";

  public Setting {
    roles = Set.copyOf(roles);
  }

  public boolean has(SettingRole role) {
    return roles.contains(role);
  }

  /** Whether it is a flag of the command line, not an operand or a setting of the site. */
  public boolean isFlag() {
    return !has(SettingRole.OPERAND) && !has(SettingRole.SITE);
  }

  public String flag() {
    return "--" + name;
  }

  public String property() {
    return PREFIX + name;
  }

  /** Whether the flag without a value means true. */
  public boolean isSwitch() {
    return fallback.equals("false");
  }

  /** The text of the value, or of the default. */
  public String text(Configuration conf) {
    return conf.getTrimmed(property(), fallback);
  }

  /**
   * The value, or the default.
   *
   * @throws UsageException if the text is wrong or empty
   */
  public T get(Configuration conf) {
    String text = text(conf);
    return kind.find(text)
        .orElseThrow(
            () ->
                UsageException.badValue(
                    has(SettingRole.SITE) ? property() : flag(),
                    Secrets.redacted(conf, this, text),
                    "not " + kind.noun(),
                    has(SettingRole.SITE)
                        ? kind.example()
                        : flag() + (isSwitch() ? "=" : " ") + kind.example()));
  }

  /**
   * The error of a value that does not fit the others; see {@link UsageException#badValue}.
   *
   * @param example complete text to type instead
   */
  public UsageException bad(Object value, String reason, String example) {
    String text = Secrets.redacted(new Configuration(), this, value.toString());
    return UsageException.badValue(flag(), text, reason, example);
  }

  /** The same of the value in a configuration. */
  public UsageException bad(Configuration conf, String reason, String example) {
    return bad(text(conf), reason, example);
  }

  /** The value or the default; empty if it is not set and has no default. */
  public Optional<T> find(Configuration conf) {
    return text(conf).isEmpty() ? Optional.empty() : Optional.of(get(conf));
  }

  /**
   * What equal values have in common: 10M equals 10000000, get:95,put:5 equals put:1,get:19, and
   * {@code p99 < 20ms} equals {@code p99<0.02s}.
   */
  public Object comparable(String text) {
    if (equals(Settings.ASSIGNMENTS)) {
      return Arrays.stream(text.split("\\s+")).map(Setting::assignment).toList();
    }
    if (equals(Settings.OBJECTIVE)) {
      return Objective.meaning(List.of(text.split(",")));
    }
    Object value = text.isEmpty() ? null : kind.find(text).orElse(null);
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    return value == null ? text : value;
  }

  /**
   * The shares of the operations of an assignment, and the text of its number of tasks. Runs on
   * record may have operations that are unknown here, which a strict reader would refuse.
   */
  private static List<Object> assignment(String text) {
    Map<String, Double> shares =
        Arrays.stream(StringUtils.substringBefore(text, "@").split(","))
            .collect(
                Collectors.toMap(
                    one -> StringUtils.substringBefore(one, ":"),
                    one -> NumberUtils.toDouble(StringUtils.substringAfter(one, ":"), 1),
                    Double::sum));
    double all = shares.values().stream().mapToDouble(weight -> weight).sum();
    shares.replaceAll((operation, weight) -> weight / all);
    return List.of(shares, StringUtils.substringAfter(text, "@"));
  }

  public boolean isSet(Configuration conf) {
    return !conf.getTrimmed(property(), "").isEmpty();
  }

  /** Whether the value differs from the default; plan.xml holds defaults, too. */
  public boolean differs(Configuration conf) {
    return !text(conf).equals(fallback);
  }

  public void set(Configuration conf, String text) {
    conf.set(property(), text);
  }
}
