package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.Progress;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.suite.HookTime;
import io.hbench.suite.Suite.Hook;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.net.Address;
import org.junit.jupiter.api.Test;

class HooksTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private static final Address SERVER = Address.fromString("rs1:16020");

  @Test
  void aServerThatAnActionHasStoppedMayCrashLater() throws Exception {
    try (Hooks hooks = hooks()) {
      boolean[] leaves = {true};
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(changes(hooks, 1e6, leaves))
          .extracting(ServerEvent::stopped)
          .as("the mark, which is exact, and not the snapshot's event")
          .containsExactly("rs1:16020");
      assertThat(changes(hooks, 2e6, leaves))
          .as("the crash")
          .extracting(ServerEvent::stopped)
          .containsExactly((String) null);
    }
  }

  @Test
  void aSnapshotThatSeesAStopBeforeItsMarkHidesNoLaterCrash() throws Exception {
    boolean[] leaves = {false};
    try (Hooks hooks = hooks()) {
      hooks.mark(Kind.SERVER_STOPPED, SERVER, 3, "rs1:16020 with 3 regions, by kill-server");
      leaves[0] = true;
      assertThat(changes(hooks, 1e6, leaves)).as("stop and departure").hasSize(2);
      leaves[0] = false;
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(changes(hooks, 2e6, leaves)).as("the mark").hasSize(1);
      leaves[0] = true;
      assertThat(changes(hooks, 3e6, leaves))
          .as("the crash")
          .extracting(ServerEvent::stopped)
          .containsExactly((String) null);
    }
  }

  @Test
  void aCrashBeforeAStopLeavesTheMarkOfTheStop() throws Exception {
    boolean[] leaves = {true};
    try (Hooks hooks = hooks()) {
      assertThat(changes(hooks, 1e6, leaves)).as("the crash").hasSize(1);
      hooks.mark(Kind.SERVER_STOPPED, SERVER, 3, "rs1:16020 with 3 regions, by kill-server");
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(changes(hooks, 2e6, leaves))
          .as("the marks, and not the snapshot's event")
          .extracting(ServerEvent::stopped)
          .containsExactly("rs1:16020", "rs1:16020");
    }
  }

  @Test
  void marksStayIfTheServersOrTheirClientFail() throws Exception {
    for (Exception failure :
        List.of(new IOException("no master"), new IllegalStateException("closed"))) {
      try (Hooks hooks = hooks()) {
        hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
        assertThat(hooks.withMarks(1e6, () -> ExceptionUtils.rethrow(failure))).hasSize(1);
        assertThatThrownBy(() -> hooks.withMarks(2e6, () -> ExceptionUtils.rethrow(failure)))
            .isEqualTo(failure);
      }
    }
  }

  /** The job was not killed: its watch ended with an exception. */
  @Test
  void hooksThatHaveEndedBeforeAllTasksStartedStayEnded() {
    Hooks hooks = hooks();
    hooks.close();
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    Progress all = new Progress(Duration.ZERO, true, 1, 1, 1, 1, 0, 0, 0, 0, 0, List.of());
    hooks.show(all, RunSpec.from(conf));
    assertThat(hooks.failure().orElseThrow()).hasMessageContaining("ended before 1 of 1 hooks");
  }

  private Hooks hooks() {
    Hook hook =
        new Hook(
            new HookTime(Duration.ZERO, 0),
            Optional.of("true"),
            Optional.empty(),
            Optional.empty());
    return new Hooks(time, List.of(hook), false, ShellLines.none(), line -> {});
  }

  /**
   * The changes that a snapshot tells, in which the server has left if the only element says so.
   */
  private static List<ServerEvent> changes(Hooks hooks, double atMs, boolean[] leaves)
      throws Exception {
    return hooks.withMarks(
        atMs,
        () ->
            leaves[0]
                ? List.of(new ServerEvent(atMs, Kind.SERVER_LEFT, 1, "rs1:16020 left"))
                : List.of());
  }
}
