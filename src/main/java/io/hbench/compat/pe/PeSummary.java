package io.hbench.compat.pe;

import io.hbench.compat.pe.PeWorkload.Attribute;
import io.hbench.op.Operations;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The lines of PerformanceEvaluation's output that scripts parse. Rates are those of the whole run,
 * not sums over clients that ran at different times.
 *
 * @param test command, or empty for a user-defined operation
 * @param operation operation under which the run's requests are recorded
 * @param replicas whether the table has replicas, whose answers are counted in a line
 */
public record PeSummary(Optional<PeWorkload> test, String operation, boolean replicas) {

  /** Mean time of the put that comes before each check, and that is a part of its row. */
  private double meanBefore(RunReport report) {
    boolean checks = test.filter(t -> t.is(Attribute.OVERLAP)).isPresent();
    return report.operations().stream()
        .filter(o -> checks && o.operation().equals(Operations.PUT.toString()))
        .map(o -> o.service().mean())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(0.0);
  }

  /** The lines for a report; empty for a run without measured requests. */
  public String of(RunReport report) {
    OperationReport done =
        report.operations().stream()
            .filter(o -> o.operation().equals(operation))
            .findFirst()
            .orElse(null);
    List<Long> timings =
        report.clients().tasks().stream().flatMap(task -> task.threadMs().stream()).toList();
    if (done == null || timings.isEmpty() || done.service().mean() == null) {
      return "";
    }
    boolean perRequest = test.filter(t -> t.is(Attribute.PER_REQUEST)).isPresent();
    long rows = perRequest ? done.count() - done.errors() : done.rows() + done.notFound();
    long elapsed = timings.stream().mapToLong(t -> t).sum();
    String name = test.map(PeWorkload::className).orElseGet(() -> report.run().command());
    StringBuilder text = new StringBuilder("\n");
    text.append("[%s] Summary of timings (ms): %s%n".formatted(name, timings));
    text.append(
        "[%s duration ]\tMin: %dms\tMax: %dms\tAvg: %dms%n"
            .formatted(
                name,
                Collections.min(timings),
                Collections.max(timings),
                elapsed / timings.size()));
    double mean = done.service().mean() + meanBefore(report);
    text.append("[ Avg latency (us)]\t%d%n".formatted(Math.round(mean)));
    text.append(
        "[ Avg TPS/QPS]\t%d\t row per second%n"
            .formatted(Math.round(rows / report.window().seconds())));
    if (replicas) {
      text.append(
          "[results from replica regions] %d%n"
              .formatted(report.reads() == null ? 0 : report.reads().staleRows()));
    }
    return text.append("\tELAPSED_TIME=%d%n\tROWS=%d%n".formatted(elapsed, rows)).toString();
  }
}
