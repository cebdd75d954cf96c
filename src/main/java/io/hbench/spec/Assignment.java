package io.hbench.spec;

import io.hbench.op.OperationType;

/** A mix and the number of map tasks that drive it: {@code get:95,put:5@40}. */
public record Assignment(Mix mix, int tasks) {

  /** The same with another operation in place of one. */
  Assignment with(OperationType from, OperationType to) {
    return new Assignment(
        new Mix(
            mix.shares().stream()
                .map(s -> s.operation().equals(from) ? new Mix.Share(to, s.weight()) : s)
                .toList()),
        tasks);
  }

  @Override
  public String toString() {
    return mix + "@" + tasks;
  }
}
