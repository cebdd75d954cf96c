package io.hbench.bench;

import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** JMH with its progress on standard error: standard output has the results of a benchmark. */
final class Jmh {
  private Jmh() {}

  /** Runs all benchmarks of a class. */
  static Collection<RunResult> run(Class<?> benchmarks) throws RunnerException {
    PrintStream out = System.out;
    System.setOut(System.err);
    try {
      return new Runner(new OptionsBuilder().include(benchmarks.getName()).build()).run();
    } finally {
      System.setOut(out);
    }
  }
}
