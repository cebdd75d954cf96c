package io.hbench.row;

import java.util.Locale;

/** The columns of a row that a request reads or writes. */
public enum ColumnChoice {
  /** All columns. */
  ALL,
  /** One random column, chosen for each request. */
  ONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
