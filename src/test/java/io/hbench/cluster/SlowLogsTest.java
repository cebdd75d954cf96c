package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowLogsTest {
  @ParameterizedTest
  @CsvSource({
    "2.6.1-hadoop3, true",
    "2.6.0, true",
    "2.6.0-SNAPSHOT, true",
    "2.10.0, true",
    "3.0.0-beta-1, true",
    "2.5.10, false",
    "2.5.10-hadoop3, false",
    ", false"
  })
  void theTimeInTheFileSystemIsThatOfVersionsWhichMeasureIt(String version, boolean measured) {
    assertThat(SlowLogs.timesFiles(version)).isEqualTo(measured);
  }

  @Test
  void aServerWithoutAnAnswerIsNamedBesideTheEntriesOfOthers() {
    assertThat(SlowLogs.problem(3, 2, false)).isEqualTo("no answer from 1 of 3 servers");
    assertThat(SlowLogs.problem(3, 2, true)).isEqualTo("no answer from 1 of 3 servers");
    assertThat(SlowLogs.problem(3, 3, true)).startsWith("no call of the table");
    assertThat(SlowLogs.problem(3, 3, false)).isNull();
  }
}
