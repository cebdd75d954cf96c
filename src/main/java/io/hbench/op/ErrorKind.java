package io.hbench.op;

import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.ipc.RemoteException;

/** Which failure it was: the HBase exception that matters, not what it came wrapped in. */
public final class ErrorKind {
  private static final Set<Class<?>> WRAPPERS =
      Set.of(
          CompletionException.class,
          ExecutionException.class,
          RetriesExhaustedException.class,
          UncheckedIOException.class); // what iterating a scanner throws

  private ErrorKind() {}

  /** The simple name of the exception's class: one word without blanks. */
  public static String of(Throwable failure) {
    Throwable inner = inner(failure);
    if (inner instanceof RemoteException remote) {
      String name = remote.getClassName();
      return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
    String name = inner.getClass().getSimpleName();
    return name.isEmpty() ? inner.getClass().getSuperclass().getSimpleName() : name;
  }

  private static Throwable inner(Throwable failure) {
    Throwable t = failure;
    while (true) {
      if (t instanceof RetriesExhaustedWithDetailsException details
          && details.getNumExceptions() > 0) {
        t = details.getCause(0);
      } else if (WRAPPERS.contains(t.getClass()) && t.getCause() != null) {
        t = t.getCause();
      } else {
        return t;
      }
    }
  }
}
