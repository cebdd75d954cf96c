package io.hbench.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.doc.Axis;
import io.hbench.doc.Chart;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final String HOSTILE = "</script><b onclick='x'>\"&";
  private static final String ESCAPED = "&lt;/script&gt;&lt;b onclick&#x3D;";

  @Test
  void textIsEscapedEverywhere() {
    String html =
        new Page("test", HOSTILE)
            .fact(HOSTILE, HOSTILE)
            .verdict(HOSTILE, "", List.of(new Page.Reason(HOSTILE, HOSTILE)))
            .section(HOSTILE)
            .tiles(List.of(new Page.Tile(HOSTILE, HOSTILE, HOSTILE, 1)))
            .facts(List.of(new Page.Fact(HOSTILE, HOSTILE)))
            .text(HOSTILE)
            .code(HOSTILE)
            .fold(HOSTILE, Table.of(HOSTILE).row(Cell.link(HOSTILE, "a b")))
            .table(Table.of(HOSTILE).row(Cell.text(HOSTILE)).row(Cell.code(HOSTILE)))
            .chart(
                new Chart(
                    HOSTILE,
                    Axis.of(Axis.Kind.NUMBER, HOSTILE),
                    Axis.names(HOSTILE, List.of(HOSTILE)),
                    100))
            .data(Map.of(HOSTILE, HOSTILE))
            .html();
    assertThat(html).doesNotContain("<b onclick").contains(ESCAPED);
    assertThat(html.split("</script>", -1)).as("two for data, two that run").hasSize(5);
  }

  @Test
  void thePolicyAllowsTheTwoScriptsOnly() throws Exception {
    String html = new Page("test", "t").html();
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

  @Test
  void aRowHasACellForEachColumn() {
    Table table = Table.of("a").figures("b");
    assertThatThrownBy(() -> table.row(Cell.text("1"))).hasMessage("1 cells for 2 columns");
  }

  @Test
  void timesHaveThreeDigitsAndAUnit() {
    assertThat(Numbers.time(0.0421)).hasToString("0.0421 µs");
    assertThat(Numbers.time(556.4)).hasToString("556 µs");
    assertThat(Numbers.time(69_206)).hasToString("69.2 ms");
    assertThat(Numbers.time(1_010_827)).hasToString("1.01 s");
    assertThat(Numbers.seconds(20)).isEqualTo("20 s");
    assertThat(Numbers.seconds(5_430)).isEqualTo("1 h 30 min 30 s");
  }
}
