package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.suite.Pareto;
import io.hbench.suite.Pareto.Criterion;
import io.hbench.suite.Pareto.Option;

/** The configurations of a suite that no other one dominates. */
final class ParetoView {
  private ParetoView() {}

  /** Adds the table and what it rests on, if configurations have several criteria. */
  static void add(Document document, Pareto pareto, double margin) {
    if (pareto.options().isEmpty()) {
      return;
    }
    DataTable<Option> table =
        DataTable.of(pareto.options()).name(Label.CONFIGURATION, Option::configuration);
    for (int i = 0; i < pareto.criteria().size(); i++) {
      int column = i;
      Criterion criterion = pareto.criteria().get(i);
      table.figure(
          criterion.toString(), criterion.figure().unit(), one -> one.values().get(column));
    }
    if (pareto.isKnown()) {
      table.name("dominated by", one -> String.join(", ", one.dominatedBy()));
    }
    document.table(table);
    document.fact(
        "Pareto front",
        pareto.isKnown()
            ? format(
                "%s; margin %.0f %%, confidence %.0f %% jointly",
                String.join(
                    ", ",
                    pareto.options().stream()
                        .filter(one -> one.dominatedBy().isEmpty())
                        .map(Option::configuration)
                        .toList()),
                100 * margin,
                100 * Pareto.CONFIDENCE)
            : "unknown: each step must be repeated");
  }
}
