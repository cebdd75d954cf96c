import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What {@code bin/dev repeat} and {@code bin/dev soak} say about tests, from the XML reports of
 * Surefire and Failsafe. A run in which no test ran is a failed one.
 */
public final class TestReports {
  private static final Pattern TAGGED = Pattern.compile("(?m)^\\s*@Tag\\(\"soak\"\\)");
  private static final Pattern LAST_PASS = Pattern.compile("(?m)^\\* last pass: (.*)$");
  private static final Pattern LINE_OF_CLASS = Pattern.compile("(?m)^\\| `(\\w+)` \\|");
  private static final Pattern FAILURE = Pattern.compile("\n`([\\w.]+)`:\n\n(?:    .*\n)+");
  private static final String NONE = "none is recorded";

  /** As long as the lines of pages may be. */
  private static final int LINE = 120;

  private static final int MESSAGE_LINES = 12;

  private TestReports() {}

  /** A test, or one invocation of it, or a class whose preparation failed: then without method. */
  private record Test(String type, String method, double seconds, boolean ran, String failure) {
    static Test of(Element test, String suite) {
      String named = test.getAttribute("classname"); // jqwik leaves the package out
      String type = named.contains(".") ? named : suite;
      String failure = null;
      for (String kind : List.of("failure", "error")) {
        NodeList found = test.getElementsByTagName(kind);
        if (found.getLength() > 0) {
          failure = text((Element) found.item(0));
        }
      }
      return new Test(
          type.substring(type.lastIndexOf('.') + 1),
          test.getAttribute("name").replaceFirst("[(\\[{].*", ""),
          time(test),
          test.getElementsByTagName("skipped").getLength() == 0,
          failure);
    }

    /** The message, or the exception if it has none. */
    private static String text(Element failure) {
      String message = failure.getAttribute("message").strip();
      return message.isEmpty() ? failure.getAttribute("type") : message;
    }

    boolean failed() {
      return failure != null;
    }

    /** The message, as code by indentation. */
    Stream<String> message() {
      return failure
          .replace(System.getProperty("user.dir") + "/", "")
          .lines()
          .filter(line -> !line.isBlank())
          .limit(MESSAGE_LINES)
          .map(line -> "    " + line.replace('\t', ' '));
    }

    String name() {
      return method.isEmpty() ? type : type + "." + method;
    }
  }

  /** The reports of one run of Maven, and the time of each class, preparations included. */
  private record Reports(List<Test> tests, Map<String, Double> seconds) {
    static Reports in(Path dir) throws Exception {
      Reports reports = new Reports(new ArrayList<>(), new TreeMap<>());
      for (String phase : List.of("surefire-reports", "properties-reports", "failsafe-reports")) {
        if (Files.isDirectory(dir.resolve(phase))) {
          try (Stream<Path> files = Files.list(dir.resolve(phase))) {
            for (Path file : files.sorted().toList()) {
              if (file.getFileName().toString().matches("TEST-.*\\.xml")) {
                reports.add(file);
              }
            }
          }
        }
      }
      return reports;
    }

    private void add(Path file) throws Exception {
      Element suite =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      NodeList found = suite.getElementsByTagName("testcase");
      List<Test> ofSuite =
          IntStream.range(0, found.getLength())
              .mapToObj(i -> Test.of((Element) found.item(i), suite.getAttribute("name")))
              .toList();
      tests.addAll(ofSuite);
      // of a class that two engines run, Surefire has the time of the second one alone
      double sum = ofSuite.stream().mapToDouble(Test::seconds).sum();
      String name = suite.getAttribute("name");
      seconds.merge(
          name.substring(name.lastIndexOf('.') + 1), Math.max(sum, time(suite)), Double::sum);
    }

    long ran() {
      return tests.stream().filter(Test::ran).count();
    }

    List<Test> failures() {
      return tests.stream().filter(Test::failed).toList();
    }
  }

  /** One of the runs of {@code bin/dev repeat}. */
  private record Run(Path dir, int exitCode, double seconds, Reports reports) {
    static Run in(Path dir) throws Exception {
      String[] result = Files.readString(dir.resolve("result")).strip().split(" ");
      return new Run(
          dir, Integer.parseInt(result[0]), Double.parseDouble(result[1]), Reports.in(dir));
    }

    int number() {
      return Integer.parseInt(dir.getFileName().toString());
    }

    boolean passed() {
      return exitCode == 0 && reports.ran() > 0 && reports.failures().isEmpty();
    }

    String result() {
      String tests = tests(reports.ran());
      if (passed()) {
        return tests + ", passed";
      }
      String reason =
          reports.ran() == 0
              ? "no test ran"
              : reports.failures().isEmpty()
                  ? tests + " and no failure, but Maven's exit code is " + exitCode
                  : tests + ", failed";
      return reason + "; see " + dir;
    }
  }

  /** A line of the table. */
  private record Line(String what, long failures, long runs, double seconds) {
    /** All invocations of one test in one run. */
    static Line of(String name, List<Test> tests) {
      return new Line(
          name,
          tests.stream().anyMatch(Test::failed) ? 1 : 0,
          tests.stream().anyMatch(Test::ran) ? 1 : 0,
          tests.stream().mapToDouble(Test::seconds).sum());
    }

    Line plus(Line other) {
      return new Line(what, failures + other.failures, runs + other.runs, seconds + other.seconds);
    }
  }

  /**
   * Prints the table of {@code repeat}, or writes the page of {@code soak}.
   *
   * @param args {@code table DIR HEADING}: of the runs in a directory; or {@code page FILE
   *     EXIT_CODE COMMIT MACHINE}: of the reports in {@code target}, with Maven's exit code, and
   *     the machine after the day
   */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    boolean passed =
        args[0].equals("table")
            ? table(Path.of(args[1]), args[2])
            : page(Path.of(args[1]), Integer.parseInt(args[2]), args[3], args[4]);
    System.exit(passed ? 0 : 1);
  }

  private static boolean table(Path dir, String heading) throws Exception {
    List<Run> runs = new ArrayList<>();
    try (Stream<Path> dirs = Files.list(dir)) {
      for (Path run : dirs.filter(d -> Files.exists(d.resolve("result"))).toList()) {
        runs.add(Run.in(run));
      }
    }
    runs.sort(Comparator.comparing(Run::number));
    Map<String, Line> tests = new TreeMap<>();
    for (Run run : runs) {
      run.reports.tests.stream()
          .collect(Collectors.groupingBy(Test::name))
          .forEach((name, of) -> tests.merge(name, Line.of(name, of), Line::plus));
    }

    List<Line> lines = new ArrayList<>();
    tests.values().stream()
        .filter(line -> line.failures > 0)
        .sorted(Comparator.comparing(Line::failures).reversed())
        .forEach(lines::add);
    // by the number of runs, so that a test that was missing in one shows
    tests.values().stream()
        .filter(line -> line.failures == 0)
        .collect(Collectors.groupingBy(Line::runs, TreeMap::new, Collectors.toList()))
        .descendingMap()
        .forEach(
            (count, group) ->
                lines.add(
                    new Line(
                        tests(group.size()) + " without a failure",
                        0,
                        count,
                        group.stream().mapToDouble(Line::seconds).sum())));
    for (Run run : runs) {
      String what = "run %d: %s".formatted(run.number(), run.result());
      lines.add(new Line(what, run.passed() ? 0 : 1, 1, run.seconds));
    }
    long failed = runs.stream().filter(run -> !run.passed()).count();
    lines.add(
        new Line(
            "all runs: %d passed, %d failed".formatted(runs.size() - failed, failed),
            failed,
            runs.size(),
            runs.stream().mapToDouble(Run::seconds).sum()));
    print(heading, lines);
    for (Run run : runs) { // the next repeat deletes the reports
      for (Test test : run.reports.failures()) {
        System.out.printf("%nrun %d, %s:%n", run.number(), test.name());
        test.message().forEach(System.out::println);
      }
    }
    return failed == 0 && !runs.isEmpty();
  }

  private static void print(String heading, List<Line> lines) {
    int width = lines.stream().mapToInt(line -> line.what.length()).max().orElse(0);
    System.out.printf(
        "%s%nfailures: of these runs, how many failed; seconds: of all of them together%n%n",
        heading);
    System.out.printf("%-" + width + "s  %8s  %6s  %9s%n", "test", "failures", "runs", "seconds");
    for (Line line : lines) {
      System.out.printf(
          "%-" + width + "s  %8d  %6d  %,9.1f%n",
          line.what,
          line.failures,
          line.runs,
          line.seconds);
    }
  }

  private static boolean page(Path file, int exitCode, String commit, String machine)
      throws Exception {
    Reports reports = Reports.in(Path.of("target"));
    if (reports.ran() == 0 && Files.exists(file)) {
      System.err.println("no test ran; " + file + " stays as it is");
      return false;
    }
    String before = Files.exists(file) ? Files.readString(file) : "";
    TreeSet<String> classes = new TreeSet<>(reports.seconds.keySet());
    classes.addAll(tagged());
    LINE_OF_CLASS.matcher(before).results().map(line -> line.group(1)).forEach(classes::add);
    TreeMap<String, Row> rows = new TreeMap<>();
    for (String type : classes) {
      rows.put(type, Row.of(type, reports, commit).orElseGet(() -> Row.in(before, type)));
    }
    long missing = rows.values().stream().filter(row -> row.tests == 0).count();
    long failed = rows.values().stream().filter(Row::failed).count();
    boolean passed = exitCode == 0 && missing == 0 && failed == 0;
    String day = machine.replaceFirst(",.*", "");
    boolean whole = rows.values().stream().allMatch(row -> row.commit.equals(commit));
    String pass = day + (whole ? ", commit " + commit : ", each class at the commit of its line");
    Files.writeString(
        file,
        """
        # Soak

        `bin/dev check` leaves out the tests tagged `soak`: they take too long for each change. `bin/dev soak` runs them,
        before a release or at night, and writes this page, whether they pass or not. A selection (`-Dit.test=`, `-Dtest=`)
        writes the lines of its classes: those that failed are repeated when they are mended.

        * last pass: %s
        * last run: %s

        | class | tests | seconds | result | commit |
        |---|---|---|---|---|
        %s%s"""
            .formatted(
                passed ? pass : lastPass(before),
                "%s,%n  commit %s: %s, %d failed; Maven's exit code %d. Of all %d classes %d failed, %d not run"
                    .formatted(
                        machine,
                        commit,
                        tests(reports.ran()),
                        reports.failures().size(),
                        exitCode,
                        rows.size(),
                        failed,
                        missing),
                rows.values().stream().map(Row::line).collect(Collectors.joining()),
                failures(reports.failures(), before, rows)));
    System.out.println((passed ? "passed" : "failed") + "; written: " + file);
    return passed;
  }

  /** A line of the page. */
  private record Row(String type, long tests, String seconds, String result, String commit) {
    /** Of this run; empty if it had none of its tests. */
    static Optional<Row> of(String type, Reports reports, String commit) {
      List<Test> tests = reports.tests.stream().filter(test -> test.type.equals(type)).toList();
      long ran = tests.stream().filter(Test::ran).count();
      long failed = tests.stream().filter(Test::failed).count();
      return ran == 0
          ? Optional.empty()
          : Optional.of(
              new Row(
                  type,
                  ran,
                  "%.1f".formatted(reports.seconds.get(type)),
                  failed == 0 ? "passed" : failed + " failed",
                  commit));
    }

    /** Of an earlier run. */
    static Row in(String page, String type) {
      Matcher line =
          Pattern.compile(
                  "(?m)^\\| `" + type + "` \\| (\\d+) \\| ([\\d.]*) ?\\| ([^|]+) \\| (\\S*) ?\\|$")
              .matcher(page);
      return line.find()
          ? new Row(
              type, Long.parseLong(line.group(1)), line.group(2), line.group(3), line.group(4))
          : new Row(type, 0, "", "not run", "");
    }

    boolean failed() {
      return result.endsWith(" failed");
    }

    String line() {
      return "| `%s` | %d | %s | %s | %s |\n"
          .formatted(type, tests, seconds, result, commit)
          .replace("|  |", "| |");
    }
  }

  /** Classes with tests that are tagged. */
  private static List<String> tagged() throws IOException {
    List<String> tagged = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        if (TAGGED.matcher(Files.readString(file)).find()) {
          tagged.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return tagged;
  }

  private static String lastPass(String page) {
    Matcher last = LAST_PASS.matcher(page);
    return last.find() ? last.group(1) : NONE;
  }

  /**
   * Messages are code by indentation: that between fences is taken for commands to try. Those of
   * classes that did not run now are the earlier ones.
   */
  private static String failures(List<Test> failures, String before, Map<String, Row> rows) {
    TreeMap<String, String> texts = new TreeMap<>();
    Matcher earlier = FAILURE.matcher(before);
    while (earlier.find()) {
      Row row = rows.get(earlier.group(1).replaceFirst("\\..*", ""));
      if (row != null && row.failed()) {
        texts.put(earlier.group(1), earlier.group());
      }
    }
    Set<String> now = failures.stream().map(Test::type).collect(Collectors.toSet());
    texts.keySet().removeIf(name -> now.contains(name.replaceFirst("\\..*", "")));
    for (Test test : failures) {
      StringBuilder text = new StringBuilder("\n`%s`:\n\n".formatted(test.name()));
      test.message()
          .map(line -> line.length() > LINE ? line.substring(0, LINE - 1) + "\u2026" : line)
          .forEach(line -> text.append(line).append('\n'));
      texts.put(test.name(), text.toString());
    }
    return texts.isEmpty() ? "" : "\n## Failures\n" + String.join("", texts.values());
  }

  private static String tests(long count) {
    return count == 1 ? "1 test" : "%,d tests".formatted(count);
  }

  private static double time(Element timed) {
    return Double.parseDouble(timed.getAttribute("time").replace(",", ""));
  }
}
