package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bin/sandbox} says of a machine on which it can't start. */
class SandboxCheckTest {
  /** Programs that every Linux has. */
  private static final String TOOLS = "bash cat dirname id realpath sed timeout tr uname";

  @TempDir Path dir;

  @Test
  void aMachineWithoutJavaAndMavenIsToldOfBoth() throws Exception {
    Shell.Result check =
        Shell.run(
            ("for t in %1$s; do ln -s $(command -v $t) %2$s; done;"
                    + " JAVA_HOME=/no/jdk PATH=%2$s bin/sandbox check --small")
                .formatted(TOOLS, dir));
    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.err())
        .contains(
            "sandbox: no java in /no/jdk; install a JDK 17\n",
            "sandbox: no mvn in the PATH; install Maven 3.8 or later\n");
  }

  @Test
  void withLittleMemoryItNamesAWayThatCanBeTaken() throws Exception {
    Path cat = dir.resolve("cat"); // in a container of a gigabyte
    Files.writeString(cat, "#!/bin/bash\n[[ $1 == *memory.max ]] && echo 1000000000\n");
    Files.setPosixFilePermissions(cat, PosixFilePermissions.fromString("rwxr-xr-x"));
    String check = "PATH=%1$s:$PATH HBENCH_SANDBOX=%1$s/of bin/sandbox check".formatted(dir);
    assertThat(Shell.run(check).err()).contains(" 4 GB are needed, or 3 with --small\n");
    assertThat(Shell.run(check + " --small").err()).contains(" 3 GB are needed\n");
    Files.createDirectories(dir.resolve("of/data/namenode/current"));
    assertThat(Shell.run(check).err())
        .contains(
            " 4 GB are needed, or 3 with --small, for which bin/sandbox stop --clean deletes this"
                + " sandbox's data first\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stat|stat: no such command, or words that it does not take; try bin/sandbox help",
        "stop --clear|stop --clear: no such command, or words that it does not take; try bin/sandbox",
        "kill-server|no server; try regionserver1",
      })
  void wrongWordsHaveOneLine(String words, String line) throws Exception {
    Files.createFile(dir.resolve(".hbench-sandbox"));
    Shell.Result result = Shell.run("HBENCH_SANDBOX=%s bin/sandbox %s".formatted(dir, words));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("sandbox: " + line).hasLineCount(1);
  }

  /** The shell lines were of a sandbox without commands. */
  @Test
  void withoutASandboxThereAreNoLinesForAShell() throws Exception {
    Shell.Result env = Shell.run("HBENCH_SANDBOX=%s bin/sandbox env".formatted(dir));
    assertThat(env.exitCode()).isEqualTo(1);
    assertThat(env.out()).as("eval ends with it").isEqualTo("false\n");
    assertThat(env.err()).isEqualTo("sandbox: no sandbox in " + dir + "; try bin/sandbox start\n");
  }

  /** It was waited for without a limit, under the lock of the sandbox. */
  @Test
  void aServerThatDoesNotEndIsNotWaitedForForEver() throws Exception {
    Files.createFile(dir.resolve(".hbench-sandbox"));
    Files.createDirectory(dir.resolve("pids"));
    Shell.Result stop =
        Shell.run(
            """
            bash -c 'trap "" TERM; touch %1$s/begun; for i in {1..100}; do sleep 0.1; done' \
              -Dhbench.sandbox.daemon=%1$s:regionserver1 >/dev/null 2>&1 &
            echo $! >%1$s/pids/regionserver1
            until [[ -e %1$s/begun ]]; do sleep 0.05; done
            export HBENCH_SANDBOX=%1$s HBENCH_SANDBOX_TIMEOUT=0
            bin/sandbox stop-server regionserver1
            code=$?
            kill -KILL $!
            exit $code
            """
                .formatted(dir));
    assertThat(stop.exitCode()).isEqualTo(1);
    assertThat(stop.err())
        .startsWith(
            "sandbox: regionserver1 has not ended after 0 s; try bin/sandbox kill-server"
                + " regionserver1\n");
  }

  @Test
  void aTakenPortIsNamedBeforeAnythingIsFetched() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Shell.Result start =
          Shell.run(
              "HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_NAMENODE=%d bin/sandbox start --small"
                  .formatted(dir, taken.getLocalPort()));
      assertThat(start.exitCode()).isEqualTo(2);
      assertThat(start.out()).doesNotContain("fetching");
      assertThat(start.err())
          .contains(
              "sandbox: port %d, which namenode wants (namenode), is taken"
                  .formatted(taken.getLocalPort()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--hosts 1, --hosts 1: not a number from 2 to 16; try --hosts 4",
    "--hosts 4 --small, '--hosts: not with --small, --secure or --tls'",
    "--clock 2:300ms, '--link, --delay, --clock: not without --hosts; try --hosts 4'",
    "--hosts 4 --link fast, --link fast: not a rate of tc(8); try --link 100mbit",
    "--hosts 4 --clock 2:fast, --clock 2:fast: not HOST:OFFSET; try --clock 2:300ms",
    "--hosts 4 --clock 5:1ms, --clock 5:1ms: --hosts 4 has no host 5",
    "--hosts 4 --delay 1s, --delay 1s: not a time below a second; try --delay 1ms",
    "--rsgroups --secure, '--rsgroups: not with --secure'",
    "--servers 0, --servers 0: not a number from 1 to 16; try --servers 3",
    "--servers 3 --small, '--servers 3: not with --small, which has one, or --hosts, which has one on"
        + " each host'",
    "--cpu 0.05, '--cpu 0.05: not a share of a processor, 0.1 or more; try --cpu 0.5'",
    "--small --cpu 1, '--cpu 1: not with --small, whose region server has no process of its own'"
  })
  void optionsThatCannotBeAreRefused(String options, String message) throws Exception {
    isRefused(options, message);
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void withoutRightsToNetworksHostsAreRefusedBeforeAnythingIsFetched() throws Exception {
    Path ip = Files.createDirectory(dir.resolve("path")).resolve("ip");
    Files.writeString(
        ip, "#!/bin/bash\necho 'RTNETLINK answers: Operation not permitted' >&2; exit 2\n");
    Files.setPosixFilePermissions(ip, PosixFilePermissions.fromString("rwxr-xr-x"));
    isRefused(
        "--hosts 4",
        "--hosts: no network can be made on this machine (Operation not permitted); it takes root,"
            + " ip, tc, unshare and nsenter");
  }

  @Test
  void withoutRightsToControlGroupsABoundOfCpuIsRefusedBeforeAnythingIsFetched() throws Exception {
    Path mkdir = Files.createDirectory(dir.resolve("path")).resolve("mkdir");
    Files.writeString(
        mkdir,
        """
        #!/bin/bash
        [[ $* != */cgroup/* ]] || { echo 'mkdir: x: Permission denied' >&2; exit 1; }
        exec /bin/mkdir "$@"
        """);
    Files.setPosixFilePermissions(mkdir, PosixFilePermissions.fromString("rwxr-xr-x"));
    isRefused(
        "--cpu 0.5",
        "--cpu 0.5: this machine bounds no CPU (Permission denied); it takes root and the kernel's"
            + " cgroups; leave --cpu out");
  }

  /** By files in place of the kernel's, as a machine has one version of them. */
  @ParameterizedTest
  @CsvSource({
    "0.5, cpu.max, 5000 10000",
    "1.25, cpu.max, 12500 10000",
    ".1, cpu.cfs_quota_us, 1000",
    "2, cpu.cfs_quota_us, 20000"
  })
  void theShareIsWrittenAsEachVersionOfControlGroupsHasIt(String cpu, String file, String content)
      throws Exception {
    if (file.equals("cpu.max")) {
      Files.createFile(dir.resolve("cgroup.subtree_control"));
    }
    Shell.Result made =
        Shell.run(
            "set -e; sandbox=/a; . src/sandbox/bin/servers; cgroups=%s cpu=%s; make_cgroup r1"
                .formatted(dir, cpu));
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(dir.resolve("hbench-a-r1").resolve(file)).hasContent(content);
    assertThat(dir.resolve("hbench-a-r1/cgroup.procs")).hasContent("0");
  }

  private void isRefused(String options, String message) throws Exception {
    Shell.Result start =
        Shell.run(
            // a sandbox may run at the usual ports
            ("PATH=%1$s/path:$PATH HBENCH_SANDBOX=%1$s/of HBENCH_SANDBOX_PORT_BASE=27500"
                    + " bin/sandbox start %2$s")
                .formatted(dir, options));
    assertThat(start.exitCode()).isEqualTo(2);
    assertThat(start.out()).isEmpty();
    assertThat(start.err()).isEqualTo("sandbox: start " + message + "\n");
  }
}
