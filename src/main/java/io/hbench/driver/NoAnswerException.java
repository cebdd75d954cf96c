package io.hbench.driver;

import java.io.IOException;

/** End of a run whose thread was left behind in a call of a service: see {@link Watchdog}. */
final class NoAnswerException extends IOException {
  private static final long serialVersionUID = 1;

  NoAnswerException(String message) {
    super(message);
  }
}
