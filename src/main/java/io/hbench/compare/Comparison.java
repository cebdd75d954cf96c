package io.hbench.compare;

import com.google.gson.annotations.SerializedName;
import io.hbench.report.Verdict;
import java.util.List;

/**
 * What changed between two runs, or between many: the content of {@code compare.json}, schema
 * {@code hbench.compare/1}. Component names are the fields of the file, but that {@code next} is
 * {@code new} there.
 *
 * @param margin the smallest change that matters, as a share
 * @param confidence that all intervals hold, as a share
 * @param level of each single interval, which is higher
 * @param figures that were judged: what the intervals are corrected for
 * @param judgement worse if anything is, else better if anything is; else whether all is the same
 * @param differences between the runs that are none of the servers' speed
 * @param leftOut runs that failed or whose figures are wrong, each with the reason
 */
public record Comparison(
    String schema,
    double margin,
    double confidence,
    double level,
    int figures,
    FigureVerdict judgement,
    List<Difference> differences,
    List<String> leftOut,
    List<RunSetComparison> sets) {

  public static final String SCHEMA = "hbench.compare/1";

  /** Whether anything is worse. */
  public boolean isRegression() {
    return judgement == FigureVerdict.WORSE;
  }

  /**
   * Something that is not the same in all runs.
   *
   * @param what a flag; or hbench, HBase, regions and the like
   * @param base the values that there are on that side
   */
  public record Difference(
      String what, List<String> base, @SerializedName("new") List<String> next) {}

  /**
   * Runs of the same thing.
   *
   * @param name of a step of a suite, with its rung; empty for runs that are no suite's
   * @param command of the first run of NEW
   * @param scatterKnown whether there are repeats enough to know how far apart two runs of the same
   *     thing are; if not, intervals are of what varies within the runs
   */
  public record RunSetComparison(
      String name,
      String command,
      String table,
      boolean scatterKnown,
      List<RunLine> base,
      @SerializedName("new") List<RunLine> next,
      List<OperationComparison> operations) {}

  /** One run, with its verdict. */
  public record RunLine(String id, String directory, String started, Verdict verdict) {}

  /**
   * One operation.
   *
   * @param time which one the percentiles are of: response if all runs have one, else service
   * @param baseCurve of all runs of BASE together
   */
  public record OperationComparison(
      String operation,
      String time,
      List<FigureComparison> figures,
      List<CurvePoint> baseCurve,
      @SerializedName("newCurve") List<CurvePoint> nextCurve) {}

  /**
   * One figure.
   *
   * @param figure by its label: ops/s, p99
   * @param base requests per second, or microseconds; of several runs the geometric mean; null
   *     where a run has none
   * @param change from base to new, as a share; null if one of them is
   * @param low end of the interval of the change; null if there is none
   * @param reason why there is no interval, or null
   */
  public record FigureComparison(
      String figure,
      Double base,
      @SerializedName("new") Double next,
      Double change,
      Double low,
      Double high,
      FigureVerdict judgement,
      String reason) {}

  /**
   * A point of a percentile curve.
   *
   * @param percentile 0 to 100
   */
  public record CurvePoint(double percentile, double micros) {}
}
