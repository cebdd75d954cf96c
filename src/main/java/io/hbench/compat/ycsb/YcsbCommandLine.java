package io.hbench.compat.ycsb;

import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Secrets;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

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
  /** Bindings for HBase that are translated. */
  public static final Pattern BINDING = Pattern.compile("hbase\\d*");

  private static final String EXAMPLE_FILE = "-P job-conf/ycsb/workloada";

  /** YCSB's flags with a value, and an example of each. */
  private static final Map<String, String> FLAGS =
      Map.of(
          "-P", EXAMPLE_FILE,
          "-p", "-p recordcount=1000000",
          "-threads", "-threads 8",
          "-target", "-target 5000",
          "-db", "-db site.ycsb.db.hbase2.HBaseClient2",
          "-l", "-l nightly",
          "-cp", "-cp /etc/hbase/conf",
          "-jvm-args", "-jvm-args -Xmx1g");

  private static final List<String> LONG_FLAGS = List.of("threads", "target", "jvm-args");

  /**
   * Splits the words, and reads the property files.
   *
   * @param conf of the file systems
   */
  public static YcsbCommandLine parse(Configuration conf, List<String> words) {
    Map<String, String> files = new LinkedHashMap<>();
    YcsbCommandLine line =
        new YcsbCommandLine(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).replaceFirst("^(-cp|-jvm-args)=.*", "$1");
      boolean joined = !word.equals(words.get(i));
      String flag = word.replaceFirst("^--(?!threads$)", "-"); // --threads is hbench's, too
      if (!FLAGS.containsKey(flag)) {
        line.takeWord(word);
      } else if (!joined && i + 1 == words.size()) {
        line.errors.add(word + ": no value; try " + FLAGS.get(flag));
      } else {
        String value = joined ? words.get(i).substring(word.length() + 1) : words.get(++i);
        if (flag.equals(word)) {
          line.take(conf, flag, value, files);
        } else {
          String shown = Secrets.commandLine(conf, List.of(value));
          line.errors.add(
              UsageException.badValue(word, shown, "has one dash in YCSB", flag + " " + shown)
                  .getMessage());
        }
      }
    }
    if (line.rest.stream().anyMatch(BINDING.asMatchPredicate())) {
      files.remove("db"); // bin/ycsb passes the class of the binding as -db
    }
    files.putAll(line.properties);
    return new YcsbCommandLine(files, line.rest, line.errors);
  }

  private void takeWord(String word) {
    switch (word) {
      case "-s" -> {} // hbench shows its progress anyway
      case "-load" -> rest.add("load");
      case "-t" -> rest.add("run");
      default -> {
        String name = word.replaceFirst("^-", "");
        String hint = NameSuggestion.hint(name, LONG_FLAGS, "-");
        boolean own = Settings.flags().stream().anyMatch(flag -> flag.name().equals(name));
        if (word.matches("-[a-z].*") && !own && !hint.isEmpty()) {
          throw new UsageException(word + ": no such option" + hint);
        }
        rest.add(word);
      }
    }
  }

  private void take(Configuration conf, String flag, String value, Map<String, String> files) {
    int equals = value.indexOf('=');
    switch (flag) {
      case "-P" -> read(conf, value, files, errors);
      case "-threads" -> properties.put(YcsbProperties.THREAD_COUNT.name(), value);
      case "-target" -> properties.put(YcsbProperties.TARGET.name(), value);
      case "-db" -> properties.put("db", value);
      case "-l" -> properties.put("label", value);
      case "-jvm-args" -> properties.put(flag, value);
      case "-cp" -> {
        properties.put(flag, value);
        takeSite(value);
      }
      default -> { // -p
        if (equals > 0) {
          properties.put(value.substring(0, equals).trim(), value.substring(equals + 1));
        } else {
          errors.add("-p " + value + ": not name=value; try -p recordcount=1000000");
        }
      }
    }
  }

  /** Takes the first hbase-site.xml of a class path: YCSB's way to name a cluster. */
  private void takeSite(String path) {
    site(path)
        .ifPresentOrElse(
            site -> rest.addAll(List.of("-conf", site.getPath())),
            () ->
                errors.add(
                    UsageException.badValue(
                            "-cp",
                            path,
                            "no directory with an hbase-site.xml",
                            "-conf /etc/hbase/conf/hbase-site.xml")
                        .getMessage()));
  }

  private static Optional<File> site(String path) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(entry -> new File(entry, "hbase-site.xml"))
        .filter(File::isFile)
        .findFirst();
  }

  /** Other files of the site that is named by a class path, which hbench does not read. */
  static List<String> unreadSites(String path) {
    return site(path).stream()
        .flatMap(site -> Stream.ofNullable(site.getParentFile().listFiles()).flatMap(Stream::of))
        .filter(file -> file.getName().endsWith("-site.xml"))
        .filter(file -> !file.getName().equals("hbase-site.xml"))
        .map(File::getPath)
        .sorted()
        .toList();
  }

  private static void read(
      Configuration conf, String name, Map<String, String> into, List<String> errors) {
    try {
      String text = UserFile.of(conf, "-P", name, EXAMPLE_FILE).read(StandardCharsets.ISO_8859_1);
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
