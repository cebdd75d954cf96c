package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyDistributionType;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.suite.Column;
import io.hbench.suite.SuiteKey;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents say is what the code does. {@code -Dreadme.update} writes the tables anew. */
class DocumentationTest {
  private static final MarkedPage DOCS = new MarkedPage(Path.of("README.md"));

  @Test
  void theTableOfOperationsIsTheRegister() throws IOException {
    DOCS.holds(
        "operations",
        "| operation | does | rows |\n|---|---|---|\n"
            + Arrays.stream(Operations.values())
                .map(o -> "| `%s` | %s | %s |\n".formatted(o, o.help(), rows(o)))
                .collect(Collectors.joining()));
  }

  @Test
  void theTableOfKeyDistributionsIsTheRegister() throws IOException {
    DOCS.holds(
        "keys",
        "| keys | rows |\n|---|---|\n"
            + Arrays.stream(KeyDistributionType.values())
                .map(o -> "| `%s` | %s |\n".formatted(KeyDistribution.of(o), o.help()))
                .collect(Collectors.joining()));
  }

  @Test
  void theTableOfSettingsIsTheRegister() throws IOException {
    DOCS.holds(
        "settings",
        "| setting | default | what |\n|---|---|---|\n"
            + Settings.flags().stream()
                .map(s -> "| `%s` | %s | %s |\n".formatted(s.flag(), fallback(s), s.help()))
                .collect(Collectors.joining()));
  }

  @Test
  void theTableOfKeysOfASuiteIsTheRegister() throws IOException {
    DOCS.holds(
        "suite",
        "| in a suite | what |\n|---|---|\n"
            + Arrays.stream(SuiteKey.values())
                .map(k -> "| %s`%s` | %s |\n".formatted(k.part().owner(), k, k.help()))
                .collect(Collectors.joining()));
  }

  @Test
  void theTableOfColumnsIsTheRegister() throws IOException {
    DOCS.holds(
        "columns",
        "| column | what |\n|---|---|\n"
            + Arrays.stream(Column.values())
                .map(c -> "| `%s` | %s |\n".formatted(c, c.help()))
                .collect(Collectors.joining()));
  }

  @Test
  void theWorkedExampleOfAnOperationIsTheOneThatIsTested() throws IOException {
    String source = Files.readString(Path.of("src/test/java/io/hbench/it/CountingOperation.java"));
    new MarkedPage(Path.of("src/docs/your-own-operation.md"))
        .holds("example", "```java\n" + source + "```\n");
  }

  @Test
  void everyFloorOfTheHouseIsInItsDescription() throws IOException {
    String page = Files.readString(Path.of("src/docs/architecture.md"));
    File[] floors = new File("src/main/java/io/hbench").listFiles(File::isDirectory);
    assertThat(floors).isNotEmpty();
    for (File floor : floors) {
      assertThat(page).contains("| `" + floor.getName() + "` |");
    }
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
    List<String> foreign = List.of("Configuration", "PerformanceEvaluation");
    while (named.find()) {
      if (!foreign.contains(named.group())) {
        assertThat(classes).contains(named.group());
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
    if (Settings.ASSIGNMENTS.isSet(conf)) {
      assertThat(RunSpec.from(conf).tasks()).isPositive();
    }
  }

  private static String rows(OperationType operation) {
    return switch (operation.rows()) {
      case ANY -> "0 to `--rows`";
      case EXISTING -> "0 to `--rows`, which must be there";
      case NEW -> "from `--rows` on";
    };
  }

  private static String fallback(Setting<?> setting) {
    return setting.fallback().isEmpty() ? "" : "`" + setting.fallback() + "`";
  }
}
