package io.hbench.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Markdown pages of the project, and their code blocks. */
final class Pages {
  static final Path README = Path.of("README.md");
  static final Path DOCS = Path.of("src/docs");

  private Pages() {}

  /** All pages: those at the top level, and those below {@code src/docs}. */
  static List<Path> all() {
    try (Stream<Path> top = Files.list(Path.of(""));
        Stream<Path> docs = Files.walk(DOCS)) {
      return Stream.concat(top, docs)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines between fences, without indentation; a line that ends in a backslash continues. */
  static List<String> codeLines(Path page) {
    List<String> lines = new ArrayList<>();
    boolean code = false;
    String begun = "";
    for (String line : text(page).lines().map(String::strip).toList()) {
      if (line.startsWith("```")) {
        code = !code;
      } else if (code && line.endsWith("\\")) {
        begun += line.substring(0, line.length() - 1);
      } else if (code) {
        lines.add(begun + line);
        begun = "";
      }
    }
    return lines;
  }

  /** The text without code blocks and generated parts' markers, for links. */
  static String prose(Path page) {
    return text(page).replaceAll("(?s)```.*?```", "").replaceAll("<!--.*?-->", "");
  }
}
