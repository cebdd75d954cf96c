package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.cli.TestMain;
import io.hbench.kit.LocalJobs;
import io.hbench.report.LiveInterval;
import io.hbench.report.LiveReader;
import io.hbench.rundir.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the live figures of a complete run. */
class LiveFiguresTest {
  @TempDir Path dir;

  @Test
  void figuresOfARunningRunAreInItsTimelineLater() throws Exception {
    Configuration conf = LocalJobs.conf(dir);
    Path out = dir.resolve("run");
    CompletableFuture<TestMain.Result> run =
        CompletableFuture.supplyAsync(
            () ->
                TestMain.run(
                    conf,
                    ("run noop@2 --rate 500 --for 6s --warmup 0s --interval 500ms --out " + out)
                        .split(" ")));
    LiveReader reader =
        new LiveReader(
            new RunDirectory(conf, new org.apache.hadoop.fs.Path(out.toUri())),
            2,
            Duration.ofMillis(500),
            List.of());
    Map<Double, LiveInterval> shown = new TreeMap<>();
    while (!run.isDone()) {
      reader.read().filter(i -> i.tasks() == 2).ifPresent(i -> shown.put(i.t(), i));
      Thread.sleep(50);
    }
    assertThat(run.get().exitCode()).as(run.get().err()).isZero();
    assertThat(run.get().err())
        .containsPattern("s: noop [45]\\d\\d ops/s, p50 [\\d.,]+ µs, p99 [\\d.,]+ µs, 0 errors\n");

    assertThat(shown).hasSizeGreaterThan(4);
    JsonObject report =
        JsonParser.parseString(Files.readString(out.resolve("report.json"))).getAsJsonObject();
    report
        .getAsJsonObject("timeline")
        .getAsJsonArray("points")
        .forEach(
            element -> {
              JsonObject point = element.getAsJsonObject();
              LiveInterval live = shown.get(point.get("t").getAsDouble());
              if (live != null) {
                assertThat(live.points()).hasSize(1);
                assertThat(live.points().get(0).count()).isEqualTo(point.get("count").getAsLong());
                assertThat(live.points().get(0).p99()).isEqualTo(point.get("p99").getAsDouble());
              }
            });
  }
}
