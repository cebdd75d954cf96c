package io.hbench.latency;

import java.util.Locale;

/** Which stretch of a request's life a latency covers. */
public enum Timing {
  /** From the moment it was sent to its completion. */
  SERVICE,
  /** From the moment it should have been sent to its completion; only where there is a rate. */
  RESPONSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
