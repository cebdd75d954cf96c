package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.server.SlowLog.Entry;
import java.util.List;
import java.util.stream.IntStream;
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
  void theLongestCallsSinceTheStartAreKept() {
    List<Entry> log =
        IntStream.range(0, 100)
            .mapToObj(i -> new Entry("rs1:1", null, "get", i, 0, 100 - i, null, null, 0))
            .toList();
    assertThat(SlowLogs.longest(log, 50, 3))
        .extracting(Entry::processingMs)
        .containsExactly(50L, 49L, 48L);
    assertThat(SlowLogs.longest(log, 98, 3)).hasSize(2);
  }

  @Test
  void aServerWithoutAnAnswerIsNamedBesideTheEntriesOfOthers() {
    assertThat(SlowLogs.problem(3, 2, false)).isEqualTo("no answer from 1 of 3 servers");
    assertThat(SlowLogs.problem(3, 2, true)).isEqualTo("no answer from 1 of 3 servers");
    assertThat(SlowLogs.problem(3, 3, true)).startsWith("no call of the table");
    assertThat(SlowLogs.problem(3, 3, false)).isNull();
  }
}
