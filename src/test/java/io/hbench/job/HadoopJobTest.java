package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What YARN says of a container that has ended. */
class HadoopJobTest {
  /** Kind: case 15, a container that did not start, whose log has the reason. */
  @Test
  void theLogOfAContainerThatDidNotStartGoesBeforeYarnsWords() {
    String diagnostics =
        """
        [2026-11-26 08:00:00.123]Exception from container-launch.
        Container id: container_1795446887467_0001_01_000002
        Exit code: 1

        [2026-11-26 08:00:00.124]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of prelaunch.err :
        Last 4096 bytes of stderr :
        Picked up JAVA_TOOL_OPTIONS: -Dfile.encoding=UTF-8
        Picked up _JAVA_OPTIONS: -Djava.io.tmpdir=/data/tmp
        OpenJDK 64-Bit Server VM warning: Option UseBiasedLocking was deprecated
        Unrecognized VM option 'UseConcMarkSweepGC'
        Error: Could not create the Java Virtual Machine.
        """;
    assertThat(HadoopJob.tellingLine(diagnostics))
        .contains("Unrecognized VM option 'UseConcMarkSweepGC'");
  }

  @Test
  void withoutAWordInTheLogYarnsOwnCount() {
    String diagnostics =
        """
        [2026-11-26 08:00:00.123]Container is running beyond physical memory limits.
        Last 4096 bytes of stderr :
        log4j:WARN No appenders could be found for logger (org.apache.hadoop).

        [2026-11-26 08:00:00.125]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of prelaunch.err :
        For more detailed output, check the application tracking page: http://rm/
        . Failing the application.
        """;
    assertThat(HadoopJob.tellingLine(diagnostics))
        .contains("[2026-11-26 08:00:00.123]Container is running beyond physical memory limits.");
    assertThat(HadoopJob.tellingLine("Error: java.io.IOException: no rows\n\tat a.B"))
        .contains("no rows");
    assertThat(HadoopJob.tellingLine("NA")).isEmpty();
  }
}
