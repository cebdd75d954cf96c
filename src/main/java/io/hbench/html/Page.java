package io.hbench.html;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One HTML file with everything in it: what it says, in the order in which it was added, and the
 * scripts and the style that show it. It needs no network, and tells the browser to allow none.
 *
 * <p>{@code page.html} is its skeleton. All text is escaped; and the browser runs those two scripts
 * whose hashes are in the page's Content-Security-Policy and no other, whatever a table is called.
 */
public final class Page {
  /** It escapes {@code <} in strings: no text ends the element that it is in. */
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();

  private static final Template SKELETON =
      Mustache.compiler().defaultValue("").emptyStringIsFalse(true).compile(Asset.SKELETON.text());

  /** A main figure: what it is, how it is written, and the figure itself. */
  public record Tile(String label, String text, String unit, Number value) {}

  /** A reason for a verdict: a word for programs and a message for people. */
  public record Reason(String code, String message) {}

  /** A name and what belongs to it. */
  public record Fact(String name, String text) {}

  /** Where a chart goes; its data is elsewhere in the page. */
  record Figure(int index, String title, String note) {}

  /** What is below one heading, or above the first. The keys of a block say what it is. */
  record Section(String heading, String anchor, List<Map<String, Object>> blocks) {}

  private final String kind;
  private final String title;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();
  private Map<String, Object> verdict = Map.of();
  private Object data = Map.of();

  /**
   * @param kind what page it is, for people who have several open: {@code report}
   */
  public Page(String kind, String title) {
    this.kind = kind;
    this.title = title;
    sections.add(new Section("", "", new ArrayList<>()));
  }

  /** What every page of that kind begins with, and no other file. */
  public static String start(String kind) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n"
        + "<meta name=\"generator\" content=\"hbench "
        + kind
        + "\">\n";
  }

  /** Something about the whole, in the line below the title. */
  public Page fact(String name, String text) {
    facts.add(new Fact(name, text));
    return this;
  }

  /**
   * What came out, above all else.
   *
   * @param status {@code valid}, {@code degraded}, {@code worse}: {@code page.css} has its colour
   * @param note what that means, if there are no reasons
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

  /** Words to copy. */
  public Page code(String code) {
    return block(Map.of("code", code));
  }

  public Page facts(List<Fact> list) {
    return block(Map.of("list", list));
  }

  public Page table(Table table) {
    return block(Map.of("table", table));
  }

  /** A table that is closed until somebody wants to see it. */
  public Page fold(String summary, Table table) {
    return block(Map.of("fold", summary, "table", table));
  }

  public Page chart(Chart... some) {
    return charts(Arrays.asList(some));
  }

  /** Charts beside each other, as far as the page is wide enough. */
  public Page charts(List<Chart> some) {
    return block(Map.of("figures", figures(some)));
  }

  /** Many small charts, three beside each other. */
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

  /** What programs may want of the page: it is in there as JSON, in the element {@code data}. */
  public Page data(Object newData) {
    data = newData;
    return this;
  }

  /** The file. */
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
