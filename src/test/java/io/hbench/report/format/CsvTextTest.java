package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.StringTokenizer;
import org.junit.jupiter.api.Test;

/** Tables of operations, servers and outages. */
class CsvTextTest {
  private static final String REPORT =
      """
      {
        "run": {"id": "r1", "started": "2026-01-31T10:15:00.500+01:00"},
        "verdict": {"status": "valid"},
        "window": {"seconds": 60},
        "operations": [{"operation": "get", "count": 60}],
        "cost": {"busyHandlers": 2.5},
        "byServer": {
          "servers": [
            {"server": "rs1:16020", "count": 100, "share": 1, "errors": 1, "service": {"count": 99},
             "level": {"ratio": 1.5, "pValue": 0.25},
             "operations": [
               {"operation": "get", "count": 60, "errors": 0, "service": {"count": 60, "p50": 7.5}},
               {"operation": "put", "count": 40, "errors": 1, "service": {"count": 39}}
             ]}
          ],
          "skews": [{"server": "rs1:16020", "share": 0.9}, {"server": "rs2:16020", "region": "a1"}],
          "held": [{"server": "rs2:16020", "requests": 4, "slotSeconds": 12.5}],
          "withheld": [{"server": "rs2:16020", "requests": 12000}]
        },
        "availability": {
          "list": [
            {"server": "rs2:16020", "regions": 2, "names": ["a1", "b2"], "from": 10.25, "to": 13.5,
             "ended": true, "firstBackSeconds": 3, "halfBackSeconds": 3, "regionSeconds": 6.25,
             "operations": {"get": 3, "put": 1}}
          ]
        }
      }
      """;

  private static final RunReport RUN = JsonFormat.LINE.fromJson(REPORT, RunReport.class);
  private static final RunReport WITHOUT =
      JsonFormat.LINE.fromJson("{\"run\": {\"id\": \"r2\"}}", RunReport.class);

  @Test
  void operationsHaveTheFiguresOfTheirRunToo() {
    assertThat(lines(CsvText.operations(List.of(RUN))))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("operation", "get")
                    .containsEntry("withheld", "12000")
                    .containsEntry("busyHandlers", "2.5")
                    .containsEntry("figure.busy-handlers", "2.5"));
  }

  @Test
  void eachOperationOfAServerHasALine() {
    List<Map<String, String>> lines = lines(CsvText.servers(List.of(WITHOUT, RUN)));
    assertThat(lines)
        .extracting(line -> line.get("server") + " " + line.get("operation"))
        .containsExactly("rs1:16020 get", "rs1:16020 put", "rs2:16020 ");
    assertThat(lines.get(0))
        .containsEntry("run", "r1")
        .containsEntry("share", "1.0")
        .containsEntry("count", "60")
        .containsEntry("service.p50", "7.5")
        .containsEntry("level.ratio", "1.5")
        .containsEntry("level.pValue", "0.25")
        .containsEntry("withheld", "0")
        .containsEntry("skewed", "true");
  }

  @Test
  void aServerThatHasOnlyHeldSlotsHasALine() {
    assertThat(lines(CsvText.servers(List.of(RUN))).get(2))
        .containsEntry("count", "0")
        .containsEntry("share", "0.0")
        .containsEntry("service.p50", "")
        .containsEntry("level.ratio", "")
        .containsEntry("withheld", "12000")
        .containsEntry("slotSeconds", "12.5")
        .containsEntry("skewed", "false"); // one of its regions is
  }

  @Test
  void eachOutageHasALine() {
    assertThat(lines(CsvText.outages(List.of(WITHOUT, RUN, RUN))))
        .hasSize(2)
        .first()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("run", "r1")
                    .containsEntry("server", "rs2:16020")
                    .containsEntry("regions", "2")
                    .containsEntry("from", "10.25")
                    .containsEntry("to", "13.5")
                    .containsEntry("halfBackSeconds", "3.0")
                    .hasEntrySatisfying("operations", o -> assertThat(o).contains("\"get\":3")));
    assertThat(CsvText.outages(List.of(WITHOUT))).isEmpty();
  }

  private static List<Map<String, String>> lines(String csv) {
    List<List<String>> rows =
        csv.lines()
            .map(
                line ->
                    StringTokenizer.getCSVInstance(line)
                        .setEmptyTokenAsNull(false)
                        .setIgnoreEmptyTokens(false)
                        .getTokenList())
            .toList();
    return rows.stream()
        .skip(1)
        .map(
            cells -> {
              Map<String, String> line = new HashMap<>();
              for (int i = 0; i < cells.size(); i++) {
                line.put(rows.get(0).get(i), cells.get(i));
              }
              return line;
            })
        .toList();
  }
}
