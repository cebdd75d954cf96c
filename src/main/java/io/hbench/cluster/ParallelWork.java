package io.hbench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableFunction;

/** Work on many things in threads of its own, with progress reports. */
final class ParallelWork {
  private ParallelWork() {}

  /**
   * Does the work, and waits for all results.
   *
   * @param threads maximum number of threads
   * @param report called once a second
   * @return in the order of the things
   * @throws IOException that a thread has thrown, without its wrappers
   */
  static <K, V> List<V> of(
      int threads, List<K> things, FailableFunction<K, V, IOException> work, Runnable report)
      throws IOException, InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.max(1, Math.min(things.size(), threads)));
    try {
      List<Future<V>> futures =
          things.stream().map(thing -> pool.submit(() -> work.apply(thing))).toList();
      List<V> results = new ArrayList<>();
      while (results.size() < futures.size()) {
        try {
          results.add(futures.get(results.size()).get(1, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
          report.run();
        } catch (ExecutionException e) {
          UncheckedIOException wrapped =
              ExceptionUtils.throwableOfType(e, UncheckedIOException.class);
          throw wrapped == null ? new IOException(e) : wrapped.getCause();
        }
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
