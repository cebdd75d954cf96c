package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import org.junit.jupiter.api.Test;

/** Tests the lines that scripts for YCSB's output parse. */
class YcsbTextTest {
  private static final String REPORT =
      """
      {
        "run": {"command": "run get:1,readModifyWrite:1@2"},
        "window": {"seconds": 2.5},
        "operations": [
          {
            "operation": "get", "count": 103, "errors": 3, "notFound": 2, "opsPerSecond": 40.0,
            "service": {"count": 100, "min": 1.4, "mean": 8.25, "p50": 7.6, "p95": 20, "p99": 30,
                        "max": 31.7},
            "response": {"count": 103, "mean": 9.5, "max": 45.0},
            "failed": {"count": 3, "min": 60.0, "mean": 70.5, "p50": 71.0, "max": 80.0}
          },
          {
            "operation": "readModifyWrite", "count": 5, "errors": 0, "notFound": 0,
            "opsPerSecond": 2.0, "service": {"count": 5, "mean": 1.5, "max": 2.0}
          }
        ],
        "clients": {"gcMs": 50, "tasks": [{}, {}]}
      }
      """;

  @Test
  void eachMeasurementIsALineWithYcsbsNames() {
    assertThat(text(REPORT))
        .isEqualTo(
            """
            [OVERALL], RunTime(ms), 2500
            [OVERALL], Throughput(ops/sec), 42.0
            [TOTAL_GC_TIME], Time(ms), 50
            [TOTAL_GC_TIME_%], Time(%), 1.0
            [READ], Operations, 100
            [READ], AverageLatency(us), 8.25
            [READ], MinLatency(us), 1
            [READ], MaxLatency(us), 32
            [READ], 50thPercentileLatency(us), 8
            [READ], 95thPercentileLatency(us), 20
            [READ], 99thPercentileLatency(us), 30
            [READ], Return=OK, 98
            [READ], Return=NOT_FOUND, 2
            [READ], Return=ERROR, 3
            [READ-FAILED], Operations, 3
            [READ-FAILED], AverageLatency(us), 70.5
            [READ-FAILED], MinLatency(us), 60
            [READ-FAILED], MaxLatency(us), 80
            [READ-FAILED], 50thPercentileLatency(us), 71
            [Intended-READ], Operations, 103
            [Intended-READ], AverageLatency(us), 9.5
            [Intended-READ], MaxLatency(us), 45
            [READ-MODIFY-WRITE], Operations, 5
            [READ-MODIFY-WRITE], AverageLatency(us), 1.5
            [READ-MODIFY-WRITE], MaxLatency(us), 2
            [READ-MODIFY-WRITE], Return=OK, 5
            """);
  }

  @Test
  void aPutIsAnUpdateInARunAndAnInsertInALoad() {
    String put = REPORT.replace("\"get\"", "\"put\"");
    assertThat(text(put)).contains("[UPDATE], Operations, 100\n").contains("[UPDATE-FAILED], ");
    assertThat(text(put.replace("\"run get:1,readModifyWrite:1@2\"", "\"load put@2\"")))
        .contains("[INSERT], Operations, 100\n")
        .doesNotContain("UPDATE");
  }

  private static String text(String report) {
    return YcsbText.of(JsonFormat.LINE.fromJson(report, RunReport.class));
  }
}
