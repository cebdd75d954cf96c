package io.hbench.verify;

import java.util.Locale;

/** What can be wrong with a row. */
public enum Defect {
  /** It was acknowledged, or must be there, and is not. */
  MISSING,
  /** Its values are hbench's, and older than they must be. */
  STALE,
  /** A value is not what hbench writes there, or a cell is not there. */
  CORRUPT,
  /** Nobody should have written it. */
  UNEXPECTED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
