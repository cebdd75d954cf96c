package io.hbench.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import io.hbench.rundir.Version;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(err, true, UTF_8);
  private final Console console =
      new Console(
          InputStream.nullInputStream(),
          stream,
          stream,
          true,
          Map.of(),
          new VirtualTime(Instant.EPOCH));

  /** Names of files and tables may be another user's. */
  @Test
  void aLineHasNothingThatATerminalObeys() {
    console.say("a\u001b[2Kb\u202ec\td\ne");
    assertThat(console.confirm("drop \u001b[1A?")).isFalse();
    assertThat(err.toString(UTF_8)).isEqualTo("hbench: a?[2Kb?c\td\ne\ndrop ?[1A? [y/N] ");
  }

  @Test
  void aBugPrintsOneLineAndAStackTrace() {
    assertThat(console.bug(new IllegalStateException("never")))
        .isEqualTo("this is a bug in hbench " + Version.hbench());
    assertThat(err.toString(UTF_8))
        .startsWith("java.lang.IllegalStateException: never\n\tat io.hbench.driver.ConsoleTest");
  }
}
