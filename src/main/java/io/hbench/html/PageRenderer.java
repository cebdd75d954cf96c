package io.hbench.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.hbench.doc.Block;
import io.hbench.doc.Chart;
import io.hbench.doc.Document;
import io.hbench.json.JsonFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A document as an HTML page in one file, with the scripts and the style that it needs. It needs no
 * network, and its Content-Security-Policy allows none.
 *
 * <p>{@code page.html} is its skeleton, which reads the components of blocks, tables and cells. All
 * text is escaped. The browser runs only the two scripts whose hashes are in the
 * Content-Security-Policy, so that the name of a table cannot inject one.
 */
public final class PageRenderer {
  private static final Template SKELETON =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).compile(Asset.SKELETON.text());

  private final List<Chart> charts = new ArrayList<>();

  /** Those that are taken: at first by the skeleton. */
  private final Set<String> anchors = new HashSet<>(Set.of("charts"));

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
            Map.entry("verdict", Stream.ofNullable(document.verdict()).toList()),
            Map.entry("sections", sections),
            Map.entry("headings", sections.subList(1, sections.size())),
            Map.entry("charts", JsonFormat.LINE.toJson(charts)),
            Map.entry("style", Asset.STYLE.text()),
            Map.entry("library", Asset.LIBRARY.text()),
            Map.entry("script", Asset.SCRIPT.text()),
            Map.entry("hashes", Asset.LIBRARY.hash() + " " + Asset.SCRIPT.hash())));
  }

  private Map<String, Object> section(String heading, List<Block> blocks) {
    String anchor = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    while (!anchors.add(anchor)) {
      anchor += "-2";
    }
    return Map.of(
        "heading", heading,
        "anchor", anchor,
        "blocks", blocks.stream().map(this::block).toList());
  }

  /** A block for the skeleton: of charts their places, as their data is elsewhere in the page. */
  private Object block(Block block) {
    return block instanceof Block.Charts some
        ? Map.of("figures", figures(some.charts()), "small", some.small())
        : block;
  }

  /** The places of charts, whose data is a list in the page. */
  private List<Map<String, Object>> figures(List<Chart> some) {
    List<Map<String, Object>> figures = new ArrayList<>();
    for (Chart chart : some) {
      figures.add(Map.of("index", charts.size(), "title", chart.title(), "note", chart.note()));
      charts.add(chart);
    }
    return figures;
  }
}
