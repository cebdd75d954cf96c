package io.hbench.driver;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.TimeLimit;
import io.hbench.rundir.FailureText;
import io.hbench.settings.UsageException;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks side by side, each with a time limit of its own, and a line for each. */
final class Checkup {
  private static final int MAX_CHECKS = 20;

  /** How much a finding matters. */
  enum Level {
    OK,
    /** A run lacks something, or may. */
    NOTE,
    /** A run fails, or its report lacks much. */
    PROBLEM
  }

  /**
   * What a check has found.
   *
   * @param broken the check without which others can't be made; empty if they can
   */
  record Finding(Level level, String text, Optional<String> broken) {
    static Finding ok(String text) {
      return new Finding(Level.OK, text, Optional.empty());
    }

    static Finding note(String text) {
      return new Finding(Level.NOTE, text, Optional.empty());
    }
  }

  private final ExecutorService threads = Time.real().threads("check", MAX_CHECKS);
  private final Map<String, CompletableFuture<Finding>> findings = new LinkedHashMap<>();
  private volatile boolean leftThreads;

  /**
   * @param limit of its time, without that of its needs
   * @param remedy an imperative, for an error that does not say what to do
   * @param ask fails by an error, or a {@link UsageException}, which may say what to do
   * @param needs earlier checks without which it can't be made: it waits for them
   */
  void begin(String name, Duration limit, String remedy, Callable<Finding> ask, String... needs) {
    begin(name, () -> limit, remedy, ask, needs);
  }

  /** The same with a limit that is asked for once the needs are met. */
  void begin(
      String name,
      Supplier<Duration> limit,
      String remedy,
      Callable<Finding> ask,
      String... needs) {
    var needed = Stream.of(needs).map(findings::get).toList();
    findings.put(
        name,
        CompletableFuture.supplyAsync(
            () ->
                needed.stream()
                    .flatMap(need -> need.join().broken().stream())
                    .findFirst()
                    .map(broken -> new Finding(Level.NOTE, because(broken), Optional.of(broken)))
                    .orElseGet(() -> find(name, limit.get(), remedy, ask)),
            threads));
  }

  private static String because(String broken) {
    return "not checked, because of " + broken;
  }

  private Finding find(String name, Duration limit, String remedy, Callable<Finding> ask) {
    String text;
    try {
      return TimeLimit.call(limit, "", () -> ask(name, remedy, ask));
    } catch (IOException e) {
      if (e.getCause() instanceof TimeoutException) {
        leftThreads = true;
      }
      text = FailureText.of(e).replaceFirst("^: ", "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      text = "interrupted";
    }
    return problem(name, text, remedy);
  }

  private static Finding ask(String name, String remedy, Callable<Finding> ask) throws Exception {
    try {
      return ask.call();
    } catch (IOException | RuntimeException e) {
      String text = FailureText.of(e);
      boolean says = e instanceof UsageException && text.contains("; ");
      return says
          ? new Finding(Level.PROBLEM, text, Optional.of(name))
          : problem(name, text, remedy);
    }
  }

  private static Finding problem(String name, String text, String remedy) {
    return new Finding(Level.PROBLEM, text + "; " + remedy, Optional.of(name));
  }

  /** Waits for all checks, and makes the page; threads that hang are left behind. */
  String text() {
    StringBuilder text = new StringBuilder();
    findings.forEach(
        (name, found) -> {
          Finding finding = found.join();
          String level = finding.level().name().toLowerCase(Locale.ROOT);
          text.append(format("%-9s%-15s%s\n", level, name, finding.text()));
        });
    threads.shutdownNow();
    if (leftThreads) {
      Watchdog.leaveThreadsBehind();
    }
    return text.toString();
  }

  /** Whether there is a problem, once all checks have ended. */
  boolean hasProblem() {
    return findings.values().stream().anyMatch(found -> found.join().level() == Level.PROBLEM);
  }
}
