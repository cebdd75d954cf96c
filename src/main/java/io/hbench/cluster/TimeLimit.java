package io.hbench.cluster;

import io.hbench.settings.UsageException;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Limit of the wait for a service. The clients of ZooKeeper, HBase, YARN and HDFS try again for
 * several minutes, up to 15, before they give up.
 */
public final class TimeLimit {
  private TimeLimit() {}

  /**
   * Calls a service. After the limit the call goes on in a daemon thread, and its result is lost.
   *
   * @param failure begin of the message of a failure, such as {@code can't reach HBase at …}
   * @throws UsageException as the call threw it
   * @throws IOException if the call fails, with its root cause, or does not return in time
   */
  public static <T> T call(Duration limit, String failure, Callable<T> service)
      throws IOException, InterruptedException {
    return start(limit, failure, service).result();
  }

  /** The same for a call without a result. */
  public static void run(
      Duration limit, String failure, FailableRunnable<? extends Exception> service)
      throws IOException, InterruptedException {
    call(
        limit,
        failure,
        () -> {
          service.run();
          return null;
        });
  }

  /** Calls a service, while this thread does something else. */
  public static <T> Call<T> start(Duration limit, String failure, Callable<T> service) {
    ExecutorService thread = Time.real().threads("call", 1);
    Call<T> call = new Call<>(limit, failure, thread, thread.submit(service));
    thread.shutdown(); // ends after the call, also if nobody waits for its result
    return call;
  }

  public record Call<T>(Duration limit, String failure, ExecutorService thread, Future<T> future) {
    /** Waits for the result, up to the limit from now. */
    public T result() throws IOException, InterruptedException {
      try {
        return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new IOException(failure + ": no answer in " + limit.toSeconds() + " s", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UsageException) {
          throw (UsageException) e.getCause();
        }
        throw new IOException(failure + ": " + rootMessage(e), e.getCause());
      } finally {
        thread.shutdownNow();
      }
    }
  }

  /** One line about the root cause; HBase's own message lists every attempt. */
  private static String rootMessage(ExecutionException failure) {
    Throwable root = ExceptionUtils.getRootCause(failure);
    String name = root.getClass().getSimpleName();
    return root.getMessage() == null
        ? name
        : name + " " + StringUtils.substringBefore(root.getMessage(), "\n");
  }
}
