package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.slow.Cause;
import io.hbench.report.slow.ExplainedRequest;
import io.hbench.report.slow.SlowRequests;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlowViewTest {
  /** "not-slow 2 of the 3 slowest requests" was read as a contradiction. */
  @Test
  void requestsBelowTheThresholdAreNotCalledSlowestAndNotSlow() {
    assertThat(summary(Map.of("wal", 1, "not-slow", 2), Cause.WAL))
        .contains(
            "slow causes:  below 100 ms 2, wal 1 of the 3 slowest requests (40.0 ms to 120 ms)\n");
  }

  @Test
  void withoutAKnownCauseThereIsNoLine() {
    assertThat(summary(Map.of("unknown", 1, "not-slow", 2), null)).doesNotContain("slow causes");
  }

  private static String summary(Map<String, Integer> causes, Cause first) {
    Document document = new Document("report", "t");
    SlowView.summary(
        new SlowRequests(
            new TreeMap<>(causes),
            null,
            0,
            0,
            100_000,
            List.of(request(120_000, first), request(60_000, null), request(40_000, null))),
        document);
    return TextRenderer.summary(document);
  }

  private static ExplainedRequest request(double service, Cause cause) {
    return new ExplainedRequest(
        1, 0, "host", "get", null, null, null, null, 0, service, 0, null, null, null, null, null,
        null, cause, null);
  }
}
