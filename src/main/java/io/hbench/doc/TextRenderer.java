package io.hbench.doc;

import io.hbench.doc.Block.Code;
import io.hbench.doc.Block.Fact;
import io.hbench.doc.Block.Facts;
import io.hbench.doc.Block.Note;
import io.hbench.doc.Block.Rows;
import io.hbench.doc.DataTable.Cell;
import io.hbench.doc.DataTable.Head;
import io.hbench.doc.Document.Section;
import io.hbench.doc.Document.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.WordUtils;

/**
 * A document as text for a terminal, 100 columns wide; tables, reasons of a verdict, and the line
 * with the command that prints the details may be wider.
 */
public final class TextRenderer {
  private static final int WIDTH = 100;
  private static final String GAP = "  ";
  private static final String DETAILS = "details";

  private final StringBuilder text = new StringBuilder();

  private TextRenderer() {}

  /** Title, verdict and summary, and where the details are; ends with a line feed. */
  public static String summary(Document document) {
    TextRenderer renderer = new TextRenderer();
    renderer.head(document);
    List<Block> blocks = new ArrayList<>(document.summary());
    if (!document.more().isEmpty()) {
      Document.add(blocks, new Fact(DETAILS, document.more()));
    }
    renderer.blocks(blocks);
    return printable(renderer.text.toString());
  }

  /** Everything that is text; ends with a line feed. */
  public static String whole(Document document) {
    TextRenderer renderer = new TextRenderer();
    renderer.head(document);
    if (!document.about().isEmpty()) {
      renderer.blocks(List.of(new Facts(document.about())));
    }
    renderer.blocks(document.summary());
    for (Section section : document.sections()) {
      List<Block> blocks = section.blocks().stream().filter(TextRenderer::isText).toList();
      if (!blocks.isEmpty()) {
        String heading = section.heading();
        renderer.text.append("\n" + heading + "\n" + "-".repeat(heading.length()));
        renderer.blocks(blocks);
      }
    }
    return printable(renderer.text.toString());
  }

  public static String table(DataTable<?> table) {
    return lines(table).stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /**
   * A text without what a terminal obeys: names of hosts, tables and files may be another user's.
   */
  public static String printable(String text) {
    return text.replaceAll("[\\p{C}&&[^\n\t]]", "?");
  }

  private static boolean isText(Block block) {
    return !(block instanceof Block.Tiles || block instanceof Block.Charts);
  }

  private void head(Document document) {
    text.append("hbench ").append(document.title());
    Verdict verdict = document.verdict();
    if (verdict != null) {
      String note = verdict.note().isEmpty() ? "" : ", " + verdict.note();
      text.append("\n").append(wrapped("verdict: ", verdict.status() + note));
      // a reason is one line, which can be searched for
      verdict.reasons().forEach(r -> text.append("\n  " + r.code() + ": " + r.message()));
    }
    text.append("\n");
  }

  private void blocks(List<Block> blocks) {
    for (Block block : blocks) {
      if (isText(block)) {
        text.append("\n");
        block(block);
      }
    }
  }

  private void block(Block block) {
    if (block instanceof Facts facts) {
      int width = facts.facts().stream().mapToInt(f -> f.name().length()).max().orElse(0);
      for (Fact fact : facts.facts()) {
        String name = StringUtils.rightPad(fact.name() + ":", width + 3);
        boolean isCommand = fact.name().equals(DETAILS); // which is copied as one line
        text.append(isCommand ? name + fact.text() : wrapped(name, fact.text())).append("\n");
      }
    } else if (block instanceof Note note) {
      text.append(wrapped("", note.note())).append("\n");
    } else if (block instanceof Code code) {
      code.code().lines().forEach(line -> text.append(GAP).append(line).append("\n"));
    } else if (block instanceof Rows rows) {
      text.append(rows.summary() == null ? "" : rows.summary() + ":\n").append(table(rows.table()));
    }
  }

  /** A first word, and text that breaks between words and continues below its start. */
  private static String wrapped(String first, String rest) {
    String below = "\n" + " ".repeat(first.length());
    return first + WordUtils.wrap(rest, WIDTH - below.length() + 1, below, false);
  }

  private static List<String> lines(DataTable<?> table) {
    List<Head> heads = table.heads();
    List<List<String>> lines = new ArrayList<>();
    lines.add(heads.stream().map(Head::name).toList());
    if (heads.stream().anyMatch(head -> !head.sign().isEmpty())) {
      lines.add(heads.stream().map(Head::sign).toList());
    }
    table.cells().forEach(row -> lines.add(row.stream().map(Cell::text).toList()));
    int[] widths =
        IntStream.range(0, heads.size())
            .map(i -> lines.stream().mapToInt(line -> line.get(i).length()).max().orElseThrow())
            .toArray();
    return lines.stream().map(line -> aligned(line, heads, widths)).toList();
  }

  /** Names to the left, figures to the right. */
  private static String aligned(List<String> line, List<Head> heads, int[] widths) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < widths.length; i++) {
      cells.add(
          heads.get(i).figures()
              ? StringUtils.leftPad(line.get(i), widths[i])
              : StringUtils.rightPad(line.get(i), widths[i]));
    }
    return String.join(GAP, cells).stripTrailing();
  }
}
