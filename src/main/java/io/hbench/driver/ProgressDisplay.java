package io.hbench.driver;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.figure.Unit;
import io.hbench.job.Progress;
import io.hbench.length.GoalEstimate;
import io.hbench.report.RunReport.Point;
import io.hbench.report.live.LiveInterval;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * Progress of a job on standard error: its counters, and the figures of the last interval. Standard
 * output is for the report alone. This class itself displays nothing.
 */
class ProgressDisplay implements AutoCloseable {
  /** Minimum time between two updates. */
  Duration every() {
    return Duration.ZERO;
  }

  /**
   * @param goals precision so far, if it ends the run
   */
  void show(Progress progress, Optional<LiveInterval> interval, List<GoalEstimate> goals) {}

  @Override
  public void close() {}

  static ProgressDisplay of(RunSpec spec, boolean quiet, Console console) {
    if (quiet) {
      return new ProgressDisplay();
    }
    return console.isTerminal() ? new Bar(new Work(spec)) : new Lines(new Work(spec), console);
  }

  private static String waiting(Progress p) {
    if (!p.hasMaster()) {
      return "no application master yet";
    }
    return p.containers() < p.wanted()
        ? format("%,d of %,d containers", p.containers(), p.wanted())
        : format("0 of %,d tasks started", p.planned());
  }

  /** End of an interval, in seconds from the start of the measurement window. */
  private static String when(LiveInterval interval) {
    return format("%.0f s", interval.end())
        + (interval.tasks() < interval.of()
            ? format(" (%d of %d tasks)", interval.tasks(), interval.of())
            : "");
  }

  private static String micros(Double micros) {
    return micros == null ? "-" : Unit.MICROS.text(micros);
  }

  /** The work of a run: rows of a load or a verification, else requests; and its end. */
  private static final class Work {
    /**
     * Counters arrive about once a second, so a shorter span would alternate between 0 and too
     * much; a longer one would hide stalls.
     */
    private static final Duration OVER = Duration.ofSeconds(5);

    /** How much of the time before the first counters counts: what they may be of. */
    private static final Duration BEFORE = Duration.ofSeconds(1);

    /** What is measured of a load at least before its end is told: its start is slow. */
    private static final double KNOWN_SECONDS = 2;

    private final RunSpec spec;
    private final boolean isOfRows;
    private final Deque<Progress> samples = new ArrayDeque<>();
    private Duration started;

    Work(RunSpec spec) {
      this.spec = spec;
      this.isOfRows = spec.command() == Command.LOAD || spec.command() == Command.VERIFY;
    }

    /** What the job waits for, or its figures once a task has started. */
    String text(Progress p, Optional<LiveInterval> interval, List<GoalEstimate> goals) {
      add(p);
      double perSecond = perSecond(this::done);
      if (p.started() == 0 && sent(p) == 0) {
        return waiting(p);
      }
      if (started == null && sent(p) > 0) {
        started = p.elapsed();
      }
      return format("%d/%d tasks, ", p.started(), p.planned())
          + (isOfRows
              ? format("%,d of %,d rows, %,.0f rows/s", p.rows(), max(), perSecond)
              : format(
                  "%s%s, %,.0f ops/s",
                  counted(p.requests(), "request"),
                  p.requests() == 0 && p.warmup() > 0 ? " (warming up)" : "",
                  perSecond(one -> sent(one) - one.errors())))
          + ", "
          + counted(p.errors() - (p.requests() == 0 ? 0 : p.warmupErrors()), "error")
          + (spec.limit().precision().isEmpty()
              ? left(max() - done(p, interval), perSecond)
              : goals.isEmpty() ? "" : "; " + GoalEstimate.texts(goals));
    }

    /** An estimate of the time to the end; empty if it can't be told. */
    private String left(long rest, double perSecond) {
      boolean isTimed = spec.limit().time().isPresent();
      double seconds = isTimed ? rest : rest / perSecond;
      return rest <= 0
              || !Double.isFinite(seconds)
              || (!isTimed && (seconds() < KNOWN_SECONDS || spec.limit().rows().isPresent()))
          ? ""
          : format(
              ", %s left", seconds < 120 ? format("%.0f s", seconds) : Unit.SECONDS.text(seconds));
    }

    /** Figures of one operation in the last interval; a load has said its rows per second. */
    String figures(Point point) {
      return format(
          "%s %sp50 %s, p99 %s, %s",
          point.operation(),
          isOfRows ? "" : format("%,.0f ops/s, ", point.opsPerSecond()),
          micros(point.p50()),
          micros(point.p99()),
          counted(point.errors(), "error"));
    }

    private void add(Progress p) {
      if (!samples.isEmpty() && done(p) < done(samples.getLast())) {
        samples.clear(); // with those of lost tasks
      }
      samples.addLast(p);
      boolean begins = done(p) == 0;
      Duration from = p.elapsed().minus(begins ? BEFORE : OVER);
      while (samples.size() > (begins ? 1 : 2)
          && samples.getFirst().elapsed().compareTo(from) < 0) {
        samples.removeFirst();
      }
    }

    private double perSecond(ToLongFunction<Progress> what) {
      long done = what.applyAsLong(samples.getLast()) - what.applyAsLong(samples.getFirst());
      return seconds() > 0 ? done / seconds() : 0;
    }

    /** Length of the span that the samples cover. */
    private double seconds() {
      return samples.getLast().elapsed().minus(samples.getFirst().elapsed()).toMillis() / 1e3;
    }

    private long done(Progress p) {
      return isOfRows ? p.rows() : sent(p);
    }

    private static long sent(Progress p) {
      return p.requests() + p.warmup();
    }

    /** The end in the unit of the limit: seconds, requests or rows. */
    long max() {
      return spec.limit()
          .time()
          .map(t -> t.plus(spec.measurement().warmup()).toSeconds())
          .or(() -> spec.limit().requests())
          .or(() -> spec.limit().rows())
          .orElse(spec.rows());
    }

    /** Progress in the unit of the limit; with --follow, the intervals give the time before. */
    long done(Progress p, Optional<LiveInterval> interval) {
      if (spec.limit().time().isPresent()) {
        long known =
            interval
                .map(
                    i -> spec.measurement().warmup().toSeconds() + (long) (i.since() + i.seconds()))
                .orElse(0L);
        return Math.max(known, started == null ? 0 : p.elapsed().minus(started).toSeconds());
      }
      return spec.limit().requests().isPresent() ? p.requests() : p.rows();
    }
  }

  /** Display for logs: a line every few seconds. */
  private static final class Lines extends ProgressDisplay {
    private final Work work;
    private final Console console;
    private Duration next = Duration.ZERO;
    private double shown = Double.NEGATIVE_INFINITY;

    Lines(Work work, Console console) {
      this.work = work;
      this.console = console;
    }

    @Override
    Duration every() {
      return Duration.ofSeconds(5);
    }

    @Override
    void show(Progress p, Optional<LiveInterval> interval, List<GoalEstimate> goals) {
      String text = work.text(p, interval, goals);
      if (p.elapsed().compareTo(next) >= 0) {
        next = p.elapsed().plus(every());
        console
            .err()
            .printf(
                "%4d s  %s%s%n",
                p.elapsed().toSeconds(), text, interval.map(this::ifNew).orElse(""));
      }
    }

    /** Figures of an interval that has not been printed yet, else nothing. */
    private String ifNew(LiveInterval interval) {
      if (interval.t() <= shown) {
        return "";
      }
      shown = interval.t();
      return interval.points().stream()
          .map(work::figures)
          .collect(Collectors.joining("; ", " | to " + when(interval) + ": ", ""));
    }
  }

  /**
   * Display for terminals: a bar for the share of time, requests or rows that is done, and a line
   * for each operation.
   */
  private static final class Bar extends ProgressDisplay {
    private static final int UPDATE_MILLIS = 500;

    private final Work work;
    private final int width = openTerminal();
    private final ProgressBar bar;
    private final Map<String, ProgressBar> operations = new LinkedHashMap<>();

    Bar(Work work) {
      this.work = work;
      this.bar =
          new ProgressBarBuilder()
              .setTaskName(work.spec.command().toString())
              .setInitialMax(work.max())
              .setUpdateIntervalMillis(UPDATE_MILLIS)
              .continuousUpdate() // while the job waits, too
              .setMaxRenderedLength(width)
              .hideEta()
              .build();
    }

    /**
     * Opens the terminal of all bars: one that leaves Ctrl-C to Java, whose hooks end the job and
     * undo what is pending. That which the library would open takes it from Java.
     *
     * @return its width in characters, which takes a process to ask for; 0 if it is unknown
     */
    @SuppressWarnings("deprecation") // the library has no other way
    private static int openTerminal() {
      TerminalBuilder.setTerminalOverride(null);
      try {
        Terminal terminal = TerminalBuilder.builder().dumb(true).nativeSignals(false).build();
        TerminalBuilder.setTerminalOverride(terminal);
        return terminal.getWidth();
      } catch (IOException e) {
        return 0;
      }
    }

    @Override
    void show(Progress p, Optional<LiveInterval> interval, List<GoalEstimate> goals) {
      bar.setExtraMessage(work.text(p, interval, goals));
      bar.stepTo(Math.min(work.max(), work.done(p, interval)));
      interval.ifPresent(this::show);
    }

    private void show(LiveInterval interval) {
      for (Point point : interval.points()) {
        operations
            .computeIfAbsent(point.operation(), o -> line(width))
            .setExtraMessage("  to " + when(interval) + ": " + work.figures(point))
            .refresh();
      }
    }

    /** A line of text below the bar, as a bar of the library that shows its message only. */
    private static ProgressBar line(int width) {
      return new ProgressBarBuilder()
          .setInitialMax(1)
          .setUpdateIntervalMillis(UPDATE_MILLIS)
          .setMaxRenderedLength(width)
          .setRenderer((state, most) -> state.getExtraMessage())
          .build();
    }

    @Override
    public void close() {
      bar.stepTo(work.max()); // the last update was before the end
      bar.close();
      operations.values().forEach(ProgressBar::close);
    }
  }
}
