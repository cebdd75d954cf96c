package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.cluster.action.ActionType;
import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.figure.Figure;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.report.ReasonCode;
import io.hbench.rundir.SetupItem;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.suite.SuiteKey;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents say is what the code does. {@code -Dreadme.update} writes the tables anew. */
class DocumentationTest {
  private static final Path DOCS = Path.of("src/docs");

  @Test
  void theTableOfOperationsIsTheRegister() throws IOException {
    page("reference/operations.md")
        .holds(
            "operations",
            "| operation | does | rows |\n|---|---|---|\n"
                + Arrays.stream(Operations.values())
                    .map(o -> "| `%s` | %s | %s |\n".formatted(o, o.help(), rows(o)))
                    .collect(Collectors.joining()));
  }

  @Test
  void theTableOfKeyDistributionsIsTheRegister() throws IOException {
    page("keys.md")
        .holds(
            "keys",
            "| keys | rows |\n|---|---|\n"
                + Arrays.stream(KeyDistributionType.values())
                    .map(
                        o ->
                            "| `%s` | %s |\n"
                                .formatted(KeyDistribution.parse(o.toString()), o.help()))
                    .collect(Collectors.joining()));
  }

  @Test
  void theTableOfSettingsIsTheRegister() throws IOException {
    page("reference/settings.md")
        .holds(
            "settings",
            Settings.groups().stream()
                    .filter(group -> !group.flags().isEmpty())
                    .map(
                        group ->
                            "\n## %s\n\n| setting | default | meaning |\n|---|---|---|\n"
                                    .formatted(StringUtils.capitalize(group.heading()))
                                + group.flags().stream()
                                    .map(DocumentationTest::row)
                                    .collect(Collectors.joining()))
                    .collect(Collectors.joining())
                + "\n");
  }

  @Test
  void flagsThatMayBeRepeatedAreNamed() {
    String page = Pages.text(DOCS.resolve("reference/settings.md"));
    String named = StringUtils.substringBetween(page, "the last value counts;", "\n* ");
    assertThat(Pattern.compile("--[a-z-]+").matcher(named).results().map(found -> found.group()))
        .containsExactlyInAnyOrderElementsOf(
            Settings.flags().stream()
                .filter(flag -> !flag.kind().separator().isEmpty())
                .map(Setting::flag)
                .toList());
  }

  @Test
  void theTableOfPropertiesOfASiteIsTheRegister() throws IOException {
    page("reference/settings.md")
        .holds(
            "site",
            "| property | meaning |\n|---|---|\n"
                + Settings.with(SettingRole.SITE).stream()
                    .map(s -> "| `%s` | %s |\n".formatted(s.property(), s.help()))
                    .collect(Collectors.joining()));
  }

  @Test
  void theExampleOfASiteHasEveryPropertyOfASite() {
    Configuration example = new Configuration(false);
    example.addResource(new org.apache.hadoop.fs.Path("job-conf/hbench-site.xml"));
    assertThat(Settings.with(SettingRole.SITE)).allMatch(setting -> setting.isSet(example));
    assertThat(example.getFinalParameters()).hasSize(Settings.with(SettingRole.SITE).size());
  }

  @Test
  void theTableOfKeysOfASuiteIsTheRegister() throws IOException {
    page("reference/suite-file.md")
        .holds(
            "suite",
            "| in a suite | what |\n|---|---|\n"
                + Arrays.stream(SuiteKey.values())
                    .map(k -> "| %s`%s` | %s |\n".formatted(owner(k.part()), k, k.help()))
                    .collect(Collectors.joining()));
  }

  private static String owner(SuiteKey.Part part) {
    return switch (part) {
      case SUITE -> "";
      case CONFIGURATION -> "a configuration's ";
      case STEP -> "a step's ";
      case HOOK -> "a hook's ";
    };
  }

  @Test
  void theTableOfActionsIsTheRegister() throws IOException {
    page("reference/suite-file.md")
        .holds(
            "actions",
            "| action | does | undo |\n|---|---|---|\n"
                + Arrays.stream(ActionType.values())
                    .map(
                        a ->
                            "| `%s` | %s | %s |\n"
                                .formatted(a.usage().replace("|", "\\|"), a.help(), a.undo()))
                    .collect(Collectors.joining()));
  }

  @Test
  void theTableOfFiguresIsTheRegister() throws IOException {
    page("reference/figures.md")
        .holds(
            "figures",
            "| figure | unit | of | better | judged by | what |\n|---|---|---|---|---|---|\n"
                + Arrays.stream(Figure.values())
                    .map(
                        f ->
                            "| `%s` | %s | %s | %s | %s | %s |\n"
                                .formatted(
                                    f,
                                    f.unit(),
                                    f.scope().toString().toLowerCase(Locale.ROOT),
                                    f.moreIsBetter() ? "more" : "less",
                                    switch (f.role()) {
                                      case JUDGED -> "`compare`, `trend`";
                                      case COMPARED -> "`compare`";
                                      case WATCHED, SHOWN -> "";
                                    },
                                    f.help()))
                    .collect(Collectors.joining()));
  }

  @Test
  void everyItemOfASetupIsExplained() {
    String text = Pages.text(DOCS.resolve("metrics-and-verdicts.md"));
    for (SetupItem item : SetupItem.values()) {
      String row =
          SetupItem.settings().contains(item)
              ? "\n| %s | `%s` | ".formatted(item.label(), item.key())
              : item.label();
      assertThat(text).contains(row);
    }
  }

  @Test
  void everyReasonOfTheVerdictIsExplained() {
    String text = Pages.text(DOCS.resolve("metrics-and-verdicts.md"));
    assertThat(
            Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (?:invalid|degraded) \\|")
                .matcher(text)
                .results()
                .map(row -> row.group(1))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ReasonCode.values()).map(ReasonCode::toString).toList());
  }

  @Test
  void theWorkedExampleOfAnOperationIsTheOneThatIsTested() throws IOException {
    String source = Files.readString(Path.of("src/test/java/io/hbench/it/CountingOperation.java"));
    page("extending.md").holds("example", "```java\n" + source + "```\n");
  }

  @Test
  void everyPackageIsInItsDescription() throws IOException {
    String page = Files.readString(Path.of("src/docs/architecture.md"));
    Path main = Path.of("src/main/java/io/hbench");
    List<String> packages =
        Sources.below(main).stream()
            .map(file -> main.relativize(file.getParent()).toString().replace('/', '.'))
            .distinct()
            .toList();
    assertThat(packages)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
  }

  @Test
  void everyClassThatThePageNamesExists() throws IOException {
    String page = Files.readString(Path.of("src/docs/architecture.md"));
    List<String> classes;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      classes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replace(".java", ""))
              .toList();
    }
    Matcher named =
        Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\\b")
            .matcher(page.substring(page.indexOf("```"), page.lastIndexOf("```")));
    List<String> foreign = List.of("Configuration", "PerformanceEvaluation", "HdrHistogram");
    while (named.find()) {
      if (!foreign.contains(named.group())) {
        assertThat(classes.contains(named.group())).as(named.group()).isTrue();
      }
    }
  }

  @Test
  void everyDecisionIsInTheIndex() throws IOException {
    String index = Files.readString(Path.of("src/docs/decisions/README.md"));
    try (Stream<Path> pages = Files.list(Path.of("src/docs/decisions"))) {
      assertThat(pages.map(p -> p.getFileName().toString()))
          .filteredOn(name -> !name.equals("README.md"))
          .isNotEmpty()
          .allMatch(index::contains);
    }
  }

  static Stream<File> jobConfs() {
    return Arrays.stream(
        Optional.ofNullable(new File("job-conf").listFiles(f -> f.getName().endsWith(".xml")))
            .orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("jobConfs")
  void everyJobConfHasOnlySettingsThatExist(File file) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toURI()));
    Settings.checkNames(conf);
    Settings.all().forEach(setting -> setting.find(conf)); // or the value is wrong
    if (Settings.ASSIGNMENTS.isSet(conf)) {
      assertThat(RunSpec.from(conf).tasks()).isPositive();
    }
  }

  private static MarkedPage page(String name) {
    return new MarkedPage(DOCS.resolve(name));
  }

  private static String rows(OperationType operation) {
    return switch (operation.rows()) {
      case ANY -> "0 to `--rows`";
      case EXISTING -> "0 to `--rows`, which must be there";
      case NEW -> "from `--rows` on";
    };
  }

  private static String row(Setting<?> setting) {
    return "| `%s` | %s | %s |\n".formatted(setting.flag(), fallback(setting), setting.help());
  }

  private static String fallback(Setting<?> setting) {
    return setting.fallback().isEmpty() ? "" : "`" + setting.fallback() + "`";
  }
}
