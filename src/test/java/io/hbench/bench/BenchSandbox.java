package io.hbench.bench;

import io.hbench.it.Shell;
import org.apache.commons.lang3.function.FailableRunnable;

/** The sandbox of a benchmark. */
final class BenchSandbox {
  private BenchSandbox() {}

  /** Runs a benchmark beside the sandbox, which is started for it unless it is up. */
  static void during(FailableRunnable<Exception> bench) throws Exception {
    boolean startedHere = Shell.run("bin/sandbox status").exitCode() != 0;
    if (startedHere) {
      check(Shell.run("bin/sandbox start"));
    }
    try {
      bench.run();
    } finally {
      if (startedHere) {
        check(Shell.run("bin/sandbox stop"));
      }
    }
  }

  /** Standard output of a command in the sandbox, which must succeed. */
  static String inSandbox(String line) throws Exception {
    return check(Shell.inSandbox(line)).out();
  }

  static Shell.Result check(Shell.Result result) {
    if (result.exitCode() != 0) {
      throw new IllegalStateException(result.out() + result.err());
    }
    return result;
  }
}
