package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/dev repeat} and {@code bin/dev soak} make of reports of tests. */
class TestReportsTest {
  private static final String MACHINE = "1 May 2026, 2 processors (slow), 4 GB, Java 17.0.1";

  @TempDir static Path program;
  @TempDir Path dir;

  @BeforeAll
  static void compile() {
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", "" + program, "src/build/TestReports.java"))
        .isZero();
  }

  /** A class with tests for nights, and one without. */
  @BeforeEach
  void makeSources() throws IOException {
    Path sources = Files.createDirectories(dir.resolve("src/test/java"));
    Files.writeString(sources.resolve("NightIT.java"), "  @Tag(\"soak\")\n");
    Files.writeString(sources.resolve("DayTest.java"), "  @Tag(\"other\") // @Tag(\"soak\")\n");
  }

  @Test
  void testsThatFailedAreFirstThenTheOthersThenEachRun() throws Exception {
    run(1, "0 10");
    report("target/repeat/1/surefire-reports", "DayTest", passed("often"), passed("never(int)[1]"));
    report("target/repeat/1/failsafe-reports", "NightIT", passed("sometimes"));
    run(2, "1 11");
    report(
        "target/repeat/2/surefire-reports",
        "DayTest",
        failed("often", "why\nand how"),
        passed("never(int)[1]"),
        passed("never(int)[2]"));
    report("target/repeat/2/failsafe-reports", "NightIT", failed("sometimes", "why"));
    run(10, "1 12");
    report("target/repeat/10/surefire-reports", "DayTest", failed("often", "why"));

    Result table = program("table", "target/repeat", "bin/dev repeat 3 test");
    assertThat(table.out())
        .startsWith("bin/dev repeat 3 test\n")
        .endsWith(
            """
            test                                          failures    runs    seconds
            DayTest.often                                        2       3        4.5
            NightIT.sometimes                                    1       2        3.0
            1 test without a failure                             0       2        4.5
            run 1: 3 tests, passed                               0       1       10.0
            run 2: 4 tests, failed; see target/repeat/2          1       1       11.0
            run 10: 1 test, failed; see target/repeat/10         1       1       12.0
            all runs: 1 passed, 2 failed                         2       3       33.0

            run 2, DayTest.often:
                why
                and how

            run 2, NightIT.sometimes:
                why

            run 10, DayTest.often:
                why
            """);
    assertThat(table.exitCode()).isOne();
  }

  @Test
  void aRunWithoutTestsIsAFailure() throws Exception {
    run(1, "0 2");
    run(2, "0 2");
    report("target/repeat/2/surefire-reports", "DayTest", skipped("often"));
    Result table = program("table", "target/repeat", "");
    assertThat(table.out())
        .contains("run 1: no test ran; see target/repeat/1 ")
        .contains("run 2: no test ran; see target/repeat/2 ")
        .contains("all runs: 0 passed, 2 failed");
    assertThat(table.exitCode()).isOne();
  }

  @Test
  void aRunThatMavenCallsAFailureIsOneWhateverTheReportsSay() throws Exception {
    run(1, "1 2");
    report("target/repeat/1/surefire-reports", "DayTest", passed("often"));
    Result table = program("table", "target/repeat", "");
    assertThat(table.out()).contains("run 1: 1 test and no failure, but Maven's exit code is 1");
    assertThat(table.exitCode()).isOne();
  }

  @Test
  void runsThatPassedPass() throws Exception {
    run(1, "0 2");
    report("target/repeat/1/surefire-reports", "DayTest", passed("often"));
    assertThat(program("table", "target/repeat", "").exitCode()).isZero();
  }

  @Test
  void thePageOfSoakHasEachClassAndWhatFailed() throws Exception {
    String before = "* last pass: 30 April 2026, commit 1234567\n";
    Files.writeString(dir.resolve("soak.md"), before);
    report(
        "target/surefire-reports",
        "DayTest",
        passed("often"),
        failed("sometimes", "expected: 1\n\n but was: " + "2".repeat(200)));
    report("target/properties-reports", "DayTest", passed("always"));
    Result page = program("page", "soak.md", "0", "89abcde", MACHINE);
    assertThat(dir.resolve("soak.md"))
        .content()
        .contains(before)
        .contains("* last run: " + MACHINE + ",\n")
        .contains(
            "  commit 89abcde: 3 tests, 1 failed; Maven's exit code 0. Of all 2 classes 1 failed, 1 not"
                + " run")
        .contains("| `DayTest` | 3 | 4.5 | 1 failed | 89abcde |\n| `NightIT` | 0 | | not run | |\n")
        .endsWith(
            "`DayTest.sometimes`:\n\n    expected: 1\n     but was: " + "2".repeat(105) + "…\n");
    assertThat(page.exitCode()).isOne();
  }

  @Test
  void soakPassesIfEveryClassRanAndNoneFailed() throws Exception {
    report("target/failsafe-reports", "NightIT", passed("sometimes"));
    assertThat(program("page", "soak.md", "0", "89abcde", MACHINE).exitCode()).isZero();
    assertThat(dir.resolve("soak.md"))
        .content()
        .contains("* last pass: 1 May 2026, commit 89abcde\n")
        .contains("| `NightIT` | 1 | 1.5 | passed | 89abcde |\n")
        .doesNotContain("Failures");

    Files.delete(dir.resolve("soak.md"));
    report("target/failsafe-reports", "NightIT", skipped("sometimes"));
    report("target/failsafe-reports", "OtherIT", passed("sometimes"));
    assertThat(program("page", "soak.md", "0", "fedcba9", MACHINE).exitCode()).isOne();
    assertThat(dir.resolve("soak.md"))
        .content()
        .contains("* last pass: none is recorded\n")
        .contains("| `NightIT` | 0 | | not run | |\n");
  }

  @Test
  void aClassThatIsRepeatedHasANewLineAndTheOthersKeepTheirs() throws Exception {
    report("target/surefire-reports", "DayTest", failed("often", "expected: 1"));
    report("target/failsafe-reports", "NightIT", failed("sometimes", "expected: 2"));
    program("page", "soak.md", "0", "89abcde", MACHINE);

    Files.delete(dir.resolve("target/failsafe-reports/TEST-io.hbench.NightIT.xml"));
    report("target/surefire-reports", "DayTest", passed("often"));
    assertThat(program("page", "soak.md", "0", "fedcba9", MACHINE).exitCode()).isOne();
    assertThat(dir.resolve("soak.md"))
        .content()
        .contains("| `DayTest` | 1 | 1.5 | passed | fedcba9 |\n")
        .contains("| `NightIT` | 1 | 1.5 | 1 failed | 89abcde |\n")
        .contains("Of all 2 classes 1 failed, 0 not run")
        .endsWith("## Failures\n\n`NightIT.sometimes`:\n\n    expected: 2\n");
  }

  @Test
  void classesThatPassedAtDifferentCommitsPassWithoutOneCommit() throws Exception {
    Files.writeString(dir.resolve("soak.md"), "| `NightIT` | 1 | 1.5 | passed | 89abcde |\n");
    report("target/surefire-reports", "DayTest", passed("often"));
    assertThat(program("page", "soak.md", "0", "fedcba9", MACHINE).exitCode()).isZero();
    assertThat(dir.resolve("soak.md"))
        .content()
        .contains("* last pass: 1 May 2026, each class at the commit of its line\n");
  }

  @Test
  void aSoakWithoutTestsLeavesThePageAlone() throws Exception {
    Path page = Files.writeString(dir.resolve("soak.md"), "the last results");
    assertThat(program("page", "soak.md", "0", "89abcde", MACHINE).exitCode()).isOne();
    assertThat(page).hasContent("the last results");
  }

  /** The page in the repository: {@code bin/dev soak} writes it, a line is added by hand. */
  @Test
  void everyClassWithTestsForSoakHasALineOnItsPage() throws Exception {
    List<String> lines = Files.readAllLines(Pages.DOCS.resolve("soak.md"));
    List<String> classes = tagged("(?m)^ *@Tag\\(\"soak\"\\)");
    assertThat(classes).hasSizeGreaterThan(10);
    assertThat(classes)
        .as("without a line; of a class that is new: | `CLASS` | 0 | | not run | |")
        .filteredOn(
            name ->
                lines.stream()
                        .filter(line -> line.startsWith("| `" + name + "` |"))
                        .filter(
                            line ->
                                line.matches(
                                    ".* \\| (passed|not run|\\d+ failed) \\|( [\\w-]+)? \\|"))
                        .count()
                    != 1)
        .isEmpty();
  }

  @Test
  void theHeadOfThePageOfSoakCountsItsLines() throws Exception {
    List<String> lines = Files.readAllLines(Pages.DOCS.resolve("soak.md"));
    List<String> classes = lines.stream().filter(line -> line.startsWith("| `")).toList();
    assertThat(lines)
        .as("a line that was added by hand counts, too")
        .filteredOn(line -> line.contains(" Of all "))
        .singleElement()
        .asString()
        .endsWith(
            " Of all %d classes %d failed, %d not run"
                .formatted(
                    classes.size(),
                    classes.stream().filter(line -> line.contains(" failed |")).count(),
                    classes.stream().filter(line -> line.contains("| not run |")).count()));
  }

  /** A class with single methods for the soak may have a line, too. */
  @Test
  void everyClassThatOnlyTheSoakRunsSaysWhatTheCheckHasOfIt() throws Exception {
    String page = Files.readString(Path.of("CONTRIBUTING.md"));
    List<String> named =
        Pattern.compile("(?m)^\\| `(\\w+)` \\|")
            .matcher(page.substring(page.indexOf("## What only the soak runs")))
            .results()
            .map(line -> line.group(1))
            .toList();
    assertThat(named).isSorted().containsAll(tagged("(?m)^@Tag\\(\"soak\"\\)"));
    assertThat(tagged("(?m)^ *@Tag\\(\"soak\"\\)")).containsAll(named);
  }

  /** Classes of tests whose text has a pattern. */
  private static List<String> tagged(String pattern) throws IOException {
    Pattern tagged = Pattern.compile(pattern);
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> tagged.matcher(Pages.text(file)).find())
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .toList();
    }
  }

  private void run(int number, String result) throws IOException {
    Path run = Files.createDirectories(dir.resolve("target/repeat/" + number));
    Files.writeString(run.resolve("result"), result + "\n");
  }

  /** A report as Surefire writes it; jqwik names classes without their package. */
  private void report(String place, String type, String... tests) throws IOException {
    Path file =
        Files.createDirectories(dir.resolve(place)).resolve("TEST-io.hbench." + type + ".xml");
    Files.writeString(
        file,
        "<testsuite name='io.hbench.%s' time='1.0'>%s</testsuite>"
            .formatted(type, String.join("", tests)));
  }

  private static String passed(String name) {
    return "<testcase name='%s' classname='SomeTest' time='1.5'/>".formatted(name);
  }

  private static String skipped(String name) {
    return passed(name).replace("/>", "><skipped/></testcase>");
  }

  private static String failed(String name, String message) {
    return passed(name)
        .replace(
            "/>",
            "><failure message='%s'>at</failure></testcase>"
                .formatted(message.replace("\n", "&#10;")));
  }

  private record Result(int exitCode, String out) {}

  private Result program(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("-cp", program.toString(), "TestReports"));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), out);
  }
}
