package io.hbench.run;

import java.util.Locale;

/** The commands that submit a job. */
public enum Command {
  LOAD,
  RUN,
  VERIFY;

  /** Whether it goes over all rows, each of them once. */
  public boolean isEveryRowOnce() {
    return this != RUN;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
