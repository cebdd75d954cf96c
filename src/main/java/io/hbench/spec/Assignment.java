package io.hbench.spec;

/** A mix and the number of map tasks that drive it: {@code get:95,put:5@40}. */
public record Assignment(Mix mix, int tasks) {

  @Override
  public String toString() {
    return mix + "@" + tasks;
  }
}
