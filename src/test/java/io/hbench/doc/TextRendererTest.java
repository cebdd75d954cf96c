package io.hbench.doc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextRendererTest {
  private record Row(String name, Long count, double p99, long errors) {}

  private static DataTable<Row> table(Row... rows) {
    return DataTable.of(List.of(rows))
        .name("operation", Row::name)
        .count("count", Row::count)
        .figure("p99", Unit.MICROS, Row::p99)
        .optional("errors", Unit.COUNT, Row::errors);
  }

  @Test
  void figuresAreAlignedBelowTheirUnits() {
    assertThat(
            TextRenderer.table(
                table(new Row("get", 8_390L, 207_749, 0), new Row("put", null, 455, 0))))
        .isEqualTo(
            """
            operation  count    p99
                                 ms
            get        8,390    208
            put            -  0.455
            """);
  }

  @Test
  void aColumnOfWhatDidNotHappenIsLeftOut() {
    assertThat(TextRenderer.table(table(new Row("get", 1L, 1, 0)))).doesNotContain("errors");
    assertThat(TextRenderer.table(table(new Row("get", 1L, 1, 2)))).contains("errors");
  }

  @Test
  void aSummaryEndsWithTheWayToTheDetails() {
    assertThat(TextRenderer.summary(document()))
        .isEqualTo(
            """
            hbench run get on table t
            verdict: degraded, of the clients
              cpu: the clients had too little CPU

            operation  count   p99
                                µs
            get            1  1.00

            window:   15.0 s
            details:  report DIR --details
            """);
  }

  @Test
  void theWholeHasTheSectionsWithText() {
    assertThat(TextRenderer.whole(document()))
        .contains("window:  15.0 s\n\nServers\n-------\nversion:  2.6.1\n")
        .doesNotContain("Percentiles", "--details");
  }

  @Test
  void longFactsContinueBelowTheirStart() {
    Document document = new Document("report", "t").fact("cost", "word ".repeat(30).trim());
    assertThat(TextRenderer.summary(document).lines())
        .contains("       " + "word ".repeat(12).trim())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  private static Document document() {
    Chart chart =
        new Chart("c", Axis.of(Axis.Kind.NUMBER, "x"), Axis.of(Axis.Kind.NUMBER, "y"), 100);
    return new Document("report", "run get on table t")
        .verdict(
            "degraded",
            "of the clients",
            List.of(new Document.Reason("cpu", "the clients had too little CPU")))
        .table(table(new Row("get", 1L, 1, 0)))
        .fact("window", "15.0 s")
        .more("report DIR --details")
        .section("Percentiles")
        .chart(chart)
        .section("Nothing")
        .section("Servers")
        .fact("version", "2.6.1");
  }
}
