package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.VirtualTime;
import io.hbench.report.live.LiveInterval;
import io.hbench.report.live.LiveReader;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the live figures of a complete run. */
class LiveFiguresTest {
  @TempDir Path dir;

  @Test
  void figuresOfARunningRunAreInItsTimelineLater() throws Exception {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "noop@2");
    Settings.INTERVAL.set(conf, "500ms");
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T10:15:00.123Z"));
    LiveReader reader =
        new LiveReader(
            time,
            new RunDirectory(
                LocalJobs.conf(dir), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri())),
            RunSpec.from(conf),
            List.of(),
            Optional.empty());
    Map<Double, LiveInterval> shown = new TreeMap<>();
    Hbench.Result run =
        time.play(
            () -> {
              var unused =
                  time.threads("reader", 1)
                      .scheduleWithFixedDelay(
                          () ->
                              reader
                                  .read()
                                  .filter(i -> i.tasks() == 2)
                                  .ifPresent(i -> shown.put(i.t(), i)),
                          50,
                          50,
                          TimeUnit.MILLISECONDS);
              return new Hbench(dir)
                  .job("run", "run noop@2 --rate 500 --for 6s --warmup 0s --interval 500ms");
            });
    assertThat(run).hasExitCode(0);
    assertThat(run.err())
        .containsPattern("s: noop [45]\\d\\d ops/s, p50 [\\d.,]+ µs, p99 [\\d.,]+ µs, 0 errors\n");

    assertThat(shown).hasSizeGreaterThan(4);
    for (Json point : run.report().list("timeline.points")) {
      LiveInterval live = shown.get(point.number("t"));
      if (live != null) {
        assertThat(live.points()).hasSize(1);
        assertThat(live.points().get(0).count()).isEqualTo(point.count("count"));
        assertThat(live.points().get(0).p99()).isEqualTo(point.number("p99"));
      }
    }
  }
}
