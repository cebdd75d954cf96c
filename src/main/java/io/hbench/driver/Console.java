package io.hbench.driver;

import io.hbench.rundir.Version;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;

/**
 * Where the program's words come from and go to.
 *
 * @param out results
 * @param err progress and errors
 * @param isTerminal whether a person sits there
 * @param environment the variables of the shell
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean isTerminal,
    Map<String, String> environment) {

  @SuppressWarnings("SystemConsoleNull") // it does on the JDKs that Hadoop's client runs on
  public static Console ofProcess() {
    return new Console(
        System.in, System.out, System.err, System.console() != null, System.getenv());
  }

  /**
   * Tells those who are to mend it of a mistake of hbench's own.
   *
   * @return the line for everybody else
   */
  public String bug(RuntimeException mistake) {
    mistake.printStackTrace(err);
    return "this is a bug in hbench " + Version.hbench();
  }

  /** Asks a person; without one the answer is no. */
  boolean confirm(String question) {
    if (!isTerminal) {
      return false;
    }
    err.print(question + " [y/N] ");
    err.flush();
    try {
      String answer =
          new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())).readLine();
      return answer != null && answer.trim().toLowerCase(Locale.ROOT).startsWith("y");
    } catch (IOException e) {
      return false;
    }
  }
}
