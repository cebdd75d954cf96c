package io.hbench.suite;

import io.hbench.settings.NameSuggestion;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import java.io.StringReader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A node of a YAML file with its line. Values stay texts: {@code on} is not a boolean, and {@code
 * 010} is not eight.
 *
 * @param file name of the file, for messages
 */
record YamlNode(String file, Node node) {
  private static final int MAX_SIZE = 1 << 20;
  private static final int MAX_DEPTH = 20;
  private static final int MAX_ALIASES = 100;
  private static final int MAX_MESSAGE = 300;

  /** Parses a file; empty if it has only comments. */
  static Optional<YamlNode> parse(String file, String text) {
    if (text.length() > MAX_SIZE) {
      throw wrong(file, "larger than 1 MB");
    }
    int wrong = text.indexOf('\uFFFD'); // in place of what could not be decoded
    if (wrong >= 0) {
      throw wrong(
          file + ":" + (1 + StringUtils.countMatches(text.substring(0, wrong), '\n')),
          "a character that is not UTF-8");
    }
    LoaderOptions limits = new LoaderOptions();
    limits.setNestingDepthLimit(MAX_DEPTH);
    limits.setMaxAliasesForCollections(MAX_ALIASES);
    try {
      return Optional.ofNullable(new Yaml(limits).compose(new StringReader(text)))
          .map(root -> new YamlNode(file, root));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw wrong(file + ":" + line, e.getProblem());
    } catch (YAMLException e) {
      throw wrong(file, e.getMessage());
    }
  }

  /**
   * The values of a map by their keys.
   *
   * @param what kind of key, for messages
   * @param names allowed keys; none allow any
   * @throws UsageException if the node is not a map, or a key is not allowed or duplicate
   */
  Map<String, YamlNode> map(String what, Collection<String> names) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong("not a map of keys and values");
    }
    Map<String, YamlNode> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlNode key = new YamlNode(file, tuple.getKeyNode());
      String name = key.text();
      if (!names.isEmpty() && !names.contains(name)) {
        throw key.wrong(
            "unknown " + what + " '" + name + "'" + NameSuggestion.hint(name, names, ""));
      }
      if (values.put(name, new YamlNode(file, tuple.getValueNode())) != null) {
        throw key.wrong("duplicate " + what + " '" + name + "'");
      }
    }
    return values;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  List<YamlNode> list() {
    if (node instanceof SequenceNode list && !list.getValue().isEmpty()) {
      return list.getValue().stream().map(one -> new YamlNode(file, one)).toList();
    }
    throw wrong("not a list with at least one element");
  }

  String text() {
    if (node instanceof ScalarNode scalar) {
      String text = scalar.getValue().trim();
      if (text.isEmpty()) { // on the command line, too, it asks for nothing
        throw wrong("no value; leave the key out, or give it one");
      }
      return text;
    }
    throw wrong("not a single value");
  }

  <T> T read(SettingType<T> kind) {
    String text = text();
    return kind.find(text)
        .orElseThrow(() -> wrong(text + ": not " + kind.noun() + "; try " + kind.example()));
  }

  UsageException wrong(String problem) {
    return wrong(where(), problem);
  }

  /** The error in one line, whatever is in the file. */
  private static UsageException wrong(String where, String problem) {
    String line = String.valueOf(problem).replaceAll("[\\p{Cntrl}\\s]+", " ").trim();
    return new UsageException(where + ": " + StringUtils.abbreviate(line, MAX_MESSAGE));
  }

  String where() {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }
}
