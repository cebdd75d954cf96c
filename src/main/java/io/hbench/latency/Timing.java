package io.hbench.latency;

import java.util.Locale;

/** Kind of latency: service time or response time. */
public enum Timing {
  /** From the sending of a request to its completion. */
  SERVICE,
  /** From the intended time of a request to its completion; only with a rate. */
  RESPONSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
