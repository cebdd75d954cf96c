package io.hbench.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Commands of a terminal at an edge node: here, one whose cluster is the sandbox. */
public final class Shell {
  /** What a command left. */
  public record Result(int exitCode, String out, String err) {}

  private static final long PATIENCE_MINUTES = 10;

  private Shell() {}

  /** Runs a line of bash with the sandbox's commands on the path. */
  public static Result inSandbox(String line) throws IOException, InterruptedException {
    return run("unset JAVA_TOOL_OPTIONS; eval \"$(bin/sandbox env)\" && " + line);
  }

  public static Result run(String line) throws IOException, InterruptedException {
    Path out = Files.createTempFile("hbench-it", ".out");
    Path err = Files.createTempFile("hbench-it", ".err");
    try {
      ProcessBuilder bash =
          new ProcessBuilder(Arrays.asList("bash", "-c", line))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      // daemons that need seconds: the default is for people, who are not at a busy machine
      bash.environment().putIfAbsent("HBENCH_SANDBOX_TIMEOUT", "250");
      Process process = bash.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        throw new IOException("no end after " + PATIENCE_MINUTES + " min: " + line);
      }
      return new Result(process.exitValue(), read(out), read(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
