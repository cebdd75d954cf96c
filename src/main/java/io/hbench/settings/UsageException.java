package io.hbench.settings;

/**
 * The command line or the configuration is wrong. The message is one line for the user: the flag,
 * the value, and a good example.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /** {@code --rows: '10X' is not a count; try 200k or 10M}. */
  public static UsageException badValue(String flag, String value, String problem, String example) {
    return new UsageException(flag + ": '" + value + "' " + problem + "; try " + example);
  }
}
