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
            "operation": "get", "count": 103, "errors": 3, "notFound": 2, "rows": 98, "opsPerSecond": 40.0,
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
        "clients": {"gcMs": 50, "tasks": [{"gcMs": 50}, {"gcMs": 50}]}
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
            [TOTAL_GC_TIME_%], Time(%), 2.0
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

  /** Kind: rows that were counted in requests of several rows. */
  @Test
  void aBatchIsAsManyOperationsAsItHasRows() {
    String load =
        """
        {
          "run": {"command": "load put@1"},
          "window": {"seconds": 20.0},
          "operations": [
            {
              "operation": "put", "count": 10, "errors": 2, "rows": 100000, "opsPerSecond": 0.4,
              "service": {"count": 8, "mean": 1.5}, "failed": {"count": 2},
              "response": {"count": 10}
            }
          ]
        }
        """;
    assertThat(text(load))
        .isEqualTo(
            """
            [OVERALL], RunTime(ms), 20000
            [OVERALL], Throughput(ops/sec), 5000.0
            [INSERT], Operations, 100000
            [INSERT], AverageLatency(us), 1.5
            [INSERT], Return=OK, 100000
            [INSERT], Return=ERROR, 25000
            [INSERT-FAILED], Operations, 25000
            [Intended-INSERT], Operations, 125000
            """);
    assertThat(text(load.replace("\"put\"", "\"scan\""))).contains("[SCAN], Operations, 8\n");
  }

  /** Each side's throughput is that of its own time: the sum was twice what was sent. */
  @Test
  void theThroughputOfALiveComparisonIsThatOfBothSidesTogether() {
    String duet =
        """
        {
          "run": {"command": "run get@1"},
          "window": {"seconds": 120.0},
          "operations": [
            {"operation": "get.baseline", "opsPerSecond": 5000.0, "service": {"count": 200000}},
            {"operation": "get.candidate", "opsPerSecond": 5010.0, "service": {"count": 200400}}
          ],
          "total": {"operation": "total", "opsPerSecond": 5005.0, "service": {"count": 400400}}
        }
        """;
    assertThat(text(duet)).contains("[OVERALL], Throughput(ops/sec), 5005.0\n");
  }

  private static String text(String report) {
    return YcsbText.of(JsonFormat.LINE.fromJson(report, RunReport.class));
  }
}
