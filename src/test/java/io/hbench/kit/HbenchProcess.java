package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** hbench in a process of its own, for what only a process can show: how it is stopped. */
public final class HbenchProcess implements AutoCloseable {
  /** A variable that each JVM tells of, in a line of standard error. */
  public static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  private static final long MAX_SECONDS = 600;

  private final Process process;
  private final Path log;

  /** Starts a command; both its outputs go into a file, its temporary files beside it. */
  public HbenchProcess(Path log, String... words) throws IOException {
    List<String> command = command(System.getProperty("java.class.path"));
    Collections.addAll(command, words);
    command.add("-Dhadoop.tmp.dir=" + log.resolveSibling("tmp"));
    this.log = log;
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().remove(TOOL_OPTIONS);
    process = builder.start();
  }

  /** The command of a JVM that is quick to start, with further options before its main class. */
  public static List<String> command(String classPath, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    Collections.addAll(command, options);
    command.addAll(List.of("-cp", classPath, "io.hbench.cli.Main"));
    return command;
  }

  /** Waits until something is so, while the process lives. */
  public void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    while (!condition.call()) {
      assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(20);
    }
  }

  /** Stops it as Ctrl-C does; returns its exit code. */
  public int stop() throws InterruptedException {
    process.destroy();
    return ended();
  }

  /** Stops it as kill -9 does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    ended();
  }

  private int ended() throws InterruptedException {
    assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
