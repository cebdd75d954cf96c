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
      table.name(
          "dominated by",
          one ->
              one.missing() < 0
                  ? String.join(", ", one.dominatedBy())
                  : "unknown: no " + pareto.criteria().get(one.missing()));
    }
    document.table(table);
    document.fact(
        "not dominated",
        pareto.isKnown()
            ? format(
                "%s; margin %s; each domination with %.0f %% confidence, jointly",
                String.join(
                    ", ",
                    pareto.options().stream()
                        .filter(one -> one.missing() < 0 && one.dominatedBy().isEmpty())
                        .map(Option::configuration)
                        .toList()),
                ComparisonNotes.share(margin),
                100 * Pareto.CONFIDENCE)
            : "unknown: each step must be repeated");
  }
}
