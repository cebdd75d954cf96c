package io.hbench.latency;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Side of a duet. In the files of a duet the names of operations end with it: {@code
 * get.candidate}.
 */
public enum Side {
  BASELINE,
  CANDIDATE;

  /** The name under which this side records an operation. */
  public String nameOf(String operation) {
    return operation + suffix();
  }

  /** The operation of a recorded name; empty if another side recorded it, or none. */
  public Optional<String> operationOf(String recorded) {
    return recorded.endsWith(suffix())
        ? Optional.of(recorded.substring(0, recorded.length() - suffix().length()))
        : Optional.empty();
  }

  /** The side that recorded an operation under a name; empty if none did. */
  public static Optional<Side> of(String recorded) {
    return Arrays.stream(values())
        .filter(side -> side.operationOf(recorded).isPresent())
        .findFirst();
  }

  private String suffix() {
    return "." + this;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
