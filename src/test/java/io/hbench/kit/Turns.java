package io.hbench.kit;

/**
 * The order in which workers take the classes of integration tests. A worker that waits for a
 * cluster's lock runs nothing else meanwhile: therefore classes that share the sandbox come after
 * as much work as fits beside the class that has the sandbox alone. The first worker takes classes
 * from the end of the order, the others from its beginning.
 */
public final class Turns {
  /** Classes that need a cluster alone. */
  public static final int ALONE = 1;

  /** Classes that need no cluster. */
  public static final int WITHOUT_CLUSTER = 2;

  /** Classes that run beside the one that has the sandbox alone. */
  public static final int BESIDE_ALONE = 3;

  /** The long ones of the classes that share the sandbox. */
  public static final int LONG_SANDBOX = 4;

  /** Classes that fill up, the longest of them with the highest number; before them the others. */
  public static final int FROM_THE_END = 1 << 30;

  private Turns() {}
}
