package io.hbench.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A table: names to the left, figures to the right. */
public final class Table {
  /** One column. */
  record Column(String name, boolean figures) {}

  /** One place; its column says to which side it goes. */
  record Placed(Cell cell, boolean figures) {}

  /** One row. */
  record Row(List<Placed> cells) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /** The columns on the left. */
  public static Table of(String... names) {
    return new Table().add(false, names);
  }

  /** Columns of figures, to the right of those that are there. */
  public Table figures(String... names) {
    return add(true, names);
  }

  private Table add(boolean figures, String... names) {
    Arrays.stream(names).map(name -> new Column(name, figures)).forEach(columns::add);
    return this;
  }

  /** One more row; as many cells as columns. */
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
