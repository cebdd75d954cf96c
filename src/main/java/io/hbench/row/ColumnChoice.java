package io.hbench.row;

import java.util.Locale;

/** Which columns a request reads or writes. */
public enum ColumnChoice {
  ALL,
  /** One of them, each time a random one. */
  ONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
