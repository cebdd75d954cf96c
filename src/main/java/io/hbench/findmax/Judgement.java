package io.hbench.findmax;

import java.util.Locale;

/** Judgement on a rate from all steps so far of the same rate and length. */
public enum Judgement {
  /** The rate was reached, and every objective was met. */
  MET,
  /** The rate was not reached, or an objective was missed. */
  MISSED,
  /** The steps do not decide whether an objective was met. */
  INCONCLUSIVE,
  /** The step is invalid: it says nothing about the rate. */
  INVALID,
  /** Missed, with the clients as the cause: it says nothing about the servers. */
  CLIENT_LIMITED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
