package io.hbench.trend;

import com.google.gson.annotations.SerializedName;
import io.hbench.report.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What many runs say together: the content of {@code trend --format json}, schema {@code
 * hbench.trend/1}. Component names are the fields of the file. Times are ISO 8601 in UTC.
 *
 * @param directory that all runs are below of
 * @param margin the smallest change that matters, as a share
 * @param since changes before it are accepted; null if none are
 * @param runs that are in the groups
 * @param invalid runs that are not, since their figures are wrong
 * @param notCounted runs that are not, since their suite does not count them
 * @param warnings of what could not be read
 */
public record Trend(
    String schema,
    String directory,
    double margin,
    String since,
    int runs,
    int invalid,
    int notCounted,
    List<String> warnings,
    List<Group> groups) {

  public static final String SCHEMA = "hbench.trend/1";

  /** Whether the last change of any series is for the worse, and not accepted. */
  public boolean isWorse() {
    return series().anyMatch(series -> series.state() == State.WORSE);
  }

  /** Of all groups. */
  public Stream<TrendSeries> series() {
    return groups.stream().flatMap(group -> group.series().stream());
  }

  /**
   * Runs that did the same, oldest first.
   *
   * @param name what they did, and the settings that set them apart from other groups; unique
   * @param command of its last run
   */
  public record Group(
      String name, String command, String table, List<Night> nights, List<TrendSeries> series) {}

  /**
   * A point on the time axis: a run, or the repeats of a step in one suite.
   *
   * @param time when it started
   * @param run its directory below that of the trend; that of its repeats if there are several
   * @param repeats how many runs it is the mean of
   * @param version of hbench
   * @param verdict the worst
   */
  public record Night(
      String time, String run, int repeats, String version, Verdict.Status verdict) {}

  /**
   * A figure of an operation.
   *
   * @param operation {@code total} for all of them together, if there are several
   * @param figure ops/s, p50, p99, p99.9 or errors; times are response times with a rate, else
   *     service times
   * @param unit 1/s, us or share
   * @param state what its last change says
   */
  public record TrendSeries(
      String group,
      String operation,
      String figure,
      String unit,
      boolean moreIsBetter,
      State state,
      List<Point> points,
      List<Change> changes) {}

  /** A figure of one night. */
  public record Point(String time, double value, String run, Verdict.Status verdict) {}

  /**
   * A change of the level.
   *
   * @param time of the first night after it
   * @param run its directory
   * @param index of its point
   * @param before mean from the change before to this one
   * @param after mean from this one to the next
   * @param relative as a share of what was before; null if that was 0
   * @param p how likely such a change is where there is none, at most
   */
  public record Change(
      String time,
      String run,
      int index,
      double before,
      double after,
      Double relative,
      double p,
      boolean isWorse) {

    boolean isBefore(Instant instant) {
      return Instant.parse(time).isBefore(instant);
    }
  }

  /** What the last change of a series says. */
  public enum State {
    /** There are too few nights to tell. */
    @SerializedName("too-few")
    TOO_FEW,
    /** There is none. */
    @SerializedName("steady")
    STEADY,
    @SerializedName("better")
    BETTER,
    @SerializedName("worse")
    WORSE,
    /** For the worse, and long enough ago. */
    @SerializedName("accepted")
    ACCEPTED
  }
}
