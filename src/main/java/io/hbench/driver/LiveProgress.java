package io.hbench.driver;

import io.hbench.job.Progress;
import io.hbench.report.LiveReader;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What is seen of a run while it goes on. */
final class LiveProgress implements AutoCloseable {
  /** A look must have come to its end when its figures are to be shown. */
  private static final Duration EARLY = Duration.ofSeconds(1);

  private final ProgressDisplay display;
  private final Optional<LiveWatch> watch;

  /**
   * @param run whose job was submitted, or will be
   * @param quiet shows nothing, and reads nothing unless an objective may end the run
   */
  LiveProgress(RunSpec spec, RunDirectory run, boolean quiet, Console console) {
    display = ProgressDisplay.of(spec, quiet, console);
    List<Objective> judged = spec.abortOnBreach() ? latencies(spec) : List.of();
    LiveReader reader = new LiveReader(run, spec.tasks(), spec.interval(), judged);
    Duration every =
        judged.isEmpty()
            ? Collections.max(List.of(display.every().minus(EARLY), spec.interval()))
            : spec.interval();
    watch =
        quiet && judged.isEmpty() ? Optional.empty() : Optional.of(new LiveWatch(reader, every));
  }

  /** Objectives of every interval that only the tasks' histograms can tell about. */
  private static List<Objective> latencies(RunSpec spec) {
    return spec.objectives().stream().filter(o -> o.isOfIntervals() && !o.isOfCounters()).toList();
  }

  void show(Progress progress) {
    display.show(progress, watch.flatMap(LiveWatch::newest));
  }

  /** Which of them is broken, by what the tasks have flushed; nothing as long as none is. */
  Optional<String> breach() {
    return watch.flatMap(LiveWatch::breach);
  }

  @Override
  public void close() {
    watch.ifPresent(LiveWatch::close);
    display.close();
  }
}
