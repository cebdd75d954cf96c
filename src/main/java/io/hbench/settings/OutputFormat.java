package io.hbench.settings;

import java.util.Locale;

/** Format of the printed report; the files in the run directory do not depend on it. */
public enum OutputFormat {
  TEXT,
  YCSB,
  /** The content of {@code report.json}. */
  JSON,
  /** One line for each operation. */
  CSV,
  /** One line for each interval and operation. */
  CSV_TIMELINE,
  /** One line for each region server and operation. */
  CSV_SERVERS,
  /** One line for each outage. */
  CSV_OUTAGES,
  /** One line for each phase of a run with hooks. */
  CSV_PHASES,
  /** One line for each recovery from the stop of a region server. */
  CSV_RECOVERIES,
  /** One line for each stage of a rate. */
  CSV_STAGES,
  /** One line for each cost of an operation, of all servers and of each. */
  CSV_COSTS,
  /** One line for each of the slowest requests. */
  CSV_SLOWEST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
