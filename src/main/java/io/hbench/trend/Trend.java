package io.hbench.trend;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.report.Verdict;
import io.hbench.rundir.Noise;
import io.hbench.trend.AcceptedChanges.Accepted;
import io.hbench.trend.level.LevelSeries;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The figures of many runs over time, with their changes: the content of {@code trend --format
 * json}, schema {@code hbench.trend/2}. Component names are the fields of the file. Times are ISO
 * 8601 in UTC.
 *
 * @param directory that contains all runs
 * @param margin smallest change that matters, as a share
 * @param errorsMargin smallest difference that matters of shares of requests
 * @param since regressions that began before this instant are accepted; null if none are
 * @param accepted what was accepted in the file beside the nights, and why
 * @param runs number of runs in the groups
 * @param invalid number of excluded runs with the verdict invalid
 * @param notCounted number of excluded runs that their suite does not count: warm-up repeats, and
 *     earlier attempts
 * @param warnings one line for each run or suite that could not be read
 */
public record Trend(
    String schema,
    String directory,
    double margin,
    double errorsMargin,
    String since,
    List<Accepted> accepted,
    int runs,
    int invalid,
    int notCounted,
    List<String> warnings,
    List<Group> groups) {

  public static final String SCHEMA = "hbench.trend/2";

  /** Whether the last change of any series is a regression that is not accepted. */
  public boolean isRegression() {
    return series().anyMatch(series -> series.state() == State.REGRESSION);
  }

  /** Whether there are enough runs to look for changes of any figure that is judged. */
  public boolean isKnown() {
    return series()
        .anyMatch(one -> one.moreIsBetter() != null && one.state() != State.NOT_ENOUGH_DATA);
  }

  /** The day of a time in this file, in this machine's time zone. */
  public static LocalDate day(String time) {
    return LocalDate.ofInstant(Instant.parse(time), ZoneId.systemDefault());
  }

  public Stream<TrendSeries> series() {
    return groups.stream().flatMap(group -> group.series().stream());
  }

  /**
   * Runs of the same load, oldest first.
   *
   * @param name step or command, and the settings that distinguish it from other groups; unique
   * @param command of the last run
   * @param canary whether it is one: a load that never changes, by which the figures of other
   *     groups are adjusted to how slow a night was
   */
  public record Group(
      String name,
      String command,
      String table,
      List<Measurement> measurements,
      boolean canary,
      List<TrendSeries> series) {

    /** Whether there are enough measurements to find a change. */
    public boolean isLong() {
      return measurements.size() >= LevelSeries.MIN_NIGHTS;
    }

    public Measurement last() {
      return measurements.get(measurements.size() - 1);
    }

    /** The series that say something. */
    public List<TrendSeries> shown() {
      return series.stream().filter(TrendSeries::isShown).toList();
    }

    /** Whether the last value of a series is of the last measurement; an older one says nothing. */
    public boolean isUpToDate(TrendSeries one) {
      return !one.points().isEmpty() && one.last().run().equals(last().run());
    }

    /** The figure by which a canary is watched: the median, of all operations together. */
    public Optional<TrendSeries> ofCanary() {
      return series.stream()
          .filter(one -> canary && one.kind() == Figure.P50)
          .reduce((a, b) -> b); // total is the last one
    }

    /** How much the nights differ; empty if that is not known yet. */
    public Optional<Noise> noise() {
      List<Noise.Figure> figures =
          shown().stream()
              .filter(one -> one.scatter() != null)
              .map(
                  one -> new Noise.Figure(one.operation(), one.figure(), one.unit(), one.scatter()))
              .toList();
      return figures.isEmpty()
          ? Optional.empty()
          : Optional.of(new Noise(Noise.Of.NIGHTS, measurements.size(), figures));
    }
  }

  /**
   * A point on the time axis: one run, or the repeats of a step in one suite.
   *
   * @param time start of the first run
   * @param run directory of the run, relative to the trend's; of the repeats if there are several
   * @param directories of the runs
   * @param repeats number of runs of which the figures are the mean
   * @param version of hbench
   * @param verdict the worst verdict of the runs
   * @param hbase version of HBase; null if it is unknown, as the next two
   * @param regionServers number of region servers
   * @param regions number of the table's regions
   * @param marks differences from the measurement before, and events, in words
   */
  public record Measurement(
      String time,
      String run,
      List<String> directories,
      int repeats,
      String version,
      Verdict.Status verdict,
      String hbase,
      Integer regionServers,
      Integer regions,
      List<String> marks) {}

  /**
   * A figure of an operation.
   *
   * @param operation {@code total} is all operations of a mix together; {@code table} the
   *     availability of the table; {@code servers} the region servers; {@code findmax} a search
   * @param figure ops/s, rows/s of loads and verifications, p50, p99, p99.9, errors, dropped;
   *     unavailable, longest outage and region-seconds lost of the table; slowest server (its p99
   *     in multiples of the median of the others) and hit-ratio of the servers; rate of a search:
   *     the highest sustainable one. Latencies are response times if the run had a rate, else
   *     service times
   * @param unit 1/s, us, bytes, share of requests, ratio from 0 to 1, s, or x (multiples)
   * @param moreIsBetter null if neither is, or in a canary: such a figure has no regressions
   * @param state the meaning of the last change
   * @param latest what the last point says by itself
   * @param scatter standard deviation of single nights around their level: a share of the value, of
   *     a share of requests and of seconds its difference; null if there are too few nights
   */
  public record TrendSeries(
      String group,
      String operation,
      String figure,
      String unit,
      Boolean moreIsBetter,
      State state,
      List<Point> points,
      List<Change> changes,
      Latest latest,
      Double scatter) {

    public Figure kind() {
      return Figure.named(figure).orElseThrow();
    }

    /** Whether it says something: what is 0 if all is well does only if it ever was more. */
    public boolean isShown() {
      return kind().isFollowed()
          && points.stream().anyMatch(point -> !kind().isUsuallyZero() || point.value() > 0);
    }

    public Point last() {
      return points.get(points.size() - 1);
    }

    /** The last change; null without one. */
    public Change lastChange() {
      return changes.isEmpty() ? null : changes.get(changes.size() - 1);
    }

    public String text(double value) {
      return kind().unit().text(value);
    }

    /** {@code 2.1 ms to 2.5 ms}, what the last value was expected to be; empty if not known. */
    public String usual() {
      return latest.low() == null ? "" : text(latest.low()) + " to " + text(latest.high());
    }

    /** Whether it is of an operation or a search, not of the table or the servers. */
    public boolean isOfOperation() {
      return !operation.equals(FigureKey.TABLE) && !operation.equals(FigureKey.SERVERS);
    }

    /**
     * A change as a share of the value before; of a share of requests its difference. Null if there
     * was nothing before.
     */
    public Double change(double before, double after) {
      return kind().isShare()
          ? Double.valueOf(after - before)
          : before == 0 ? null : after / before - 1;
    }
  }

  /**
   * The last point of a series, beside what the points before it let expect.
   *
   * @param low lower end of the values that are no surprise; null if nothing is expected yet
   * @param high upper end, likewise
   * @param missing number of measurements that are missing before anything is expected
   * @param state not-judged, not-enough-data, steady if no surprise, regression, accepted,
   *     improvement, changed, cluster-noise
   * @param since time of the first of the surprises of which the point is one; null if it is none
   */
  public record Latest(Double low, Double high, int missing, State state, String since) {}

  /**
   * A figure of one measurement.
   *
   * @param server {@code host:port} of the slowest server; null of other figures
   */
  public record Point(
      String time, double value, String run, Verdict.Status verdict, String server) {}

  /**
   * A change of the level of a series.
   *
   * @param time of the first measurement after the change
   * @param run directory of that measurement
   * @param index of its point
   * @param before mean between the previous change and this one
   * @param after mean between this change and the next
   * @param relative change as a share of {@code before}; null if that was 0
   * @param p p-value with which it was found: upper limit of the probability that a night finds
   *     such a change in any of its figures though nothing has changed
   * @param seen time of the measurement with which it was found, or that was a surprise before
   * @param isAccepted whether it began or was seen before what is accepted
   */
  public record Change(
      String time,
      String run,
      int index,
      double before,
      double after,
      Double relative,
      double p,
      String seen,
      boolean isRegression,
      boolean isAccepted) {

    /** {@link #p} for people. */
    public String probability() {
      return p < 1e-4 ? "< 0.0001" : format("%.4f", p);
    }
  }

  /** The meaning of the last change of a series. */
  public enum State {
    /** Fewer measurements than change detection needs. */
    NOT_ENOUGH_DATA,
    STEADY,
    IMPROVEMENT,
    REGRESSION,
    ACCEPTED,
    /** Of a figure of which neither end is the better one. */
    CHANGED,
    /** Of a figure whose changes are not looked for. */
    NOT_JUDGED,
    /** Worse than usual, but by no more than the canary explains. */
    CLUSTER_NOISE
  }
}
