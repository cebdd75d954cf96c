package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhases;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run of 20 seconds, in the middle of which an action kills a server. */
class RecoveryReportTest {
  private static final String SERVER = "rs1:16020";

  @TempDir Path dir;

  @Test
  void nothingIsCalledRecoveredBeforeTheRegionsAreOpen() throws IOException {
    EditableRun run = new EditableRun(dir);
    double start = OffsetDateTime.parse(run.report().window().started()).toInstant().toEpochMilli();
    List<ServerEvent> events =
        List.of(
            new ServerEvent(start + 10_100, Kind.HOOK, 1, "kill-server"),
            new ServerEvent(start + 10_200, Kind.SERVER_STOPPED, 3, "", SERVER),
            new ServerEvent(start + 12_000, Kind.SERVER_LEFT, 1, "", SERVER),
            new ServerEvent(start + 12_000, Kind.SERVER_LEFT, 1, "rs2:16020 left"),
            new ServerEvent(start + 15_500, Kind.REGIONS_OPEN, 3, "", SERVER));
    run.editJob(job -> job.set("servers.events", events));

    RunPhases phases = run.report().phases();
    assertThat(phases.firstEvent()).isCloseTo(10.1, within(0.01));
    assertThat(phases.lastEvent()).isCloseTo(15.5, within(0.01));
    assertThat(phases.recoveries()).hasSize(1);
    Recovery recovery = phases.recoveries().get(0);
    assertThat(recovery.server()).isEqualTo(SERVER);
    assertThat(recovery.regions()).isEqualTo(3);
    assertThat(recovery.t()).isCloseTo(10.2, within(0.01));
    assertThat(recovery.noticedSeconds()).isCloseTo(1.8, within(1e-6));
    assertThat(recovery.openSeconds()).isCloseTo(5.3, within(1e-6));
    assertThat(recovery.firstAnswerSeconds()).isNull();
  }
}
