package io.hbench.driver.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.job.JobSubmission.Servers;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.suite.HookTime;
import io.hbench.suite.Suite.Hook;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.net.Address;
import org.junit.jupiter.api.Test;

class HooksTest {
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
        new Hooks(List.of(hook), false, new ShellLines(0, Map.of(), line -> {}, line -> {}))) {
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
    Servers snapshots =
        new Servers() {
          @Override
          public List<ServerEvent> changes(double atMs) {
            return List.of(new ServerEvent(atMs, Kind.SERVER_LEFT, 1, "rs1:16020 left"));
          }
        };
    Hook hook = Hook.shell(HookTime.of(Duration.ZERO), "true", Optional.empty());
    try (Hooks hooks =
        new Hooks(List.of(hook), false, new ShellLines(0, Map.of(), line -> {}, line -> {}))) {
      Address server = Address.fromString("rs1:16020");
      Servers marked = hooks.withMarks(snapshots);
      hooks.mark(Kind.SERVER_LEFT, server, 1, "rs1:16020 left");
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
}
