package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * A sandbox of its own, beside that of the other tests: each region server is held to a share of a
 * processor, so that several of them and a client fit the machine, and one more or less is noticed.
 */
final class HeldServers {
  private final Path home;
  private final String command;

  /**
   * @param name of its directory
   * @param ports the first of its ports
   */
  HeldServers(String name, int ports) {
    home = Path.of("target", name).toAbsolutePath();
    command =
        "HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=%d HBENCH_SANDBOX_JAVA_OPTIONS='%s' bin/sandbox "
            .formatted(home, ports, Sandbox.QUICK);
  }

  /**
   * Skips the tests where the kernel bounds no CPU.
   *
   * @param variables of the daemons' environment
   */
  void start(String variables, int servers, double cpu) throws Exception {
    Shell.Result start =
        Shell.run(variables + command + "start --servers %d --cpu %s".formatted(servers, cpu));
    assumeFalse(start.exitCode() == 2 && start.err().contains("bounds no CPU"), start.err());
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
  }

  void sandbox(String words) throws Exception {
    Shell.Result done = Shell.run(command(words));
    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
  }

  /** For a shell. */
  String command(String words) {
    return command + words;
  }

  Configuration conf() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(home.resolve("conf/hbase/hbase-site.xml").toUri().toURL());
    return conf;
  }

  /** Runs in this JVM, with directories on this machine. */
  Hbench.Result hbench(String words) throws IOException {
    Hbench.Result result = Hbench.runOnCluster(conf(), words.replace("'", "").split(" "));
    assertThat(result).as(result.out() + result.err()).hasExitCode(0);
    return result;
  }
}
