package io.hbench.settings;

import java.util.Locale;

/** Arrival process of the requests at a given rate. */
public enum Arrival {
  /** Equal gaps between intended times. */
  CONSTANT,
  /** Exponentially distributed gaps, as of many independent users. */
  POISSON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
