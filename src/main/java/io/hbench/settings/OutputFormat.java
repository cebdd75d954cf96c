package io.hbench.settings;

import java.util.Locale;

/** What is printed after a run; its directory has the same files either way. */
public enum OutputFormat {
  TEXT,
  YCSB,
  /** What {@code report.json} holds. */
  JSON,
  /** A line for each operation. */
  CSV,
  /** A line for each interval and operation. */
  CSV_TIMELINE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
