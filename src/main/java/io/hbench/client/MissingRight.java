package io.hbench.client;

import static io.hbench.figure.Format.format;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.ipc.RemoteException;

/**
 * A right in HBase that a user lacks, as text for messages.
 *
 * @param right letter of HBase's shell: R, W, X, C or A; {@code ?} if the server did not name it
 * @param scope what it is a right on, in words: {@code table 't1'}
 * @param operands of the shell's {@code grant} behind user and right: {@code 't1'}; empty for a
 *     right on everything
 */
public record MissingRight(String user, char right, String scope, String operands) {
  private static final char UNKNOWN = '?';
  private static final String GLOBAL = "(global, ";
  private static final Pattern ACTION = Pattern.compile("action=([A-Z]+)");

  public static MissingRight onTable(HBaseUser user, Action action, TableName table) {
    return onTable(user, (char) action.code(), table);
  }

  /** A right on everything, by its letter. */
  public static MissingRight onEverything(HBaseUser user, char letter) {
    return new MissingRight(user.toString(), letter, "everything", "");
  }

  private static MissingRight onTable(HBaseUser user, char letter, TableName table) {
    return new MissingRight(user.toString(), letter, "table '" + table + "'", "'" + table + "'");
  }

  public static MissingRight onFamily(
      HBaseUser user, Action action, TableName table, String family) {
    return new MissingRight(
        user.toString(),
        (char) action.code(),
        "family '" + family + "' of table '" + table + "'",
        "'" + table + "', '" + family + "'");
  }

  public static MissingRight onNamespace(HBaseUser user, Action action, TableName table) {
    String namespace = table.getNamespaceAsString();
    return new MissingRight(
        user.toString(),
        (char) action.code(),
        "namespace '" + namespace + "'",
        "'@" + namespace + "'");
  }

  /**
   * The right for whose lack a server has refused a request.
   *
   * @param user of the request, as table
   * @return empty if the request failed for another reason
   */
  public static Optional<MissingRight> of(Throwable failure, HBaseUser user, TableName table) {
    return ExceptionUtils.getThrowableList(failure).stream()
        .filter(MissingRight::isDenial)
        .findFirst()
        .map(
            denial -> {
              String message = message(denial);
              Matcher action = ACTION.matcher(message);
              char right = action.find() ? action.group(1).charAt(0) : UNKNOWN;
              return message.contains(GLOBAL)
                  ? onEverything(user, right)
                  : onTable(user, right, table);
            });
  }

  /**
   * The failure of a request, which names the right if it failed for lack of one.
   *
   * @param user of the request, as table
   * @param what needs the right, as for {@link #neededBy}
   */
  public static IOException named(
      IOException failure, HBaseUser user, TableName table, String what) {
    return of(failure, user, table)
        .map(right -> new IOException(right.neededBy(what), failure))
        .orElse(failure);
  }

  private static boolean isDenial(Throwable failure) {
    return failure instanceof AccessDeniedException
        || (failure instanceof RemoteException remote
            && remote.getClassName().equals(AccessDeniedException.class.getName()))
        || (failure instanceof RetriesExhaustedWithDetailsException details
            && details.getNumExceptions() > 0
            && isDenial(details.getCause(0)));
  }

  private static String message(Throwable denial) {
    return denial instanceof RetriesExhaustedWithDetailsException details
        ? details.getCause(0).getMessage()
        : String.valueOf(denial.getMessage());
  }

  /**
   * One line with all that an administrator has to know.
   *
   * @param what needs the right: an operation, a command or a flag
   */
  public String neededBy(String what) {
    return right == UNKNOWN
        ? "HBase denies user '%s' on %s what %s needs; ask for that right"
            .formatted(user, scope, what)
        : "%s, which %s needs; grant it: grant '%s', '%s'%s"
            .formatted(this, what, user, right, operands.isEmpty() ? "" : ", " + operands);
  }

  @Override
  public String toString() {
    return format("user '%s' lacks %s on %s", user, right, scope);
  }
}
