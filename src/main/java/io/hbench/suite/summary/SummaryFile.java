package io.hbench.suite.summary;

import io.hbench.settings.LocalFile;
import io.hbench.settings.UsageException;
import java.util.regex.Pattern;

/**
 * The local file with the verdict of the last suite as a mail: the first line is its subject. While
 * a suite runs, the file says that there is no verdict: after a suite that was killed, the verdict
 * of the night before is not mailed again.
 */
public final class SummaryFile {
  private static final String FLAG = "--summary";
  private static final String EXAMPLE = FLAG + " /var/tmp/nightly.txt";

  private static final Pattern FIRST_LINE =
      Pattern.compile("hbench \\S.* \\d{4}-\\d{2}-\\d{2}: .*");

  private SummaryFile() {}

  /**
   * The file of a name, which can be written.
   *
   * @throws UsageException if it can't, or if hbench did not write the existing file
   */
  public static LocalFile of(String name) {
    LocalFile file =
        LocalFile.of(FLAG, name, EXAMPLE, text -> FIRST_LINE.matcher(text).lookingAt());
    file.check();
    return file;
  }
}
