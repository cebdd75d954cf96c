package io.hbench.report;

import io.hbench.rundir.TaskFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reasons not to believe a run, as they are found. */
final class VerdictReasons {
  private static final int MOST_NAMES = 10;

  private final List<Verdict.Reason> all = new ArrayList<>();

  List<Verdict.Reason> all() {
    return Collections.unmodifiableList(all);
  }

  /**
   * One more.
   *
   * @param status the best that the verdict can be with it
   * @param code a word for programs
   * @param message for people, with places for the arguments
   */
  void add(Verdict.Status status, String code, String message, Object... args) {
    all.add(new Verdict.Reason(code, String.format(Locale.ROOT, message, args), status));
  }

  /** Which tasks, and where they were: not all of them if there are many. */
  static String names(List<TaskFacts> of) {
    return of.stream()
        .limit(MOST_NAMES)
        .map(t -> t.index() + " on " + t.host())
        .collect(
            Collectors.joining(
                ", ", of.size() == 1 ? "task " : "tasks ", of.size() > MOST_NAMES ? ", …" : ""));
  }
}
