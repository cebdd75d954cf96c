package io.hbench.data;

import java.util.Locale;

/** The content of cell values. */
public enum ValueBytes {
  /** Random bytes, which cannot be compressed. */
  RANDOM,
  /** Letters in runs of eight, as in PerformanceEvaluation, which compress very well. */
  LETTERS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
