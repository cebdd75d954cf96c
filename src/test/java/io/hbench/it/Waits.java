package io.hbench.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Waits of tests for what other processes or threads do, each with a limit. */
final class Waits {
  /** Ten times what the longest needs: the containers of a job on a busy machine start in 60 s. */
  static final Duration LIMIT = Duration.ofMinutes(10);

  private static final long POLL_MILLIS = 25;

  /** Reports of the tests, which {@code bin/repeat} keeps. */
  private static final Path DUMPS = Path.of("target/failsafe-reports");

  private Waits() {}

  /** A question to which there is no answer before something has happened. */
  @FunctionalInterface
  interface Question<T> {
    Optional<T> ask() throws Exception;
  }

  /** A state that begins some time. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Waits until a condition holds.
   *
   * @param what to wait for, as a noun phrase
   */
  static void until(String what, Condition condition) throws Exception {
    until(what, Optional::empty, condition);
  }

  /**
   * The same, which gives up as soon as the condition cannot hold any more.
   *
   * @param inVain why it cannot, or empty
   */
  static void until(String what, Supplier<Optional<String>> inVain, Condition condition)
      throws Exception {
    await(what, LIMIT, inVain, () -> condition.holds() ? Optional.of(true) : Optional.empty());
  }

  /** Waits for an answer. */
  static <T> T await(
      String what, Duration limit, Supplier<Optional<String>> inVain, Question<T> question)
      throws Exception {
    long begin = System.nanoTime();
    while (true) {
      Optional<String> why = inVain.get(); // before the question: the end brings the answer
      Optional<T> answer = question.ask();
      if (answer.isPresent()) {
        return answer.get();
      }
      if (why.isPresent()) {
        throw new AssertionError("%s: waited in vain: %s".formatted(what, why.get()));
      }
      if (System.nanoTime() - begin >= limit.toNanos()) {
        throw new AssertionError(
            "%s: not within %s; threads of this JVM and of the sandbox: %s"
                .formatted(what, limit, dump()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Writes what the threads of this JVM, and of the sandbox's daemons and containers, do. */
  private static Path dump() throws IOException, InterruptedException {
    Files.createDirectories(DUMPS);
    Path file = Files.createTempFile(DUMPS, "threads-", ".txt");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd");
    String pids =
        LongStream.concat(LongStream.of(ProcessHandle.current().pid()), ofSandbox())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(" "));
    Shell.run(
        "for pid in %s; do tr '\\0' ' ' < /proc/$pid/cmdline; timeout 20 '%s' $pid Thread.print; done > '%s' 2>&1"
            .formatted(pids, jcmd, file));
    return file;
  }

  private static LongStream ofSandbox() {
    String place = Path.of("target/sandbox").toAbsolutePath().toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .filter(process -> process.info().commandLine().orElse("").contains(place))
        .mapToLong(ProcessHandle::pid);
  }
}
