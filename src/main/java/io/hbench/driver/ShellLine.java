package io.hbench.driver;

import static io.hbench.figure.Format.format;

import io.hbench.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/**
 * A running bash command line on this machine, as the user who runs hbench. It ends when bash has
 * ended and its standard output is closed, also by children in the background.
 */
final class ShellLine implements AutoCloseable {
  /** Limit of a line without a limit of its own. */
  public static final Duration LIMIT = Duration.ofHours(1);

  /** Time for a line to end after it was asked to. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 20;

  /** Bytes of output that are kept: the last ones, as errors come at the end. */
  private static final int MAX_OUTPUT = 1 << 20;

  /** Environment variable that marks the processes of one line. */
  private static final String MARK = "HBENCH_LINE";

  /**
   * Runs a line, and lives as long as any process that may write its output: the JVM closes the
   * pipe of a process that has ended, with or without its children.
   */
  private static final String TO_THE_LAST = "bash -c \"$0\" 2>&1 | cat; exit ${PIPESTATUS[0]}";

  private final String line;
  private final String mark;
  private final Process process;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final Thread reader;
  private final AtomicLong leftOut = new AtomicLong();
  private volatile boolean over;

  private ShellLine(String line, String mark, Process process) {
    this.line = line;
    this.mark = mark;
    this.process = process;
    this.reader = new Thread(this::read, "shell-output");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a command line with an empty standard input.
   *
   * @param undo whether it goes on when Ctrl-C is pressed, which the terminal sends to all
   */
  static ShellLine start(String line, Map<String, String> variables, boolean undo)
      throws IOException {
    String mark = UUID.randomUUID().toString();
    String script = (undo ? "trap '' INT QUIT HUP; " : "") + TO_THE_LAST;
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script, line).redirectErrorStream(true);
    builder.environment().putAll(variables);
    builder.environment().put(MARK, mark);
    Process process = builder.start();
    process.getOutputStream().close();
    return new ShellLine(line, mark, process);
  }

  private void read() {
    byte[] part = new byte[8_192];
    try (InputStream in = process.getInputStream()) {
      for (int length; (length = in.read(part)) >= 0; ) {
        output.write(part, 0, length);
        if (output.size() > 2 * MAX_OUTPUT) {
          byte[] all = output.toByteArray();
          output.reset();
          output.write(all, all.length - MAX_OUTPUT, MAX_OUTPUT);
          leftOut.addAndGet(all.length - MAX_OUTPUT);
        }
      }
    } catch (IOException e) {
      // the end of a line that was killed
    }
  }

  /**
   * Result of a command line.
   *
   * @param failure message; empty if the exit code is 0
   */
  public record Result(String output, Optional<String> failure) {}

  /** Waits for the end; kills the line at its deadline. */
  public Result await(Deadline deadline) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(reader, Math.max(1, deadline.leftNanos()));
    if (reader.isAlive() || !process.waitFor(deadline.leftNanos(), TimeUnit.NANOSECONDS)) {
      close();
      return new Result(text(), Optional.of("`%s`: %s".formatted(line, deadline.message())));
    }
    over = true;
    int exitCode = process.exitValue();
    return new Result(text(), exitCode == 0 ? Optional.empty() : Optional.of(failure(exitCode)));
  }

  /** Waits for the end, up to the usual limit. */
  void complete(Time time) throws IOException, InterruptedException {
    Optional<String> failure = await(Deadline.in(time, LIMIT)).failure();
    if (failure.isPresent()) {
      throw new IOException(failure.get());
    }
  }

  /** Message with the last line of output. */
  private String failure(int exitCode) {
    String last = text().lines().reduce("", (a, b) -> b);
    return StringUtils.stripEnd("`%s` exited with %d: %s".formatted(line, exitCode, last), ": ");
  }

  private String text() {
    String kept = output.toString(StandardCharsets.UTF_8);
    long missing = leftOut.get();
    return missing == 0 ? kept : format("… %,d bytes left out\n", missing) + kept;
  }

  /** Kills the line and all processes that it has started, unless it has ended. */
  @Override
  public void close() {
    if (!over) {
      over = true;
      List<ProcessHandle> processes = processes();
      processes.forEach(ProcessHandle::destroy); // bash first: it must not start its next command
      awaitEnd(processes);
      processes().forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Processes of the line that are running; an orphan is found by its environment. */
  private List<ProcessHandle> processes() {
    return Stream.of(
            Stream.of(process.toHandle()),
            process.descendants(),
            ProcessHandle.allProcesses().filter(this::isMarked))
        .flatMap(processes -> processes)
        .filter(ProcessHandle::isAlive)
        .distinct()
        .toList();
  }

  private boolean isMarked(ProcessHandle other) {
    try {
      Path environment = Path.of("/proc", Long.toString(other.pid()), "environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1).contains(mark);
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }

  private static void awaitEnd(List<ProcessHandle> processes) {
    Deadline grace = Deadline.in(Time.real(), GRACE);
    try {
      while (processes.stream().anyMatch(ProcessHandle::isAlive) && grace.leftNanos() > 0) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
