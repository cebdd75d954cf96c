package io.hbench.compat.pe;

import io.hbench.compat.pe.PeWorkload.Trait;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The lines that scripts look for in PerformanceEvaluation's output. Its sums of rates of clients
 * that did not run at the same time are not among them: rates are of the whole run.
 *
 * @param test absent for an operation of the user's own
 * @param operation the name that the run's requests are recorded under
 * @param replicas whether there are any, so that it says how many answers came from them
 */
public record PeSummary(Optional<PeWorkload> test, String operation, boolean replicas) {

  /** Returns no text for a run that measured nothing. */
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
    boolean perRequest = test.filter(t -> t.is(Trait.PER_REQUEST)).isPresent();
    long rows = perRequest ? done.count() - done.errors() : done.rows() + done.empty();
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
    text.append("[ Avg latency (us)]\t%d%n".formatted(Math.round(done.service().mean())));
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
