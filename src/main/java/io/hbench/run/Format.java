package io.hbench.run;

import java.util.Locale;

/** What is printed after a run; its directory has the same files either way. */
public enum Format {
  TEXT,
  YCSB;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
