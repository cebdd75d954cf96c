package io.hbench.row;

import java.util.Locale;

public enum ColumnChoice {
  ALL,
  /** One random column, chosen for each request. */
  ONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
