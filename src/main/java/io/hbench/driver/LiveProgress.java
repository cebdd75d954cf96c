package io.hbench.driver;

import io.hbench.job.Progress;
import io.hbench.report.live.LiveReader;
import io.hbench.report.live.RunEnding;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Progress display and evaluation of objectives of a running run. */
final class LiveProgress implements AutoCloseable {
  /** Time for reading the figures before they are displayed. */
  private static final Duration READ_TIME = Duration.ofSeconds(1);

  private final ProgressDisplay display;
  private final Optional<RunEnding> ending;
  private final Optional<LiveWatch> watch;

  /**
   * Starts reading the figures of a run.
   *
   * @param run directory of the run, submitted or not
   * @param quiet whether to display nothing; then figures are read only for what may end the run
   * @param ending of a run that this process ends when its figures are precise
   */
  LiveProgress(
      RunSpec spec, RunDirectory run, boolean quiet, Console console, Optional<RunEnding> ending) {
    this.ending = ending;
    display = ProgressDisplay.of(spec, quiet, console);
    List<Objective> judged = spec.policies().abortOnBreach() ? latencies(spec) : List.of();
    LiveReader reader = new LiveReader(run, spec, judged, ending);
    boolean mayEnd = !judged.isEmpty() || ending.isPresent();
    Duration every =
        !mayEnd
            ? Collections.max(
                List.of(display.every().minus(READ_TIME), spec.measurement().interval()))
            : spec.measurement().interval();
    watch =
        quiet && !mayEnd
            ? Optional.empty()
            : Optional.of(new LiveWatch(console.time(), reader, every));
  }

  /** Objectives on every interval that need the tasks' histograms. */
  private static List<Objective> latencies(RunSpec spec) {
    return spec.policies().objectives().stream()
        .filter(o -> o.isOfIntervals() && !o.isOfCounters())
        .toList();
  }

  void show(Progress progress) {
    display.show(
        progress,
        watch.flatMap(LiveWatch::newest),
        ending.map(RunEnding::estimates).orElse(List.of()));
  }

  /** The objective that an interval missed, by the data flushed so far; empty if none did. */
  Optional<String> breach() {
    return watch.flatMap(LiveWatch::breach);
  }

  @Override
  public void close() {
    ending.ifPresent(RunEnding::close);
    watch.ifPresent(LiveWatch::close);
    display.close();
  }
}
