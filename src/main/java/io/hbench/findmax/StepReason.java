package io.hbench.findmax;

/**
 * One reason why a step missed the objectives or is inconclusive.
 *
 * @param detail text of the objective, or code of the verdict's reason; null with other causes
 */
public record StepReason(Cause cause, String detail) {

  public enum Cause {
    /** Fewer requests were completed than the rate asks for. */
    RATE_NOT_REACHED,
    OBJECTIVE_MISSED,
    /** The confidence interval contains the objective's limit. */
    OBJECTIVE_INCONCLUSIVE,
    /**
     * The objective is inconclusive, and would be if no request at all exceeded its limit; or no
     * interval or server had enough requests.
     */
    TOO_FEW_REQUESTS,
    /** The backlog of an earlier rate was still being worked off. */
    BACKLOG_SHRINKING,
    CLIENT_LIMIT,
    /** The figure of the objective is unknown: of servers that don't tell. */
    FIGURE_UNKNOWN,
    RUN_INVALID
  }
}
