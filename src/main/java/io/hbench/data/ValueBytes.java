package io.hbench.data;

import java.util.Locale;

/** What the values of cells are made of. */
public enum ValueBytes {
  /** Bytes that can't be compressed. */
  RANDOM,
  /** Letters in runs of eight, as PerformanceEvaluation has them: they compress very well. */
  LETTERS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
