package io.hbench.verify;

import java.util.Locale;

/** A defect that verification finds in a row. */
public enum Defect {
  /** A required row, such as an acknowledged one, does not exist. */
  MISSING,
  /** The values are valid, but older than the expected version. */
  STALE,
  /** A value differs from the expected one, a cell does not exist, or one more does. */
  CORRUPT,
  /** A row exists outside the expected rows. */
  UNEXPECTED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
