package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No text for people has a word that the glossary replaces: neither the string literals of the code
 * (help, messages, reports, names of fields) nor pages, scripts and configuration files. The words
 * are those of the table in src/docs/glossary.md.
 */
class GlossaryTest {
  /** Where a word is right all the same. */
  private static final List<Except> EXCEPTIONS =
      List.of(
          new Except("src/docs/glossary.md", ".*", "lists the words"),
          new Except(
              "src/docs/changelog.md", ".*", "names old flags and fields, and their new names"),
          new Except(
              "src/main/java/io/hbench/settings/NameSuggestion",
              ".*",
              "maps old names of flags to new ones"),
          new Except("src/docs/soak.md", ".*", "quotes the messages of failed tests"),
          new Except("bin/sandbox", "patience", "name of a variable"));

  private record Except(String file, String word, String reason) {
    boolean holds(String where, String found) {
      return where.startsWith(file) && found.matches(word);
    }
  }

  @Test
  void noTextHasAWordThatTheGlossaryReplaces() throws IOException {
    List<String> found = new ArrayList<>();
    List<String> words = words();
    Pattern pattern =
        Pattern.compile(
            words.stream()
                .map(word -> Pattern.quote(word).replace(" ", "\\E\\s+\\Q"))
                .collect(Collectors.joining("|", "(?i)(?<![\\w-])(?:", ")(?![\\w-])")));
    texts()
        .forEach(
            (where, text) -> {
              Matcher matcher = pattern.matcher(text);
              while (matcher.find()) {
                String word = matcher.group().replaceAll("\\s+", " ");
                if (EXCEPTIONS.stream().noneMatch(e -> e.holds(where, word))) {
                  found.add(where + ": '" + word + "' in: " + around(text, matcher));
                }
              }
            });
    assertThat(found).isEmpty();
  }

  @Test
  void theGlossaryHasWords() {
    assertThat(words()).hasSizeGreaterThan(40).contains("ledger", "start line", "can't tell");
  }

  @Test
  void everyExceptionHasAReason() {
    assertThat(EXCEPTIONS).noneMatch(e -> e.reason().isBlank());
  }

  /** The left column of the table, each word in backticks. */
  private static List<String> words() {
    String page = Pages.text(Pages.DOCS.resolve("glossary.md"));
    String table = page.substring(page.indexOf("<!-- words:"));
    return table
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1)[1])
        .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
        .map(word -> word.group(1))
        .toList();
  }

  /** Where a text stands, and the text. */
  private static Map<String, String> texts() throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Path page : Pages.all()) {
      texts.put(page.toString(), Pages.text(page));
    }
    for (String place : List.of("bin", "job-conf", "src/main/resources")) {
      for (Path file : files(place)) {
        texts.put(file.toString(), Files.readString(file));
      }
    }
    StaticJavaParser.getParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17);
    for (Path file : files("src/main/java")) {
      texts.put(file.toString(), literals(file));
    }
    return texts;
  }

  private static List<Path> files(String place) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(place))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** String literals, one a line; parts that are added up are one. */
  private static String literals(Path file) throws IOException {
    return StaticJavaParser.parse(file).findAll(Expression.class, GlossaryTest::isWhole).stream()
        .map(GlossaryTest::text)
        .collect(Collectors.joining("\n\u2014\n"));
  }

  private static boolean isWhole(Expression e) {
    boolean part = e.getParentNode().filter(GlossaryTest::isSum).isPresent();
    return !part && (e instanceof LiteralStringValueExpr || isSum(e));
  }

  private static boolean isSum(Object node) {
    return node instanceof BinaryExpr sum && sum.getOperator() == BinaryExpr.Operator.PLUS;
  }

  private static String text(Expression e) {
    if (e instanceof BinaryExpr sum && isSum(e)) {
      return text(sum.getLeft()) + text(sum.getRight());
    }
    if (e instanceof TextBlockLiteralExpr block) {
      return block.translateEscapes();
    }
    return e instanceof StringLiteralExpr literal ? literal.asString() : "\u2026";
  }

  private static String around(String text, Matcher matcher) {
    int from = Math.max(0, matcher.start() - 40);
    int to = Math.min(text.length(), matcher.end() + 40);
    return text.substring(from, to).replaceAll("\\s+", " ");
  }
}
