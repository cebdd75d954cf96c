package io.hbench.html;

import com.google.gson.annotations.SerializedName;
import java.util.ArrayList;
import java.util.List;

/**
 * A chart as data: what is to be seen, not how. {@code charts.js} draws it, whatever it is about;
 * its fields are those of the JSON in the page.
 */
@SuppressWarnings("UnusedVariable") // they are for Gson
public final class Chart {

  /** How a series looks. */
  public enum Style {
    @SerializedName("line")
    LINE,
    @SerializedName("dashed")
    DASHED,
    /** A line for what surrounds the others, such as a maximum. */
    @SerializedName("thin")
    THIN,
    /** A thick line for what holds for a while, such as a mean. */
    @SerializedName("level")
    LEVEL,
    @SerializedName("dots")
    DOTS,
    /** From 0 to the figure. */
    @SerializedName("bars")
    BARS
  }

  /** One point; without a y there is a gap. */
  public record Point(double x, Double y) {}

  /**
   * One series.
   *
   * @param colour 0 to 7 of the palette; 7 is grey
   */
  public record Series(String name, Style style, int colour, List<Point> points) {}

  /**
   * A range in a row of a chart whose y axis has names: a change and its confidence interval. What
   * is beyond the axis is an arrow.
   *
   * @param label to the right of it
   */
  public record Range(int row, double from, double at, double to, int colour, String label) {}

  /** What is shaded from top to bottom, with a line in it: changes that do not matter, and none. */
  public record Band(double from, double at, double to) {}

  /**
   * A straight line across the chart, with a word about it.
   *
   * @param colour of the palette; null for that of the text
   */
  public record Mark(double at, String label, Integer colour) {}

  private final String title;
  private final Axis x;
  private final Axis y;
  private final int height;
  private final List<Series> series = new ArrayList<>();
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

  /** More about it, below the title. */
  public Chart note(String text) {
    note = text;
    return this;
  }

  public Chart series(String name, Style style, int colour, List<Point> points) {
    series.add(new Series(name, style, colour, List.copyOf(points)));
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

  /** An instant, or another x: a line from top to bottom. */
  public Chart mark(double x, String label) {
    marks.add(new Mark(x, label, null));
    return this;
  }

  /** The same in a colour of the palette. */
  public Chart mark(double x, String label, int colour) {
    marks.add(new Mark(x, label, colour));
    return this;
  }

  /** A limit, or another y: a line from left to right. */
  public Chart level(double y, String label) {
    levels.add(new Mark(y, label, null));
    return this;
  }

  String title() {
    return title;
  }

  String note() {
    return note;
  }
}
