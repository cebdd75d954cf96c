package io.hbench.html;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.hbench.doc.Chart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An HTML page in one file: its blocks in the order in which they were added, and the scripts and
 * the style that it needs. It needs no network, and its Content-Security-Policy allows none.
 *
 * <p>{@code page.html} is its skeleton. All text is escaped. The browser runs only the two scripts
 * whose hashes are in the Content-Security-Policy, so that the name of a table cannot inject one.
 */
public final class Page {
  /** Escapes {@code <} in strings, so that no text ends its element. */
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();

  private static final Template SKELETON =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).compile(Asset.SKELETON.text());

  /** A main figure: its label, its text with unit, and its value. */
  public record Tile(String label, String text, String unit, Number value) {}

  /** A reason for a verdict: a code for programs and a message for people. */
  public record Reason(String code, String message) {}

  /** A name-value pair. */
  public record Fact(String name, String text) {}

  /** The place of a chart, whose data is in the page's JSON. */
  record Figure(int index, String title, String note) {}

  /** The blocks below one heading, or above the first. The keys of a block determine its kind. */
  record Section(String heading, String anchor, List<Map<String, Object>> blocks) {}

  private final String kind;
  private final String title;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();
  private Map<String, Object> verdict = Map.of();
  private Object data = Map.of();

  /**
   * @param kind kind of page, for its title: {@code report}
   */
  public Page(String kind, String title) {
    this.kind = kind;
    this.title = title;
    sections.add(new Section("", "", new ArrayList<>()));
  }

  /** The first characters of each page of a kind, by which hbench recognises its own files. */
  public static String start(String kind) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n"
        + "<meta name=\"generator\" content=\"hbench "
        + kind
        + "\">\n";
  }

  /** Adds a name-value pair to the line below the title. */
  public Page fact(String name, String text) {
    facts.add(new Fact(name, text));
    return this;
  }

  /**
   * Sets the verdict, at the top of the page.
   *
   * @param status {@code valid}, {@code degraded}, {@code regression}, …: {@code page.css} has its
   *     colour
   * @param note explanation, shown if there are no reasons
   */
  public Page verdict(String status, String note, List<Reason> reasons) {
    verdict =
        Map.of(
            "status",
            status,
            "tone",
            status.replaceAll("[^a-z]+", "-"),
            "note",
            reasons.isEmpty() ? note : "",
            "reasons",
            reasons);
    return this;
  }

  public Page section(String heading) {
    String anchor = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    sections.add(new Section(heading, anchor, new ArrayList<>()));
    return this;
  }

  public Page tiles(List<Tile> tiles) {
    return block(Map.of("tiles", tiles));
  }

  public Page text(String text) {
    return block(Map.of("text", text));
  }

  /** Adds text to copy, such as a command line. */
  public Page code(String code) {
    return block(Map.of("code", code));
  }

  public Page facts(List<Fact> list) {
    return block(Map.of("list", list));
  }

  public Page table(Table table) {
    return block(Map.of("table", table));
  }

  /** Adds a table that is collapsed at first. */
  public Page fold(String summary, Table table) {
    return block(Map.of("fold", summary, "table", table));
  }

  public Page chart(Chart... some) {
    return charts(Arrays.asList(some));
  }

  /** Adds charts, side by side if the page is wide enough. */
  public Page charts(List<Chart> some) {
    return block(Map.of("figures", figures(some)));
  }

  /** Adds small charts, three in a row. */
  public Page smallCharts(List<Chart> some) {
    return block(Map.of("figures", figures(some), "small", true));
  }

  private List<Figure> figures(List<Chart> some) {
    List<Figure> figures = new ArrayList<>();
    for (Chart chart : some) {
      figures.add(new Figure(charts.size(), chart.title(), chart.note()));
      charts.add(chart);
    }
    return figures;
  }

  private Page block(Map<String, Object> block) {
    sections.get(sections.size() - 1).blocks().add(block);
    return this;
  }

  /** Sets the data for programs, which the page holds as JSON in the element {@code data}. */
  public Page data(Object newData) {
    data = newData;
    return this;
  }

  /** The text of the HTML file. */
  public String html() {
    return SKELETON.execute(
        Map.ofEntries(
            Map.entry("start", start(kind)),
            Map.entry("kind", kind),
            Map.entry("title", title),
            Map.entry("about", facts),
            Map.entry("verdict", verdict),
            Map.entry("sections", sections),
            Map.entry("headings", sections.subList(1, sections.size())),
            Map.entry("charts", JSON.toJson(charts)),
            Map.entry("data", JSON.toJson(data)),
            Map.entry("style", Asset.STYLE.text()),
            Map.entry("library", Asset.LIBRARY.text()),
            Map.entry("script", Asset.SCRIPT.text()),
            Map.entry("hashes", Asset.LIBRARY.hash() + " " + Asset.SCRIPT.hash())));
  }
}
