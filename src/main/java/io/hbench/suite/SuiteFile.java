package io.hbench.suite;

import io.hbench.cluster.action.Action;
import io.hbench.figure.Figure;
import io.hbench.figure.Margins;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.suite.Suite.Hook;
import io.hbench.suite.Suite.Step;
import io.hbench.trend.level.LevelSeries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reader of suite files in YAML. */
public final class SuiteFile {

  private final YamlNodes nodes;

  private SuiteFile(YamlNodes nodes) {
    this.nodes = nodes;
  }

  /**
   * Reads the text of a file.
   *
   * @param file name of the file, for messages
   * @throws UsageException if it is too large or not a text
   */
  public static String text(String file, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(YamlNodes.MAX_SIZE + 1);
    if (bytes.length > YamlNodes.MAX_SIZE) {
      throw UsageException.badValue(
          "suite", file, "larger than 1 MB", "suite job-conf/reference/1-cache.yaml");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw UsageException.badValue(
          "suite", file, "not a text in UTF-8", "suite job-conf/reference/1-cache.yaml");
    }
  }

  /**
   * Reads a file.
   *
   * @param file name of the file, for messages
   * @param text content of the file
   * @throws UsageException for the first error, with its line
   */
  public static Suite parse(String file, String text) {
    YamlNodes nodes = new YamlNodes(file);
    return new SuiteFile(nodes)
        .suite(
            nodes
                .parse(text)
                .orElseThrow(() -> new UsageException(file + ": empty; a suite needs steps")));
  }

  private Suite suite(Node root) {
    Keys keys = keys(root, SuiteKey.Part.SUITE);
    int repeat = keys.read(SuiteKey.REPEAT, SettingType.SMALL_COUNT).orElse(1);
    int countLast = keys.read(SuiteKey.COUNT_LAST, SettingType.SMALL_COUNT).orElse(repeat);
    if (countLast > repeat) {
      throw nodes.wrong(keys.get(SuiteKey.COUNT_LAST), "count_last: more than repeat: " + repeat);
    }
    if (!keys.has(SuiteKey.STEPS)) {
      throw nodes.wrong(root, "no steps; a suite needs steps");
    }
    List<Step> steps = nodes.list(keys.get(SuiteKey.STEPS)).stream().map(this::step).toList();
    checkNames(steps);
    return new Suite(
        keys.text(SuiteKey.NAME).orElseGet(this::stem),
        keys.find(SuiteKey.SETTINGS).map(this::settings).orElse(Map.of()),
        repeat,
        countLast,
        keys.find(SuiteKey.COLUMNS)
            .map(columns -> nodes.list(columns).stream().map(this::column).toList())
            .orElse(Suite.COLUMNS),
        keys.text(SuiteKey.BASELINE),
        new Margins(
            keys.read(SuiteKey.MARGIN, SettingType.SHARE).orElse(Margins.USUAL.relative()),
            keys.read(SuiteKey.ERRORS_MARGIN, SettingType.SHARE).orElse(Margins.USUAL.errors())),
        keep(keys),
        keys.read(SuiteKey.DEADLINE, SettingType.POSITIVE_DURATION),
        steps);
  }

  private Step step(Node node) {
    Keys keys = keys(node, SuiteKey.Part.STEP);
    Node nameNode = keys.require("a step", SuiteKey.STEP_NAME);
    Optional<String> shell = keys.text(SuiteKey.STEP_SHELL);
    if (shell.isEmpty()) {
      keys.require("a step", SuiteKey.STEP_COMMAND);
    } else if (keys.has(SuiteKey.STEP_COMMAND) || keys.has(SuiteKey.STEP_DURING)) {
      throw nodes.wrong(
          keys.get(SuiteKey.STEP_SHELL),
          "shell contradicts command and during; leave out shell or both of them");
    }
    String name = nodes.text(nameNode);
    if (!name.matches("[\\w-][\\w.-]*")) {
      throw nodes.wrong(nameNode, "name " + name + ": not a directory name; try name: read-only");
    }
    return new Step(
        nodes.where(node),
        name,
        keys.text(SuiteKey.STEP_COMMAND).map(SuiteFile::words).orElse(List.of()),
        shell,
        keys.find(SuiteKey.STEP_DURING)
            .map(during -> nodes.list(during).stream().map(this::hook).toList())
            .orElse(List.of()),
        keys.read(SuiteKey.STEP_ONCE, SettingType.FLAG).orElse(false),
        keys.read(SuiteKey.STEP_CANARY, SettingType.FLAG).orElse(false),
        keys.read(SuiteKey.STEP_REPEAT, SettingType.SMALL_COUNT).orElse(1),
        keys.read(SuiteKey.STEP_MUST, SettingType.FLAG),
        keys.text(SuiteKey.STEP_UNDO),
        keys.read(SuiteKey.STEP_DEADLINE, SettingType.POSITIVE_DURATION));
  }

  private Hook hook(Node node) {
    Keys keys = keys(node, SuiteKey.Part.HOOK);
    HookTime after = after(keys.require("a hook", SuiteKey.HOOK_AFTER));
    if (!keys.has(SuiteKey.HOOK_ACTION)) {
      String line = nodes.text(keys.require("a hook", SuiteKey.HOOK_SHELL));
      return new Hook(after, Optional.of(line), Optional.empty(), keys.text(SuiteKey.HOOK_UNDO));
    }
    for (SuiteKey other : List.of(SuiteKey.HOOK_SHELL, SuiteKey.HOOK_UNDO)) {
      if (keys.has(other)) {
        throw nodes.wrong(
            keys.get(other),
            other + " contradicts action, which has an undo of its own; leave out one of them");
      }
    }
    Action action = action(keys.get(SuiteKey.HOOK_ACTION));
    return new Hook(after, Optional.empty(), Optional.of(action), Optional.empty());
  }

  private HookTime after(Node node) {
    String text = nodes.text(node);
    return HookTime.parse(text)
        .orElseThrow(
            () ->
                nodes.wrong(
                    node, text + ": neither a time nor a share of the load; try 30s or 30%"));
  }

  private Action action(Node node) {
    try {
      return Action.parse(nodes.text(node));
    } catch (IllegalArgumentException e) {
      throw nodes.wrong(node, e.getMessage());
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

  private static void checkNames(List<Step> steps) {
    Set<String> names = new HashSet<>();
    for (Step step : steps) {
      if (!names.add(step.name())) {
        throw new UsageException(step.where() + ": duplicate step '" + step.name() + "'");
      }
    }
  }

  private Map<Setting<?>, String> settings(Node node) {
    List<String> names =
        Settings.flags().stream()
            .filter(setting -> !setting.equals(Settings.OUT)) // each run has its own
            .map(Setting::name)
            .toList();
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    nodes
        .map(node, "setting", names)
        .forEach((name, value) -> settings.put(Settings.named(name).orElseThrow(), listed(value)));
    return settings;
  }

  /** The text of a value; the values of a YAML list are joined with commas. */
  private String listed(Node node) {
    return node instanceof SequenceNode
        ? nodes.list(node).stream().map(nodes::text).collect(Collectors.joining(","))
        : nodes.text(node);
  }

  private Figure column(Node node) {
    String name = nodes.text(node);
    List<String> known =
        Arrays.stream(Figure.values()).filter(Figure::isOfRun).map(Figure::toString).toList();
    return Figure.named(name)
        .filter(Figure::isOfRun)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s: unknown column '%s'%s"
                        .formatted(nodes.where(node), name, NameSuggestion.hint(name, known, ""))));
  }

  private Keys keys(Node node, SuiteKey.Part part) {
    List<SuiteKey> all = SuiteKey.all(part);
    List<String> names = all.stream().map(SuiteKey::toString).toList();
    Map<SuiteKey, Node> values = new EnumMap<>(SuiteKey.class);
    nodes
        .map(node, "key", names)
        .forEach((name, value) -> values.put(all.get(names.indexOf(name)), value));
    return new Keys(nodes, node, values);
  }

  /**
   * The keys of a part of the file.
   *
   * @param node of the part
   * @param values by the keys that it has
   */
  private record Keys(YamlNodes nodes, Node node, Map<SuiteKey, Node> values) {
    boolean has(SuiteKey key) {
      return values.containsKey(key);
    }

    /** The value of a key that the part has. */
    Node get(SuiteKey key) {
      return values.get(key);
    }

    Node require(String what, SuiteKey key) {
      return find(key).orElseThrow(() -> nodes.wrong(node, what + " needs the key " + key));
    }

    Optional<Node> find(SuiteKey key) {
      return Optional.ofNullable(values.get(key));
    }

    Optional<String> text(SuiteKey key) {
      return find(key).map(nodes::text);
    }

    <T> Optional<T> read(SuiteKey key, SettingType<T> type) {
      return find(key).map(value -> nodes.read(value, type));
    }
  }

  private int keep(Keys keys) {
    int keep = keys.read(SuiteKey.KEEP, SettingType.SMALL_COUNT).orElse(0);
    boolean isHistory = keys.text(SuiteKey.BASELINE).filter(Suite.HISTORY::equals).isPresent();
    if (isHistory && keep > 0 && keep < LevelSeries.MIN_NIGHTS) {
      throw nodes.wrong(
          keys.get(SuiteKey.KEEP),
          "keep: %d: less than a history of %d nights needs; try keep: 60"
              .formatted(keep, LevelSeries.MIN_NIGHTS));
    }
    return keep;
  }

  private String stem() {
    String file = nodes.file();
    return file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
  }
}
