package io.hbench.report.stage;

import io.hbench.latency.Goodput;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.settings.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reader of the stages of a rate, from the records of a run's intervals. Requests are recorded at
 * their intended time, so an interval's response times say when the last of its requests was
 * answered: that is the time to drain.
 */
public final class StageReader {
  private static final double NANOS = 1e9;

  /** Share of an interval in a stage from which it is an interval of the stage. */
  private static final double MOST = 0.9;

  private final double interval;
  private final double window;
  private final double origin;
  private final double begin;
  private final Optional<BigDecimal> base;
  private final Optional<Duration> threshold;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param rate with several levels, in requests per second
   * @param base the rate that is 100 %
   * @param threshold latency up to which a request counts in the goodput, if the user has set it
   * @param planned length of the window by plan, in seconds
   * @param window from the begin of the plan to the actual end
   * @param interval length of an interval, in seconds
   * @param origin where the times of the report begin, in seconds from the begin of the plan
   * @param begin where the window begins, likewise: later, if rows of a warm-up came before
   */
  public StageReader(
      Rate rate,
      Optional<BigDecimal> base,
      Optional<Duration> threshold,
      double planned,
      double window,
      double interval,
      double origin,
      double begin) {
    this.interval = interval;
    this.origin = origin;
    this.begin = begin;
    this.window = window;
    this.base = base;
    this.threshold = threshold;
    double length = planned / rate.levels().size();
    for (int i = 0; i < rate.levels().size(); i++) {
      parts.add(new Part(i * length, length, rate.levels().get(i).doubleValue()));
    }
  }

  /** Takes the records of an interval. */
  public void add(int index, SeriesSet records) {
    parts.stream().filter(part -> part.has(index)).forEach(part -> part.add(index, records));
  }

  /**
   * The stages, after the last interval.
   *
   * @param failedCalls RPC calls that failed, by stage; empty if unknown
   */
  public RateStages stages(List<Long> failedCalls) {
    Goodput goodput = Goodput.of(threshold, Optional.of(parts.get(0).records));
    int peak = RateStages.peak(parts.stream().map(part -> part.rate).toList());
    List<RateStage> stages = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      Long calls = failedCalls.size() == parts.size() ? failedCalls.get(i) : null;
      Optional<RateStage> before =
          stages.stream()
              .limit(i > peak ? peak : 0)
              .filter(s -> s.offeredPerSecond() == part.rate)
              .findFirst();
      stages.add(part.stage(goodput, calls, before));
    }
    return new RateStages(
        base.map(BigDecimal::doubleValue).orElse(null), goodput.limitUs(), interval, stages);
  }

  /** The time of an interval in the window: the last one may be shorter than the others. */
  private double measured(int index) {
    return Math.min((index + 1) * interval, window) - Math.max(index * interval, begin);
  }

  /** A stage and the records of its intervals. */
  private final class Part {
    private final double start;
    private final double length;
    private final double rate;
    private final SeriesSet records = new SeriesSet();

    /**
     * When the last request was answered, dropped or given up, if it was intended as late as
     * possible.
     */
    private double lastDone;

    private boolean endedWithTheRun;

    Part(double start, double length, double rate) {
      this.start = start;
      this.length = length;
      this.rate = rate;
    }

    /** Whether an interval is one of the stage, with requests or without, and was measured. */
    boolean has(int index) {
      double from = Math.max(index * interval, Math.max(start, begin));
      double to = Math.min((index + 1) * interval, Math.min(start + length, window));
      return to - from >= MOST * interval;
    }

    void add(int index, SeriesSet more) {
      double intervalStart = index * interval;
      more.records()
          .forEach(
              (series, record) -> {
                records.add(series, record);
                if (series.timing() == Timing.RESPONSE && record.count() > 0) {
                  double longest = record.latencies().getMaxValue() / NANOS;
                  lastDone = Math.max(lastDone, intervalStart + interval + longest);
                  endedWithTheRun |=
                      series.outcome().equals(Series.UNFINISHED)
                          || (series.outcome().equals(Series.DROPPED)
                              && intervalStart + longest >= window);
                }
              });
    }

    /**
     * @param before stage of the same rate before the highest one
     */
    RateStage stage(Goodput goodput, Long failedCalls, Optional<RateStage> before) {
      double measured =
          IntStream.range(0, (int) Math.ceil(window / interval))
              .filter(this::has)
              .mapToDouble(StageReader.this::measured)
              .sum();
      long ok = records.ok().count();
      long failed = records.failed().count();
      long dropped = records.dropped();
      long requests = ok + failed + dropped;
      Long good = goodput.count(records);
      LatencySummary response = records.latency().summary();
      boolean any = measured > 0;
      Double goodPerSecond = any ? goodput.perSecond(records, measured) : null;
      return new RateStage(
          start - origin,
          length,
          base.map(b -> 100 * rate / b.doubleValue()).orElse(null),
          rate,
          requests,
          failed,
          dropped,
          any ? ok / measured : null,
          goodPerSecond,
          good == null || requests == 0 ? null : (double) good / requests,
          response.p50(),
          response.p99(),
          requests == 0 ? null : Math.max(0, lastDone - (start + length)),
          !endedWithTheRun,
          failedCalls == null ? null : Math.max(0, failedCalls - failed),
          before
              .map(RateStage::goodputPerSecond)
              .filter(other -> other > 0 && goodPerSecond != null)
              .map(other -> goodPerSecond / other)
              .orElse(null));
    }
  }
}
