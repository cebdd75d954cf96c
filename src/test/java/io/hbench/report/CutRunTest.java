package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Figure;
import io.hbench.length.LengthFacts;
import io.hbench.report.RunReport.Point;
import io.hbench.report.slow.ExplainedRequest;
import io.hbench.rundir.SlowRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run whose window is a part of what was recorded: ten of twenty seconds. */
class CutRunTest {
  private static final int FROM = 5;
  private static final int TO = 15;

  @TempDir Path dir;
  private EditableRun run;
  private RunReport whole;
  private RunReport cut;

  @BeforeEach
  void readBoth() throws IOException {
    run = new EditableRun(dir);
    whole = run.report();
    run.length(new LengthFacts(FROM, TO, LengthFacts.Outcome.PRECISE, 0.98, List.of()));
    cut = run.report();
  }

  @Test
  void theWindowIsTheCutOne() {
    assertThat(cut.window().startSeconds()).isEqualTo(whole.window().startSeconds() + FROM);
    assertThat(cut.window().seconds()).isEqualTo(TO - FROM);
    assertThat(cut.window().started()).isNotEqualTo(whole.window().started());
  }

  /** Counts are compared over all that was recorded. */
  @Test
  void theRunIsValid() {
    assertThat(cut.verdict()).isEqualTo(whole.verdict());
    assertThat(cut.verdict().isValid()).isTrue();
  }

  /** The tasks know their CPU time for all that they sent. */
  @Test
  void theClientsCpuIsNotThatOfTheWindow() {
    assertThat(whole.cost().perOperation(Figure.CLIENT_CPU)).isPresent();
    assertThat(cut.cost().perOperation(Figure.CLIENT_CPU)).isEmpty();
    assertThat(cut.cost().missing()).anyMatch(line -> line.startsWith("client CPU unknown: "));
  }

  /** They were the slow ones of the part that was cut off, beside figures without it. */
  @Test
  void slowRequestsOutsideOfTheWindowAreLeftOut() throws IOException {
    run.editTask(0, task -> task.set("result.slowest", List.of(slow(4), slow(6), slow(15))));
    assertThat(run.report().slow().list()).extracting(ExplainedRequest::t).containsExactly(1.0);
  }

  private static SlowRequest slow(long second) {
    long sent = second * 1_000_000_000;
    return new SlowRequest("get", null, null, null, null, sent, sent, sent + 200_000_000, 0);
  }

  @Test
  void figuresAreThoseOfItsIntervals() {
    List<Point> points =
        whole.timeline().points().stream().filter(p -> p.t() >= FROM && p.t() < TO).toList();
    long count = points.stream().mapToLong(Point::count).sum();
    RunReport.OperationReport operation = cut.operations().get(0);
    assertThat(operation.count()).isEqualTo(count).isLessThan(whole.operations().get(0).count());
    assertThat(operation.opsPerSecond()).isCloseTo(count / 10.0, within(1e-9));
    assertThat(operation.service().count()).isEqualTo(count);
    assertThat(cut.timeline().points().stream().map(Point::t))
        .containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    assertThat(cut.timeline().points().stream().map(Point::max).toList())
        .isEqualTo(points.stream().map(Point::max).toList());
  }
}
