package io.hbench.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;

/** A running bash command line on this machine, as the user who runs hbench. */
final class ShellLine implements AutoCloseable {
  private final String line;
  private final Process process;

  private ShellLine(String line, Process process) {
    this.line = line;
    this.process = process;
  }

  /**
   * Starts a command line with an empty standard input.
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
   * Result of a command line.
   *
   * @param output standard output and standard error
   */
  record Result(String line, int exitCode, String output) {

    /** Message with the last line of output; empty if the exit code is 0. */
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

  /** Kills the process and its children, if they are running. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
