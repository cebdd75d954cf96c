package io.hbench.driver;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Exit codes of the process; scripts rely on them. */
public final class ExitCode {
  public static final int OK = 0;

  public static final int FAILED = 1;

  /** The command line or the configuration is wrong; nothing was submitted. */
  public static final int USAGE = 2;

  /** An objective was missed, or no rate met it. */
  static final int MISSED = 3;

  /** The verdict is not valid; with {@code --strict} only. */
  static final int NOT_TRUSTED = 4;

  /** The verification found defects. */
  static final int WRONG_DATA = 5;

  public static final int REGRESSION = 6;

  private static final List<Integer> FROM_BEST_TO_WORST =
      List.of(OK, NOT_TRUSTED, MISSED, REGRESSION, USAGE, FAILED, WRONG_DATA);

  private ExitCode() {}

  /** Whether all was measured, verified and compared: the code tells what the figures are. */
  static boolean isOfFigures(int code) {
    return FROM_BEST_TO_WORST.indexOf(code) <= FROM_BEST_TO_WORST.indexOf(REGRESSION);
  }

  public static int worst(Collection<Integer> codes) {
    return codes.stream().max(Comparator.comparing(FROM_BEST_TO_WORST::indexOf)).orElse(OK);
  }
}
