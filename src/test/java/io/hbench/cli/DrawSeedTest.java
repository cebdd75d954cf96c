package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which rows a run asks for, and whether the next run asks for the same. Draw seeds are random
 * here: two are equal in one of two billion pairs.
 */
class DrawSeedTest {
  private static final List<Long> ROWS = new ArrayList<>();
  private static final String RUN =
      "run %s@1 --threads 1 --ops 1000 --rows 10M --warmup 0s --quiet "
          .formatted(RowRecordingOperation.class.getName());

  @TempDir Path dir;
  private Hbench hbench;

  /** Sends nothing, and notes the rows. */
  public static final class RowRecordingOperation implements OperationType {
    @Override
    public Operation create(RowRequests requests, KeyRange range) {
      return new Operation() {
        @Override
        public Request next(KeySequence keys) {
          long row = keys.next();
          return client -> {
            ROWS.add(row);
            return CompletableFuture.completedFuture(new Outcome(1, 0, 0));
          };
        }
      };
    }

    @Override
    public Effect effect() {
      return Effect.NONE;
    }
  }

  @BeforeEach
  void prepare() {
    hbench = new Hbench(dir).drawingAnew();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "permuted"})
  void eachRunAsksForOtherRows(String keys) {
    List<Long> first = rows("first", "--keys " + keys);
    assertThat(rows("second", "--keys " + keys))
        .hasSize(1000)
        .doesNotContainSequence(first.subList(0, 10));
    assertThat(drawSeed("first")).isPositive().isNotEqualTo(drawSeed("second"));
  }

  @Test
  void aDrawSeedRepeatsTheRowsOfTheRunThatReportsIt() throws IOException {
    List<Long> first = rows("first", "");
    assertThat(rows("again", "--draw-seed " + drawSeed("first"))).isEqualTo(first);
    assertThat(Files.readString(dir.resolve("first/report.txt")))
        .contains("\ndraw seed:  " + drawSeed("first") + "\n");
  }

  @Test
  void aPlanRepeatsTheLoadAndNotItsDrawsUnlessTheyWereFixed() {
    List<Long> first = rows("first", "");
    assertThat(repeated("first")).doesNotContainSequence(first.subList(0, 10));
    List<Long> fixed = rows("fixed", "--draw-seed 7");
    assertThat(repeated("fixed")).isEqualTo(fixed);
  }

  @Test
  void runsWithOtherDrawSeedsAreTheSameLoad() {
    rows("first", "");
    rows("second", "--draw-seed 7");
    Hbench.Result compared =
        hbench.run("compare %s %s".formatted(dir.resolve("first"), dir.resolve("second")));
    assertThat(compared.out() + compared.err()).doesNotContain("draw-seed");
  }

  private List<Long> rows(String out, String more) {
    return drive(out, (RUN + more).trim());
  }

  private List<Long> repeated(String name) {
    return drive(
        name + "-repeated", "run -conf %s --quiet".formatted(dir.resolve(name + "/plan.xml")));
  }

  private List<Long> drive(String out, String words) {
    ROWS.clear();
    assertThat(hbench.job(out, words)).hasExitCode(0);
    return List.copyOf(ROWS);
  }

  private long drawSeed(String name) {
    return Json.read(dir.resolve(name + "/report.json")).count("run.drawSeed");
  }
}
