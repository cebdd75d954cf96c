package io.hbench.compare;

import io.hbench.figure.Figure;
import io.hbench.figure.Format;
import io.hbench.figure.Unit;
import io.hbench.report.Percentile;
import io.hbench.report.Verdict;
import io.hbench.rundir.Noise;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a comparison of two runs, or of two sets of runs: the content of {@code
 * compare.json}, schema {@code hbench.compare/2}. Component names are the fields of the file.
 *
 * @param margin smallest change that matters, as a share
 * @param errorsMargin smallest difference of shares of failed or dropped requests that matters
 * @param confidence simultaneous confidence of all intervals, as a share
 * @param pointwiseConfidence confidence of each single interval, as a share; the higher one
 * @param comparedFigures number of figures with an interval, for which the intervals are corrected
 * @param verdict regression if any figure is one, else improvement if any figure is one, else
 *     inconclusive if any figure of an operation is, else equivalent
 * @param differences run identity of the two sides, where it differs
 * @param excluded runs that failed or are invalid, each with the reason
 */
public record Comparison(
    String schema,
    double margin,
    double errorsMargin,
    double confidence,
    double pointwiseConfidence,
    int comparedFigures,
    FigureVerdict verdict,
    List<Difference> differences,
    List<String> excluded,
    List<RunSetComparison> sets) {

  public static final String SCHEMA = "hbench.compare/2";

  /** A change that counts as without bound, as a share of the baseline. */
  private static final double OPEN = 100;

  public boolean isRegression() {
    return verdict == FigureVerdict.REGRESSION;
  }

  /**
   * A property of the run identity that differs between runs.
   *
   * @param what a flag; or hbench, HBase, regions and the like
   * @param baseline the distinct values of the baseline's runs
   * @param candidate the distinct values of the candidate's runs
   * @param load whether it changes the load; false for the environment: versions, table and hosts
   */
  public record Difference(
      String what, List<String> baseline, List<String> candidate, boolean load) {
    /** The version of HBase. */
    public static final String HBASE = "HBase";
  }

  /**
   * The comparison of two sets of runs of the same load.
   *
   * @param name step of a suite with its rung; empty for runs outside a suite
   * @param command of the candidate's first run
   * @param runVarianceKnown whether there are enough repeats to estimate the variance between runs;
   *     if not, intervals describe the variance within the runs only
   * @param power what would decide the inconclusive figures; null if none could be estimated
   * @param live how the two sides alternated; null unless they are those of one run
   * @param noise how much runs of this load differ though nothing has changed; null if it is not
   *     known, and if the sides are those of one run
   * @param others figures that are not judged, without intervals; null if the sides are those of
   *     one run
   * @param servers figures by region server; null if the runs have none, and if the sides are those
   *     of one run
   */
  public record RunSetComparison(
      String name,
      String command,
      String table,
      boolean runVarianceKnown,
      List<RunLine> baseline,
      List<RunLine> candidate,
      List<OperationComparison> operations,
      Power power,
      Live live,
      Noise noise,
      List<OperationComparison> others,
      ServerComparisons servers) {

    /** The judged figures: those of the operations, and those by server. */
    public Stream<FigureComparison> figures() {
      return Stream.concat(
          operations.stream().flatMap(operation -> operation.figures().stream()),
          Stream.ofNullable(servers)
              .flatMap(all -> all.list().stream())
              .flatMap(server -> server.figures().stream()));
    }
  }

  /**
   * Figures of the region servers that all runs have.
   *
   * @param pointwiseConfidence confidence of each single interval, as a share: all by server have
   *     the comparison's confidence together
   * @param comparedFigures number of figures with an interval
   * @param list by server and operation
   * @param notCompared servers that were not compared, in words
   */
  public record ServerComparisons(
      double pointwiseConfidence,
      int comparedFigures,
      List<ServerComparison> list,
      List<String> notCompared) {}

  /**
   * An operation at a region server.
   *
   * @param server {@code host:port}
   * @param figures ops/s, which is not judged; p50 and p99, in a closed loop of service times; of
   *     single runs level: the geometric mean of service times
   */
  public record ServerComparison(String server, String operation, List<FigureComparison> figures) {}

  /**
   * The pairs of a live comparison.
   *
   * @param pairs number of pairs of intervals
   * @param intervalSeconds length of an interval
   * @param guardSeconds length of the first part of each interval that does not count
   */
  public record Live(int pairs, double intervalSeconds, double guardSeconds) {}

  /**
   * Runs that would decide the inconclusive figures.
   *
   * @param power probability that they find no change to be equivalent, as a share; with a higher
   *     one, they find a change of the margin
   * @param runs of each side; 0 if no number of them is proposed
   * @param seconds measurement window of each run
   * @param runVarianceKnown false if the number is for runs that vary no more between than within
   *     them, because the variance between them is not known
   * @param decides inconclusive figures that these runs would decide
   * @param undecided the other ones
   * @param command command line that makes such runs of the candidate; null if there is none
   */
  public record Power(
      double power,
      int runs,
      double seconds,
      boolean runVarianceKnown,
      List<String> decides,
      List<String> undecided,
      String command) {}

  /**
   * One run, with the verdict of its report.
   *
   * @param sibling whether it was taken because it lies beside the run that was named
   */
  public record RunLine(
      String id, String directory, String started, Verdict verdict, boolean sibling) {}

  /**
   * One operation.
   *
   * @param operation name; findmax for the result of a search; table for its outages
   * @param time the kind of latency of the percentiles: response if all runs have response times,
   *     else service; null without percentiles
   * @param baselineCurve percentile curve of all the baseline's runs together
   * @param candidateCurve percentile curve of all the candidate's runs together
   */
  public record OperationComparison(
      String operation,
      String time,
      List<FigureComparison> figures,
      List<Percentile> baselineCurve,
      List<Percentile> candidateCurve) {

    OperationComparison with(FigureComparison figure) {
      return new OperationComparison(
          operation,
          time,
          Stream.concat(figures.stream(), Stream.of(figure)).toList(),
          baselineCurve,
          candidateCurve);
    }
  }

  /**
   * One figure.
   *
   * @param figure label: ops/s, p99, errors; rate of a search: the highest sustainable one
   * @param unit 1/s, us, share, s or bytes
   * @param baseline requests per second, microseconds, the share of requests, seconds or bytes; the
   *     geometric mean of several runs, of seconds the mean; null if a run lacks the figure
   * @param candidate likewise
   * @param change from baseline to candidate, as a share of the baseline; the difference if the
   *     figure is itself a share or in seconds; null if one of them is null
   * @param low lower end of the confidence interval of the change; null without an interval
   * @param high upper end, likewise
   * @param reason why there is no interval, or null
   */
  public record FigureComparison(
      String figure,
      String unit,
      Double baseline,
      Double candidate,
      Double change,
      Double low,
      Double high,
      FigureVerdict verdict,
      String reason) {

    static FigureComparison of(Figure figure, Double baseline, Double candidate, String reason) {
      return new FigureComparison(
          figure.toString(),
          figure.unit().toString(),
          baseline,
          candidate,
          change(figure, baseline, candidate),
          null,
          null,
          FigureVerdict.INCONCLUSIVE,
          reason);
    }

    /**
     * A figure with an interval.
     *
     * @param margin smallest change that matters
     * @param runVarianceKnown as of {@link FigureVerdict#of}
     */
    static FigureComparison of(
        Figure figure,
        double baseline,
        double candidate,
        double low,
        double high,
        double margin,
        boolean runVarianceKnown) {
      return new FigureComparison(
          figure.toString(),
          figure.unit().toString(),
          baseline,
          candidate,
          change(figure, baseline, candidate),
          low,
          high,
          FigureVerdict.of(low, high, margin, figure.moreIsBetter(), runVarianceKnown),
          null);
    }

    private static Double change(Figure figure, Double from, Double to) {
      return from == null || to == null || !figure.hasLevel(from)
          ? null
          : (Double) figure.change(from, figure.level(to) - figure.level(from));
    }

    /** Whether it is a regression or an improvement. */
    public boolean isChanged() {
      return verdict == FigureVerdict.REGRESSION || verdict == FigureVerdict.IMPROVEMENT;
    }

    /** Whether the figure is a share of requests that went wrong. */
    public boolean isShare() {
      return measure() == Unit.SHARE;
    }

    /** Whether the figure is a time without answers: its changes are differences, in seconds. */
    public boolean isTime() {
      return measure() == Unit.SECONDS;
    }

    /** Whether changes are shares of the baseline. */
    public boolean isRelative() {
      return !isShare() && !isTime();
    }

    /** The unit of baseline and candidate. */
    public Unit measure() {
      return Unit.named(unit);
    }

    /** {@code -13.1 %}; {@code +0.40 points} of a share; {@code +12.3 s} of a time. */
    public String changeText() {
      return change == null ? "-" : signed(change, 1) + sign();
    }

    /** {@code -9.4 to -2.1 %}; {@code -98 to above +9,999 %}; a dash without an interval. */
    public String intervalText() {
      if (low == null) {
        return "-";
      }
      int digits = isRelative() && high - low >= 0.2 ? 0 : 1;
      // of two or three runs that are far apart; all digits of it would say nothing more
      boolean isOpen = isRelative() && low < OPEN && high >= OPEN;
      return signed(low, digits)
          + " to "
          + (isOpen ? "above +9,999" : signed(high, digits))
          + sign();
    }

    private String sign() {
      return isShare() ? " points" : isTime() ? " s" : " %";
    }

    private String signed(double value, int digits) {
      return isShare()
          ? Format.points(value)
          : Format.signed(isTime() ? value : 100 * value, digits);
    }
  }
}
