package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFiguresTest {
  private static final PreparedStep FLUSH = new PreparedStep("flush", 1, null, 5_000L, null);
  private static final PreparedStep CALM = new PreparedStep("settle", 1, null, null, null);

  @TempDir Path dir;

  @Test
  void theSizeOfALoadIsThatAfterTheLastStepThatWroteFiles() throws IOException {
    assertThat(size("load", FLUSH, CALM)).isEqualTo(5_000);
    assertThat(size("load", FLUSH, compaction(3_000L), CALM)).isEqualTo(3_000);
    assertThat(size("load", FLUSH, compaction(null), CALM)).isNull();
  }

  /** Their tables grow: a larger one is no regression. */
  @Test
  void otherRunsHaveNoSize() throws IOException {
    assertThat(size("run", FLUSH, CALM)).isNull();
  }

  /** The counters of the servers have the requests of a lost task, which the operations lack. */
  @Test
  void whatRequestsCostTheServersIsUnknownWhereATaskWasLost() throws IOException {
    EditableRun run = new EditableRun(dir);
    run.lost(Map.of(Series.of("get", Timing.SERVICE, Series.OK), EditableRun.record(1_000, 1, 0)));
    assertThat(run.report().cost().missing())
        .contains("servers unknown: they served the lost tasks, too");
    assertThat(run.report().limit()).isNull();
  }

  private static PreparedStep compaction(Long bytes) {
    return new PreparedStep("major-compact", 1, null, bytes, null);
  }

  /** They were divided by 1: a figure of all hosts looked like that of each. */
  @Test
  void ofAnUnknownNumberOfHostsAndThreadsNoneIsAFigureOfEach() throws IOException {
    RunReport known = report(json -> {});
    RunReport unknown =
        report(
            json -> {
              json.remove("tasks");
              json.getAsJsonObject("clients").add("tasks", new JsonArray());
            });
    assertThat(ofEach(known)).hasSize(4);
    assertThat(ofEach(unknown)).isEmpty();
  }

  private static List<Figure> ofEach(RunReport report) {
    return RunFigures.of(report).keySet().stream()
        .filter(key -> key.of().equals("get"))
        .map(FigureKey::figure)
        .filter(
            figure ->
                EnumSet.of(
                        Figure.ROWS_PER_HOST,
                        Figure.ROWS_PER_THREAD,
                        Figure.BYTES_PER_HOST,
                        Figure.BYTES_PER_THREAD)
                    .contains(figure))
        .toList();
  }

  private Double size(String command, PreparedStep... steps) throws IOException {
    RunReport report =
        report(
            json -> {
              json.getAsJsonObject("settings").addProperty("command", command);
              json.add("prepared", JsonParser.parseString(RunDirectory.toJson(List.of(steps))));
            });
    RunFigures.Value value =
        RunFigures.of(report).get(new FigureKey(FigureKey.TABLE, Figure.SIZE_ON_DISK));
    return value == null ? null : value.value();
  }

  private RunReport report(Consumer<JsonObject> edit) throws IOException {
    Path run = Files.createTempDirectory(dir, "run");
    JsonObject json =
        JsonParser.parseString(RunDirectory.toJson(new EditableRun(run).report()))
            .getAsJsonObject();
    edit.accept(json);
    Files.writeString(run.resolve(RunDirectory.REPORT_JSON), json.toString());
    return StoredReport.read(
        new RunDirectory(new Configuration(false), new org.apache.hadoop.fs.Path(run.toString())));
  }
}
