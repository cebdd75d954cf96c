package io.hbench.findmax;

import io.hbench.report.FormatVersion;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.commons.lang3.ObjectUtils;

/**
 * Result of a search for the highest sustainable rate: the content of {@code findmax.json}, schema
 * {@code hbench.findmax/2}. Component names are the fields of the file.
 *
 * @param command command line that the search ran at each rate
 * @param version of hbench
 * @param out directory of all steps
 * @param objectives that a rate has to meet, besides being reached
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

  public static final String SCHEMA = "hbench.findmax/2";

  public enum Limit {
    /** Requests took longer, or failed. */
    SERVERS,
    /** The tasks were short of CPU, or had hiccups. */
    CLIENTS,
    /** All slots were in use, though requests took no longer than at low rates. */
    SLOTS,
    /** No rate was missed, as far as the search went; or the steps at a rate say nothing. */
    NONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One step of the search.
   *
   * @param directory below {@code out}
   * @param rate target, in requests per second
   * @param achieved requests per second that the servers completed
   * @param p50 response time in microseconds, as p99; null if there were too few requests
   * @param serverCpu CPU time of the servers an operation, in microseconds; null if unknown
   * @param hottestServerCpu CPU of the busiest server, as a share of the processors that it may
   *     use; null if unknown
   * @param exceedance of the objective nearest to its limit; null if none counts requests
   * @param judgement by all steps so far of the same rate and length
   * @param reasons empty if the objectives were met
   * @param verdict of the step's own report
   * @param confirmation whether it is a longer step, which is judged alone
   */
  public record Step(
      int number,
      String directory,
      double rate,
      double achieved,
      Double p50,
      Double p99,
      Double serverCpu,
      Double hottestServerCpu,
      Exceedance exceedance,
      Judgement judgement,
      List<StepReason> reasons,
      String verdict,
      boolean confirmation) {}

  /**
   * Requests that failed, or took longer than an objective allows.
   *
   * @param share of requests, by all steps so far of the same rate and length, 0 to 1
   * @param low lower end of the confidence interval of the share: 95 % for all tries together
   * @param high upper end of the confidence interval of the share
   * @param allowed share by the objective
   */
  public record Exceedance(
      String objective, double share, double low, double high, double allowed) {}

  /**
   * The result of the search.
   *
   * @param rate the highest sustainable rate, in requests per second; null if no rate met the
   *     objectives
   * @param lowestFailing the lowest rate that missed the objectives; null if none did
   * @param highestMet the highest rate up to {@code rate} that met them with a confidence of 95 %;
   *     less than {@code rate} if that met them by its measured figures only; null if none did;
   *     objectives of resources count as met by one value a step
   * @param confirmed whether {@code rate} met them in a longer step; null if that was not asked for
   * @param step directory of the last step at {@code rate}, or null
   * @param limit limit of the rate
   * @param limitingStep number of the step that shows the limit; null without a limit
   * @param slots requests that may be in flight in all tasks
   * @param moreTasks number of tasks to add for the rate of the limiting step, if the clients are
   *     the limit; else null
   */
  public record Result(
      Double rate,
      Double lowestFailing,
      Double highestMet,
      Boolean confirmed,
      String step,
      Limit limit,
      Integer limitingStep,
      long slots,
      Integer moreTasks) {

    private boolean isComplete() {
      return (rate == null || rate > 0) && (lowestFailing == null || lowestFailing > 0);
    }

    /** Whether the search found a rate, or that the lowest one saturates the servers. */
    public boolean tellsOfServers() {
      return rate != null || limit == Limit.SERVERS || limit == Limit.SLOTS;
    }

    /** Whether no longer step has confirmed the rate, though that was asked for. */
    public boolean isUnconfirmed() {
      return rate != null && Boolean.FALSE.equals(confirmed);
    }

    /** The highest rate that met the objectives; 0 if none did. */
    public double passing() {
      return Objects.requireNonNullElse(rate, 0.0);
    }

    /** The lowest rate that missed the objectives; infinite if none did. */
    public double failing() {
      return Objects.requireNonNullElse(lowestFailing, Double.POSITIVE_INFINITY);
    }
  }

  /**
   * Reads the record of a search that has ended.
   *
   * @throws IOException if the file is missing, damaged or not complete
   * @throws io.hbench.settings.UsageException if another version of hbench wrote it
   */
  public static FindmaxRecord read(RunDirectory directory) throws IOException {
    FindmaxRecord search =
        directory.readJson(RunDirectory.FINDMAX, FindmaxRecord.class).orElse(null);
    if (search != null) {
      FormatVersion.check(directory.path(), String.valueOf(search.schema), SCHEMA, search.version);
    }
    if (search == null || !search.isComplete()) {
      throw new IOException(RunDirectory.FINDMAX + " is not complete");
    }
    return search;
  }

  private boolean isComplete() {
    return ObjectUtils.allNotNull(command, version, objectives, steps, result)
        && !objectives.contains(null)
        && steps.stream().allMatch(step -> step != null && step.directory != null)
        && result.isComplete();
  }

  /** Directory of the step that shows the result: the last one at its rate, else the last one. */
  public String shown() {
    return Objects.requireNonNullElse(result.step, steps.get(steps.size() - 1).directory);
  }
}
