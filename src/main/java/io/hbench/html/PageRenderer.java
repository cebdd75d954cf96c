package io.hbench.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.hbench.doc.Block;
import io.hbench.doc.Chart;
import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Cell;
import io.hbench.doc.DataTable.Head;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Verdict;
import io.hbench.json.JsonFormat;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A document as an HTML page in one file, with the scripts and the style that it needs. It needs no
 * network, and its Content-Security-Policy allows none.
 *
 * <p>{@code page.html} is its skeleton. All text is escaped. The browser runs only the two scripts
 * whose hashes are in the Content-Security-Policy, so that the name of a table cannot inject one.
 */
public final class PageRenderer {
  private static final Template SKELETON =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).compile(Asset.SKELETON.text());

  private final List<Chart> charts = new ArrayList<>();

  private PageRenderer() {}

  /** The first characters of each page of a kind, by which hbench recognises its own files. */
  public static String start(String kind) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n"
        + "<meta name=\"generator\" content=\"hbench "
        + kind
        + "\">\n";
  }

  /** The text of the HTML file. */
  public static String html(Document document) {
    return new PageRenderer().page(document);
  }

  private String page(Document document) {
    List<Map<String, Object>> sections = new ArrayList<>();
    sections.add(section("", document.summary()));
    document.sections().forEach(s -> sections.add(section(s.heading(), s.blocks())));
    return SKELETON.execute(
        Map.ofEntries(
            Map.entry("start", start(document.kind())),
            Map.entry("kind", document.kind()),
            Map.entry("title", document.title()),
            Map.entry("about", document.about()),
            Map.entry("verdict", verdict(document.verdict())),
            Map.entry("sections", sections),
            Map.entry("headings", sections.subList(1, sections.size())),
            Map.entry("charts", JsonFormat.LINE.toJson(charts)),
            Map.entry("data", JsonFormat.LINE.toJson(document.data())),
            Map.entry("style", Asset.STYLE.text()),
            Map.entry("library", Asset.LIBRARY.text()),
            Map.entry("script", Asset.SCRIPT.text()),
            Map.entry("hashes", Asset.LIBRARY.hash() + " " + Asset.SCRIPT.hash())));
  }

  private static Map<String, Object> verdict(Verdict verdict) {
    return verdict == null
        ? Map.of()
        : Map.of(
            "status",
            verdict.status(),
            "tone",
            verdict.status().replaceAll("[^a-z]+", "-"),
            "note",
            verdict.note(),
            "reasons",
            verdict.reasons());
  }

  private Map<String, Object> section(String heading, List<Block> blocks) {
    return Map.of(
        "heading",
        heading,
        "anchor",
        heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
        "blocks",
        blocks.stream().map(this::block).toList());
  }

  /** The keys of a block are those of the skeleton. */
  private Map<String, Object> block(Block block) {
    if (block instanceof Block.Facts facts) {
      return Map.of("list", facts.facts());
    } else if (block instanceof Block.Note note) {
      return Map.of("text", note.text());
    } else if (block instanceof Block.Code code) {
      return Map.of("code", code.text());
    } else if (block instanceof Block.Tiles tiles) {
      return Map.of("tiles", tiles.tiles());
    } else if (block instanceof Block.Charts some) {
      return Map.of("figures", figures(some.charts()), "small", some.small());
    }
    Block.Rows rows = (Block.Rows) block;
    return rows.summary() == null
        ? Map.of("table", table(rows.table()))
        : Map.of("table", table(rows.table()), "fold", rows.summary());
  }

  /** The places of charts, whose data is in the page's JsonFormat.LINE. */
  private List<Map<String, Object>> figures(List<Chart> some) {
    List<Map<String, Object>> figures = new ArrayList<>();
    for (Chart chart : some) {
      figures.add(Map.of("index", charts.size(), "title", chart.title(), "note", chart.note()));
      charts.add(chart);
    }
    return figures;
  }

  private static Map<String, Object> table(DataTable<?> table) {
    List<Head> heads = table.heads();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (List<Cell> row : table.cells()) {
      List<Map<String, Object>> cells = new ArrayList<>();
      for (int i = 0; i < heads.size(); i++) {
        cells.add(Map.of("cell", cell(row.get(i)), "figures", heads.get(i).figures()));
      }
      rows.add(Map.of("cells", cells));
    }
    return Map.of("columns", heads, "rows", rows);
  }

  /** What a cell has decides how the skeleton shows it. */
  private static Map<String, Object> cell(Cell cell) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("text", cell.text());
    if (cell.bar() != null) {
      shown.put("bar", cell.bar());
    }
    if (cell.link() != null) {
      shown.put("link", link(cell.link()));
    } else if (cell.value() != null) {
      shown.put("value", cell.value().toString());
    } else {
      shown.put(cell.code() ? "code" : "plain", cell.code() ? cell.text() : true);
    }
    return shown;
  }

  /** The address of a file below the directory of the page. */
  private static String link(String file) {
    try {
      return new URI(null, null, "./" + file, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
