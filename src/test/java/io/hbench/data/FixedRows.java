package io.hbench.data;

/** A fixed range of rows, whose last row is the newest. */
public record FixedRows(KeyRange rows) implements NewestRows {
  @Override
  public long count() {
    return rows.size();
  }

  @Override
  public long row(long back) {
    return rows.end() - 1 - back;
  }
}
