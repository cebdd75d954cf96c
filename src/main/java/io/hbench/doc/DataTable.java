package io.hbench.doc;

import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A table: rows, and columns that are declared once, for text and page. All columns of a unit have
 * the same prefix, so that their numbers can be compared at a glance. A column without any value is
 * not shown.
 *
 * @param <R> what a row is about
 */
public final class DataTable<R> {
  private final List<R> rows;
  private final List<Column<R>> columns = new ArrayList<>();

  private enum Style {
    NAME,
    CODE,
    FIGURE,
    BAR
  }

  /**
   * A column.
   *
   * @param unit of the values; null for a column of names
   */
  private record Column<R>(
      String name, Unit unit, Style style, boolean optional, Function<R, ?> value) {}

  /**
   * The head of a column.
   *
   * @param sign of the unit; empty for counts and names
   * @param figures whether numbers are in it, which are aligned to the right
   */
  public record Head(String name, String sign, boolean figures) {}

  /**
   * A cell.
   *
   * @param text shown; empty if there is nothing to show
   * @param value of a figure, in its unit without prefix; null for text
   * @param bar percentage of the largest value, for a bar; else null
   * @param code whether a user wrote it or may type it
   * @param link address of a file relative to the page, or null
   * @param figures whether it is in a column of numbers
   */
  public record Cell(
      String text, Number value, Double bar, boolean code, String link, boolean figures) {}

  /** A value of a column of names: a link to a file below the directory of the page. */
  public record Link(String text, String file) {
    private String address() {
      try {
        return new URI(null, null, "./" + file, null).toString();
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  /** A figure that its column can't write by itself: another unit, or more than a number. */
  public record Written(String text, Number value) {
    /** A value with its unit; nothing for null. */
    public static Written of(Unit unit, Number value) {
      return value == null ? null : new Written(unit.text(value.doubleValue()), value);
    }
  }

  private DataTable(List<R> rows) {
    this.rows = List.copyOf(rows);
  }

  public static <R> DataTable<R> of(List<R> rows) {
    return new DataTable<>(rows);
  }

  /** Adds a column of names. */
  public DataTable<R> name(String name, Function<R, ?> value) {
    return add(name, null, Style.NAME, false, value);
  }

  /** Adds a column of words that a user wrote or may type. */
  public DataTable<R> code(String name, Function<R, ?> value) {
    return add(name, null, Style.CODE, false, value);
  }

  /** Adds a column of a figure of the register. */
  public DataTable<R> figure(Figure figure, Function<R, ?> value) {
    return figure(figure.toString(), figure.unit(), value);
  }

  /** Adds a column of figures: numbers, {@link Written} ones, or null. */
  public DataTable<R> figure(String name, Unit unit, Function<R, ?> value) {
    return add(name, unit, Style.FIGURE, false, value);
  }

  public DataTable<R> figures(List<Figure> figures, BiFunction<R, Figure, ?> value) {
    figures.forEach(figure -> figure(figure, row -> value.apply(row, figure)));
    return this;
  }

  public DataTable<R> count(String name, Function<R, ?> value) {
    return figure(name, Unit.COUNT, value);
  }

  /** Adds a column that is shown if a row has a value in it other than 0. */
  public DataTable<R> optional(String name, Unit unit, Function<R, ?> value) {
    return add(name, unit, Style.FIGURE, true, value);
  }

  /** Adds a column of figures with bars. */
  public DataTable<R> bar(String name, Unit unit, Function<R, ?> value) {
    return add(name, unit, Style.BAR, false, value);
  }

  private DataTable<R> add(
      String name, Unit unit, Style style, boolean optional, Function<R, ?> value) {
    columns.add(new Column<>(name, unit, style, optional, value));
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The heads of the columns that are shown. */
  public List<Head> heads() {
    return shown().map(c -> new Head(c.name, sign(c), c.unit != null)).toList();
  }

  /** Empty if the name says it: ops/s. */
  private String sign(Column<R> column) {
    String sign = column.unit == null ? "" : prefix(column.unit).sign();
    return sign.startsWith("/") && column.name.contains(sign) ? "" : sign;
  }

  public List<List<Cell>> cells() {
    List<Column<R>> shown = shown().toList();
    List<Unit.Prefix> prefixes =
        shown.stream().map(c -> c.unit == null ? null : prefix(c.unit)).toList();
    List<Double> largest = shown.stream().map(this::largest).toList();
    List<List<Cell>> cells = new ArrayList<>();
    for (R row : rows) {
      List<Cell> line = new ArrayList<>();
      for (int i = 0; i < shown.size(); i++) {
        line.add(cell(shown.get(i), row, prefixes.get(i), largest.get(i)));
      }
      cells.add(line);
    }
    return cells;
  }

  private Cell cell(Column<R> column, R row, Unit.Prefix prefix, double largest) {
    Object value = column.value.apply(row);
    boolean figures = column.unit != null;
    if (value == null) {
      return new Cell(figures ? "-" : "", null, null, false, null, figures);
    }
    if (value instanceof Link link) {
      return new Cell(link.text(), null, null, false, link.address(), figures);
    }
    if (value instanceof Written written) {
      return new Cell(written.text(), written.value(), null, false, null, figures);
    }
    if (value instanceof Number number && figures) {
      double amount = number.doubleValue();
      Double bar = column.style == Style.BAR && largest > 0 ? 100 * amount / largest : null;
      return new Cell(column.unit.number(amount, prefix), number, bar, false, null, true);
    }
    return new Cell(value.toString(), null, null, column.style == Style.CODE, null, figures);
  }

  /** Columns with something in them. */
  private Stream<Column<R>> shown() {
    return columns.stream()
        .filter(
            c ->
                c.optional
                    ? numbers(c).anyMatch(value -> value != 0)
                    : rows.stream().map(c.value).anyMatch(v -> v != null && !v.equals("")));
  }

  private DoubleStream numbers(Column<R> column) {
    return rows.stream()
        .map(column.value)
        .filter(Objects::nonNull)
        .filter(Number.class::isInstance)
        .mapToDouble(value -> ((Number) value).doubleValue());
  }

  private Unit.Prefix prefix(Unit unit) {
    return unit.common(columns.stream().filter(c -> c.unit == unit).flatMapToDouble(this::numbers));
  }

  private double largest(Column<R> column) {
    return column.style == Style.BAR ? numbers(column).max().orElse(0) : 0;
  }
}
