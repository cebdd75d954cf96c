package io.hbench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Waits for results of other threads and reports progress meanwhile. */
final class PendingResults {
  private PendingResults() {}

  /**
   * Waits for all results.
   *
   * @param every time between two progress reports
   * @throws IOException that a thread has thrown, without its wrappers
   */
  static <T> List<T> of(List<Future<T>> work, Duration every, Runnable report)
      throws IOException, InterruptedException {
    List<T> results = new ArrayList<>();
    while (results.size() < work.size()) {
      try {
        results.add(work.get(results.size()).get(every.toMillis(), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        report.run();
      } catch (ExecutionException e) {
        UncheckedIOException wrapped =
            ExceptionUtils.throwableOfType(e, UncheckedIOException.class);
        throw wrapped == null ? new IOException(e) : wrapped.getCause();
      }
    }
    return results;
  }
}
