package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.some;
import static io.hbench.settings.CommandLineText.quoted;
import static io.hbench.view.SuiteView.printable;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.doc.Document.Reason;
import io.hbench.suite.Pareto;
import io.hbench.suite.summary.LikelySide;
import io.hbench.suite.summary.StepProblem;
import io.hbench.suite.summary.SuiteFigure;
import io.hbench.suite.summary.SuiteJudgement.ComparedStep;
import io.hbench.suite.summary.Summary;
import io.hbench.trend.Trend.State;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.Path;

/**
 * A suite that has ended: its verdict, what has changed, since when, how sure that is, the likely
 * side, how much this cluster's runs differ anyway, and what to type next; then all figures. The
 * screen is also a mail, whose subject is the title.
 */
public final class SummaryView {
  /** Columns of the screen. */
  private static final int WIDTH = 100;

  private static final int MAX_PROBLEMS = 3;
  private static final int MAX_FIGURES = 5;
  private static final int MAX_FIGURES_OF_FAILURES = 4;
  private static final int MAX_REASONS = 3;
  private static final int MAX_NOISE = 2;

  /** Rows of the table of figures, and problems, that leave room on the screen for the rest. */
  private static final int MAX_ROWS = 8;

  private static final Set<State> CHANGED =
      EnumSet.of(State.REGRESSION, State.IMPROVEMENT, State.ACCEPTED, State.CLUSTER_NOISE);

  private final Summary summary;
  private final List<StepProblem> problems;
  private final List<SuiteFigure> regressions;
  private final Document document;

  private SummaryView(Summary summary) {
    this.summary = summary;
    this.problems = summary.problems();
    this.regressions = summary.judgement().regressions();
    this.document = new Document("suite", subject());
  }

  public static Document of(Summary summary) {
    return new SummaryView(summary).whole();
  }

  /** The document of a suite that is about to start: there is no verdict if it can't. */
  public static Document starting(String name, String day) {
    return new Document("suite", title(name, day) + ": no verdict: the suite has not started");
  }

  /** The document of a suite that has not ended: there is no verdict. */
  public static Document running(String name, String day, Path directory) {
    String title = title(name, day) + ": no verdict: the suite has not ended";
    return new Document("suite", title).fact("to continue", "suite --resume " + quoted(directory));
  }

  private static String title(String name, String day) {
    return printable(name + " " + day);
  }

  private Document whole() {
    SuiteView figures = new SuiteView(summary.record());
    boolean isJudged =
        !summary.judgement().figures().isEmpty()
            || summary.judgement().configurations().isPresent();
    int rows = summary.record().rows().size() + problems.size();
    boolean hasRoom = regressions.isEmpty() && (!isJudged || rows <= MAX_ROWS);
    document.verdict(summary.verdict(), "", reasons());
    List<SuiteFigure> worst =
        regressions.stream()
            .limit(problems.isEmpty() ? MAX_FIGURES : MAX_FIGURES_OF_FAILURES)
            .toList();
    document.table(table(worst));
    summary
        .judgement()
        .configurations()
        .ifPresent(
            all -> {
              ConfigurationsView.add(document, all, summary.record());
              double margin = all.margin();
              ParetoView.add(document, Pareto.of(summary.record(), margin), margin);
            });
    if (hasRoom) {
      figures.figures(document);
    }
    facts();
    if (!summary.next().isEmpty()) {
      document.code(String.join("\n", summary.next()));
    }
    document.more(files());
    beyondTheScreen(worst.size());
    document.section(Label.SECTION_FIGURES);
    if (!hasRoom) {
      figures.figures(document);
    }
    figures.details(document);
    return document;
  }

  /** Adds sections for what is longer than its part of the screen. */
  private void beyondTheScreen(int shown) {
    document.section("Changes");
    List<SuiteFigure> changed =
        summary.judgement().figures().stream()
            .filter(figure -> CHANGED.contains(figure.state()))
            .sorted(SuiteFigure.WORST_FIRST)
            .toList();
    if (changed.size() > shown) {
      document.table(table(changed).name(Label.JUDGEMENT, f -> FigureHistory.word(f.state())));
    }
    document.section("Problems");
    if (problems.size() > MAX_PROBLEMS) {
      document.table(
          DataTable.of(problems)
              .name(Label.STEP, StepProblem::step)
              .name("problem", problem -> printable(problem.line())));
    }
    document.section("Likely side");
    summary.side().map(LikelySide::because).stream()
        .filter(reasons -> reasons.size() > MAX_REASONS)
        .flatMap(List::stream)
        .forEach(document::note);
  }

  /** The first line: {@code nightly 2026-11-24: regression in read p99 (+18 %)}. */
  private String subject() {
    List<String> parts = new ArrayList<>();
    problems.stream()
        .filter(p -> p.kind().isError())
        .findFirst()
        .ifPresent(p -> parts.add(head(p)));
    if (!regressions.isEmpty()) {
      int others = regressions.size() - 1;
      parts.add(
          "regression in "
              + regressions.get(0).headline()
              + (others == 0 ? "" : " and " + counted(others, "more figure")));
    }
    problems.stream()
        .filter(p -> !p.kind().isError())
        .findFirst()
        .ifPresent(p -> parts.add(head(p)));
    if (summary.judgement().failed()) {
      String full = summary.judgement().figures().isEmpty() ? "" : "full ";
      parts.add("no %scomparison with the %s".formatted(full, summary.record().compared()));
    }
    if (parts.isEmpty()) {
      parts.add(
          summary.verdict() + (summary.judgement().missing() > 0 ? ", " + missingNights() : ""));
    }
    String title = title(summary.record().name(), summary.day());
    return cut(title + ": " + String.join("; ", parts), "hbench ".length());
  }

  private static String head(StepProblem problem) {
    return switch (problem.kind()) {
      case WRONG_DATA, MISSED -> problem.kind() + " in " + problem.step();
      case FAILED -> problem.step() + " failed";
      case INVALID -> problem.step() + " is invalid";
      case DEGRADED -> problem.step() + " is degraded";
    };
  }

  private String missingNights() {
    return counted(summary.judgement().missing(), "more night");
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    String compared = summary.record().compared();
    summary.judgement().problem().ifPresent(text -> reasons.add(reason(compared, text)));
    problems.stream().limit(MAX_PROBLEMS).forEach(p -> reasons.add(reason(p.step(), p.line())));
    if (problems.size() > MAX_PROBLEMS) {
      reasons.add(
          reason("more", counted(problems.size() - MAX_PROBLEMS, "step") + " with problems"));
    }
    return reasons;
  }

  private static Reason reason(String code, String text) {
    return new Reason(code, cut(text, "  : ".length() + code.length()));
  }

  /**
   * A text that fits in its line, without control characters of messages.
   *
   * @param before columns before it
   */
  private static String cut(String text, int before) {
    return StringUtils.abbreviate(printable(text), "…", Math.max(2, WIDTH - before));
  }

  private void facts() {
    int runs = summary.record().runs().size();
    document.fact(
        Label.RUNS,
        runs == summary.planned()
            ? format("%,d", runs)
            : format("%,d of %,d, the others did not start", runs, summary.planned()));
    document.fact("judged", judged());
    if (regressions.isEmpty()) {
      document.fact("improvement", improvements());
    }
    document.fact("changed", summary.versions().orElse(""));
    summary
        .side()
        .ifPresent(
            likely -> {
              List<String> because = likely.because().stream().limit(MAX_REASONS).toList();
              document.fact(
                  "likely side",
                  likely.side() + (because.isEmpty() ? "" : ": " + String.join("; ", because)));
            });
    noise().forEach(text -> document.fact(Label.NOISE, text));
  }

  /** Empty without a baseline. */
  private String judged() {
    int all = summary.judgement().figures().size();
    if (all == 0) {
      return "";
    }
    if (summary.judgement().missing() > 0) {
      return "no figure before " + missingNights();
    }
    long unknown = summary.judgement().of(State.NOT_ENOUGH_DATA).count();
    return (regressions.isEmpty() ? "" : format("%,d of ", regressions.size()))
        + counted(all - unknown, "figure")
        + (regressions.isEmpty() ? "" : " worse")
        + (unknown == 0 ? "" : format("; not enough data for %,d more", unknown));
  }

  private String improvements() {
    return some(
        summary
            .judgement()
            .of(State.IMPROVEMENT)
            .sorted(SuiteFigure.WORST_FIRST)
            .map(SuiteFigure::headline)
            .toList(),
        1,
        "");
  }

  /** Of the steps that are worse, or of the first ones. */
  private List<String> noise() {
    List<ComparedStep> steps = summary.judgement().steps();
    List<String> worse = regressions.stream().map(SuiteFigure::step).distinct().toList();
    return Stream.concat(worse.stream(), steps.stream().map(ComparedStep::name))
        .distinct()
        .flatMap(name -> steps.stream().filter(step -> step.name().equals(name)))
        .flatMap(
            step ->
                step.noise().stream()
                    .map(noise -> noise.text(step.name().isEmpty() ? "this suite" : step.name())))
        .limit(worse.size() == 1 || !problems.isEmpty() ? 1 : MAX_NOISE)
        .toList();
  }

  private String files() {
    return "%s, %s%s in %s"
        .formatted(
            SuiteView.TEXT,
            SuiteView.PAGE,
            summary.judgement().page().map(page -> ", " + page).orElse(""),
            summary.directory().path());
  }

  private static DataTable<SuiteFigure> table(List<SuiteFigure> figures) {
    return DataTable.of(figures)
        .name(Label.STEP, SuiteFigure::step)
        .name(Label.FIGURE, SuiteFigure::name)
        .count(Label.BEFORE, figure -> new Written(figure.before(), null))
        .count("tonight", figure -> new Written(figure.tonight(), null))
        .count(Label.CHANGE, figure -> new Written(figure.changeText(), figure.change()))
        .name(Label.SINCE, SuiteFigure::since)
        .name("sure", SuiteFigure::sure);
  }
}
