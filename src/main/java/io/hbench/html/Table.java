package io.hbench.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A table with left-aligned columns of names and right-aligned columns of figures. */
public final class Table {
  /** One column. */
  record Column(String name, boolean figures) {}

  /** A cell with the alignment of its column. */
  record Placed(Cell cell, boolean figures) {}

  /** One row. */
  record Row(List<Placed> cells) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /** Makes a table with left-aligned columns. */
  public static Table of(String... names) {
    return new Table().add(false, names);
  }

  /** Adds right-aligned columns of figures. */
  public Table figures(String... names) {
    return add(true, names);
  }

  private Table add(boolean figures, String... names) {
    Arrays.stream(names).map(name -> new Column(name, figures)).forEach(columns::add);
    return this;
  }

  /** Adds a row, which must have as many cells as there are columns. */
  public Table row(Stream<Cell> cells) {
    List<Cell> all = cells.toList();
    if (all.size() != columns.size()) {
      throw new IllegalArgumentException(all.size() + " cells for " + columns.size() + " columns");
    }
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      placed.add(new Placed(all.get(i), columns.get(i).figures));
    }
    rows.add(new Row(placed));
    return this;
  }

  public Table row(Cell... cells) {
    return row(Arrays.stream(cells));
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  List<Column> columns() {
    return columns;
  }

  List<Row> rows() {
    return rows;
  }
}
