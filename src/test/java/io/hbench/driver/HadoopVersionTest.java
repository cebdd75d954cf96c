package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.10.2", "2.7.3.2.6.5.0-292", "1.2.1"})
  void aHadoopBefore3IsRefusedInOneLine(String version) {
    assertThatThrownBy(() -> HadoopVersion.check(version))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "Hadoop "
                + version
                + ": too old for hbench, which needs Hadoop 3.3 or newer; try the hadoop command of"
                + " such an installation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.1.1.7.1.9.0-387", "3.3.6", "3.4.3", "10.0.0", "Unknown"})
  void aNewerOrUnknownOneIsAccepted(String version) {
    assertThatCode(() -> HadoopVersion.check(version)).doesNotThrowAnyException();
  }
}
