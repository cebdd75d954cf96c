package io.hbench.driver.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.JobSubmission.Servers;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.suite.HookTime;
import io.hbench.suite.Suite.Hook;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.net.Address;
import org.junit.jupiter.api.Test;

class HooksTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private static final Address SERVER = Address.fromString("rs1:16020");

  /** Without the call of submitted(), no task would get the keys of --keys sampled. */
  @Test
  void aRunWithHooksAsksTheServersForEverything() throws Exception {
    List<String> calls = new ArrayList<>();
    Servers servers =
        (Servers)
            Proxy.newProxyInstance(
                Servers.class.getClassLoader(),
                new Class<?>[] {Servers.class},
                (proxy, method, args) -> {
                  calls.add(method.getName());
                  return method.getReturnType() == List.class ? List.of() : null;
                });
    Hook hook = Hook.shell(HookTime.of(Duration.ZERO), "true", Optional.empty());
    List<String> all = new ArrayList<>();
    try (Hooks hooks =
        new Hooks(
            time, List.of(hook), false, new ShellLines(0, Map.of(), line -> {}, line -> {}))) {
      Servers marked = hooks.withMarks(servers);
      for (Method method : Servers.class.getMethods()) {
        all.add(method.getName());
        method.invoke(
            marked,
            Arrays.stream(method.getParameterTypes())
                .map(type -> type == double.class ? (Object) 0.0 : null)
                .toArray());
      }
    }
    assertThat(calls).isEqualTo(all).contains("submitted");
  }

  @Test
  void aServerThatAnActionHasStoppedMayCrashLater() throws Exception {
    try (Hooks hooks = hooks()) {
      Servers marked = hooks.withMarks(snapshots(new boolean[] {true}));
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(marked.changes(1e6))
          .extracting(ServerEvent::stopped)
          .as("the mark, which is exact, and not the snapshot's event")
          .containsExactly("rs1:16020");
      assertThat(marked.changes(2e6))
          .as("the crash")
          .extracting(ServerEvent::stopped)
          .containsExactly((String) null);
    }
  }

  @Test
  void aSnapshotThatSeesAStopBeforeItsMarkHidesNoLaterCrash() throws Exception {
    boolean[] leaves = {false};
    try (Hooks hooks = hooks()) {
      Servers marked = hooks.withMarks(snapshots(leaves));
      hooks.mark(Kind.SERVER_STOPPED, SERVER, 3, "rs1:16020 with 3 regions, by kill-server");
      leaves[0] = true;
      assertThat(marked.changes(1e6)).as("stop and departure").hasSize(2);
      leaves[0] = false;
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(marked.changes(2e6)).as("the mark").hasSize(1);
      leaves[0] = true;
      assertThat(marked.changes(3e6))
          .as("the crash")
          .extracting(ServerEvent::stopped)
          .containsExactly((String) null);
    }
  }

  @Test
  void aCrashBeforeAStopLeavesTheMarkOfTheStop() throws Exception {
    boolean[] leaves = {true};
    try (Hooks hooks = hooks()) {
      Servers marked = hooks.withMarks(snapshots(leaves));
      assertThat(marked.changes(1e6)).as("the crash").hasSize(1);
      hooks.mark(Kind.SERVER_STOPPED, SERVER, 3, "rs1:16020 with 3 regions, by kill-server");
      hooks.mark(Kind.SERVER_LEFT, SERVER, 1, "rs1:16020 left");
      assertThat(marked.changes(2e6))
          .as("the marks, and not the snapshot's event")
          .extracting(ServerEvent::stopped)
          .containsExactly("rs1:16020", "rs1:16020");
    }
  }

  private Hooks hooks() {
    Hook hook = Hook.shell(HookTime.of(Duration.ZERO), "true", Optional.empty());
    return new Hooks(
        time, List.of(hook), false, new ShellLines(0, Map.of(), line -> {}, line -> {}));
  }

  /** Snapshots, in each of which the server has left if the only element says so. */
  private static Servers snapshots(boolean[] leaves) {
    return new Servers() {
      @Override
      public List<ServerEvent> changes(double atMs) {
        return leaves[0]
            ? List.of(new ServerEvent(atMs, Kind.SERVER_LEFT, 1, "rs1:16020 left"))
            : List.of();
      }
    };
  }
}
