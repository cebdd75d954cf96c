package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.errorprone.annotations.FormatMethod;
import io.hbench.kit.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Runs on four hosts, namespaces of this machine; the clock of the second is 300 ms fast. */
@Tag("soak")
@ResourceLock(Sandbox.LOCK)
@TestMethodOrder(OrderAnnotation.class)
class HostsIT {
  private static final List<String> HOSTS = List.of("h1", "h2", "h3", "h4");
  private static final int DELAY_MS = 1;
  private static final double AHEAD_MS = 300;
  private static final Path HOME = Path.of("target/hosts").toAbsolutePath();

  /** Its own sandbox, beside that of the other tests. */
  private static final String SANDBOX =
      "export HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=24700 HBENCH_SANDBOX_JAVA_OPTIONS='%s'; "
          .formatted(HOME, Sandbox.QUICK);

  private static final String COMMAND = "eval \"$(bin/sandbox env)\" && " + Sandbox.HBENCH;

  private static final String TABLE = " --table t --rows 4k --value-size 10000 --yes";

  /** Requests of 10 kB to all servers, few enough for a busy machine; two tasks fit on a host. */
  private static final String GETS =
      "run get@8 --key-scope table-wide --rate 100 --threads 8 --warmup 0s"
          + " -D mapreduce.map.memory.mb=1200"
          + TABLE;

  @BeforeAll
  static void start() throws Exception {
    Shell.Result start =
        shell(
            "bin/sandbox start --hosts 4 --rsgroups --delay %dms --clock 2:%.0fms",
            DELAY_MS, AHEAD_MS);
    assumeFalse(
        start.exitCode() == 2
            && start.err().matches("(?s).*(no network can be made|take a C compiler).*"),
        start.err());
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
    Shell.Result load =
        shell("%s load --presplit 8 --tasks 2%s --out %s", COMMAND, TABLE, Runs.dir("load"));
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(shell("bin/sandbox stop --clean").exitCode()).isZero();
  }

  @FormatMethod
  private static Shell.Result shell(String line, Object... values) throws Exception {
    return Shell.run(SANDBOX + line.formatted(values));
  }

  private static Json report(String run) throws Exception {
    return Json.parse(
        shell("eval \"$(bin/sandbox env)\" && hdfs dfs -cat %s/report.json", Runs.dir(run)).out());
  }

  private static long pid(String process) throws IOException {
    return Long.parseLong(Files.readString(HOME.resolve("pids").resolve(process)).trim());
  }

  /** Bytes in and out of a host's link at a time, by the kernel. */
  private record Traffic(double at, double in, double out) {
    static Traffic now(long process) throws IOException {
      double before = System.currentTimeMillis();
      String eth0 =
          Files.readAllLines(Path.of("/proc", Long.toString(process), "net/dev")).stream()
              .filter(line -> line.trim().startsWith("eth0:"))
              .findAny()
              .orElseThrow();
      String[] numbers = eth0.substring(eth0.indexOf(':') + 1).trim().split("\\s+", -1);
      return new Traffic(
          (before + System.currentTimeMillis()) / 2,
          Double.parseDouble(numbers[0]),
          Double.parseDouble(numbers[8]));
    }

    /** What there was at a time. */
    static Traffic at(List<Traffic> all, double time) {
      int i = 1;
      while (i < all.size() - 1 && all.get(i).at < time) {
        i++;
      }
      Traffic a = all.get(i - 1);
      Traffic b = all.get(i);
      double share = (time - a.at) / (b.at - a.at);
      return new Traffic(time, a.in + share * (b.in - a.in), a.out + share * (b.out - a.out));
    }

    /** Bytes of a second from an earlier time to this. */
    Traffic since(Traffic from) {
      double seconds = (at - from.at) / 1e3;
      return new Traffic(at, (in - from.in) / seconds, (out - from.out) / seconds);
    }
  }

  /** There and back, over the link of one host. */
  @Test
  @Order(0)
  void linksHaveTheirDelayAndServersTheirGroups() throws Exception {
    Map<String, String> ports = new TreeMap<>();
    for (String line : Files.readAllLines(HOME.resolve("conf/ports"))) {
      ports.put(line.split(" ", -1)[0], line.split(" ", -1)[1]);
    }
    long quickest = Long.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      try (Socket socket = new Socket()) {
        long start = System.nanoTime();
        socket.connect(
            new InetSocketAddress("198.18.46.3", Integer.parseInt(ports.get("regionserver3"))));
        quickest = Math.min(quickest, System.nanoTime() - start);
      }
    }
    System.out.printf("connected within %d us%n", quickest / 1000);
    assertThat(quickest / 1e6).isBetween(2.0 * DELAY_MS, 3.0 * DELAY_MS);
    assertThat(
            shell("eval \"$(bin/sandbox env)\" && hdfs dfs -test -d" + " /hbase/data/hbase/rsgroup")
                .exitCode())
        .isZero();
  }

  /** The window is that of the reference clock, which is the NameNode's: that of this machine. */
  @Test
  @Order(1)
  void fourHostsAreNamedWithTheirNetworksAndStartTogetherThoughAClockIsFast() throws Exception {
    Map<String, List<Traffic>> traffic = new TreeMap<>();
    Map<String, Long> processes = new TreeMap<>();
    for (String host : HOSTS) {
      traffic.put(host, new ArrayList<>());
      processes.put(host, pid(host));
    }
    Thread reader =
        new Thread(
            () -> {
              try {
                while (!Thread.interrupted()) {
                  for (String host : HOSTS) {
                    traffic.get(host).add(Traffic.now(processes.get(host)));
                  }
                  Thread.sleep(20);
                }
              } catch (IOException | InterruptedException e) {
                // the run is over
              }
            });
    reader.start();
    Shell.Result run = shell("%s %s --for 40s --quiet --out %s", COMMAND, GETS, Runs.dir("all"));
    reader.interrupt();
    reader.join();
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    Json report = report("all");
    assertThat(run.out()).contains("8 of 8 tasks on 4 hosts", "4 hosts of servers and clients");
    assertThat(report.names("tasks.hosts")).containsExactlyElementsOf(HOSTS);
    List<Json> machines = report.list("machines.hosts");
    assertThat(machines).extracting(host -> host.text("host")).containsExactlyElementsOf(HOSTS);

    double start = OffsetDateTime.parse(report.text("window.started")).toInstant().toEpochMilli();
    double spread = report.number("tasks.startSpreadMs");
    System.out.printf(
        "started within %.0f ms, ± %.0f ms%n", spread, report.number("tasks.clockErrorMs"));
    assertThat(spread).isLessThan(AHEAD_MS);
    for (Json machine : machines) {
      String host = machine.text("host");
      assertThat(machine.text("clients") + machine.text("servers")).isEqualTo("truetrue");
      assertThat(machine.at("machine.window").texts("interfaces")).containsExactly("eth0");
      List<Traffic> all = traffic.get(host);
      Traffic begin = Traffic.at(all, start);
      double end = start + 1e3 * machine.number("machine.window.seconds");
      Traffic window = Traffic.at(all, end).since(begin);
      Traffic before = begin.since(Traffic.at(all, start - AHEAD_MS));
      double in = machine.number("machine.window.in");
      double out = machine.number("machine.window.out");
      System.out.printf(
          "%s: in %.0f by /proc %.0f, out %.0f by /proc %.0f, before %.0f, %.0f%n",
          host, in, window.in, out, window.out, before.in, before.out);
      assertThat(in).as(host).isCloseTo(window.in, withinPercentage(2));
      assertThat(out).as(host).isCloseTo(window.out, withinPercentage(2));
      // by the host's own clock, its tasks would have begun by then
      assertThat(before.in).as(host).isLessThan(window.in / 2);
    }
  }

  /** Not the host of the application master: without that, there is no run. */
  @Test
  @Order(2)
  void aHostThatDisappearsInTheWindowIsNamed(@TempDir Path temp) throws Exception {
    Path err = temp.resolve("err");
    // YARN's master of the job would wait three minutes for the lost NodeManager
    String words =
        GETS
            + " --for 1m --lost-tasks 25% --out "
            + Runs.dir("lost")
            + " -D yarn.client.nodemanager-connect.max-wait-ms=10000";
    Process run =
        new ProcessBuilder("bash", "-c", SANDBOX + COMMAND + words)
            .redirectOutput(temp.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
    Waits.until(
        "tasks of the run",
        () -> Sandbox.end(run, err),
        () -> Files.readString(err).contains(" ops/s"));
    String master =
        Waits.await("application master", Waits.LIMIT, Optional::empty, HostsIT::hostOfMaster);
    String host = master.equals("h4") ? "h3" : "h4";
    TimeUnit.SECONDS.sleep(10);
    assertThat(shell("ip link set hbench-%s down", host).exitCode()).isZero();
    assertThat(run.waitFor(Waits.LIMIT.toMinutes(), TimeUnit.MINUTES)).isTrue();
    String out = Files.readString(temp.resolve("out"));
    System.out.println(out + Files.readString(err));
    assertThat(run.exitValue()).as(out + Files.readString(err)).isZero();
    assertThat(out)
        .contains("verdict: degraded", "tasks-lost: 2 of 8 tasks were lost after the start");
    assertThat(report("lost").list("tasks.lost"))
        .extracting(task -> task.text("host"))
        .containsExactly(host, host);
  }

  private static Optional<String> hostOfMaster() throws IOException {
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      if (process.info().commandLine().orElse("").contains("MRAppMaster")) {
        Path environ = Path.of("/proc", Long.toString(process.pid()), "environ");
        for (String variable : Files.readString(environ).split("\0", -1)) {
          if (variable.startsWith("NM_HOST=")) {
            return Optional.of(variable.substring("NM_HOST=".length()));
          }
        }
      }
    }
    return Optional.empty();
  }

  @Test
  @Order(3)
  void stopRemovesHostsWhoseProcessesWereKilled() throws Exception {
    Shell.run("kill -KILL $(cat %s/pids/*)".formatted(HOME));
    assertThat(shell("bin/sandbox stop").exitCode()).isZero();
    assertThat(shell("ip -br link").out()).doesNotContain("hbench");
    assertThat(HOME.resolve("pids")).isEmptyDirectory();
    assertThat(shell("pgrep -f '[-]Dhbench.sandbox.daemon=%s'", HOME).exitCode()).isEqualTo(1);
  }
}
