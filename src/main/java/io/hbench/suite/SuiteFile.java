package io.hbench.suite;

import io.hbench.cluster.action.Action;
import io.hbench.figure.Figure;
import io.hbench.figure.Margins;
import io.hbench.settings.Consent;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.suite.Suite.Hook;
import io.hbench.suite.Suite.Step;
import io.hbench.trend.level.LevelSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;

/** Reader of suite files in YAML. */
public final class SuiteFile {
  private SuiteFile() {}

  /**
   * Reads a file.
   *
   * @param file name of the file, for messages
   * @param text content of the file
   * @throws UsageException for the first error, with its line
   */
  public static Suite parse(String file, String text) {
    return suite(
        YamlNode.parse(file, text)
            .orElseThrow(() -> new UsageException(file + ": empty; a suite needs steps")));
  }

  /**
   * Reads a file of tenants: the words of {@code run} by the name of the tenant. A name with a
   * range of numbers is that of a tenant for each of them.
   *
   * @param file name of the file, for messages
   * @param text content of the file
   * @throws UsageException for the first error, with its line
   */
  public static List<Step> tenants(String file, String text) {
    List<Step> tenants = new ArrayList<>();
    YamlNode.parse(file, text)
        .map(root -> root.map("tenant", List.of()))
        .orElse(Map.of())
        .forEach(
            (name, node) -> {
              String line = node.text();
              try {
                for (UnaryOperator<String> one : NumberRange.of(name)) {
                  tenants.add(tenant(node, one.apply(name), words(one.apply(line))));
                }
              } catch (UsageException e) {
                throw node.wrong("tenant " + name + ": " + e.getMessage());
              }
            });
    if (tenants.isEmpty()) {
      throw new UsageException(file + ": empty; a file of tenants needs tenants");
    }
    checkNames("tenant", tenants, Set.of());
    return tenants;
  }

  private static Step tenant(YamlNode node, String name, List<String> words) {
    if (!name.matches("[A-Za-z0-9][\\w-]*")) { // others are not runs for trend
      throw new UsageException("not a directory name, such as web");
    }
    return Step.of(node.where(), name, words, Optional.empty(), 1, Optional.empty());
  }

  private static Suite suite(YamlNode root) {
    Keys keys = keys(root, SuiteKey.Part.SUITE);
    int repeat = keys.read(SuiteKey.REPEAT, SettingType.SMALL_COUNT).orElse(1);
    int countLast = keys.read(SuiteKey.COUNT_LAST, SettingType.SMALL_COUNT).orElse(repeat);
    if (countLast > repeat) {
      throw keys.get(SuiteKey.COUNT_LAST).wrong("count_last: more than repeat: " + repeat);
    }
    if (!keys.has(SuiteKey.STEPS)) {
      throw root.wrong("no steps; a suite needs steps");
    }
    List<Step> steps = keys.get(SuiteKey.STEPS).list().stream().map(SuiteFile::step).toList();
    List<Suite.Configuration> configurations =
        keys.find(SuiteKey.CONFIGURATIONS).map(SuiteFile::configurations).orElse(List.of());
    checkNames(
        "step",
        steps,
        configurations.stream().anyMatch(one -> one.make().isPresent())
            ? Set.of(Suite.DO)
            : Set.of());
    if (!configurations.isEmpty() && keys.has(SuiteKey.BASELINE)) {
      throw keys.get(SuiteKey.BASELINE)
          .wrong(
              "baseline: contradicts configurations, which are compared with the first of them;"
                  + " leave out one of them");
    }
    return new Suite(
        keys.text(SuiteKey.NAME).orElseGet(() -> stem(root.file())),
        keys.find(SuiteKey.SETTINGS).map(SuiteFile::settings).orElse(Map.of()),
        repeat,
        countLast,
        keys.find(SuiteKey.COLUMNS)
            .map(columns -> columns.list().stream().map(SuiteFile::column).toList())
            .orElse(Suite.COLUMNS),
        keys.text(SuiteKey.BASELINE),
        new Margins(
            keys.read(SuiteKey.MARGIN, SettingType.SHARE).orElse(Margins.USUAL.relative()),
            keys.read(SuiteKey.ERRORS_MARGIN, SettingType.SHARE).orElse(Margins.USUAL.errors())),
        keep(keys),
        keys.read(SuiteKey.DEADLINE, SettingType.POSITIVE_DURATION),
        steps,
        configurations,
        keys.find(SuiteKey.ORDER).filter(SuiteFile::isBlocks).isPresent());
  }

  private static boolean isBlocks(YamlNode order) {
    if (!List.of("interleaved", "blocks").contains(order.text())) {
      throw order.wrong("order: %s: not an order; try order: blocks".formatted(order.text()));
    }
    return order.text().equals("blocks");
  }

  private static List<Suite.Configuration> configurations(YamlNode node) {
    List<Suite.Configuration> all = new ArrayList<>();
    node.map("configuration", List.of())
        .forEach((name, value) -> all.add(configuration(name, value)));
    if (all.size() < 2) {
      throw node.wrong(
          "configurations: fewer than two; try configurations: {base: {}, other: {settings:"
              + " {threads: 8}}}");
    }
    if (all.stream().anyMatch(one -> one.make().isEmpty())) {
      all.stream()
          .filter(one -> one.make().isPresent() && one.undo().isEmpty())
          .findFirst()
          .ifPresent(
              one -> {
                throw new UsageException(
                    "%s: do of '%s': nothing takes it back before a configuration without do; try configurations: {base: {do: site/handlers 30}, few: {do: site/handlers 2}}"
                        .formatted(one.where(), one.name()));
              });
    }
    return all;
  }

  private static Suite.Configuration configuration(String name, YamlNode node) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]*")) {
      throw node.wrong(
          "configuration "
              + name
              + ": its name is not of letters, digits and dashes; try configurations: {base: {},"
              + " one-less: {}}");
    }
    Keys keys = keys(node, SuiteKey.Part.CONFIGURATION);
    Optional<String> undo = keys.text(SuiteKey.CONFIGURATION_UNDO);
    if (undo.isPresent()) {
      keys.require("undo of a configuration", SuiteKey.CONFIGURATION_DO);
    }
    return new Suite.Configuration(
        node.where(),
        name,
        keys.text(SuiteKey.CONFIGURATION_DO),
        undo,
        keys.find(SuiteKey.CONFIGURATION_SETTINGS).map(SuiteFile::single).orElse(Map.of()));
  }

  /** Settings with one value each: the runs of a configuration have one counterpart in another. */
  private static Map<Setting<?>, String> single(YamlNode node) {
    Map<Setting<?>, String> settings = settings(node);
    settings.forEach(
        (setting, text) -> {
          if (setting.kind().values(text).size() > 1) {
            throw node.wrong(
                "%s %s: several values in a configuration; try configurations: {base: {}, other: {settings: {threads: 8}}}"
                    .formatted(setting.flag(), text));
          }
        });
    return settings;
  }

  private static Step step(YamlNode node) {
    Keys keys = keys(node, SuiteKey.Part.STEP);
    YamlNode nameNode = keys.require("a step", SuiteKey.STEP_NAME);
    Optional<String> shell = keys.text(SuiteKey.STEP_SHELL);
    if (shell.isEmpty()) {
      keys.require("a step", SuiteKey.STEP_COMMAND);
    } else if (keys.has(SuiteKey.STEP_COMMAND) || keys.has(SuiteKey.STEP_DURING)) {
      throw keys.get(SuiteKey.STEP_SHELL)
          .wrong("shell contradicts command and during; leave out shell or both of them");
    }
    String name = nameNode.text();
    if (!name.matches("[\\w-][\\w.-]*")) {
      throw nameNode.wrong("name " + name + ": not a directory name; try name: read-only");
    }
    return new Step(
        node.where(),
        name,
        keys.text(SuiteKey.STEP_COMMAND).map(SuiteFile::words).orElse(List.of()),
        shell,
        keys.find(SuiteKey.STEP_DURING)
            .map(during -> during.list().stream().map(SuiteFile::hook).toList())
            .orElse(List.of()),
        keys.read(SuiteKey.STEP_ONCE, SettingType.FLAG).orElse(false),
        keys.read(SuiteKey.STEP_CANARY, SettingType.FLAG).orElse(false),
        keys.read(SuiteKey.STEP_REPEAT, SettingType.SMALL_COUNT).orElse(1),
        keys.read(SuiteKey.STEP_MUST, SettingType.FLAG),
        keys.text(SuiteKey.STEP_UNDO),
        keys.read(SuiteKey.STEP_DEADLINE, SettingType.POSITIVE_DURATION),
        keys.find(SuiteKey.STEP_YES).map(SuiteFile::consent).orElse(new Consent(List.of())));
  }

  private static Consent consent(YamlNode node) {
    String text = listed(node);
    return SettingType.CONSENT
        .find(text)
        .orElseThrow(
            () ->
                node.wrong(
                    "yes: %s: not %s; try yes: [t1, servers, size]"
                        .formatted(text, SettingType.CONSENT.noun())));
  }

  private static Hook hook(YamlNode node) {
    Keys keys = keys(node, SuiteKey.Part.HOOK);
    HookTime after = after(keys.require("a hook", SuiteKey.HOOK_AFTER));
    if (!keys.has(SuiteKey.HOOK_ACTION)) {
      String line = keys.require("a hook", SuiteKey.HOOK_SHELL).text();
      return new Hook(after, Optional.of(line), Optional.empty(), keys.text(SuiteKey.HOOK_UNDO));
    }
    for (SuiteKey other : List.of(SuiteKey.HOOK_SHELL, SuiteKey.HOOK_UNDO)) {
      if (keys.has(other)) {
        throw keys.get(other)
            .wrong(
                other + " contradicts action, which has an undo of its own; leave out one of them");
      }
    }
    Action action = action(keys.get(SuiteKey.HOOK_ACTION));
    return new Hook(after, Optional.empty(), Optional.of(action), Optional.empty());
  }

  private static HookTime after(YamlNode node) {
    String text = node.text();
    return HookTime.parse(text)
        .orElseThrow(
            () ->
                node.wrong(
                    text
                        + ": neither a time nor a share of the load; try after: 30s, or after:"
                        + " 30%"));
  }

  private static Action action(YamlNode node) {
    try {
      return Action.parse(node.text());
    } catch (IllegalArgumentException e) {
      throw node.wrong(e.getMessage());
    }
  }

  /** Splits a command line into words as a shell does; quoted text is one word. */
  private static List<String> words(String command) {
    return new StringTokenizer(
            command,
            StringMatcherFactory.INSTANCE.splitMatcher(),
            StringMatcherFactory.INSTANCE.quoteMatcher())
        .getTokenList();
  }

  private static void checkNames(String what, List<Step> steps, Set<String> taken) {
    Set<String> names = new HashSet<>(taken);
    for (Step step : steps) {
      if (!names.add(step.name())) {
        throw new UsageException(step.where() + ": duplicate " + what + " '" + step.name() + "'");
      }
    }
  }

  private static Map<Setting<?>, String> settings(YamlNode node) {
    List<String> names =
        Settings.flags().stream()
            .filter(setting -> !setting.equals(Settings.OUT)) // each run has its own
            .map(Setting::name)
            .toList();
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    node.map("setting", names)
        .forEach((name, value) -> settings.put(Settings.named(name).orElseThrow(), listed(value)));
    return settings;
  }

  /** The text of a value; the values of a YAML list are joined with commas. */
  private static String listed(YamlNode node) {
    return node.isList()
        ? node.list().stream().map(YamlNode::text).collect(Collectors.joining(","))
        : node.text();
  }

  private static Figure column(YamlNode node) {
    String name = node.text();
    List<String> known =
        Arrays.stream(Figure.values()).filter(Figure::isOfRun).map(Figure::toString).toList();
    return Figure.named(name)
        .filter(Figure::isOfRun)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s: unknown column '%s'%s"
                        .formatted(node.where(), name, NameSuggestion.hint(name, known, ""))));
  }

  private static Keys keys(YamlNode node, SuiteKey.Part part) {
    List<SuiteKey> all = SuiteKey.all(part);
    List<String> names = all.stream().map(SuiteKey::toString).toList();
    Map<SuiteKey, YamlNode> values = new EnumMap<>(SuiteKey.class);
    node.map("key", names)
        .forEach((name, value) -> values.put(all.get(names.indexOf(name)), value));
    return new Keys(node, values);
  }

  /** The keys of a part of the file. */
  private record Keys(YamlNode node, Map<SuiteKey, YamlNode> values) {
    boolean has(SuiteKey key) {
      return values.containsKey(key);
    }

    /** The value of a key that the part has. */
    YamlNode get(SuiteKey key) {
      return values.get(key);
    }

    YamlNode require(String what, SuiteKey key) {
      return find(key).orElseThrow(() -> node.wrong(what + " needs the key " + key));
    }

    Optional<YamlNode> find(SuiteKey key) {
      return Optional.ofNullable(values.get(key));
    }

    Optional<String> text(SuiteKey key) {
      return find(key).map(YamlNode::text);
    }

    <T> Optional<T> read(SuiteKey key, SettingType<T> type) {
      return find(key).map(value -> value.read(type));
    }
  }

  private static int keep(Keys keys) {
    int keep = keys.read(SuiteKey.KEEP, SettingType.SMALL_COUNT).orElse(0);
    boolean isHistory = keys.text(SuiteKey.BASELINE).filter(Suite.HISTORY::equals).isPresent();
    if (isHistory && keep > 0 && keep < LevelSeries.MIN_NIGHTS) {
      throw keys.get(SuiteKey.KEEP)
          .wrong(
              "keep: %d: less than a history of %d nights needs; try keep: 60"
                  .formatted(keep, LevelSeries.MIN_NIGHTS));
    }
    return keep;
  }

  /** Name of a suite whose file has none. */
  public static String stem(String file) {
    return file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
  }
}
