package io.hbench.settings;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;

/**
 * Secrets in the values of settings: passwords and tokens among the properties of a user's
 * operations. Names tell them, by Hadoop's list {@code hadoop.security.sensitive-config-keys} and
 * the end {@code token}. They are left out of everything that is written or printed.
 */
public final class Secrets {
  /** Text in place of a secret; Hadoop's. */
  public static final String REDACTED = "<redacted>";

  private Secrets() {}

  /**
   * The text of a setting's value without secrets.
   *
   * @param conf with Hadoop's list, if it is not the default
   */
  public static String redacted(Configuration conf, Setting<?> setting, String text) {
    if (!setting.kind().equals(SettingType.PROPERTIES) || text.isEmpty()) {
      return text;
    }
    Optional<Map<String, String>> properties = SettingType.PROPERTIES.find(text);
    if (properties.isEmpty()) {
      return REDACTED; // of unknown content
    }
    ConfigRedactor redactor = new ConfigRedactor(conf);
    Properties shown = new Properties();
    properties
        .get()
        .forEach(
            (name, value) -> {
              shown.setProperty(name, isSecret(redactor, name) ? REDACTED : value);
            });
    return shown.equals(properties.get()) ? text : text(shown);
  }

  /** The texts of all settings of a configuration by name, without secrets. */
  public static Map<String, String> redacted(Configuration conf) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      texts.put(setting.name(), redacted(conf, setting, setting.text(conf)));
    }
    return texts;
  }

  /**
   * The words of a command line of hbench in one line, quoted for a shell.
   *
   * @param conf with Hadoop's list, if it is not the default
   */
  public static String commandLine(Configuration conf, List<String> words) {
    List<String> shown = new ArrayList<>();
    String before = "";
    for (String word : words) {
      int end = word.startsWith("-") || setting(before).isEmpty() ? word.indexOf('=') + 1 : 0;
      String name = end == 0 ? before : word.substring(0, end - 1);
      String value = word.substring(end);
      Optional<Setting<?>> setting = setting(name);
      boolean secret = end > 0 && isSecret(new ConfigRedactor(conf), bare(name));
      String text = setting.isPresent() ? redacted(conf, setting.get(), value) : value;
      shown.add(word.substring(0, end) + (secret ? REDACTED : text));
      before = word;
    }
    return shown.stream().map(CommandLineText::quoted).collect(Collectors.joining(" "));
  }

  /** The setting of a word before a value: {@code --name}, or {@code -Dhbench.name}. */
  private static Optional<Setting<?>> setting(String word) {
    return Settings.named(bare(word).replaceFirst("^" + Pattern.quote(Setting.PREFIX), ""));
  }

  private static String bare(String word) {
    return word.replaceFirst("^(-D|--?)", "").trim();
  }

  /** The value of a property, unless its name is that of a secret. */
  public static String ofProperty(Configuration conf, String name, String value) {
    return isSecret(new ConfigRedactor(conf), name) ? REDACTED : value;
  }

  private static boolean isSecret(ConfigRedactor redactor, String name) {
    String key = name.toLowerCase(Locale.ROOT);
    return key.endsWith("token")
        || redactor.redact(key, "").equals(REDACTED)
        || redactor.redact(name, "").equals(REDACTED); // a site's list may have capitals
  }

  /** Whether the value has a secret that was left out, and so cannot be used. */
  public static boolean isRedacted(Setting<?> setting, String text) {
    return setting.kind().equals(SettingType.PROPERTIES) && text.contains(REDACTED);
  }

  private static String text(Properties properties) {
    StringWriter lines = new StringWriter();
    try {
      properties.store(lines, null);
    } catch (IOException e) {
      throw new IllegalStateException(e); // impossible in memory
    }
    return lines
        .toString()
        .lines()
        .filter(line -> !line.startsWith("#")) // the date; a name with # has a backslash before it
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .collect(Collectors.joining("\n"));
  }
}
