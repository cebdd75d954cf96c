package io.hbench.suite.summary;

import io.hbench.html.Page;
import io.hbench.html.Page.Fact;
import io.hbench.html.Page.Reason;
import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteTable;
import io.hbench.suite.summary.SuiteFigure.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/**
 * The verdict of a suite on one screen: what is wrong, what has changed, since when, how sure that
 * is, the likely side, how much this cluster's runs differ anyway, and what to type next. For
 * terminals and mails, and for the top of the suite's page.
 */
public final class Summary {
  /** Columns of the screen; commands and paths may be longer. */
  private static final int WIDTH = 100;

  private static final int MAX_PROBLEMS = 4;
  private static final int MAX_FIGURES = 5;
  private static final int MAX_REASONS = 3;
  private static final int MAX_NOISE = 2;
  private static final String INDENT = "  ";

  private final String title;
  private final SuiteRecord record;
  private final int planned;
  private final SuiteJudgement judgement;
  private final List<StepProblem> problems;
  private final List<SuiteFigure> regressions;
  private final Optional<LikelySide> side;
  private final Optional<String> versions;
  private final NextCommands next;
  private final RunDirectory directory;

  private Summary(
      String day,
      RunDirectory directory,
      SuiteRecord record,
      int planned,
      SuiteJudgement judgement) {
    this.title = title(record.name(), day);
    this.directory = directory;
    this.record = record;
    this.planned = planned;
    this.judgement = judgement;
    this.problems = StepProblem.of(directory, record);
    this.regressions = judgement.regressions();
    Evidence evidence = new Evidence(judgement, problems);
    this.side = evidence.side();
    this.versions = evidence.versions();
    this.next = new NextCommands(directory, judgement, problems);
  }

  /**
   * The summary of a suite that has ended.
   *
   * @param day on which it has started, {@code 2026-11-24}
   * @param planned number of its runs
   */
  public static Summary of(
      String day,
      RunDirectory directory,
      SuiteRecord record,
      int planned,
      SuiteJudgement judgement) {
    return new Summary(day, directory, record, planned, judgement);
  }

  /** The text of a suite that has not ended: there is no verdict. */
  public static String running(String name, String day, RunDirectory directory) {
    return "%s: no verdict: the suite has not ended\n\nsuite --resume %s goes on with it\n"
        .formatted(title(name, day), directory.path());
  }

  private static String title(String name, String day) {
    return printable("hbench " + name + " " + day);
  }

  /** One word or two: what is worst. */
  private String verdict() {
    if (!problems.isEmpty() && problems.get(0).kind().isError()) {
      return problems.get(0).kind().toString();
    }
    if (judgement.failed()) {
      return "failed";
    }
    if (!regressions.isEmpty()) {
      return "regression";
    }
    if (!problems.isEmpty()) {
      return problems.get(0).kind().toString();
    }
    if (judgement.missing() > 0) {
      return "inconclusive";
    }
    return judgement.figures().isEmpty() ? "passed" : "no regression";
  }

  /** The first line: {@code hbench nightly 2026-11-24: regression in read p99 (+18 %)}. */
  String subject() {
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
              + (others == 0
                  ? ""
                  : " and %d more figure%s".formatted(others, others > 1 ? "s" : "")));
    }
    problems.stream()
        .filter(p -> !p.kind().isError())
        .findFirst()
        .ifPresent(p -> parts.add(head(p)));
    if (judgement.failed()) {
      parts.add("no comparison with the baseline");
    }
    if (parts.isEmpty()) {
      parts.add(verdict() + (judgement.missing() > 0 ? ", " + missing() : ""));
    }
    return cut(title + ": " + String.join("; ", parts));
  }

  private static String head(StepProblem problem) {
    return switch (problem.kind()) {
      case WRONG_DATA, MISSED -> problem.kind() + " in " + problem.step();
      case FAILED -> problem.step() + " failed";
      case INVALID -> problem.step() + " is invalid";
      case DEGRADED -> problem.step() + " is degraded";
    };
  }

  private String missing() {
    return "%d more night%s".formatted(judgement.missing(), judgement.missing() > 1 ? "s" : "");
  }

  /** The whole screen; it ends with a line feed. */
  public String text() {
    List<String> lines = new ArrayList<>(List.of(subject(), ""));
    lines.add("verdict: " + verdict() + counts());
    judgement.problem().ifPresent(problem -> lines.add(INDENT + "baseline: " + problem));
    problems.stream()
        .limit(MAX_PROBLEMS)
        .forEach(problem -> lines.add(INDENT + problem.step() + " " + problem.line()));
    more(problems.size() - MAX_PROBLEMS, "steps", lines);
    if (!regressions.isEmpty()) {
      SuiteTable.aligned(table(), 2).lines().map(line -> INDENT + line).forEach(lines::add);
      more(regressions.size() - MAX_FIGURES, "figures", lines);
    }
    improvements().ifPresent(line -> lines.add("improvement: " + line));
    versions.ifPresent(line -> lines.add("changed: " + line));
    side.ifPresent(
        likely -> {
          lines.add("likely side: " + likely.side());
          likely.because().stream().limit(MAX_REASONS).forEach(line -> lines.add(INDENT + line));
        });
    noise().forEach(line -> lines.add("noise: " + line));
    String screen = lines.stream().map(Summary::cut).collect(Collectors.joining("\n", "", "\n"));
    return screen
        + next.lines().stream().map(line -> "next: " + line + "\n").collect(Collectors.joining())
        + pages().map(page -> "page: " + page + "\n").collect(Collectors.joining());
  }

  private static void more(int count, String what, List<String> lines) {
    if (count > 0) {
      lines.add(INDENT + "and %d more %s".formatted(count, what));
    }
  }

  /** A line for people: no longer than the screen, and without control characters of messages. */
  private static String cut(String line) {
    return StringUtils.abbreviate(printable(line), "…", WIDTH);
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cc}", "?");
  }

  /** Numbers of figures and of runs. */
  private String counts() {
    List<String> counts = new ArrayList<>();
    int judged = judgement.figures().size();
    long unknown = judgement.of(State.UNKNOWN).count();
    if (judged > 0 && judgement.missing() > 0) {
      counts.add(missing() + " before a figure can be judged");
    } else if (judged > 0) {
      counts.add(
          regressions.isEmpty()
              ? "%,d figures judged".formatted(judged - unknown)
              : "%,d of %,d figures".formatted(regressions.size(), judged - unknown));
      if (unknown > 0) {
        counts.add("%,d not judged".formatted(unknown));
      }
    }
    int runs = record.runs().size();
    counts.add(
        runs == planned
            ? "%,d run%s".formatted(runs, runs == 1 ? "" : "s")
            : "%,d of %,d runs, the others did not start".formatted(runs, planned));
    return "; " + String.join("; ", counts);
  }

  private List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("step", "figure", "before", "tonight", "change", "since", "sure"));
    for (SuiteFigure figure : regressions.stream().limit(MAX_FIGURES).toList()) {
      rows.add(
          List.of(
              figure.step(),
              figure.name(),
              figure.before(),
              figure.tonight(),
              figure.changeText(),
              figure.since(),
              figure.sure()));
    }
    return rows;
  }

  private Optional<String> improvements() {
    List<SuiteFigure> better =
        judgement.of(State.IMPROVEMENT).sorted(SuiteFigure.WORST_FIRST).toList();
    return better.isEmpty()
        ? Optional.empty()
        : Optional.of(
            better.get(0).headline()
                + (better.size() == 1 ? "" : " and %d more".formatted(better.size() - 1)));
  }

  /** Of the steps that are worse, or of the first ones. */
  private List<String> noise() {
    List<String> worse = regressions.stream().map(SuiteFigure::step).distinct().toList();
    return Stream.concat(worse.stream(), judgement.steps().stream().map(ComparedStep::name))
        .distinct()
        .flatMap(name -> judgement.steps().stream().filter(step -> step.name().equals(name)))
        .flatMap(step -> step.noise().stream().map(noise -> text(noise, step.name())))
        .limit(worse.isEmpty() ? MAX_NOISE : Math.min(worse.size(), MAX_NOISE))
        .toList();
  }

  private static String text(Noise noise, String step) {
    return noise.text(step.isEmpty() ? "this suite" : step);
  }

  private Stream<String> pages() {
    return Stream.of(directory.path() + "/suite.html");
  }

  /** Puts the verdict at the top of a page, and the rest below it. */
  public void onto(Page page) {
    List<Reason> reasons = new ArrayList<>();
    judgement.problem().ifPresent(problem -> reasons.add(new Reason("baseline", problem)));
    problems.forEach(problem -> reasons.add(new Reason(problem.step(), problem.line())));
    for (SuiteFigure figure : regressions) {
      reasons.add(
          new Reason(
              (figure.step() + " " + figure.name()).strip(),
              String.format(
                  Locale.ROOT,
                  "%s, before %s (%s), since %s, %s",
                  figure.tonight(),
                  figure.before(),
                  figure.changeText(),
                  figure.since(),
                  figure.sure())));
    }
    page.verdict(verdict(), counts().substring(2) + ".", reasons);
    List<Fact> facts = new ArrayList<>();
    improvements().ifPresent(line -> facts.add(new Fact("improvement", line)));
    versions.ifPresent(line -> facts.add(new Fact("changed", line)));
    side.ifPresent(
        likely ->
            facts.add(
                new Fact(
                    "likely side",
                    likely.side()
                        + (likely.because().isEmpty()
                            ? ""
                            : ": " + String.join("; ", likely.because())))));
    noise().forEach(line -> facts.add(new Fact("noise", line)));
    if (!facts.isEmpty()) {
      page.facts(facts);
    }
    next.lines().forEach(page::code);
  }

  /** JUnit XML of the steps and of the judged figures. */
  public String junit() {
    return SuiteJunit.of(record, planned, problems, judgement, text());
  }
}
