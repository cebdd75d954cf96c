package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Figure;
import io.hbench.suite.Pareto;
import io.hbench.suite.Pareto.Criterion;
import io.hbench.suite.Pareto.Option;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParetoViewTest {
  private static final List<Criterion> CRITERIA =
      List.of(new Criterion("load", Figure.SIZE_ON_DISK), new Criterion("get", Figure.P50));
  private static final List<Option> OPTIONS =
      List.of(
          new Option("default", List.of(9e6, 500.0), List.of("gz", "fast")),
          new Option("gz", List.of(3e6, 510.0), List.of()),
          new Option("fast", Arrays.asList(8e6, null), List.of()));

  @Test
  void theFrontIsNamedAndWhatDominatesTheOthersAndWhatIsUnknown() {
    assertThat(text(new Pareto(CRITERIA, OPTIONS, true)))
        .contains(
            "not dominated:  gz; margin 10 %; each domination with 95 % confidence, jointly\n")
        .containsPattern("\ndefault +9.00 +0.500 +gz, fast\n")
        .containsPattern("\nfast +8.00 +- +unknown: no get p50\n");
  }

  @Test
  void withoutRepeatsTheFrontIsUnknown() {
    assertThat(text(new Pareto(CRITERIA, OPTIONS, false)))
        .contains("not dominated:  unknown: each step must be repeated\n")
        .doesNotContain("dominated by");
    assertThat(text(new Pareto(List.of(), List.of(), false))).doesNotContain("dominated");
  }

  private static String text(Pareto pareto) {
    Document document = new Document("suite", "schema");
    ParetoView.add(document, pareto, 0.1);
    return TextRenderer.whole(document);
  }
}
