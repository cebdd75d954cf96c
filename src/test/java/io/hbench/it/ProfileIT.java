package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of tasks in containers, and what the sandbox's region servers answer. */
@Tag("soak")
@Sandbox.Shared
class ProfileIT {
  private static final String TABLE = "profiled-" + Long.toString(System.currentTimeMillis(), 36);
  private static final String RUN = "/it/" + TABLE;

  @Test
  void eachTaskHasARecordingOfTheWindowAndServersWithoutAsyncProfilerSaySo(@TempDir Path dir)
      throws Exception {
    hbench("load --rows 10k --tasks 2 --presplit 4 --out %s/load".formatted(RUN));
    Shell.Result run =
        hbench(
            "run get@2 --rows 10k --threads 2 --warmup 3s --for 12s --profile --out %s/run"
                .formatted(RUN));
    assertThat(run.out()).containsPattern("profiles: +2 of 2 tasks, ");
    Path copy = dir.resolve("copy");
    Shell.inSandbox("hadoop fs -get %s/run %s".formatted(RUN, copy));
    Json report = Json.read(copy.resolve("report.json"));
    Instant start = OffsetDateTime.parse(report.text("window.started")).toInstant();
    for (int task = 0; task < 2; task++) {
      List<RecordedEvent> samples =
          RecordingFile.readAllEvents(copy.resolve("profile/task-0000%d.jfr".formatted(task)))
              .stream()
              .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
              .toList();
      assertThat(samples)
          .hasSizeGreaterThan(10)
          .anyMatch(sample -> sample.toString().contains("LoadLoop"))
          .allSatisfy(
              sample ->
                  assertThat(sample.getStartTime())
                      .isBetween(start.minusSeconds(1), start.plusSeconds(14)));
    }
    List<Json> servers = report.list("profile.servers.servers");
    assertThat(servers).hasSize(2);
    for (Json server : servers) {
      if (System.getenv("ASYNC_PROFILER_HOME") == null) {
        assertThat(server.text("problem")).startsWith("async-profiler is not installed ");
      } else {
        Path graph = copy.resolve(server.text("file"));
        assertThat(Files.readString(graph)).contains("RpcHandler");
      }
    }
  }

  private static Shell.Result hbench(String words) throws Exception {
    Shell.Result result = Sandbox.hadoopJar(words + " --yes --table " + TABLE);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }
}
