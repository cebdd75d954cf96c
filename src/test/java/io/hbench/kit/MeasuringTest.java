package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/** Repeated attempts of one test, each with an instance and a directory of its own. */
class MeasuringTest {
  private static final List<Path> DIRECTORIES = new ArrayList<>();

  @TempDir Path dir;

  @AfterAll
  static void anAttemptThatPassesIsTheLast() {
    assertThat(DIRECTORIES).hasSize(2).doesNotHaveDuplicates();
  }

  @Measuring(value = "a machine on which only the second attempt passes", attempts = 3)
  void aFailedAttemptIsFollowedByAnother(int attempt) {
    DIRECTORIES.add(dir);
    assertThat(attempt).isEqualTo(2);
  }
}
