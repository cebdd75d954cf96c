package io.hbench.report;

import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.some;

import io.hbench.rundir.TaskFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Collector of the reasons that the checks find. */
final class VerdictReasons {
  private static final int MAX_NAMES = 10;

  private final List<Verdict.Reason> all = new ArrayList<>();

  /** All reasons; of a kind with very many, the first ones and a reason that counts the others. */
  List<Verdict.Reason> all() {
    List<Verdict.Reason> some = new ArrayList<>();
    Map<ReasonCode, List<Verdict.Reason>> kinds =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Verdict.Reason::code, LinkedHashMap::new, Collectors.toList()));
    kinds.forEach(
        (code, reasons) -> {
          reasons.stream().limit(MAX_NAMES).forEach(some::add);
          reasons.stream()
              .skip(MAX_NAMES)
              .map(Verdict.Reason::status)
              .max(Comparator.naturalOrder())
              .ifPresent(worst -> some.add(others(code, reasons.size() - MAX_NAMES, worst)));
        });
    return Collections.unmodifiableList(some);
  }

  private static Verdict.Reason others(ReasonCode code, int count, Verdict.Status worst) {
    return new Verdict.Reason(code, format("and %,d more like these", count), worst);
  }

  /**
   * Adds a reason with its usual status.
   *
   * @param message for people: a format for the arguments
   */
  void add(ReasonCode code, String message, Object... args) {
    add(code.status(), code, message, args);
  }

  /**
   * Adds a reason.
   *
   * @param status the best possible verdict with this reason
   * @param message for people: a format for the arguments
   */
  void add(Verdict.Status status, ReasonCode code, String message, Object... args) {
    all.add(new Verdict.Reason(code, format(message, args), status));
  }

  /** The names of tasks with their hosts; ten at most, and how many more there are. */
  static String names(List<TaskFacts> of) {
    return (of.size() == 1 ? "task " : "tasks ")
        + list(of.stream().map(t -> t.index() + " on " + t.host()).toList(), ", ");
  }

  /** A list of names; ten at most, and how many more there are. */
  static String list(List<String> names, String separator) {
    return some(names, MAX_NAMES, separator);
  }
}
