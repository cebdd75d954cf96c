package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Three region servers on one machine, each held to a share of a processor by the kernel. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@TestMethodOrder(OrderAnnotation.class)
class ManyServersIT {
  private static final double SHARE = 0.3;
  private static final Path HOME = Path.of("target/servers").toAbsolutePath();

  /** Its own sandbox, beside that of the other tests. */
  private static final String SANDBOX =
      "export HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=25400 HBENCH_SANDBOX_JAVA_OPTIONS='%s'; "
          .formatted(HOME, Sandbox.QUICK);

  private static final String HBENCH = "eval \"$(bin/sandbox env)\" && exec env " + Sandbox.HBENCH;

  private static final String TABLE =
      " --local --tasks 1 --table t --rows 1k --yes --out " + Runs.dir("");

  private static final String GETS = "run get --threads 32 --warmup 0s" + TABLE;

  private static final String GROUPS = "hbench" + HOME.toString().replace('/', '-') + "-";

  @BeforeAll
  static void start() throws Exception {
    Shell.Result start = shell("bin/sandbox start --servers 3 --cpu %s", SHARE);
    assumeFalse(start.exitCode() == 2 && start.err().contains("bounds no CPU"), start.err());
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(shell("bin/sandbox stop --clean").exitCode()).isZero();
  }

  @FormatMethod
  private static Shell.Result shell(String line, Object... values) throws Exception {
    return Shell.run(SANDBOX + line.formatted(values));
  }

  private static void runs(String line) throws Exception {
    Shell.Result run = shell("%s", line);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  /** The operating system's count, of all servers. */
  private static List<Duration> cpu() throws IOException {
    List<Duration> all = new ArrayList<>();
    for (int server = 1; server <= 3; server++) {
      long pid =
          Long.parseLong(Files.readString(HOME.resolve("pids/regionserver" + server)).trim());
      all.add(ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow());
    }
    return all;
  }

  @Test
  @Order(1)
  void noServerHasMoreThanItsShareOfAProcessorUnderLoad(@TempDir Path temp) throws Exception {
    assertThat(shell("bin/sandbox status").out())
        .contains("--servers 3 --cpu 0.3", "regionserver3 ");
    runs(HBENCH + "load --presplit 12" + TABLE + "load");
    Path err = temp.resolve("err");
    Process gets =
        new ProcessBuilder("bash", "-c", SANDBOX + HBENCH + GETS + "gets --for 5m")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    Waits.until(
        "requests", () -> Sandbox.end(gets, err), () -> Files.readString(err).contains(" ops/s"));
    List<Duration> before = cpu();
    List<Long> held = throttled();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(20);
    List<Duration> after = cpu();
    double seconds = (System.nanoTime() - start) / 1e9;
    List<Long> heldAfter = throttled();
    gets.destroy();
    assertThat(gets.waitFor()).isEqualTo(Sandbox.INTERRUPTED);
    for (int i = 0; i < before.size(); i++) {
      double share = after.get(i).minus(before.get(i)).toMillis() / 1e3 / seconds;
      String server = "regionserver" + (i + 1);
      assertThat(share).as(server).isBetween(0.01, SHARE * 1.1);
      assertThat(heldAfter.get(i)).as(server).isGreaterThan(held.get(i));
    }
  }

  /** In how many periods the kernel held each server. */
  private static List<Long> throttled() throws Exception {
    return shell(
            "sed -n 's/nr_throttled //p' $(find /sys/fs/cgroup/ -path '*/%s*/cpu.stat' | sort)",
            GROUPS)
        .out()
        .lines()
        .map(Long::valueOf)
        .toList();
  }

  @Test
  @Order(2)
  void aServerThatIsStartedAgainHasItsShareAndPropertiesOfItsOwn() throws Exception {
    runs("bin/sandbox kill-server regionserver3");
    assertThat(shell("bin/sandbox start-server regionserver3 fast").err())
        .isEqualTo(
            "sandbox: start-server regionserver3 fast: not -D PROPERTY=VALUE; try"
                + " -D hbase.regionserver.handler.count=10\n");
    runs("bin/sandbox start-server regionserver3 -D hbase.regionserver.handler.count=7");
    String pid = Files.readString(HOME.resolve("pids/regionserver3")).trim();
    assertThat(Path.of("/proc", pid, "cgroup")).content().contains("/" + GROUPS + "regionserver3");
    String port = shell("sed -n 's/^regionserver3_http //p' %s/conf/ports", HOME).out().trim();
    try (InputStream conf = URI.create("http://localhost:" + port + "/conf").toURL().openStream()) {
      assertThat(new String(conf.readAllBytes(), StandardCharsets.UTF_8))
          .contains("<name>hbase.regionserver.handler.count</name><value>7</value>");
    }
  }

  @Test
  @Order(3)
  void stopLeavesNoControlGroupAndFewerServersAreRefused() throws Exception {
    runs("bin/sandbox stop");
    assertThat(shell("find /sys/fs/cgroup/ -name '%s*' 2>/dev/null", GROUPS).out()).isEmpty();
    Shell.Result fewer = shell("bin/sandbox start --servers 1");
    assertThat(fewer.exitCode()).isEqualTo(1);
    assertThat(fewer.err()).startsWith("sandbox: start --servers 1: regions are on 3 servers; ");
  }
}
