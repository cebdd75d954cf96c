package io.hbench.report.phase;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where the phases of a run begin, in whole intervals.
 *
 * @param during the interval of the first event
 * @param recovered the first interval after the last event from which on the figures are in the
 *     band of those before the first event; empty if there is none, or no band
 * @param band empty if too few intervals are before the first event
 */
record PhaseCut(int during, OptionalInt recovered, Optional<Band> band) {

  /**
   * Cuts a run.
   *
   * @param levels of all whole intervals
   * @param first interval of the first event
   * @param last interval of the last event
   */
  static PhaseCut of(List<IntervalLevel> levels, int first, int last) {
    Optional<Band> band = Band.of(levels.subList(0, first));
    return new PhaseCut(
        first, band.map(b -> back(levels, last + 1, b)).orElse(OptionalInt.empty()), band);
  }

  /** The first interval not before another from which on the figures are in the band. */
  OptionalInt back(List<IntervalLevel> levels, int from) {
    return band.map(b -> back(levels, from, b)).orElse(OptionalInt.empty());
  }

  private static OptionalInt back(List<IntervalLevel> levels, int from, Band band) {
    for (int i = from; i + Band.WINDOW <= levels.size(); i++) {
      if (band.isBack(levels.subList(i, i + Band.WINDOW))) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
