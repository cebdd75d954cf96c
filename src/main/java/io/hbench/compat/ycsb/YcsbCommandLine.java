package io.hbench.compat.ycsb;

import io.hbench.settings.SettingType;
import io.hbench.settings.TextFile;
import io.hbench.settings.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line of YCSB, split into YCSB's properties and words of hbench.
 *
 * @param properties of the files and the command line; the command line overrides the files, and
 *     later ones override earlier ones
 * @param rest operands and hbench's own flags
 * @param errors one line for each error
 */
public record YcsbCommandLine(
    Map<String, String> properties, List<String> rest, List<String> errors) {
  private static final String EXAMPLE_FILE = "-P job-conf/ycsb/workloada";

  /** Options with a value that have no effect: label, class path, JVM options, binding. */
  private static final List<String> WITHOUT_EFFECT = List.of("-l", "-jvm-args", "-db");

  /** Splits the words, and reads the property files. */
  public static YcsbCommandLine parse(List<String> words) {
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, String> given = new LinkedHashMap<>();
    List<String> rest = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean takesValue =
          List.of("-P", "-p", "-threads", "-target", "-cp").contains(word)
              || WITHOUT_EFFECT.contains(word);
      if (takesValue && i + 1 == words.size()) {
        errors.add(word + ": no value; try " + example(word));
      } else if (takesValue) {
        take(word, words.get(++i), files, given, errors);
      } else if (word.startsWith("-cp=")) {
        errors.add(classPath(word.substring("-cp=".length())));
      } else if (!word.equals("-s") && !word.startsWith("-jvm-args=")) {
        rest.add(word);
      }
    }
    files.putAll(given);
    return new YcsbCommandLine(files, rest, errors);
  }

  private static void take(
      String word,
      String value,
      Map<String, String> files,
      Map<String, String> given,
      List<String> errors) {
    int equals = value.indexOf('=');
    switch (word) {
      case "-P" -> read(value, files, errors);
      case "-threads" -> given.put(YcsbProperties.THREAD_COUNT.name(), value);
      case "-target" -> given.put(YcsbProperties.TARGET.name(), value);
      case "-cp" -> errors.add(classPath(value));
      case "-p" -> {
        if (equals > 0) {
          given.put(value.substring(0, equals).trim(), value.substring(equals + 1));
        } else {
          errors.add("-p " + value + ": not name=value; try -p recordcount=1000000");
        }
      }
      default -> {} // WITHOUT_EFFECT
    }
  }

  /** With it, YCSB's users name the cluster. */
  private static String classPath(String value) {
    return "-cp %s: no class path is taken, and the cluster is that of the hadoop command; try -conf %s"
        .formatted(
            value,
            value.matches("[^:*]+(?<!\\.jar)")
                ? value.replaceFirst("/*$", "/hbase-site.xml")
                : "hbase-site.xml");
  }

  private static String example(String word) {
    return switch (word) {
      case "-cp" -> "-conf hbase-site.xml";
      case "-P" -> EXAMPLE_FILE;
      case "-p" -> "-p recordcount=1000000";
      case "-threads" -> "-threads 8";
      case "-target" -> "-target 5000";
      default -> "the command line without " + word;
    };
  }

  private static void read(String name, Map<String, String> into, List<String> errors) {
    try {
      String text = TextFile.read("-P", name, StandardCharsets.ISO_8859_1, EXAMPLE_FILE);
      into.putAll(
          SettingType.PROPERTIES
              .find(text)
              .orElseThrow(
                  () ->
                      UsageException.badValue(
                          "-P", name, "not a file of properties", EXAMPLE_FILE)));
    } catch (UsageException e) {
      errors.add(e.getMessage());
    }
  }
}
