package io.hbench.cli;

import io.hbench.job.Progress;
import io.hbench.report.LiveReader;
import io.hbench.run.RunSpec;
import io.hbench.rundir.RunDirectory;
import java.util.Optional;

/** What is shown of a run while it goes on. */
final class LiveProgress implements AutoCloseable {
  private final ProgressDisplay display;
  private final Optional<LiveWatch> watch;

  /**
   * @param run whose job was submitted, or will be
   * @param quiet shows nothing, and so reads nothing
   */
  LiveProgress(RunSpec spec, RunDirectory run, boolean quiet, Console console) {
    display = ProgressDisplay.of(spec, quiet, console);
    watch = quiet ? Optional.empty() : Optional.of(watch(spec, run));
  }

  private static LiveWatch watch(RunSpec spec, RunDirectory run) {
    return new LiveWatch(new LiveReader(run, spec.tasks(), spec.interval()), spec.interval());
  }

  void show(Progress progress) {
    display.show(progress, watch.flatMap(LiveWatch::newest));
  }

  @Override
  public void close() {
    watch.ifPresent(LiveWatch::close);
    display.close();
  }
}
