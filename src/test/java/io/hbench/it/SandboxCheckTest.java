package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
