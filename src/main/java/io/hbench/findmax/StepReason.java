package io.hbench.findmax;

import com.google.gson.annotations.SerializedName;

/**
 * One reason why a step missed the objectives or is inconclusive.
 *
 * @param detail text of the objective, or code of the verdict's reason; null with other causes
 */
public record StepReason(Cause cause, String detail) {

  /** The causes. */
  public enum Cause {
    /** Fewer requests were completed than the rate asks for. */
    @SerializedName("rate-not-reached")
    RATE_NOT_REACHED,
    @SerializedName("objective-missed")
    OBJECTIVE_MISSED,
    /** The confidence interval contains the objective's limit. */
    @SerializedName("objective-inconclusive")
    OBJECTIVE_INCONCLUSIVE,
    /** The objective is inconclusive, and would be if no request at all exceeded its limit. */
    @SerializedName("too-few-requests")
    TOO_FEW_REQUESTS,
    /** The backlog of an earlier rate was still being worked off. */
    @SerializedName("backlog-shrinking")
    BACKLOG_SHRINKING,
    /** The clients are the cause of the miss. */
    @SerializedName("client-limit")
    CLIENT_LIMIT,
    /** The step's run is invalid. */
    @SerializedName("run-invalid")
    RUN_INVALID
  }
}
