package io.hbench.suite.summary;

import io.hbench.rundir.LocalFile;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The local file with the verdict of the last suite as a mail: the first line is its subject. While
 * a suite runs, the file says that there is no verdict: after a suite that was killed, the verdict
 * of the night before is not mailed again.
 */
public record SummaryFile(LocalFile file) {
  private static final String FLAG = "--summary";
  private static final String EXAMPLE = FLAG + " /var/tmp/nightly.txt";

  private static final Pattern FIRST_LINE =
      Pattern.compile("hbench \\S.* \\d{4}-\\d{2}-\\d{2}: .*");

  /**
   * The file of a name, which can be written.
   *
   * @throws UsageException if it can't, or if hbench did not write the existing file
   */
  public static SummaryFile of(String name) {
    try {
      SummaryFile summary =
          new SummaryFile(
              new LocalFile(
                  Path.of(name).toAbsolutePath(), text -> FIRST_LINE.matcher(text).lookingAt()));
      summary.check();
      return summary;
    } catch (InvalidPathException e) {
      throw UsageException.badValue(FLAG, name, "is not a path", EXAMPLE);
    }
  }

  private void check() {
    file.problem()
        .ifPresent(
            problem -> {
              throw UsageException.badValue(FLAG, file.path().toString(), problem, EXAMPLE);
            });
  }

  /** Replaces the file of an earlier suite atomically. */
  public void write(String text) throws IOException {
    check();
    file.replace(text);
  }
}
