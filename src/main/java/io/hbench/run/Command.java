package io.hbench.run;

import java.util.Locale;

/** The commands that submit a job. */
public enum Command {
  LOAD,
  RUN;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
