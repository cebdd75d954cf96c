package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hbench.kit.HbenchProcess;
import io.hbench.kit.Turns;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a terminal: util-linux's {@code script} makes one. */
@Order(Turns.WITHOUT_CLUSTER)
class TerminalIT {
  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final byte CTRL_C = 3;

  /** A command in the background, as those of CI, ignores the signal, and so do its children. */
  private static final String AS_TYPED = "env --default-signal=INT ";

  @TempDir Path dir;

  /** JLine's terminals take the signal from Java, unless they are told not to. */
  @Test
  void ctrlCAtTheBarOfARunEndsItsJob() throws Exception {
    assumeTrue(
        Shell.run("test -x " + SCRIPT + " && " + AS_TYPED + "true").exitCode() == 0,
        "there is no script of util-linux, or an env without --default-signal");
    String hbench =
        String.join(" ", HbenchProcess.command(System.getProperty("java.class.path")))
            + " run noop@1 --threads 1 --rate 100 --for 10m --warmup 0s -Dhadoop.tmp.dir=%s/tmp --out %1$s/run"
                .formatted(dir);
    Path out = dir.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                SCRIPT.toString(), "-qec", "stty cols 150; exec " + AS_TYPED + hbench, "/dev/null")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("TERM", "xterm");
    Process terminal = builder.start();
    try {
      Waits.until("the bar", () -> Files.readString(out).contains("1/1 tasks"));
      terminal.getOutputStream().write(CTRL_C);
      terminal.getOutputStream().flush();
      assertThat(terminal.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      terminal.destroyForcibly();
    }
    String shown = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(shown)
        .contains("interrupted") // by Java's hook
        .contains("\033[1A"); // the cursor moves: each operation has a line
    assertThat(dir.resolve("run/job.json")).content().contains("KILLED");
  }
}
