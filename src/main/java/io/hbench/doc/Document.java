package io.hbench.doc;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Block.Charts;
import io.hbench.doc.Block.Code;
import io.hbench.doc.Block.Fact;
import io.hbench.doc.Block.Facts;
import io.hbench.doc.Block.Note;
import io.hbench.doc.Block.Rows;
import io.hbench.doc.Block.Tile;
import io.hbench.doc.Block.Tiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What people read of a run, a comparison or a search: a summary that fits a screen, and sections
 * with all details. Text and page are renderings of it. Blocks are in the order in which they were
 * added; those before the first section are the summary.
 */
public final class Document {
  private final String kind;
  private final String title;
  private final List<Fact> about = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private Verdict verdict;
  private String more = "";

  /** A reason for a verdict: a code for programs and a message for people. */
  public record Reason(String code, String message) {}

  /**
   * The verdict.
   *
   * @param status {@code valid}, {@code degraded}, {@code regression}, …: {@code page.css} has its
   *     colour
   * @param note explanation in a few words; may be empty
   */
  public record Verdict(String status, String note, List<Reason> reasons) {
    /** The status as a name of a class of {@code page.css}. */
    public String tone() {
      return status.replaceAll("[^a-z]+", "-");
    }
  }

  /** The blocks below a heading; the heading of the summary is empty. */
  public record Section(String heading, List<Block> blocks) {}

  /**
   * @param kind of document, such as {@code report}
   */
  public Document(String kind, String title) {
    this.kind = kind;
    this.title = title;
    section("");
  }

  /** Adds a name-value pair to the line below the title. */
  public Document about(String name, String text) {
    about.add(new Fact(name, text));
    return this;
  }

  public Document verdict(String status, String note, List<Reason> reasons) {
    verdict = new Verdict(status, note, List.copyOf(reasons));
    return this;
  }

  /** Sets where the details are, for the text of a summary. */
  public Document more(String text) {
    more = text;
    return this;
  }

  /** Starts a section; one without blocks is not shown. */
  public Document section(String heading) {
    sections.add(new Section(heading, new ArrayList<>()));
    return this;
  }

  /** Adds a fact, to the facts before it if there are any; one without a text is not shown. */
  public Document fact(String name, String text) {
    if (text != null && !text.isEmpty()) {
      add(blocks(), new Fact(name, text));
    }
    return this;
  }

  /**
   * Adds a fact.
   *
   * @param pattern of its text, for the arguments
   */
  public Document fact(String name, String pattern, Object... args) {
    return fact(name, format(pattern, args));
  }

  /** Adds a fact to blocks, to the facts at their end if there are any. */
  static void add(List<Block> blocks, Fact fact) {
    List<Fact> all = new ArrayList<>();
    int last = blocks.size() - 1;
    if (last >= 0 && blocks.get(last) instanceof Facts before) {
      all.addAll(before.facts());
      blocks.remove(last);
    }
    all.add(fact);
    blocks.add(new Facts(all));
  }

  public Document note(String text) {
    return add(new Note(text));
  }

  public Document note(String pattern, Object... args) {
    return note(format(pattern, args));
  }

  public Document code(String text) {
    return add(new Code(text));
  }

  /** Adds a table; one without rows is not shown. */
  public Document table(DataTable<?> table) {
    return fold(null, table);
  }

  /** Adds a table that a page collapses at first. */
  public Document fold(String summary, DataTable<?> table) {
    return table.isEmpty() ? this : add(new Rows(summary, table));
  }

  public Document tiles(List<Tile> tiles) {
    return add(new Tiles(List.copyOf(tiles)));
  }

  public Document chart(Chart... some) {
    return charts(Arrays.asList(some));
  }

  public Document charts(List<Chart> some) {
    return charts(some, false);
  }

  public Document smallCharts(List<Chart> some) {
    return charts(some, true);
  }

  private Document charts(List<Chart> some, boolean small) {
    return some.isEmpty() ? this : add(new Charts(List.copyOf(some), small));
  }

  private Document add(Block block) {
    blocks().add(block);
    return this;
  }

  private List<Block> blocks() {
    return sections.get(sections.size() - 1).blocks();
  }

  public String kind() {
    return kind;
  }

  public String title() {
    return title;
  }

  public List<Fact> about() {
    return about;
  }

  /** Null without a verdict. */
  public Verdict verdict() {
    return verdict;
  }

  public String more() {
    return more;
  }

  public List<Block> summary() {
    return sections.get(0).blocks();
  }

  /** The sections with blocks. */
  public List<Section> sections() {
    return sections.stream().skip(1).filter(s -> !s.blocks().isEmpty()).toList();
  }
}
