package io.hbench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The verdict on a run: whether its figures are reliable, with reasons if not. */
public record Verdict(Status status, List<Reason> reasons) {

  /** From best to worst. */
  public enum Status {
    VALID,
    /** The figures are right, but something impaired the measurement: the reasons say what. */
    DEGRADED,
    /** The figures are wrong or incomplete. */
    INVALID;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One reason.
   *
   * @param code for programs
   * @param message for people
   * @param status the best possible verdict with this reason
   */
  public record Reason(ReasonCode code, String message, Status status) {}

  /** The verdict that follows from reasons: the worst status of them. */
  static Verdict of(List<Reason> reasons) {
    return new Verdict(
        reasons.stream().map(Reason::status).max(Comparator.naturalOrder()).orElse(Status.VALID),
        List.copyOf(reasons));
  }

  /** What the figures can be used for, in one line: the same answers for all but invalid runs. */
  public String trust() {
    if (isInvalid()) {
      return "the figures are wrong or incomplete";
    }
    return (has(ReasonCode.OF_COUNTS) ? "all counts that were compared agree" : "all counts agree")
        + (has(ReasonCode.OF_TASKS) ? ", not all tasks" : ", all tasks")
        + " ran together, and the clients "
        + clients();
  }

  private String clients() {
    return has(Set.of(ReasonCode.CLIENT_CPU))
        ? "were the limit"
        : has(Set.of(ReasonCode.CLIENT_CPU_SHARED))
            ? "may have been the limit"
            : has(ReasonCode.OF_CLIENTS)
                ? "delayed requests"
                : has(Set.of(ReasonCode.REQUESTS_DROPPED))
                    ? "had no free slots"
                    : "were not the limit";
  }

  private boolean has(Set<ReasonCode> codes) {
    return reasons.stream().map(Reason::code).anyMatch(codes::contains);
  }

  /** The verdict and its reasons, in lines without a line feed at the end. */
  public String text() {
    return "verdict: "
        + status
        + reasons.stream()
            .map(r -> "\n  " + r.code() + ": " + r.message())
            .collect(Collectors.joining());
  }

  public boolean isInvalid() {
    return status == Status.INVALID;
  }

  public boolean isValid() {
    return status == Status.VALID;
  }
}
