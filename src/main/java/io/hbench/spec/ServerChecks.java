package io.hbench.spec;

import io.hbench.data.ScanLengths;
import io.hbench.figure.Figure;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import io.hbench.settings.Objective;
import io.hbench.settings.Settings;
import java.util.List;
import java.util.Set;

/** The checks of what needs the region servers or the regions of requests. */
public record ServerChecks(RunSpec spec) {
  /** Their requests have no row that decides where they go. */
  public static final Set<OperationType> WITHOUT_ROW =
      Set.of(
          Operations.SCAN_FILTERED,
          Operations.LOCATE,
          Operations.META_WRITE,
          Operations.META_CLEAN,
          Operations.NOOP);

  /** Their requests are for several rows, also without {@code --batch}. */
  public static final Set<OperationType> OF_SEVERAL_ROWS =
      Set.of(
          Operations.BUFFERED_PUT,
          Operations.BUFFERED_DELETE,
          Operations.SCAN,
          Operations.SCAN_RANGE,
          Operations.SCAN_ALL,
          Operations.SCAN_ALL_REVERSED,
          Operations.VERIFY);

  void check() {
    int bound = spec.load().inFlightPerServer();
    if (bound > 0 && !spec.measurement().byServer()) {
      throw Settings.IN_FLIGHT_PER_SERVER.bad(
          bound,
          "needs the servers of requests, which are not known with --no-by-server or --replica",
          Settings.IN_FLIGHT_PER_SERVER.flag() + " " + bound + " without these flags");
    }
    spec.policies().objectives().forEach(this::check);
  }

  private void check(Objective objective) {
    String text = objective.text();
    List<OperationType> operations =
        spec.operations()
            .filter(o -> objective.operation().orElse(o.toString()).equals(o.toString()))
            .toList();
    boolean ofOutages = objective.figure().isOfOutages();
    if (objective.ofEachServer() && !spec.measurement().byServer()) {
      throw Settings.OBJECTIVE.bad(
          text,
          "--no-by-server and --replica record no latencies by server",
          "--objective '" + text + "' without these flags");
    }
    if (objective.ofEachServer() && WITHOUT_ROW.containsAll(operations)) {
      throw Settings.OBJECTIVE.bad(
          text,
          "requests of %s count for no server".formatted(names(operations)),
          "--objective 'p99 < 20ms'");
    }
    if ((ofOutages
            || objective.figure() == Figure.AVAILABILITY
            || objective.figure() == Figure.UNAVAILABLE)
        && spec.measurement().outageAfter().isEmpty()) {
      throw Settings.OBJECTIVE.bad(text, "needs the time limit of an answer", "--outage-after 1s");
    }
    if (ofOutages && !spec.measurement().byServer()) {
      throw Settings.OBJECTIVE.bad(
          text,
          "needs the regions of requests, which are not known with --no-by-server or --replica",
          "--objective 'availability > 99.95%'");
    }
    if (ofOutages && spec.data().batch() > 1) {
      throw Settings.OBJECTIVE.bad(
          text,
          "a batch is for several regions, so it says nothing of one of them",
          "--batch 1 --objective '" + text + "'");
    }
    if (ofOutages && operations.stream().noneMatch(this::isForOneRow)) {
      throw Settings.OBJECTIVE.bad(
          text,
          "no request of %s is for one region alone".formatted(names(operations)),
          "--objective 'availability > 99.95%'");
    }
  }

  private static String names(List<OperationType> operations) {
    return String.join(", ", operations.stream().map(Object::toString).toList());
  }

  private boolean isForOneRow(OperationType operation) {
    boolean isOfFewRows =
        spec.data().scans().rows() == 1 || spec.data().scans().lengths() != ScanLengths.FIXED;
    boolean mayBeOne =
        operation.effect() != Effect.READS // buffers, of no more than a large row
            || (isOfFewRows
                && (operation == Operations.SCAN || operation == Operations.SCAN_RANGE));
    return !WITHOUT_ROW.contains(operation) && (!OF_SEVERAL_ROWS.contains(operation) || mayBeOne);
  }
}
