package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopySourceTest {
  private static final int MB = 1 << 20;

  /** A hundred rows, of which the last ten are larger. */
  private static final List<CopySource.Run> RUNS = List.of(run(50, 20), run(40, 20), run(10, 100));

  private static CopySource.Run run(int rows, int megabytes) {
    return new CopySource.Run(Collections.nCopies(rows, new byte[1]), 0, (long) megabytes * MB);
  }

  @Test
  void eachTaskMustHoldItsOwnRows() {
    assertThatCode(() -> CopySource.checkMemory(100, RUNS, 2, 120 * MB)).doesNotThrowAnyException();
    assertThatThrownBy(() -> CopySource.checkMemory(100, RUNS, 2, 80 * MB))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--rows 100: a task has rows of 120 MB or more, and holds them in 80 MB of memory;"
                + " try --rows 66");
  }
}
