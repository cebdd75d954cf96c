package io.hbench.settings;

import io.hbench.data.KeyDistribution;
import java.util.Locale;

/** Which rows a thread asks for. */
public enum KeyScope {
  /** Its share of its task's share: the threads of an assignment cover every row exactly once. */
  OWN,
  /** All rows of the table: threads meet each other, and every task meets every region. */
  TABLE,
  /** Those that the first thread of all has: all threads ask for the same few. */
  SHARED;

  /** What there is if nothing is said: hot rows are those of the table, not of each task. */
  public static KeyScope of(KeyDistribution keys) {
    return keys.order().isSkewed() ? TABLE : OWN;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
