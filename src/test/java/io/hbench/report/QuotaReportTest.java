package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.phase.QuotaEffect.Verdict;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run of 20 seconds, in the middle of which an action sets a quota. */
class QuotaReportTest {
  @TempDir Path dir;
  private int runs;

  /** Any scan made a limit of writes one of unknown operations. */
  @Test
  void operationsThatALimitDoesNotCountNeedNotBeCounted() throws IOException {
    assertThat(verdict("scan:50,put:50", "writes 1k")).isEqualTo(Verdict.NOT_TRIED);
    assertThat(verdict("get:50,bufferedPut:50", "reads 1k")).isEqualTo(Verdict.NOT_TRIED);
    assertThat(verdict("scan:50,put:50", "reads 1k")).isEqualTo(Verdict.UNKNOWN_OPERATIONS);
    assertThat(verdict("get:50,bufferedPut:50", "1k")).isEqualTo(Verdict.UNKNOWN_OPERATIONS);
  }

  @Test
  void whatReadsBeforeItWritesIsNoWriteAlone() throws IOException {
    assertThat(verdict("get:50,checkAndPut:50", "reads 1k")).isEqualTo(Verdict.UNKNOWN_OPERATIONS);
  }

  /** HBase 2.6 counts a read and a write. */
  @Test
  void incrementsAreKnownToBeWritesAlone() throws IOException {
    for (String quota : List.of("1k", "reads 1k", "reads 1MB")) {
      assertThat(verdict("get:50,increment:50", quota))
          .as(quota)
          .isEqualTo(Verdict.UNKNOWN_OPERATIONS);
    }
    assertThat(verdict("get:50,append:50", "writes 1k")).isEqualTo(Verdict.NOT_TRIED);
  }

  private Verdict verdict(String mix, String quota) throws IOException {
    EditableRun run = new EditableRun(dir.resolve("run" + runs++));
    run.plan("assignments=%s@2".formatted(mix));
    double start = OffsetDateTime.parse(run.report().window().started()).toInstant().toEpochMilli();
    String done = "set-quota %s done after 0.1 s: all servers".formatted(quota);
    run.editJob(
        job ->
            job.set(
                "servers.events", List.of(new ServerEvent(start + 12_000, Kind.HOOK, 1, done))));
    return run.report().phases().quotas().get(0).verdict();
  }
}
