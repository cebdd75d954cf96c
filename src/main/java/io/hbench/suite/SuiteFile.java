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
import io.hbench.trend.Trend;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
    Map<SuiteKey, Node> parts = parts(root, SuiteKey.Part.SUITE);
    int repeat = count(parts.get(SuiteKey.REPEAT), 1);
    int countLast = count(parts.get(SuiteKey.COUNT_LAST), repeat);
    if (countLast > repeat) {
      throw nodes.wrong(parts.get(SuiteKey.COUNT_LAST), "count_last: more than repeat: " + repeat);
    }
    if (!parts.containsKey(SuiteKey.STEPS)) {
      throw nodes.wrong(root, "no steps; a suite needs steps");
    }
    List<Step> steps = nodes.list(parts.get(SuiteKey.STEPS)).stream().map(this::step).toList();
    checkNames(steps);
    return new Suite(
        find(parts, SuiteKey.NAME).map(nodes::text).orElseGet(this::stem),
        find(parts, SuiteKey.SETTINGS).map(this::settings).orElse(Map.of()),
        repeat,
        countLast,
        find(parts, SuiteKey.COLUMNS).map(this::columns).orElse(Suite.COLUMNS),
        find(parts, SuiteKey.BASELINE).map(nodes::text),
        new Margins(
            find(parts, SuiteKey.MARGIN)
                .map(n -> nodes.read(n, SettingType.SHARE))
                .orElse(Margins.USUAL.relative()),
            find(parts, SuiteKey.ERRORS_MARGIN)
                .map(n -> nodes.read(n, SettingType.SHARE))
                .orElse(Margins.USUAL.errors())),
        keep(parts),
        deadline(parts, SuiteKey.DEADLINE),
        steps);
  }

  private Step step(Node node) {
    Map<SuiteKey, Node> parts = parts(node, SuiteKey.Part.STEP);
    require(node, "a step", parts, SuiteKey.STEP_NAME);
    Optional<String> shell = find(parts, SuiteKey.STEP_SHELL).map(nodes::text);
    if (shell.isEmpty()) {
      require(node, "a step", parts, SuiteKey.STEP_COMMAND);
    } else if (parts.containsKey(SuiteKey.STEP_COMMAND)
        || parts.containsKey(SuiteKey.STEP_DURING)) {
      throw nodes.wrong(
          parts.get(SuiteKey.STEP_SHELL),
          "shell contradicts command and during; leave out shell or both of them");
    }
    String name = nodes.text(parts.get(SuiteKey.STEP_NAME));
    if (!name.matches("[\\w-][\\w.-]*")) {
      throw nodes.wrong(
          parts.get(SuiteKey.STEP_NAME),
          "name " + name + ": not a directory name; try name: read-only");
    }
    return new Step(
        nodes.where(node),
        name,
        find(parts, SuiteKey.STEP_COMMAND).map(nodes::text).map(SuiteFile::words).orElse(List.of()),
        shell,
        find(parts, SuiteKey.STEP_DURING)
            .map(during -> nodes.list(during).stream().map(this::hook).toList())
            .orElse(List.of()),
        flag(parts, SuiteKey.STEP_ONCE),
        flag(parts, SuiteKey.STEP_CANARY),
        count(parts.get(SuiteKey.STEP_REPEAT), 1),
        find(parts, SuiteKey.STEP_MUST).map(n -> nodes.read(n, SettingType.FLAG)),
        find(parts, SuiteKey.STEP_UNDO).map(nodes::text),
        deadline(parts, SuiteKey.STEP_DEADLINE));
  }

  private Hook hook(Node node) {
    Map<SuiteKey, Node> parts = parts(node, SuiteKey.Part.HOOK);
    require(node, "a hook", parts, SuiteKey.HOOK_AFTER);
    HookTime after = after(parts.get(SuiteKey.HOOK_AFTER));
    if (!parts.containsKey(SuiteKey.HOOK_ACTION)) {
      require(node, "a hook", parts, SuiteKey.HOOK_SHELL);
      return Hook.shell(
          after,
          nodes.text(parts.get(SuiteKey.HOOK_SHELL)),
          find(parts, SuiteKey.HOOK_UNDO).map(nodes::text));
    }
    for (SuiteKey other : List.of(SuiteKey.HOOK_SHELL, SuiteKey.HOOK_UNDO)) {
      if (parts.containsKey(other)) {
        throw nodes.wrong(
            parts.get(other),
            other + " contradicts action, which has an undo of its own; leave out one of them");
      }
    }
    return Hook.action(after, action(parts.get(SuiteKey.HOOK_ACTION)));
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

  private Optional<Duration> deadline(Map<SuiteKey, Node> parts, SuiteKey key) {
    return find(parts, key).map(node -> nodes.read(node, SettingType.POSITIVE_DURATION));
  }

  private void require(Node node, String what, Map<SuiteKey, Node> parts, SuiteKey key) {
    if (!parts.containsKey(key)) {
      throw nodes.wrong(node, what + " needs the key " + key);
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

  private List<Figure> columns(Node node) {
    return nodes.list(node).stream().map(this::column).toList();
  }

  private Map<SuiteKey, Node> parts(Node node, SuiteKey.Part part) {
    List<SuiteKey> keys = SuiteKey.all(part);
    List<String> names = keys.stream().map(SuiteKey::toString).toList();
    Map<SuiteKey, Node> parts = new EnumMap<>(SuiteKey.class);
    nodes
        .map(node, "key", names)
        .forEach((name, value) -> parts.put(keys.get(names.indexOf(name)), value));
    return parts;
  }

  private static Optional<Node> find(Map<SuiteKey, Node> parts, SuiteKey key) {
    return Optional.ofNullable(parts.get(key));
  }

  private int keep(Map<SuiteKey, Node> parts) {
    int keep = count(parts.get(SuiteKey.KEEP), 0);
    boolean isHistory =
        find(parts, SuiteKey.BASELINE).map(nodes::text).filter(Suite.HISTORY::equals).isPresent();
    if (isHistory && keep > 0 && keep < Trend.MIN_NIGHTS) {
      throw nodes.wrong(
          parts.get(SuiteKey.KEEP),
          "keep: %d: less than a history of %d nights needs; try keep: 60"
              .formatted(keep, Trend.MIN_NIGHTS));
    }
    return keep;
  }

  private boolean flag(Map<SuiteKey, Node> parts, SuiteKey key) {
    return find(parts, key).map(node -> nodes.read(node, SettingType.FLAG)).orElse(false);
  }

  private int count(Node node, int fallback) {
    return node == null ? fallback : nodes.read(node, SettingType.SMALL_COUNT);
  }

  private String stem() {
    String file = nodes.file();
    return file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
  }
}
