package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private static final Pattern FILE = Pattern.compile("target/failsafe-reports/threads-\\S+");

  @Test
  void whatCannotComeAnyMoreIsNotWaitedFor() {
    assertThatThrownBy(
            () ->
                Waits.until(
                    "container of run puts",
                    () -> Optional.of("the run has ended: exit code 1"),
                    () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage("container of run puts: waited in vain: the run has ended: exit code 1");
  }

  @Test
  void whatCameWithTheEndCounts() throws Exception {
    assertThat(
            Waits.await("facts", Waits.LIMIT, () -> Optional.of("the end"), () -> Optional.of(7)))
        .isEqualTo(7);
  }

  @Test
  void afterTheLimitAWaitFailsWithTheThreadsOfThisJvm() {
    assertThatThrownBy(
            () ->
                Waits.await(
                    "facts of run a", Duration.ZERO, Optional::empty, Optional::<Void>empty))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("facts of run a: not within PT0S; ")
        .satisfies(
            failure -> {
              Matcher file = FILE.matcher(failure.getMessage());
              assertThat(file.find()).isTrue();
              Path dump = Path.of(file.group());
              assertThat(dump).content().contains("at " + WaitsTest.class.getName() + ".");
              Files.delete(dump);
            });
  }
}
