package io.hbench.cli;

/** What scripts rely on. */
final class ExitCode {
  static final int FINE = 0;

  /** The run failed. */
  static final int FAILED = 1;

  /** The command line or the configuration is wrong; nothing was submitted. */
  static final int USAGE = 2;

  /** The result can't be trusted; with {@code --strict} only. */
  static final int NOT_TRUSTED = 4;

  /** Rows are missing, or are not what they must be. */
  static final int WRONG_DATA = 5;

  private ExitCode() {}
}
