package io.hbench.doc;

import java.util.List;

/** A part of a document. */
public sealed interface Block {

  /** Facts below each other: a line each in a text. */
  record Facts(List<Fact> facts) implements Block {}

  /** A name-value pair. */
  record Fact(String name, String text) {}

  record Note(String note) implements Block {}

  /** Text to copy, such as a command line. */
  record Code(String code) implements Block {}

  /**
   * A table.
   *
   * @param summary what a page shows while the table is collapsed; null for a table that is not
   */
  record Rows(String summary, DataTable<?> table) implements Block {}

  /** Main figures of a page; a text has them in its first table. */
  record Tiles(List<Tile> tiles) implements Block {}

  /** A main figure: its label, its text with unit, and its value. */
  record Tile(String label, String text, String unit, Number value) {}

  /**
   * Charts of a page, side by side if it is wide enough; a text has none.
   *
   * @param small whether three of them stand in a row
   */
  record Charts(List<Chart> charts, boolean small) implements Block {}
}
