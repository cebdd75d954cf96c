package io.hbench.settings;

/**
 * Error in the command line or the configuration. The message is one line for the user: flag,
 * value, reason and a valid example.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /**
   * The error of one value: {@code --rows 10X: not a count of 1 or more; try --rows 200k}.
   *
   * @param reason a phrase such as {@code not a file}, or one with a verb: {@code exists already}
   * @param example complete text to type instead
   */
  public static UsageException badValue(String flag, String value, String reason, String example) {
    boolean quoted = value.isEmpty() || value.chars().anyMatch(Character::isWhitespace);
    String shown = quoted ? "'" + value + "'" : value;
    return new UsageException(flag + " " + shown + ": " + reason + "; try " + example);
  }
}
