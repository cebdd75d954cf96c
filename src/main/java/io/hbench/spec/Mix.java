package io.hbench.spec;

import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Operations with their weights: {@code get:95,put:5}; a weight that is not given is 1. */
public record Mix(List<Share> shares) {
  /** One operation and its weight, 1 or more. */
  public record Share(OperationType operation, int weight) {}

  public Mix {
    shares = List.copyOf(shares);
  }

  public static Mix of(OperationType operation) {
    return new Mix(List.of(new Share(operation, 1)));
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws UsageException for an operation that is unknown or named twice, or a weight below 1
   */
  public static Mix parse(String text) {
    List<Share> shares = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      int colon = word.indexOf(':');
      String name = colon < 0 ? word : word.substring(0, colon);
      if (name.isEmpty()) {
        throw new UsageException("'" + text + "': an operation is missing; try get:95,put:5@40");
      }
      OperationType operation =
          named(text, name)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "'"
                              + text
                              + "': no operation '"
                              + name
                              + "'"
                              + (name.contains(".")
                                  ? ": is the jar of that class behind --jar?"
                                  : NameSuggestion.hint(name, Operations.labels(), "")
                                      + " (see 'operations')")));
      if (shares.stream().anyMatch(s -> s.operation().toString().equals(name))) {
        throw new UsageException("'" + text + "': '" + name + "' is there twice; try get:95,put:5");
      }
      shares.add(new Share(operation, colon < 0 ? 1 : weight(text, word.substring(colon + 1))));
    }
    return new Mix(shares);
  }

  private static Optional<OperationType> named(String text, String name) {
    try {
      return Operations.named(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("'" + text + "': " + e.getMessage());
    }
  }

  private static int weight(String text, String weight) {
    try {
      int parsed = Integer.parseInt(weight);
      if (parsed >= 1) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message
    }
    throw UsageException.badValue(
        "'" + text + "'", weight, "is not a weight of 1 or more", "get:95,put:5");
  }

  @Override
  public String toString() {
    return shares.size() == 1
        ? shares.get(0).operation().toString()
        : shares.stream()
            .map(s -> s.operation() + ":" + s.weight())
            .collect(Collectors.joining(","));
  }
}
