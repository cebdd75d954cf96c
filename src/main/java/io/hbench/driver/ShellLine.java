package io.hbench.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;

/** A line for bash on this machine, as the user who runs hbench. */
final class ShellLine implements AutoCloseable {
  private final String line;
  private final Process process;

  private ShellLine(String line, Process process) {
    this.line = line;
    this.process = process;
  }

  /**
   * Starts it; it gets nothing to read.
   *
   * @param variables to add to the environment
   */
  static ShellLine start(String line, Map<String, String> variables) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    return new ShellLine(line, process);
  }

  /**
   * Waits for its end.
   *
   * @param exitCode its own
   * @param output both its streams
   */
  record Result(String line, int exitCode, String output) {

    /** With the last thing that it said, if it did not exit with 0. */
    Optional<String> failure() {
      return exitCode == 0
          ? Optional.empty()
          : Optional.of(
              StringUtils.stripEnd(
                  "`%s` exited with %d: %s"
                      .formatted(line, exitCode, output.lines().reduce("", (a, b) -> b)),
                  ": "));
    }
  }

  Result await() throws IOException, InterruptedException {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(line, process.waitFor(), output);
  }

  /** Ends it, and what it started, if it still runs. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
