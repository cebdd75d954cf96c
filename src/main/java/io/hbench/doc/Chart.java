package io.hbench.doc;

import io.hbench.figure.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The data of a chart, which {@code charts.js} draws. Field names are those of the JSON in the
 * page.
 */
@SuppressWarnings("UnusedVariable") // Gson reads the fields
public final class Chart {

  public enum Style {
    LINE,
    DASHED,
    /** A thin line, such as for a maximum. */
    THIN,
    /** A thick horizontal line for a period, such as a mean. */
    LEVEL,
    DOTS,
    /** Bars from the lower end of the axis to the value; those of several series side by side. */
    BARS
  }

  /** One point; a null y is a gap in the line. */
  public record Point(double x, Double y) {}

  /**
   * One series of points.
   *
   * @param colour 0 to 7 of the palette; 7 is grey
   */
  public record Series(String name, Style style, int colour, List<Point> points) {}

  /**
   * The error bar of a point.
   *
   * @param series index of the series that has the point
   */
  public record Spread(int series, double x, double from, double to) {}

  /**
   * A change and its confidence interval, in a row of a chart whose y axis has names. An end beyond
   * the axis is drawn as an arrow.
   *
   * @param label text to the right of the range
   */
  public record Range(int row, double from, double at, double to, int colour, String label) {}

  /**
   * A shaded range of the x axis from top to bottom with a line at {@code at}, such as a margin.
   */
  public record Band(double from, double at, double to) {}

  /**
   * A straight line across the chart, with a label.
   *
   * @param colour of the palette; null for the colour of the text
   */
  public record Mark(double at, String label, Integer colour) {}

  /** Colours of the palette. */
  public static final int BLUE = 0;

  public static final int ORANGE = 1;
  public static final int GREEN = 2;
  public static final int RED = 3;
  public static final int GREY = 7;

  private final String title;
  private final Axis x;
  private final Axis y;
  private final int height;
  private final List<Series> series = new ArrayList<>();
  private final List<Spread> spreads = new ArrayList<>();
  private final List<Range> ranges = new ArrayList<>();
  private final List<Band> bands = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Mark> levels = new ArrayList<>();
  private transient String note = "";

  /**
   * @param height in pixels, axes included; the width is that of the page
   */
  public Chart(String title, Axis x, Axis y, int height) {
    this.title = title;
    this.x = x;
    this.y = y;
    this.height = height;
  }

  /** Sets the note below the title. */
  public Chart note(String text) {
    note = text;
    return this;
  }

  public Chart series(String name, Style style, int colour, List<Point> points) {
    series.add(new Series(name, style, colour, List.copyOf(points)));
    return this;
  }

  /** Adds a series with a point for each of some things. */
  public <T> Chart series(
      String name,
      Style style,
      int colour,
      List<T> of,
      ToDoubleFunction<T> x,
      Function<T, Double> y) {
    List<Point> points =
        of.stream().map(one -> new Point(x.applyAsDouble(one), y.apply(one))).toList();
    return series(name, style, colour, points);
  }

  /** Adds the series of a figure of the register. */
  public Chart series(Figure figure, Style style, int colour, List<Point> points) {
    return series(figure.toString(), style, colour, points);
  }

  /** Adds an error bar to a point of the last series. */
  public Chart spread(double x, double from, double to) {
    spreads.add(new Spread(series.size() - 1, x, from, to));
    return this;
  }

  public Chart range(Range range) {
    ranges.add(range);
    return this;
  }

  public Chart band(Band band) {
    bands.add(band);
    return this;
  }

  /** Adds a vertical line at an x value, such as an instant. */
  public Chart mark(double x, String label) {
    marks.add(new Mark(x, label, null));
    return this;
  }

  /** Adds a vertical line in a colour of the palette. */
  public Chart mark(double x, String label, int colour) {
    marks.add(new Mark(x, label, colour));
    return this;
  }

  /** Adds a horizontal line at a y value, such as a limit. */
  public Chart level(double y, String label) {
    levels.add(new Mark(y, label, null));
    return this;
  }

  public String title() {
    return title;
  }

  public String note() {
    return note;
  }
}
