package io.hbench.job;

import io.hbench.client.FailedCalls;
import io.hbench.latency.Window;
import io.hbench.settings.Rate;
import io.hbench.spec.RunSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Failed RPC calls of a task by stage of the rate, from a sample each second. */
final class StageCalls {
  private final Supplier<OptionalLong> total;
  private final Window window;
  private final List<Long> failed;
  private OptionalLong last = OptionalLong.empty();

  /**
   * @param stages number of stages; 0 for nothing to count
   */
  StageCalls(int stages, Window window, Supplier<OptionalLong> total) {
    this.total = total;
    this.window = window;
    this.failed = new ArrayList<>(Collections.nCopies(stages, 0L));
  }

  /**
   * Those of a task's JVM.
   *
   * @param alone whether the JVM has no other task
   */
  static StageCalls of(RunSpec spec, boolean alone) {
    return new StageCalls(alone ? stages(spec) : 0, spec.window(), FailedCalls::total);
  }

  /** Number of stages of a run; 0 without stages. */
  static int stages(RunSpec spec) {
    return spec.load()
        .rate()
        .filter(rate -> !rate.isConstant() && !rate.ramp())
        .map(Rate::levels)
        .map(List::size)
        .orElse(0);
  }

  /**
   * Adds the calls since the last sample to the stage of now.
   *
   * @param now nanoseconds since the common start
   */
  synchronized void sample(long now) {
    if (failed.isEmpty()) {
      return;
    }
    OptionalLong next = total.get();
    if (next.isPresent() && last.isPresent() && now >= window.start()) {
      long length = (window.end() - window.start()) / failed.size();
      int stage = (int) Math.min(failed.size() - 1, (now - window.start()) / length);
      failed.set(stage, failed.get(stage) + next.getAsLong() - last.getAsLong());
    }
    last = next.isPresent() ? next : last;
  }

  /** Failed calls by stage; null if they are unknown. */
  synchronized List<Long> failed() {
    return last.isPresent() ? List.copyOf(failed) : null;
  }
}
