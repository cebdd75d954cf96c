package io.hbench.rundir;

import org.apache.commons.lang3.StringUtils;

/** Description of a failure in one line, for messages: never null, never empty. */
public final class FailureText {
  private FailureText() {}

  /**
   * The first line of the message; without a message the name of the class, and its cause. An error
   * of the JVM keeps its name: its message alone says little. Control characters, which a damaged
   * file may bring into a message, become question marks. A line that announces others, such as
   * HBase's list of all attempts, goes on with the cause.
   */
  public static String of(Throwable failure) {
    String message = StringUtils.stripToEmpty(failure.getMessage());
    String line = message.lines().findFirst().orElse("").replaceAll("\\p{Cc}", "?");
    if (line.isEmpty() && failure.getCause() != null) {
      line = of(failure.getCause());
    } else if (!line.isEmpty() && !(failure instanceof Error)) {
      boolean announces = line.endsWith(":") && failure.getCause() != null;
      return announces ? line + " " + of(failure.getCause()) : line;
    }
    String name = failure.getClass().getSimpleName();
    return line.isEmpty() ? name : name + ": " + line;
  }
}
