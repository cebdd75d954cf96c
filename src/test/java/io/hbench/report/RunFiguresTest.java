package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  private static PreparedStep compaction(Long bytes) {
    return new PreparedStep("major-compact", 1, null, bytes, null);
  }

  private Double size(String command, PreparedStep... steps) throws IOException {
    Path run = Files.createTempDirectory(dir, "run");
    JsonObject json =
        JsonParser.parseString(RunDirectory.toJson(new EditableRun(run).report()))
            .getAsJsonObject();
    json.getAsJsonObject("settings").addProperty("command", command);
    json.add("prepared", JsonParser.parseString(RunDirectory.toJson(List.of(steps))));
    Files.writeString(run.resolve(RunDirectory.REPORT_JSON), json.toString());
    RunReport report =
        StoredReport.read(
            new RunDirectory(
                new Configuration(false), new org.apache.hadoop.fs.Path(run.toString())));
    RunFigures.Value value =
        RunFigures.of(report).get(new FigureKey(FigureKey.TABLE, Figure.SIZE_ON_DISK));
    return value == null ? null : value.value();
  }
}
