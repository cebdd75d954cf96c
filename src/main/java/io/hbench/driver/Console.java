package io.hbench.driver;

import io.hbench.doc.TextRenderer;
import io.hbench.rundir.Version;
import io.hbench.settings.Settings;
import io.hbench.time.Time;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Streams, environment and time of the process.
 *
 * @param in answers to questions
 * @param out results
 * @param err progress and errors
 * @param isTerminal whether the streams are a terminal
 * @param said lines that are not said again
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean isTerminal,
    Map<String, String> environment,
    Time time,
    Audit audit,
    Set<String> said) {

  /** A console of a command that is not recorded. */
  public Console(
      InputStream in,
      PrintStream out,
      PrintStream err,
      boolean isTerminal,
      Map<String, String> environment,
      Time time) {
    this(in, out, err, isTerminal, environment, time, Audit.NONE, ConcurrentHashMap.newKeySet());
  }

  public Console with(Audit record) {
    return new Console(in, out, err, isTerminal, environment, time, record, said);
  }

  @SuppressWarnings("SystemConsoleNull") // null without a terminal on the JDKs that Hadoop supports
  public static Console ofProcess() {
    boolean isTerminal = System.console() != null && !isFile("/proc/self/fd/2");
    return new Console(
        System.in,
        isTerminal ? System.out : utf8(FileDescriptor.out),
        isTerminal ? System.err : utf8(FileDescriptor.err),
        isTerminal,
        System.getenv(),
        Time.real());
  }

  /** Java looks at standard input and output only: a question in a file would wait unseen. */
  private static boolean isFile(String descriptor) {
    try {
      Path to = Path.of(descriptor).toRealPath();
      return Files.isRegularFile(to) || to.equals(Path.of("/dev/null"));
    } catch (IOException e) { // a pipe
      return false;
    }
  }

  /** For files and programs; a locale such as cron's has no character for µ. */
  private static PrintStream utf8(FileDescriptor to) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(to)), true, StandardCharsets.UTF_8);
  }

  /**
   * Prints the stack trace of a bug in hbench.
   *
   * @return one line for the user
   */
  public String bug(RuntimeException bug) {
    bug.printStackTrace(err);
    return "this is a bug in hbench " + Version.hbench();
  }

  /** Prints a line for the user beside the results. */
  public void say(String line) {
    err.println("hbench: " + TextRenderer.printable(line));
  }

  /** Prints a line once, however many runs of this process say it. */
  void sayOnce(String line) {
    if (said.add(line)) {
      say(line);
    }
  }

  /** Takes lines of progress, which a quiet run does not show. */
  Consumer<String> progress(Configuration conf) {
    return Settings.QUIET.get(conf) ? line -> {} : err::println;
  }

  /** Asks a yes-or-no question; without a terminal the answer is no. */
  boolean confirm(String question) {
    if (!isTerminal) {
      return false;
    }
    err.print(TextRenderer.printable(question) + " [y/N] ");
    err.flush();
    try {
      String answer =
          new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())).readLine();
      boolean yes = answer != null && answer.trim().toLowerCase(Locale.ROOT).startsWith("y");
      audit.note("consent", question + (yes ? " yes" : " no"));
      return yes;
    } catch (IOException e) {
      return false;
    }
  }
}
