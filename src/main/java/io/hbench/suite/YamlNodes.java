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
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The parts of a YAML file, each with its line. Values are texts as they are written: {@code on} is
 * no boolean, and {@code 010} is not eight.
 *
 * @param file its name, for messages
 */
record YamlNodes(String file) {

  /** Nothing, if there is nothing but comments. */
  Optional<Node> parse(String text) {
    try {
      return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(text)));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new UsageException(file + ":" + line + ": " + e.getProblem());
    }
  }

  /**
   * The values of a map by their keys, each of which is one of the names and there once.
   *
   * @param what the keys are, for messages
   */
  Map<String, Node> map(Node node, String what, Collection<String> names) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, "keys with values should stand here");
    }
    Map<String, Node> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      String name = text(key);
      if (!names.contains(name)) {
        throw wrong(key, "no " + what + " '" + name + "'" + NameSuggestion.hint(name, names, ""));
      }
      if (values.put(name, tuple.getValueNode()) != null) {
        throw wrong(key, what + " '" + name + "' is there twice");
      }
    }
    return values;
  }

  List<Node> list(Node node) {
    if (node instanceof SequenceNode list && !list.getValue().isEmpty()) {
      return list.getValue();
    }
    throw wrong(node, "a list should stand here");
  }

  String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue().trim();
    }
    throw wrong(node, "a single value should stand here");
  }

  <T> T read(Node node, SettingType<T> kind) {
    String text = text(node);
    try {
      return kind.read().apply(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw wrong(node, "'" + text + "' is not " + kind.noun() + "; try " + kind.example());
    }
  }

  UsageException wrong(Node node, String problem) {
    return new UsageException(where(node) + ": " + problem);
  }

  /** File and line. */
  String where(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }
}
