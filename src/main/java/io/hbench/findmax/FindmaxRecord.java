package io.hbench.findmax;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Locale;

/**
 * What a search for the highest rate has found: the content of {@code findmax.json}, schema {@code
 * hbench.findmax/1}. Component names are the fields of the file.
 *
 * @param command that was searched for
 * @param version of hbench
 * @param out the directory of all steps
 * @param objectives that a rate has to keep, besides being reached
 * @param steps in their order
 * @param result as far as it is known
 */
public record FindmaxRecord(
    String schema,
    String command,
    String version,
    String out,
    List<String> objectives,
    List<Step> steps,
    Result result) {

  public static final String SCHEMA = "hbench.findmax/1";

  /** Who was the limit. */
  public enum Limit {
    /** Requests took longer, or failed. */
    @SerializedName("servers")
    SERVERS,
    /** The tasks were short of CPU, or paused. */
    @SerializedName("clients")
    CLIENTS,
    /** All slots were taken, though requests took no longer than at low rates. */
    @SerializedName("slots")
    SLOTS,
    /** No rate was missed, as far as it went. */
    @SerializedName("none")
    NONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A step.
   *
   * @param directory below {@code out}
   * @param rate requests per second that were due
   * @param achieved as many of them as the servers kept up with
   * @param p50 response time in microseconds, as p99; null if there were too few requests
   * @param beyond the objective that is nearest to its limit; null if none counts requests
   * @param judgement kept, missed, unsure or clients: by all steps so far that had the same rate
   * @param why it was not kept; empty if it was
   * @param verdict of the step's own report
   */
  public record Step(
      int number,
      String directory,
      double rate,
      double achieved,
      Double p50,
      Double p99,
      Beyond beyond,
      String judgement,
      String why,
      String verdict) {}

  /**
   * Requests that failed, or took longer than an objective allows.
   *
   * @param share of them, by all steps so far that had the same rate
   * @param low where the share may lie in truth with a confidence of 95 %, as high
   * @param allowed by the objective
   */
  public record Beyond(String objective, double share, double low, double high, double allowed) {}

  /**
   * What was found.
   *
   * @param rate the highest that keeps the objectives; null if none does
   * @param missed the lowest that misses them for certain: the limit is between the two; null if
   *     none does
   * @param step the directory of the last step at that rate, or null
   * @param moreTasks that it would take to go on, if the clients were the limit; else null
   * @param message for people
   */
  public record Result(
      Double rate, Double missed, String step, Limit limit, Integer moreTasks, String message) {}
}
