package io.hbench.spec;

import io.hbench.op.OperationType;
import java.util.List;
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

  @Override
  public String toString() {
    return shares.size() == 1
        ? shares.get(0).operation().toString()
        : shares.stream()
            .map(s -> s.operation() + ":" + s.weight())
            .collect(Collectors.joining(","));
  }
}
