package io.hbench.client;

import io.hbench.rundir.FailureText;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * The cause and the server of a failed request.
 *
 * @param kind simple name of HBase's exception, without its wrappers: one word
 * @param server {@code host:port} of the region server, or null if it is unknown
 * @param message first line of the exception's message, shortened; null if it has none
 */
public record Failure(String kind, String server, String message) {
  private static final int MAX_MESSAGE = 120;

  private static final Set<Class<?>> WRAPPERS =
      Set.of(
          CompletionException.class,
          ExecutionException.class,
          RetriesExhaustedException.class,
          UncheckedIOException.class); // iterating a scanner throws it

  /** A server in a message of HBase: {@code address=}, {@code hostname=}, {@code not online on}. */
  private static final Pattern SERVER =
      Pattern.compile(
          "(?:address=|hostname=|is not online on )([\\w.-]+)(?:/[\\w.:-]+?)?[:,](\\d{1,5})\\b");

  public static Failure of(Throwable failure) {
    Throwable inner = inner(failure);
    String message =
        StringUtils.isBlank(inner.getMessage())
            ? null
            : StringUtils.abbreviate(FailureText.of(inner), MAX_MESSAGE);
    return new Failure(kind(inner), server(failure), message);
  }

  /** Whether a server refused the request because its user lacks a right. */
  public boolean isDenial() {
    return kind.equals(AccessDeniedException.class.getSimpleName());
  }

  private static String kind(Throwable inner) {
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
      } else if ((WRAPPERS.contains(t.getClass()) || isEndOfRetries(t)) && t.getCause() != null) {
        t = t.getCause();
      } else {
        return t;
      }
    }
  }

  /** Of the blocking client, with the last cause; that of the asynchronous one is a wrapper. */
  private static boolean isEndOfRetries(Throwable t) {
    return t instanceof SocketTimeoutException
        && String.valueOf(t.getMessage()).startsWith("callTimeout=");
  }

  private static String server(Throwable failure) {
    for (Throwable t : ExceptionUtils.getThrowableList(failure)) {
      if (t instanceof RetriesExhaustedWithDetailsException details
          && details.getNumExceptions() > 0) {
        return details.getHostnamePort(0);
      }
      Matcher m = SERVER.matcher(String.valueOf(t.getMessage()));
      if (m.find()) {
        return m.group(1) + ":" + m.group(2);
      }
    }
    return null;
  }
}
