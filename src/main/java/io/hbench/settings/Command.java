package io.hbench.settings;

import java.util.Locale;

/** The commands that submit a job. */
public enum Command {
  LOAD,
  RUN,
  VERIFY,
  /** Sends recorded requests at their times. */
  REPLAY,
  /** A search in steps, each a run at its own rate. */
  FINDMAX;

  /** Whether the command processes every row once. */
  public boolean isEveryRowOnce() {
    return this == LOAD || this == VERIFY;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
