package io.hbench.driver;

import io.hbench.job.Progress;
import io.hbench.length.GoalEstimate;
import io.hbench.report.LengthText;
import io.hbench.report.RunReport.Point;
import io.hbench.report.live.LiveInterval;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * Progress of a job on standard error: its counters, and the figures of the last interval. Standard
 * output is for the report alone.
 */
abstract class ProgressDisplay implements AutoCloseable {
  /** Minimum time between two updates. */
  Duration every() {
    return Duration.ZERO;
  }

  /**
   * @param goals precision so far, if it ends the run
   */
  abstract void show(Progress progress, Optional<LiveInterval> interval, List<GoalEstimate> goals);

  @Override
  public void close() {}

  static ProgressDisplay of(RunSpec spec, boolean quiet, Console console) {
    if (quiet) {
      return new Nothing();
    }
    return console.isTerminal() ? new Bar(spec) : new Lines(console);
  }

  /** What the job waits for, or its figures once a task has started. */
  private static String figures(Progress p, double requestsPerSecond) {
    if (p.started() == 0 && p.requests() + p.warmup() == 0) {
      return waiting(p);
    }
    return format(
        "%d/%d tasks, %s%s, %,.0f ops/s, %s",
        p.started(),
        p.planned(),
        counted(p.requests(), "request"),
        p.requests() == 0 && p.warmup() > 0 ? " (warming up)" : "",
        requestsPerSecond,
        counted(p.errors(), "error"));
  }

  private static String waiting(Progress p) {
    if (!p.hasMaster()) {
      return "no application master yet";
    }
    return p.containers() < p.planned()
        ? format("%,d of %,d containers", p.containers(), p.planned())
        : format("0 of %,d tasks started", p.planned());
  }

  /** Figures of one operation in the last interval. */
  private static String figures(Point point) {
    return format(
        "%s %,.0f ops/s, p50 %s, p99 %s, %s",
        point.operation(),
        point.opsPerSecond(),
        micros(point.p50()),
        micros(point.p99()),
        counted(point.errors(), "error"));
  }

  /** The precision of figures so far. */
  private static String precision(List<GoalEstimate> goals) {
    return goals.isEmpty() ? "" : "; " + LengthText.progress(goals);
  }

  private static String counted(long count, String noun) {
    return format("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** End of an interval, in seconds from the start of the measurement window. */
  private static String when(LiveInterval interval) {
    return format("%.0f s", interval.end())
        + (interval.tasks() < interval.of()
            ? format(" (%d of %d tasks)", interval.tasks(), interval.of())
            : "");
  }

  private static String micros(Double micros) {
    return micros == null ? "-" : format(micros < 100 ? "%.2f µs" : "%,.0f µs", micros);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }

  /**
   * Requests per second over the last seconds. Counters arrive about once a second, so a shorter
   * span would alternate between 0 and too much; a longer one would hide stalls.
   */
  private static final class Rate {
    private static final Duration OVER = Duration.ofSeconds(5);

    private final Deque<Progress> samples = new ArrayDeque<>();

    double of(Progress p) {
      samples.addLast(p);
      Duration from = p.elapsed().minus(OVER);
      while (samples.size() > 2 && samples.getFirst().elapsed().compareTo(from) < 0) {
        samples.removeFirst();
      }
      Progress first = samples.getFirst();
      double seconds = p.elapsed().minus(first.elapsed()).toMillis() / 1e3;
      return seconds > 0 ? (sent(p) - sent(first)) / seconds : 0;
    }

    private static long sent(Progress p) {
      return p.requests() + p.warmup();
    }
  }

  private static final class Nothing extends ProgressDisplay {
    @Override
    void show(Progress progress, Optional<LiveInterval> interval, List<GoalEstimate> goals) {}
  }

  /** Display for logs: a line every few seconds. */
  private static final class Lines extends ProgressDisplay {
    private final Console console;
    private final Rate rate = new Rate();
    private Duration next = Duration.ZERO;
    private double shown = Double.NEGATIVE_INFINITY;

    Lines(Console console) {
      this.console = console;
    }

    @Override
    Duration every() {
      return Duration.ofSeconds(5);
    }

    @Override
    void show(Progress p, Optional<LiveInterval> interval, List<GoalEstimate> goals) {
      double requestsPerSecond = rate.of(p);
      if (p.elapsed().compareTo(next) >= 0) {
        next = p.elapsed().plus(every());
        console
            .err()
            .printf(
                "%4d s  %s%s%s%n",
                p.elapsed().toSeconds(),
                figures(p, requestsPerSecond),
                precision(goals),
                interval.map(this::ifNew).orElse(""));
      }
    }

    /** Figures of an interval that has not been printed yet, else nothing. */
    private String ifNew(LiveInterval interval) {
      if (interval.t() <= shown) {
        return "";
      }
      shown = interval.t();
      return interval.points().stream()
          .map(ProgressDisplay::figures)
          .collect(Collectors.joining("; ", " | to " + when(interval) + ": ", ""));
    }
  }

  /**
   * Display for terminals: a bar for the share of time, requests or rows that is done, and a line
   * for each operation.
   */
  private static final class Bar extends ProgressDisplay {
    private static final int UPDATE_MILLIS = 500;

    private final RunSpec spec;
    private final Rate rate = new Rate();
    private final ProgressBar bar;
    private final Map<String, ProgressBar> operations = new LinkedHashMap<>();
    private Duration started;

    Bar(RunSpec spec) {
      this.spec = spec;
      this.bar =
          new ProgressBarBuilder()
              .setTaskName(spec.command().toString())
              .setInitialMax(max())
              .setUpdateIntervalMillis(UPDATE_MILLIS)
              .hideEta()
              .build();
    }

    @Override
    void show(Progress p, Optional<LiveInterval> interval, List<GoalEstimate> goals) {
      if (started == null && p.requests() + p.warmup() > 0) {
        started = p.elapsed();
      }
      bar.stepTo(Math.min(max(), done(p, interval)));
      bar.setExtraMessage(figures(p, rate.of(p)) + precision(goals));
      interval.ifPresent(this::show);
    }

    private void show(LiveInterval interval) {
      for (Point point : interval.points()) {
        operations
            .computeIfAbsent(point.operation(), o -> line())
            .setExtraMessage("  to " + when(interval) + ": " + figures(point))
            .refresh();
      }
    }

    /** A line of text below the bar, as a bar of the library that shows its message only. */
    private static ProgressBar line() {
      return new ProgressBarBuilder()
          .setInitialMax(1)
          .setUpdateIntervalMillis(UPDATE_MILLIS)
          .setRenderer((state, width) -> state.getExtraMessage())
          .build();
    }

    private long max() {
      return spec.limit()
          .time()
          .map(t -> t.plus(spec.measurement().warmup()).toSeconds())
          .or(() -> spec.limit().requests())
          .or(() -> spec.limit().rows())
          .orElse(spec.rows());
    }

    /** Progress in the unit of the limit; with --follow, the intervals give the time before. */
    private long done(Progress p, Optional<LiveInterval> interval) {
      if (spec.limit().time().isPresent()) {
        long known =
            interval.map(i -> spec.measurement().warmup().toSeconds() + (long) i.end()).orElse(0L);
        return Math.max(known, started == null ? 0 : p.elapsed().minus(started).toSeconds());
      }
      return spec.limit().requests().isPresent() ? p.requests() : p.rows();
    }

    @Override
    public void close() {
      bar.stepTo(max()); // the last update was before the end
      bar.close();
      operations.values().forEach(ProgressBar::close);
    }
  }
}
