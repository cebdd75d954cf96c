package io.hbench.report;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * The result of a search for the highest sustainable rate: the needed part of {@code findmax.json},
 * for packages below the searches.
 *
 * @param command command line that the search ran at each rate
 * @param version of hbench
 * @param objectives that a rate had to meet
 * @param steps in their order
 */
public record SearchResult(
    String schema,
    String command,
    String version,
    List<String> objectives,
    List<Step> steps,
    Result result) {
  private static final String SCHEMA = "hbench.findmax/2";

  /** A step of the search. */
  public record Step(String directory) {}

  /**
   * What was found.
   *
   * @param rate the highest rate that met the objectives; null if none did
   * @param lowestFailing the lowest rate that missed them; null if none did
   * @param step directory of the last step at the rate, or null
   * @param limit of the rate: servers, clients, slots or none
   */
  public record Result(Double rate, Double lowestFailing, String step, String limit) {

    private boolean isComplete() {
      return (rate == null || rate > 0) && (lowestFailing == null || lowestFailing > 0);
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
   * Reads it.
   *
   * @throws IOException if the file is missing, damaged or not complete
   * @throws io.hbench.settings.UsageException if another version of hbench wrote it
   */
  public static SearchResult read(RunDirectory directory) throws IOException {
    SearchResult search = directory.readJson(RunDirectory.FINDMAX, SearchResult.class).orElse(null);
    if (search != null) {
      FormatVersion.check(directory.path(), String.valueOf(search.schema), SCHEMA, search.version);
    }
    if (search == null || !search.isComplete()) {
      throw new IOException(RunDirectory.FINDMAX + " is not complete");
    }
    return search;
  }

  private boolean isComplete() {
    return command != null
        && version != null
        && objectives != null
        && !objectives.contains(null)
        && steps != null
        && steps.stream().allMatch(step -> step != null && step.directory != null)
        && result != null
        && result.isComplete();
  }
}
