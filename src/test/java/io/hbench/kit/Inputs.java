package io.hbench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the tests drew, in files of the directory {@code -Dtest.inputs=DIRECTORY}: sorted, those of
 * two runs of the tests are the same.
 */
final class Inputs {
  private static final Optional<Path> DIRECTORY =
      Optional.ofNullable(System.getProperty("test.inputs")).map(Path::of);

  private static final Pattern DRAW_SEED = Pattern.compile("\"drawSeed\": ?(\\d+)");

  private Inputs() {}

  /** Notes the inputs of a property. */
  static void note(Class<?> test, String inputs) {
    DIRECTORY.ifPresent(directory -> append(directory.resolve(test.getName()), inputs));
  }

  /** Notes the draw seeds of all runs below a directory. */
  static void noteDrawSeeds(Path runs) {
    if (DIRECTORY.isPresent() && Files.isDirectory(runs)) {
      try (Stream<Path> files = Files.walk(runs)) {
        for (Path file : files.filter(path -> path.endsWith("report.json")).toList()) {
          Matcher seed = DRAW_SEED.matcher(Files.readString(file));
          String run = runs.getParent().relativize(file) + " ";
          append(DIRECTORY.get().resolve("draw-seeds"), run + (seed.find() ? seed.group(1) : "-"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void append(Path file, String line) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
