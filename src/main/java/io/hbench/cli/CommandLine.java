package io.hbench.cli;

import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.SitePolicy;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.GenericOptionsParser;

/**
 * The words after a command's name, parsed into a configuration, operands and flags. Hadoop's own
 * options ({@code -conf}, {@code -D}, {@code -fs}, {@code -jt}, {@code -libjars}, {@code -files})
 * may stand anywhere: they are collected for Hadoop's parser, which expects them first.
 *
 * @param values texts of flags, in the order of the words
 */
record CommandLine(
    Configuration conf,
    List<String> hadoop,
    List<String> operands,
    Map<Setting<?>, String> values) {
  /** Options whose values are lists of files to ship; Hadoop's parser reads the first of each. */
  private static final List<String> FILES = List.of("libjars", "files", "archives");

  /** Properties by which a job of hbench tells its tasks what to do. */
  private static final String OWN = "io.hbench.";

  /** Output of all runs of a site, which counts where it is taken. */
  static final List<Setting<?>> OF_SITES = List.of(Settings.PROMETHEUS, Settings.METRICS_PORT);

  /** Settings that may name a file, which is read. */
  private static final List<Setting<?>> NAMED =
      List.of(Settings.VALUE_HISTOGRAM, Settings.REGION_WEIGHTS);

  private static final Pattern NESTED = Pattern.compile("\\$\\{[^}]*\\$\\{");

  /** Hadoop's words for the number of map tasks, which is that of hbench's tasks. */
  private static final String MAPS = "(mapred[.]map[.]tasks|mapreduce[.]job[.]maps)";

  private static final List<String> HADOOP =
      List.of("conf", "D", "fs", "jt", "libjars", "files", "archives");

  /**
   * Parses the words; values of flags stay texts. A later flag overrides an earlier one, or extends
   * its list. {@code -D} overrides {@code -conf}.
   *
   * @param given not modified
   */
  static CommandLine parse(Configuration given, List<String> words, List<Setting<?>> flags)
      throws IOException {
    org.apache.commons.cli.CommandLine line = parseWords(words, flags);
    Configuration conf = new Configuration(given);
    List<String> hadoop = hadoopWords(line);
    List<String> generic = new ArrayList<>();
    Map<String, String> files = new LinkedHashMap<>(jar(given, line));
    for (int i = 0; i < hadoop.size(); i += 2) {
      String option = hadoop.get(i);
      if (option.equals("-conf")) {
        addFile(given, hadoop.get(i + 1), conf);
      } else if (FILES.contains(option.substring(1))) {
        files.merge(option, hadoop.get(i + 1), (first, next) -> first + "," + next);
      } else {
        generic.addAll(hadoop.subList(i, i + 2));
      }
    }
    files.forEach((option, all) -> generic.addAll(List.of(option, all)));
    try {
      new GenericOptionsParser(conf, generic.toArray(String[]::new));
    } catch (IllegalArgumentException e) { // an address that is none
      throw new UsageException("option of Hadoop: " + e.getMessage());
    }
    checkSite(given, conf);
    checkOwn(conf);
    leaveOutConsent(given, conf);
    Map<Setting<?>, String> values = new LinkedHashMap<>();
    for (Option option : line.getOptions()) {
      flags.stream()
          .filter(flag -> flag.name().equals(option.getLongOpt()))
          .findFirst()
          .ifPresent(flag -> values.put(flag, text(flag, line.getOptionValues(flag.name()))));
    }
    return new CommandLine(conf, hadoop, line.getArgList(), values);
  }

  /** Hadoop's own options as the end of a command line, without secrets. */
  String hadoopText() {
    return hadoop.isEmpty() ? "" : " " + Secrets.commandLine(conf, hadoop);
  }

  /** The settings that were typed with {@code -D}, and not as flags. */
  Map<Setting<?>, String> properties() {
    Map<Setting<?>, String> typed = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.flags()) {
      if (!values.containsKey(setting) && Settings.isTyped(conf, setting.property())) {
        typed.put(setting, setting.text(conf));
      }
    }
    return typed;
  }

  /** Whether a setting was typed; else it is of a file, or of the site. */
  boolean isTyped(Setting<?> setting) {
    return values.containsKey(setting) || Settings.isTyped(conf, setting.property());
  }

  /** Leaves out output that only a file or the site asks for, where it is not taken. */
  void leaveOutOfSites() { // unset, it would be back with the next file of a site that is read
    OF_SITES.stream().filter(one -> !isTyped(one)).forEach(one -> one.set(conf, ""));
  }

  Configuration flags() {
    return with(new Configuration(false));
  }

  Configuration merged() {
    return with(new Configuration(conf));
  }

  private Configuration with(Configuration settings) {
    values.forEach((setting, text) -> setting.set(settings, text));
    return settings;
  }

  /**
   * A file brings in no consent: it may be the plan of another user, or of another day. What is
   * left of {@code --recreate=NAME} is the consent to drop one's own table.
   */
  private static void leaveOutConsent(Configuration site, Configuration conf) {
    leaveOut(Settings.YES, site, conf, Settings.YES.text(site));
    leaveOut(Settings.WRITES_TO_META, site, conf, Settings.WRITES_TO_META.text(site));
    boolean drops = !Settings.RECREATE.text(conf).equals(Settings.RECREATE.fallback());
    leaveOut(Settings.RECREATE, site, conf, Boolean.toString(drops));
  }

  private static void leaveOut(
      Setting<?> setting, Configuration site, Configuration conf, String text) {
    if (!Settings.isTyped(conf, setting.property())
        && !setting.text(conf).equals(setting.text(site))) {
      setting.set(conf, text);
    }
  }

  /**
   * Refuses what a job of hbench tells its tasks, which obey: the command would check another run.
   */
  private static void checkOwn(Configuration conf) {
    for (String name : conf.getPropsWithPrefix(OWN).keySet()) {
      throw new UsageException(OWN + name + ": set by hbench alone; leave it out");
    }
  }

  /** Refuses words that change what the configuration of the site sets. */
  private static void checkSite(Configuration site, Configuration conf) {
    for (Setting<?> limit : Settings.with(SettingRole.SITE)) {
      boolean isOfTheSite = site.get(limit.property()) != null; // maybe without a value
      if (isOfTheSite && !limit.text(conf).equals(limit.text(site))) {
        throw new UsageException(
            "-D %s=%s: this site sets it to %s%s; leave it out"
                .formatted(
                    limit.property(),
                    limit.text(conf),
                    limit.text(site),
                    new SitePolicy(site).source(limit).map(file -> " in " + file).orElse("")));
      }
    }
  }

  /** The text of a flag: one without a text, as of a variable that is not set, asks for nothing. */
  private static String text(Setting<?> flag, String[] texts) {
    String separator = flag.kind().separator();
    String text = separator.isEmpty() ? texts[texts.length - 1] : String.join(separator, texts);
    if (text.isBlank() && flag.fallback().isEmpty()) {
      throw new UsageException(
          "%s: no value; try %1$s %s".formatted(flag.flag(), flag.kind().example()));
    }
    return text;
  }

  private static org.apache.commons.cli.CommandLine parseWords(
      List<String> words, List<Setting<?>> flags) {
    try {
      return DefaultParser.builder()
          .setAllowPartialMatching(false)
          .get()
          .parse(options(flags), withValues(words, flags), false);
    } catch (UnrecognizedOptionException e) {
      String option = e.getOption().replaceFirst("=.*", "");
      String name = option.replaceFirst("^-+", "");
      throw new UsageException(option + ": no such option" + hint(name, flags));
    } catch (MissingArgumentException e) {
      String name =
          e.getOption().getLongOpt() == null
              ? "-" + e.getOption().getOpt()
              : "--" + e.getOption().getLongOpt();
      String example =
          flags.stream()
              .filter(flag -> flag.flag().equals(name))
              .map(flag -> "; try " + name + " " + flag.kind().example())
              .findFirst()
              .orElse("");
      throw new UsageException(name + ": no value" + example);
    } catch (ParseException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static String hint(String name, List<Setting<?>> flags) {
    return HADOOP.contains(name)
        ? "; did you mean -" + name + "?"
        : NameSuggestion.hint(name, flags.stream().map(Setting::name).toList(), "--");
  }

  private static Options options(List<Setting<?>> flags) {
    Options options = new Options();
    for (Setting<?> setting : flags) {
      options.addOption(Option.builder().longOpt(setting.name()).hasArg().get());
    }
    for (String name : HADOOP) {
      options.addOption(Option.builder(name).hasArg().get());
    }
    return options;
  }

  /** The words, with {@code =true} added to switches without a value. */
  private static String[] withValues(List<String> words, List<Setting<?>> flags) {
    List<String> switches = flags.stream().filter(Setting::isSwitch).map(Setting::flag).toList();
    for (String flag : switches) {
      int next = words.indexOf(flag) + 1;
      if (next > 0 && next < words.size() && SettingType.FLAG.find(words.get(next)).isPresent()) {
        throw UsageException.badValue(
            flag, words.get(next), "the value of a switch needs =", flag + "=" + words.get(next));
      }
    }
    return words.stream()
        .flatMap(
            word ->
                word.startsWith("-D") && word.length() > 2
                    ? Stream.of("-D", word.substring(2)) // -Dname=value in one word
                    : word.matches("-(" + String.join("|", HADOOP) + ")=.*")
                        ? Stream.of(word.split("=", 2))
                        : Stream.of(isSwitch(word, switches) ? word + "=true" : word))
        .toArray(String[]::new);
  }

  /** Whether it is a switch, with one dash or two. */
  private static boolean isSwitch(String word, List<String> switches) {
    return switches.contains(word) || switches.contains("-" + word);
  }

  /** The jar for the job and for this JVM, in which Hadoop's parser takes local ones alone. */
  private static Map<String, String> jar(
      Configuration given, org.apache.commons.cli.CommandLine line) {
    String[] jars = line.getOptionValues(Settings.JAR.name());
    if (jars == null) {
      return Map.of();
    }
    String last = jars[jars.length - 1];
    String example = Settings.JAR.flag() + " my-operations.jar";
    UserFile jar = UserFile.of(given, Settings.JAR.flag(), last, example);
    return Map.of("-libjars", jar.local().getPath());
  }

  private static List<String> hadoopWords(org.apache.commons.cli.CommandLine line) {
    List<String> words = new ArrayList<>();
    for (String name : HADOOP) {
      String[] values = line.getOptionValues(name);
      for (String value : values == null ? new String[0] : values) {
        if (FILES.contains(name)) {
          Stream.of(value.split(",", -1)).forEach(file -> checkShipped(name, file));
        }
        if (name.equals("D") && value.matches(MAPS + "=.*")) {
          throw UsageException.badValue(
              "-D",
              value,
              "has no effect, as a job has --tasks",
              "--tasks " + value.replaceFirst(".*=", ""));
        }
        if (name.equals("D") && !value.contains("=")) {
          throw UsageException.badValue(
              "-D", value, "has no value", "-D mapreduce.job.queuename=load");
        }
        words.add("-" + name);
        words.add(value);
      }
    }
    return words;
  }

  /** Refuses a local file that is missing, and a directory of which Hadoop takes no jar. */
  private static void checkShipped(String option, String name) {
    String path = name.replaceFirst("#.*", "").replaceFirst("/[*]?$", "");
    File file = new File(path);
    if (name.isBlank() || (!path.contains(":") && !file.exists())) {
      throw UsageException.badValue("-" + option, name, "not a file", "--jar my-operations.jar");
    }
    if (!option.equals("libjars") || !file.isDirectory()) {
      return;
    }
    String[] jars =
        file.list((directory, entry) -> entry.toLowerCase(Locale.ROOT).endsWith(".jar"));
    if (jars == null || jars.length == 0) {
      throw UsageException.badValue("-libjars", name, "has no jars", "--jar my-operations.jar");
    }
    if (!name.endsWith("/*")) {
      throw UsageException.badValue(
          "-libjars", name, "a directory", "-libjars '" + file.getPath() + "/*'");
    }
  }

  /**
   * Adds the properties of a file; Hadoop ignores a missing one, and reads the others only after
   * submission. That of another file system, which may be somebody else's, brings in no other file,
   * and nothing of this machine's environment.
   */
  private static void addFile(Configuration given, String name, Configuration conf) {
    String example = "-conf job-conf/java17.xml";
    UserFile file = UserFile.of(given, "-conf", name, example);
    Path here = new Path(file.local().getAbsolutePath()); // Hadoop reads it again and again
    Configuration alone = new Configuration(false);
    alone.addResource(here, !file.isLocal());
    boolean readsEnvironment;
    try {
      readsEnvironment = readsEnvironment(alone);
    } catch (RuntimeException e) {
      throw UsageException.badValue("-conf", name, "not a configuration file", example);
    }
    if (file.isLocal()) {
      conf.addResource(here);
      return;
    }
    if (readsEnvironment) {
      throw UsageException.badValue(
          "-conf", name, "reads the environment, as only a local file may", example);
    }
    for (Setting<?> setting : NAMED) {
      String text = setting.text(alone);
      if (setting.isSet(alone)
          && !NamedFiles.isText(setting, text)
          && !UserFile.isElsewhere(text)) {
        throw UsageException.badValue(
            "-conf",
            name,
            setting.property() + " names a file of this machine, as only a local one may",
            example);
      }
    }
    conf.addResource(here, true);
    // that was set for all files, those of the site included
    conf.setRestrictSystemProperties(false);
  }

  /**
   * Whether a value has a variable of the environment, or is one when those in it are replaced,
   * also by what is known elsewhere: a name made of another variable.
   */
  private static boolean readsEnvironment(Configuration file) {
    for (Map.Entry<String, String> property : file) {
      String text = property.getValue() + file.get(property.getKey());
      if (text.contains("${env.") || NESTED.matcher(text).find()) {
        return true;
      }
    }
    return false;
  }
}
