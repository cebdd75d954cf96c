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
 * The nodes of a YAML file with their lines. Values stay texts: {@code on} is not a boolean, and
 * {@code 010} is not eight.
 *
 * @param file name of the file, for messages
 */
record YamlNodes(String file) {
  /** Maximum size of a file in bytes. */
  static final int MAX_SIZE = 1 << 20;

  private static final int MAX_DEPTH = 20;
  private static final int MAX_ALIASES = 100;
  private static final int MAX_MESSAGE = 300;

  /** Parses a file; empty if it has only comments. */
  Optional<Node> parse(String text) {
    LoaderOptions limits = new LoaderOptions();
    limits.setCodePointLimit(MAX_SIZE);
    limits.setNestingDepthLimit(MAX_DEPTH);
    limits.setMaxAliasesForCollections(MAX_ALIASES);
    try {
      return Optional.ofNullable(new Yaml(limits).compose(new StringReader(text)));
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
   * @param names allowed keys
   * @throws UsageException if the node is not a map, or a key is not allowed or duplicate
   */
  Map<String, Node> map(Node node, String what, Collection<String> names) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, "not a map of keys and values");
    }
    Map<String, Node> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      String name = text(key);
      if (!names.contains(name)) {
        throw wrong(
            key, "unknown " + what + " '" + name + "'" + NameSuggestion.hint(name, names, ""));
      }
      if (values.put(name, tuple.getValueNode()) != null) {
        throw wrong(key, "duplicate " + what + " '" + name + "'");
      }
    }
    return values;
  }

  List<Node> list(Node node) {
    if (node instanceof SequenceNode list && !list.getValue().isEmpty()) {
      return list.getValue();
    }
    throw wrong(node, "not a list with at least one element");
  }

  String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue().trim();
    }
    throw wrong(node, "not a single value");
  }

  <T> T read(Node node, SettingType<T> kind) {
    String text = text(node);
    return kind.find(text)
        .orElseThrow(() -> wrong(node, text + ": not " + kind.noun() + "; try " + kind.example()));
  }

  UsageException wrong(Node node, String problem) {
    return wrong(where(node), problem);
  }

  /** The error in one line, whatever is in the file. */
  private static UsageException wrong(String where, String problem) {
    String line = String.valueOf(problem).replaceAll("[\\p{Cntrl}\\s]+", " ").trim();
    return new UsageException(where + ": " + StringUtils.abbreviate(line, MAX_MESSAGE));
  }

  /** File and line of a node. */
  String where(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }
}
