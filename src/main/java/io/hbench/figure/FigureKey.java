package io.hbench.figure;

import java.util.List;

/**
 * A figure and what has it: {@code get p99}, {@code get @rs1:16020 p99}, {@code table longest
 * outage}.
 *
 * @param path from the outside to the inside: an operation, {@link #TABLE}, {@link #SERVERS} or
 *     {@link #SEARCH}; then, with an @ before it, the region server
 */
public record FigureKey(List<String> path, Figure figure) {
  /** All operations of a mix together. */
  public static final String TOTAL = "total";

  public static final String TABLE = "table";

  /** The region servers together. */
  public static final String SERVERS = "servers";

  /** A search for the highest sustainable rate. */
  public static final String SEARCH = "findmax";

  private static final String AT = "@";

  public FigureKey {
    path = List.copyOf(path);
  }

  public FigureKey(String of, Figure figure) {
    this(List.of(of), figure);
  }

  public static FigureKey ofServer(String operation, String server, Figure figure) {
    return new FigureKey(List.of(operation, AT + server), figure);
  }

  /** The operation, or what stands for it. */
  public String of() {
    return path.get(0);
  }

  @Override
  public String toString() {
    return String.join(" ", path) + " " + figure;
  }
}
