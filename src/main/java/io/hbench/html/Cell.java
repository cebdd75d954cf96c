package io.hbench.html;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * What is in one place of a table: one of plain text, code, a figure or a link.
 *
 * @param text for people; null if it is code
 * @param value the figure behind it, as JSON has it
 * @param bar its share of the largest in its column in percent, to be drawn
 * @param link to a file, relative to the page
 * @param code what somebody wrote or may type
 */
public record Cell(String text, String value, Double bar, String link, String code) {
  public static Cell text(String text) {
    return new Cell(text, null, null, null, null);
  }

  public static Cell code(String code) {
    return new Cell(null, null, null, null, code);
  }

  /** A figure; null is one that is not known. */
  public static Cell figure(String text, Number value) {
    return value == null ? text("–") : new Cell(text, value.toString(), null, null, null);
  }

  /**
   * The same with a bar.
   *
   * @param most the largest of its column
   */
  public static Cell bar(String text, Number value, double most) {
    Cell figure = figure(text, value);
    return value == null || !(most > 0)
        ? figure
        : new Cell(text, figure.value, 100 * value.doubleValue() / most, null, null);
  }

  /** To a file below the page's directory. */
  public static Cell link(String text, String file) {
    try {
      return new Cell(text, null, null, new URI(null, null, "./" + file, null).toString(), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Whether it is text and nothing else. */
  boolean plain() {
    return text != null && value == null && link == null;
  }
}
