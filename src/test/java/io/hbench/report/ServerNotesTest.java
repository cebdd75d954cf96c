package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerNotesTest {
  private static JobFacts job(Map<String, Long> counters, List<String> notes) {
    JobFacts job =
        JobFacts.submitted(
            new JobFacts.Job("job_1_1", "r", "0.2.0", 1_000, 1), "2026-01-31T10:15:00Z");
    return new JobFacts(
            job.job(),
            new JobFacts.Status("SUCCEEDED", null, job.status().started(), null, counters),
            job.servers(),
            null,
            List.of(),
            null)
        .withAfter(null, List.of(), notes);
  }

  @Test
  void whatWasAskedLessOftenIsSaid() {
    assertThat(
            ServerDifference.of(
                    job(Map.of(LoadCounter.LOOKUPS_CUT.name(), 999L), List.of("every 200 s")))
                .notes())
        .containsExactly(
            "every 200 s",
            "regions were looked up for a minute at most by 999 of 1,000 tasks, and the rest was left to"
                + " HBase's client: requests to these regions looked them up, and have no server in"
                + " figures by server");
  }

  @Test
  void aSmallClusterHasNoNotes() {
    assertThat(ServerDifference.of(job(Map.of(), List.of())).notes()).isNull();
    assertThat(ServerDifference.of(job(null, List.of())).notes()).isNull();
  }
}
