package io.hbench.cli;

import io.hbench.driver.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The program as a function: words in, output and exit code out. */
public final class TestMain {
  /** What a call left. */
  public record Result(int exitCode, String out, String err) {}

  private TestMain() {}

  /** Runs it without a terminal. */
  public static Result run(Configuration conf, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            Map.of());
    int exitCode = Main.run(conf, console, words);
    return new Result(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
