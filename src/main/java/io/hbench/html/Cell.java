package io.hbench.html;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * A cell of a table: plain text, code, a figure or a link.
 *
 * @param text displayed text; null for code
 * @param value the displayed figure as a JSON number, or null
 * @param bar length of the bar, as a percentage of the largest value in the column, or null
 * @param link path of a file relative to the page, or null
 * @param code text that a user wrote or may type, or null
 */
public record Cell(String text, String value, Double bar, String link, String code) {
  public static Cell text(String text) {
    return new Cell(text, null, null, null, null);
  }

  public static Cell code(String code) {
    return new Cell(null, null, null, null, code);
  }

  /** A figure; a null value shows as a dash. */
  public static Cell figure(String text, Number value) {
    return value == null ? text("–") : new Cell(text, value.toString(), null, null, null);
  }

  /**
   * A figure with a bar.
   *
   * @param max largest value in the column
   */
  public static Cell bar(String text, Number value, double max) {
    Cell figure = figure(text, value);
    return value == null || !(max > 0)
        ? figure
        : new Cell(text, figure.value, 100 * value.doubleValue() / max, null, null);
  }

  /** A link to a file below the page's directory. */
  public static Cell link(String text, String file) {
    try {
      return new Cell(text, null, null, new URI(null, null, "./" + file, null).toString(), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Whether the cell is plain text; the page's template calls this method by name. */
  boolean plain() {
    return text != null && value == null && link == null;
  }
}
