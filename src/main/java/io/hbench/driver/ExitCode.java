package io.hbench.driver;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What scripts rely on. */
public final class ExitCode {
  public static final int FINE = 0;

  /** The run failed. */
  public static final int FAILED = 1;

  /** The command line or the configuration is wrong; nothing was submitted. */
  public static final int USAGE = 2;

  /** An objective was missed, or there is no rate that keeps it. */
  static final int MISSED = 3;

  /** The result can't be trusted; with {@code --strict} only. */
  static final int NOT_TRUSTED = 4;

  /** Rows are missing, or are not what they must be. */
  static final int WRONG_DATA = 5;

  /** Something is worse than it was. */
  public static final int REGRESSION = 6;

  private static final List<Integer> FROM_BEST_TO_WORST =
      List.of(FINE, NOT_TRUSTED, MISSED, REGRESSION, USAGE, FAILED, WRONG_DATA);

  private ExitCode() {}

  /** That of many runs. */
  public static int worst(Collection<Integer> codes) {
    return codes.stream().max(Comparator.comparing(FROM_BEST_TO_WORST::indexOf)).orElse(FINE);
  }
}
