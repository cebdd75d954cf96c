package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.suite.Capacity;
import io.hbench.suite.ServerPlan;
import io.hbench.suite.ServerPlan.Prediction;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The numbers of region servers and clients for a rate. */
public final class PlanView {
  private PlanView() {}

  public static Document of(ServerPlan plan) {
    String rate = Unit.PER_SECOND.text(plan.rate());
    Document document = new Document("plan", "plan for " + rate);
    document.verdict(
        plan.extrapolated() ? "extrapolated" : "interpolated",
        "%s (95 %%: %d to %d)%s"
            .formatted(
                counted(plan.servers(), "region server"),
                plan.leastServers(),
                plan.mostServers(),
                plan.orFewer() ? ", or fewer: not measured" : ""),
        List.of());
    document.fact(
        Label.CLIENTS,
        "%s with %s each suffice, if each task sends as many as one did: %s",
        counted(plan.tasks(), "task"),
        counted(plan.slotsPerTask(), "slot"),
        Unit.PER_SECOND.text(plan.ratePerTask()));
    document.fact(
        "capacity",
        plan.predicted().stream()
            .filter(one -> one.servers() == plan.servers())
            .map(PlanView::text)
            .collect(Collectors.joining()));
    document.fact(
        "bend",
        plan.bend() == null
            ? "unknown, needs repeats at three numbers of region servers"
            : format("none seen (p = %.2f)", plan.bend()));
    document.fact("results", measured(plan.measured()));
    document.fact(
        Label.OBJECTIVES,
        plan.objectives().isEmpty() ? "none" : String.join(", ", plan.objectives()));
    return document;
  }

  private static String text(Prediction one) {
    return "%s sustain %s (95 %%: %s to %s)"
        .formatted(
            counted(one.servers(), "region server"),
            Unit.PER_SECOND.text(one.rate()),
            Unit.PER_SECOND.text(one.low()),
            one.high() == null ? "no bound" : Unit.PER_SECOND.text(one.high()));
  }

  /** The mean rate of each number of servers. */
  private static String measured(List<Capacity> measured) {
    return measured.stream()
        .collect(
            Collectors.groupingBy(
                Capacity::servers, TreeMap::new, Collectors.averagingDouble(Capacity::rate)))
        .entrySet()
        .stream()
        .map(one -> counted(one.getKey(), "server") + " " + Unit.PER_SECOND.text(one.getValue()))
        .collect(Collectors.joining(", ", "", format(" (%s)", counted(measured.size(), "result"))));
  }
}
