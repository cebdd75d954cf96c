package io.hbench.settings;

import java.util.Locale;

/** The commands that submit a job. */
public enum Command {
  LOAD,
  RUN,
  VERIFY,
  /** A run in steps, each at a rate of its own. */
  FINDMAX;

  /** Whether it goes over all rows, each of them once. */
  public boolean isEveryRowOnce() {
    return this == LOAD || this == VERIFY;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
