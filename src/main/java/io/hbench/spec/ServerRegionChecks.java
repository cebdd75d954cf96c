package io.hbench.spec;

import io.hbench.figure.Figure;
import io.hbench.settings.Command;
import io.hbench.settings.Objective;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;

/** The checks of what needs the region, or the server, of each request. */
record ServerRegionChecks(RunSpec spec) {

  /**
   * Performs all checks.
   *
   * @throws UsageException for the first contradiction
   */
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
    boolean ofOutages = objective.figure().scope() == Figure.Scope.TABLE;
    if (objective.ofEachServer() && !spec.measurement().byServer()) {
      throw Settings.OBJECTIVE.bad(
          text,
          "--no-by-server and --replica record no latencies by server",
          "--objective '" + text + "' without these flags");
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
    if (spec.command() == Command.FINDMAX && !objective.figure().isOfRequests()) {
      throw Settings.OBJECTIVE.bad(
          text,
          "findmax judges requests, not outages and costs",
          "--objective 'availability > 99.95%'");
    }
  }
}
