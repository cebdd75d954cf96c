package io.hbench.data;

/** Independent seeds derived from one seed, the same in every run. */
public final class Seeds {
  private Seeds() {}

  /** The seed of one branch: a task of a run, a thread of a task, a cell of a row. */
  public static long derive(long seed, long branch) {
    return mix(seed + mix(branch + 0x9E3779B97F4A7C15L));
  }

  /**
   * Stafford's variant 13 of the 64-bit finalizer, the one of {@link java.util.SplittableRandom}.
   */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
