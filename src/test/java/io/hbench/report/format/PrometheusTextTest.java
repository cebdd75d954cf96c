package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the text format against the grammar that Prometheus servers require. */
class PrometheusTextTest {
  private static final String REPORT =
      """
      {
        "run": {"id": "r1", "command": "run get:1,put:1@2", "version": "0.2.0",
                "started": "2026-01-31T10:15:00.500+01:00", "out": "/runs/a\\"b\\\\c\\nd"},
        "verdict": {"status": "degraded", "reasons": []},
        "tasks": {"planned": 2, "completed": 2},
        "window": {"startSeconds": 0, "seconds": 2.5},
        "operations": [
          {
            "operation": "get", "count": 103, "errors": 3, "notFound": 2, "opsPerSecond": 40.0,
            "service": {"count": 100, "min": 1.5, "mean": 8.25, "p50": 7.5, "p99": 30,
                        "max": 31.5},
            "response": {"count": 103, "min": 2, "mean": 10, "p50": 9, "max": 45.0}
          },
          {"operation": "put", "count": 1, "errors": 1, "service": {"count": 0}}
        ],
        "byServer": {
          "servers": [
            {"server": "rs1:16020", "count": 100, "errors": 1, "service": {"count": 99},
             "level": {"ratio": 1.5}, "operations": []}
          ],
          "slow": [], "skews": [{"server": "rs1:16020", "share": 0.9}], "regions": [],
          "held": [{"server": "rs2:16020", "requests": 4, "slotSeconds": 12.5}],
          "withheld": [{"server": "rs2:16020", "requests": 12000}]
        },
        "settings": {"table": "t1", "value-size": "1000", "key-format": "{row:12}", "for": "",
                     "acknowledged": "%s"}
      }
      """
          .formatted("0-1,".repeat(100));

  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\"\\\\n])*)\"");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{((?:"
              + LABEL.pattern()
              + ")(?:,"
              + LABEL.pattern().replace("(", "(?:").replace("(?:?:", "(?:")
              + ")*,?)\\})? (-?[0-9.]+(?:[eE][+-]?[0-9]+)?|NaN|[+-]Inf)");

  @Test
  void figuresAreInBaseUnitsWithTheOperationAsALabel() {
    assertThat(text())
        .contains("hbench_figure{figure=\"ops\",of=\"get\"} 103.0\n")
        .contains("hbench_figure{figure=\"failed\",of=\"put\"} 1.0\n")
        .contains("hbench_figure_per_second{figure=\"ops/s\",of=\"get\"} 40.0\n")
        .contains("hbench_service_seconds{operation=\"get\",quantile=\"0.5\"} 7.5E-6\n")
        .contains("hbench_service_seconds{operation=\"get\",quantile=\"1.0\"} 3.15E-5\n")
        .contains("hbench_service_seconds_count{operation=\"get\"} 100\n")
        .contains("hbench_service_seconds_sum{operation=\"get\"} 8.25E-4\n")
        .contains("hbench_response_seconds{operation=\"get\",quantile=\"0.0\"} 2.0E-6\n")
        .contains("hbench_verdict{status=\"degraded\"} 1.0\n")
        .contains("hbench_verdict{status=\"valid\"} 0.0\n")
        .contains("hbench_figure_seconds{figure=\"seconds\",of=\"get\"} 2.5\n")
        .contains("hbench_start_timestamp_seconds 1.7698509005E9\n")
        .doesNotContain("hbench_service_seconds{operation=\"put\"")
        .doesNotContain("hbench_end_timestamp_seconds");
  }

  @Test
  void aServerThatHangsIsThereWithoutARequestInTheWindow() {
    assertThat(text())
        .contains("hbench_server_requests{server=\"rs1:16020\"} 100.0\n")
        .contains("hbench_server_service_ratio{server=\"rs1:16020\"} 1.5\n")
        .contains("hbench_server_slow{server=\"rs1:16020\"} 0.0\n")
        .contains("hbench_server_skewed{server=\"rs1:16020\"} 1.0\n")
        .contains("hbench_server_withheld{server=\"rs2:16020\"} 12000.0\n")
        .contains("hbench_server_held_slot_seconds{server=\"rs2:16020\"} 12.5\n");
  }

  @Test
  void settingsThatDifferFromTheirDefaultsAreLabels() {
    assertThat(text().lines().filter(line -> line.startsWith("hbench_settings_info")))
        .containsExactly("hbench_settings_info{key_format=\"{row:12}\",table=\"t1\"} 1");
    assertThat(text()).contains("out=\"/runs/a\\\"b\\\\c\\nd\"");
  }

  /** Checks the grammar, and that the type and the samples of a metric are adjacent. */
  @Test
  void everyLineMatchesTheGrammar() {
    String text = text();
    assertThat(text).endsWith("\n").isASCII();
    assertThat(PrometheusText.isFirstLine(text.lines().findFirst().orElseThrow())).isTrue();
    Map<String, String> types = new HashMap<>();
    String current = "";
    for (String line : text.lines().toList()) {
      if (line.startsWith("# HELP ")) {
        current = line.split(" ", 4)[2];
        assertThat(types).doesNotContainKey(current);
      } else if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ");
        assertThat(words).hasSize(4);
        assertThat(words[2]).isEqualTo(current);
        assertThat(words[3]).isIn(List.of("gauge", "summary"));
        types.put(current, words[3]);
      } else {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(sample.group(1)).startsWith("hbench_");
        assertThat(sample.group(1).replaceFirst("_(sum|count)$", ""))
            .isEqualTo(current.replaceFirst("_(sum|count)$", ""));
        assertThat(types).containsKey(current);
      }
    }
    assertThat(types).containsEntry("hbench_service_seconds", "summary").hasSizeGreaterThan(10);
  }

  private static String text() {
    return PrometheusText.of(JsonFormat.LINE.fromJson(REPORT, RunReport.class));
  }
}
