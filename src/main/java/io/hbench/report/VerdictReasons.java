package io.hbench.report;

import io.hbench.rundir.TaskFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Collector of the reasons that the checks find. */
final class VerdictReasons {
  static final int MAX_NAMES = 10;

  private final List<Verdict.Reason> all = new ArrayList<>();

  List<Verdict.Reason> all() {
    return Collections.unmodifiableList(all);
  }

  /**
   * Adds a reason.
   *
   * @param status the best possible verdict with this reason
   * @param message for people: a format for the arguments
   */
  void add(Verdict.Status status, ReasonCode code, String message, Object... args) {
    all.add(new Verdict.Reason(code, String.format(Locale.ROOT, message, args), status));
  }

  /** The names of tasks with their hosts; ten at most. */
  static String names(List<TaskFacts> of) {
    return of.stream()
        .limit(MAX_NAMES)
        .map(t -> t.index() + " on " + t.host())
        .collect(
            Collectors.joining(
                ", ", of.size() == 1 ? "task " : "tasks ", of.size() > MAX_NAMES ? ", …" : ""));
  }
}
