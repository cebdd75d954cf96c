package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
  @Test
  void aMessageIsItsFirstLineWithoutControlCharacters() {
    assertThat(FailureText.of(new IOException("no \u001b[31mroom\r\nat all")))
        .isEqualTo("no ?[31mroom");
  }

  @Test
  void withoutAMessageThereIsTheNameOfTheClassAndTheCause() {
    assertThat(FailureText.of(new IllegalStateException())).isEqualTo("IllegalStateException");
    assertThat(FailureText.of(new IOException("\n "))).isEqualTo("IOException");
    assertThat(FailureText.of(new ExceptionInInitializerError(new IOException("disk full"))))
        .isEqualTo("ExceptionInInitializerError: disk full");
  }

  @Test
  void aLineThatAnnouncesOthersGoesOnWithTheCause() {
    IOException last = new IOException("the master does not answer\nat once");
    assertThat(FailureText.of(new IOException("Failed after attempts=5, exceptions:\n1, 2", last)))
        .isEqualTo("Failed after attempts=5, exceptions: the master does not answer");
    assertThat(FailureText.of(new IOException("no rows:"))).isEqualTo("no rows:");
  }

  @Test
  void anErrorOfTheJvmKeepsItsName() {
    assertThat(FailureText.of(new NoClassDefFoundError("org/apache/Missing")))
        .isEqualTo("NoClassDefFoundError: org/apache/Missing");
  }
}
