package io.hbench.cli;

import io.hbench.job.Progress;
import io.hbench.run.RunSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Shows on standard error how far a job is, so that standard output holds the report alone. */
abstract class ProgressDisplay implements AutoCloseable {
  abstract void show(Progress progress);

  @Override
  public void close() {}

  static ProgressDisplay of(RunSpec spec, boolean quiet, Console console) {
    if (quiet) {
      return new Nothing();
    }
    return console.isTerminal() ? new Bar(spec) : new Lines(console);
  }

  private static String figures(Progress p, double requestsPerSecond) {
    return String.format(
        Locale.ROOT,
        "%d/%d tasks, %,d requests%s, %,.0f ops/s, %,d errors",
        p.started(),
        p.planned(),
        p.requests(),
        p.requests() == 0 && p.warmup() > 0 ? " (warming up)" : "",
        requestsPerSecond,
        p.errors());
  }

  /**
   * Requests per second over the last seconds. Counters arrive once a second or so, which two looks
   * close together would show as nothing and then too much; a server that stalls shows as 0 soon.
   */
  private static final class Rate {
    private static final Duration OVER = Duration.ofSeconds(5);

    private final Deque<Progress> looks = new ArrayDeque<>();

    double of(Progress p) {
      looks.addLast(p);
      Duration from = p.elapsed().minus(OVER);
      while (looks.size() > 2 && looks.getFirst().elapsed().compareTo(from) < 0) {
        looks.removeFirst();
      }
      Progress first = looks.getFirst();
      double seconds = p.elapsed().minus(first.elapsed()).toMillis() / 1e3;
      return seconds > 0 ? (sent(p) - sent(first)) / seconds : 0;
    }

    private static long sent(Progress p) {
      return p.requests() + p.warmup();
    }
  }

  private static final class Nothing extends ProgressDisplay {
    @Override
    void show(Progress progress) {}
  }

  /** For logs: a line every few seconds. */
  private static final class Lines extends ProgressDisplay {
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Console console;
    private final Rate rate = new Rate();
    private Duration next = Duration.ZERO;

    Lines(Console console) {
      this.console = console;
    }

    @Override
    void show(Progress p) {
      double requestsPerSecond = rate.of(p);
      if (p.elapsed().compareTo(next) >= 0) {
        next = p.elapsed().plus(EVERY);
        console.err().printf("%4d s  %s%n", p.elapsed().toSeconds(), figures(p, requestsPerSecond));
      }
    }
  }

  /** For people: how much of the time, the requests or the rows is done. */
  private static final class Bar extends ProgressDisplay {
    private final RunSpec spec;
    private final Rate rate = new Rate();
    private final ProgressBar bar;
    private Duration started;

    Bar(RunSpec spec) {
      this.spec = spec;
      this.bar =
          new ProgressBarBuilder()
              .setTaskName(spec.command().toString())
              .setInitialMax(max())
              .setUpdateIntervalMillis(500)
              .hideEta()
              .build();
    }

    @Override
    void show(Progress p) {
      if (started == null && p.requests() + p.warmup() > 0) {
        started = p.elapsed();
      }
      bar.stepTo(Math.min(max(), done(p)));
      bar.setExtraMessage(figures(p, rate.of(p)));
    }

    private long max() {
      return spec.limit()
          .time()
          .map(t -> t.plus(spec.warmup()).toSeconds())
          .or(() -> spec.limit().requests())
          .or(() -> spec.limit().draws())
          .orElse(spec.rows());
    }

    private long done(Progress p) {
      if (spec.limit().time().isPresent()) {
        return started == null ? 0 : p.elapsed().minus(started).toSeconds();
      }
      return spec.limit().requests().isPresent() ? p.requests() : p.rows();
    }

    @Override
    public void close() {
      bar.stepTo(max()); // the last poll was before the end
      bar.close();
    }
  }
}
