package io.hbench.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * Error in the command line or the configuration. The message is one line for the user, or one for
 * each error: flag, value, reason and a valid example.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Maximum length of a value in a message. */
  private static final int MAX_SHOWN = 200;

  /** An error in one line; control characters in it, which come from values, are replaced. */
  public UsageException(String message) {
    super(line(message));
  }

  /**
   * An error with a list, or several errors.
   *
   * @param separator line feed and the start of the next line
   */
  public UsageException(String separator, List<String> lines) {
    super(lines.stream().map(UsageException::line).collect(Collectors.joining(separator)));
  }

  private static String line(String text) {
    return text.replaceAll("\\p{Cc}", "?");
  }

  /**
   * The error of one value: {@code --rows 10X: not a count of 1 or more; try --rows 200k}.
   *
   * @param reason a phrase such as {@code not a file}, or one with a verb: {@code exists already}
   * @param example complete text to type instead
   */
  public static UsageException badValue(String flag, String value, String reason, String example) {
    return new UsageException(flag + " " + shown(value) + ": " + reason + "; try " + example);
  }

  /** The error of a property of Hadoop or HBase, with the file that sets it. */
  public static UsageException badProperty(
      Configuration conf, String property, String reason, String example) {
    String[] sources = conf.getPropertySources(property);
    String source = sources == null ? "" : " (" + sources[sources.length - 1] + ")";
    String value = conf.get(property, "");
    return new UsageException(
        property + " " + shown(value) + source + ": " + reason + "; try " + example);
  }

  private static String shown(String value) {
    boolean quoted = value.isEmpty() || value.chars().anyMatch(Character::isWhitespace);
    String start = StringUtils.abbreviate(value, MAX_SHOWN);
    return quoted ? "'" + start + "'" : start;
  }
}
