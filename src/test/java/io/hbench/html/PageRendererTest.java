package io.hbench.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Axis;
import io.hbench.doc.Block;
import io.hbench.doc.Chart;
import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageRendererTest {
  private static final String HOSTILE = "</script><b onclick='x'>\"&";
  private static final String ESCAPED = "&lt;/script&gt;&lt;b onclick&#x3D;";

  @Test
  void textIsEscapedEverywhere() {
    List<String> rows = List.of(HOSTILE);
    String html =
        PageRenderer.html(
            new Document("test", HOSTILE)
                .about(HOSTILE, HOSTILE)
                .verdict(HOSTILE, "", List.of(new Document.Reason(HOSTILE, HOSTILE)))
                .section(HOSTILE)
                .tiles(List.of(new Block.Tile(HOSTILE, HOSTILE, HOSTILE, 1)))
                .fact(HOSTILE, HOSTILE)
                .note(HOSTILE)
                .code(HOSTILE)
                .fold(
                    HOSTILE,
                    DataTable.of(rows).name(HOSTILE, row -> new DataTable.Link(HOSTILE, "a b")))
                .table(DataTable.of(rows).name(HOSTILE, row -> row).code(HOSTILE, row -> row))
                .chart(
                    new Chart(
                        HOSTILE,
                        Axis.of(Axis.Kind.NUMBER, HOSTILE),
                        Axis.names(HOSTILE, List.of(HOSTILE)),
                        100)));
    assertThat(html).doesNotContain("<b onclick").contains(ESCAPED);
    assertThat(html.split("</script>", -1)).as("one for data, two that run").hasSize(4);
  }

  /** A suite's steps are sections, and may be named like what the page's script looks for. */
  @Test
  void noSectionHasTheNameOfThePagesData() {
    Document document =
        new Document("test", "t").section("charts").note("1").section("Charts").note("2");
    assertThat(PageRenderer.html(document))
        .contains("<section id=\"charts-2\"", "<section id=\"charts-2-2\"")
        .containsOnlyOnce("id=\"charts\"");
  }

  @Test
  void thePolicyAllowsTheTwoScriptsOnly() throws Exception {
    String html = PageRenderer.html(new Document("test", "t"));
    Matcher scripts = Pattern.compile("(?s)<script>(.*?)</script>").matcher(html);
    for (int i = 0; i < 2; i++) {
      assertThat(scripts.find()).isTrue();
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(scripts.group(1).getBytes(StandardCharsets.UTF_8));
      assertThat(html).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }
    assertThat(html).contains("default-src 'none'").doesNotContain("unsafe-eval");
  }
}
