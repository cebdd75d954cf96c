package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndoTest {
  private final List<String> run = new ArrayList<>();

  @Test
  void eachPartRunsAndOneMessageHasAllFailures() {
    Undo undo =
        Undo.all(List.of(failing("start a"), shell -> run.add("start b"), failing("move back")));
    assertThatThrownBy(() -> undo.run(line -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("start a failed; move back failed");
    assertThat(run).containsExactly("start a", "start b", "move back");
  }

  @Test
  void anInterruptEndsThem() {
    Undo undo =
        Undo.all(
            List.of(
                shell -> {
                  throw new InterruptedIOException();
                },
                failing("move back")));
    assertThatThrownBy(() -> undo.run(line -> {})).isInstanceOf(InterruptedIOException.class);
    assertThat(run).isEmpty();
  }

  private Undo failing(String what) {
    return shell -> {
      run.add(what);
      throw new IOException(what + " failed");
    };
  }
}
