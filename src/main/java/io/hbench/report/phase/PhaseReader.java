package io.hbench.report.phase;

import io.hbench.latency.Goodput;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import io.hbench.length.PartEstimates;
import io.hbench.report.phase.RunPhase.Name;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * Reader of the phases of a run, from the records of its intervals.
 *
 * @param source passes the intervals with requests in their order; may be read several times
 * @param seconds length of an interval
 * @param threshold latency up to which a request counts in the goodput, if the user has set it
 */
public record PhaseReader(
    FailableConsumer<SeriesSet.Sink, IOException> source,
    double seconds,
    boolean hasRate,
    Optional<Duration> threshold) {
  private static final String THROUGHPUT = "throughput";
  private static final String GOODPUT = "goodput";

  /**
   * Reads the phases.
   *
   * @param events times of the hooks' events, in seconds from the start of the window
   * @param offset where the measurement begins, likewise: in the first interval after rows of a
   *     warm-up, which is none of the phase before
   * @param window length of the window in seconds
   * @param recoveries of the run, by a search for the return after each
   * @param quotas effects of limits
   * @return empty if no event is in the window
   */
  public Optional<RunPhases> read(
      List<Double> events,
      double offset,
      double window,
      Function<Recovery.Back, List<Recovery>> recoveries,
      List<QuotaEffect> quotas)
      throws IOException {
    int whole = (int) Math.floor(window / seconds + 1e-9);
    List<Double> inside =
        events.stream()
            .filter(t -> t < whole * seconds)
            .map(t -> Math.max(0, t)) // after one in the warm-up there is no time before
            .sorted()
            .toList();
    if (inside.isEmpty()) {
      return Optional.empty();
    }
    double first = inside.get(0);
    double last = inside.get(inside.size() - 1);
    List<IntervalLevel> levels =
        new ArrayList<>(Collections.nCopies(whole, IntervalLevel.of(new SeriesSet(), seconds)));
    source.accept(
        (interval, records) -> {
          if (interval < whole) {
            levels.set(interval, IntervalLevel.of(records, seconds));
          }
        });
    int during = interval(first);
    int begin = Math.min(during, (int) Math.ceil(offset / seconds - 1e-9));
    Optional<Band> band = Band.of(levels.subList(begin, during));
    Optional<Integer> recovered = band.flatMap(b -> b.back(levels, interval(last) + 1));
    int back = recovered.orElse(whole);
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(Name.BEFORE, begin, during));
    parts.add(new Part(Name.DURING, during, back));
    parts.add(new Part(Name.RECOVERED, back, whole));
    parts.removeIf(part -> part.from == part.to);
    PartEstimates estimates =
        new PartEstimates(List.of(THROUGHPUT, "p50", "p99", "p99.9"), hasRate, seconds);
    source.accept(
        (interval, records) ->
            records
                .records()
                .forEach(
                    (series, record) -> {
                      parts.stream()
                          .filter(p -> p.has(interval))
                          .forEach(p -> p.records.add(series, record));
                      estimates.add(series.at(interval), record);
                    }));
    Part start = parts.get(0);
    Goodput goodput =
        Goodput.of(
            threshold, start.name == Name.BEFORE ? Optional.of(start.records) : Optional.empty());
    List<RunPhase> phases = new ArrayList<>();
    for (Part part : parts) {
      boolean isLater = !phases.isEmpty() && phases.get(0).phase() == Name.BEFORE;
      phases.add(
          part.phase(
              seconds,
              goodput,
              part.name == Name.DURING ? null : estimates,
              isLater ? phases.get(0) : null));
    }
    List<IntervalLevel> later = levels.subList(back, whole);
    return Optional.of(
        new RunPhases(
            first,
            last,
            goodput.limitUs(),
            band.orElse(null),
            recovered.map(i -> i * seconds - first).orElse(null),
            recovered.map(i -> i * seconds - last).orElse(null),
            (int) later.stream().filter(l -> band.filter(b -> b.contains(l)).isEmpty()).count(),
            later.size(),
            phases,
            recoveries.apply((from, to) -> back(band, levels, from, to)),
            quotas));
  }

  private Double back(Optional<Band> band, List<IntervalLevel> levels, double from, double to) {
    int end = Math.min(interval(to + 1e-9), levels.size());
    return band.flatMap(b -> b.back(levels.subList(0, end), interval(from) + 1))
        .map(i -> i * seconds)
        .orElse(null);
  }

  private int interval(double t) {
    return (int) Math.floor(t / seconds);
  }

  /** A part of the run from one interval to another, which is not part of it. */
  private record Part(Name name, int from, int to, SeriesSet records) {
    Part(Name name, int from, int to) {
      this(name, from, to, new SeriesSet());
    }

    boolean has(int interval) {
      return interval >= from && interval < to;
    }

    /**
     * @param estimates for confidence intervals, or null
     * @param before phase to compare with, or null
     */
    RunPhase phase(double seconds, Goodput goodput, PartEstimates estimates, RunPhase before) {
      LatencySummary latency = records.latency().summary();
      double length = (to - from) * seconds;
      long ok = records.ok().count();
      long errors = records.failed().count();
      return new RunPhase(
          name,
          from * seconds,
          length,
          ok + errors,
          errors,
          records.dropped(),
          figure(THROUGHPUT, ok / length, estimates, RunPhase::opsPerSecond, before),
          figure(GOODPUT, goodput.perSecond(records, length), null, RunPhase::goodput, before),
          figure("p50", latency.p50(), estimates, RunPhase::p50, before),
          figure("p99", latency.p99(), estimates, RunPhase::p99, before),
          figure("p99.9", latency.p999(), estimates, RunPhase::p999, before));
    }

    private PhaseFigure figure(
        String name,
        Double value,
        PartEstimates estimates,
        Function<RunPhase, PhaseFigure> same,
        RunPhase before) {
      PhaseFigure figure =
          PhaseFigure.of(
              value, estimates == null ? null : estimates.estimate(name, from, to).orElse(null));
      return before == null ? figure : figure.comparedWith(same.apply(before));
    }
  }
}
